-- compatible: the builds before neither read nor write these tables.

-- A list of companies that an account watches.
CREATE TABLE "watch_list" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "account_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "watch_list_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "watch_list_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "watch_list_account_id_idx" ON "watch_list"("account_id");

-- A company of a list. The record may be removed from its register meanwhile, so nothing refers to it.
CREATE TABLE "watched_company" (
    "list_id" UUID NOT NULL,
    "entity_id" UUID NOT NULL,
    "added_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "watched_company_pkey" PRIMARY KEY ("list_id", "entity_id"),
    CONSTRAINT "watched_company_list_id_fkey" FOREIGN KEY ("list_id") REFERENCES "watch_list"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "watched_company_entity_id_list_id_idx" ON "watched_company"("entity_id", "list_id");

-- A change of a company while a list had it.
CREATE TABLE "watch_hit" (
    "list_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "watch_hit_pkey" PRIMARY KEY ("list_id", "version", "position"),
    CONSTRAINT "watch_hit_list_id_fkey" FOREIGN KEY ("list_id") REFERENCES "watch_list"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "watch_hit_at_idx" ON "watch_hit" USING BRIN ("at");

-- Up to which version of the data the hits are found. Nothing was watched before.
CREATE TABLE "watch_progress" (
    "id" INTEGER NOT NULL DEFAULT 1 CHECK ("id" = 1),
    "version" INTEGER NOT NULL,

    CONSTRAINT "watch_progress_pkey" PRIMARY KEY ("id")
);
INSERT INTO "watch_progress" ("version") SELECT coalesce(max("version"), 0) FROM "change_set";
