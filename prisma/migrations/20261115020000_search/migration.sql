CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- Legal forms by number, so that the table below stays narrow.
CREATE TABLE "legal_form" (
    "id" SERIAL NOT NULL,
    "value" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "legal_form_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "legal_form_value_key" ON "legal_form"("value");

-- A narrow copy of what is searched. It is read whole where no index helps, so every byte counts, and numbers of fixed width come first.
CREATE TABLE "search_entry" (
    "bucket" INTEGER NOT NULL,
    "letters" INTEGER NOT NULL,
    "pairs_low" INTEGER NOT NULL,
    "pairs_high" INTEGER NOT NULL,
    "legal_form" INTEGER NOT NULL,
    "country" SMALLINT NOT NULL,
    "id" UUID NOT NULL,
    "text" TEXT COLLATE "C" NOT NULL,
    "unlicensed" INTEGER[],
    "licensed" INTEGER[],

    CONSTRAINT "search_entry_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "search_entry_bucket_idx" ON "search_entry"("bucket");
CREATE INDEX "search_entry_text_idx" ON "search_entry" USING GIN ("text" gin_trgm_ops);
CREATE INDEX "search_entry_unlicensed_idx" ON "search_entry" USING GIN ("unlicensed");
CREATE INDEX "search_entry_licensed_idx" ON "search_entry" USING GIN ("licensed");

-- The sorted names in stretches of about a thousand: a bucket is all names from its start up to the next one's.
CREATE TABLE "search_bucket" (
    "start" TEXT COLLATE "C" NOT NULL,
    "bucket" INTEGER NOT NULL,

    CONSTRAINT "search_bucket_pkey" PRIMARY KEY ("start")
);

-- Raised by every import, in its transaction.
CREATE TABLE "data_version" (
    "id" BOOLEAN NOT NULL DEFAULT true CHECK ("id"),
    "version" INTEGER NOT NULL,

    CONSTRAINT "data_version_pkey" PRIMARY KEY ("id")
);

INSERT INTO "data_version" ("version") VALUES (1);
