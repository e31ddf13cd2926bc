-- Broad searches are counted in memory, over the buckets as they are packed here; nothing reads "search_entry" whole any more.
ALTER TABLE "search_entry" DROP COLUMN "letters", DROP COLUMN "pairs_low", DROP COLUMN "pairs_high";
DROP INDEX "search_entry_unlicensed_idx";
DROP INDEX "search_entry_licensed_idx";

-- The version of the data that last changed a bucket; its texts, a line each; and beside each the numbers of country, legal form, unlicensed and,
-- negative, licensed activities.
ALTER TABLE "search_bucket"
    ADD COLUMN "version" INTEGER NOT NULL DEFAULT 0,
    ADD COLUMN "texts" TEXT COLLATE "C" NOT NULL DEFAULT '',
    ADD COLUMN "facts" TEXT COLLATE "C" NOT NULL DEFAULT '';
-- Read whole and often: unpacking would cost more than it saves.
ALTER TABLE "search_bucket" ALTER COLUMN "texts" SET STORAGE EXTERNAL, ALTER COLUMN "facts" SET STORAGE EXTERNAL;

UPDATE "search_bucket" SET "version" = (SELECT "version" FROM "data_version"), "texts" = packed.texts, "facts" = packed.facts
FROM (
    SELECT "bucket", string_agg("text", E'\n') AS texts,
        string_agg(concat_ws(' ', "country", "legal_form", array_to_string("unlicensed", ' '), '-' || array_to_string("licensed", ' -')), E'\n') AS facts
    FROM "search_entry" GROUP BY "bucket"
) AS packed
WHERE packed."bucket" = "search_bucket"."bucket";
