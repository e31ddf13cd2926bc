-- compatible: the new columns may be empty, and no build before this one names them.

-- What the search finds of other names and of unusual words, see companies/format/other-names.ts.
ALTER TABLE "entity" ADD COLUMN "other_names_text" TEXT, ADD COLUMN "words_text" TEXT;
ALTER TABLE "search_bucket" ADD COLUMN "other_names" BYTEA NOT NULL DEFAULT '', ADD COLUMN "words" BYTEA NOT NULL DEFAULT '';
-- Read whole and often: unpacking would cost more than it saves.
ALTER TABLE "search_bucket" ALTER COLUMN "other_names" SET STORAGE EXTERNAL, ALTER COLUMN "words" SET STORAGE EXTERNAL;
