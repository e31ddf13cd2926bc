CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- A narrow copy of what is searched: it is scanned whole where no index helps, so every byte counts.
CREATE TABLE "search_entry" (
    "id" UUID NOT NULL,
    "bucket" INTEGER NOT NULL,
    "country_code" TEXT COLLATE "C" NOT NULL,
    "legal_form" TEXT COLLATE "C",
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
