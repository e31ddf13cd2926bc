-- The search reads packed buckets alone: "search_entry" and its trigram index go, and what an import needs of it stands with the record.
ALTER TABLE "entity" ADD COLUMN "search_text" TEXT COLLATE "C" NOT NULL DEFAULT '';
UPDATE "entity" SET "search_text" = "text" FROM "search_entry" WHERE "search_entry"."id" = "entity"."id";
ALTER TABLE "entity" ALTER COLUMN "search_text" DROP DEFAULT;

-- Imports by number: what is packed for each record says which one changed it last, in four bytes.
ALTER TABLE "import_run" ADD COLUMN "ordinal" SERIAL NOT NULL;
CREATE UNIQUE INDEX "import_run_ordinal_key" ON "import_run"("ordinal");
-- The number of a legal form has 22 bits there.
ALTER TABLE "legal_form" ADD CHECK ("id" < 4194304);

-- A bucket never changes: an import puts others in its place. So its id tells all that is in it.
DROP TABLE "search_bucket";
CREATE TABLE "search_bucket" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "first_name" TEXT COLLATE "C" NOT NULL,
    "first_id" UUID NOT NULL,
    "size" INTEGER NOT NULL,
    "texts" BYTEA NOT NULL,
    "ids" BYTEA NOT NULL,
    "facts" BYTEA NOT NULL,
    "activities" BYTEA NOT NULL,

    CONSTRAINT "search_bucket_pkey" PRIMARY KEY ("id")
);
-- Read whole and often: unpacking would cost more than it saves.
ALTER TABLE "search_bucket"
    ALTER COLUMN "texts" SET STORAGE EXTERNAL,
    ALTER COLUMN "ids" SET STORAGE EXTERNAL,
    ALTER COLUMN "facts" SET STORAGE EXTERNAL,
    ALTER COLUMN "activities" SET STORAGE EXTERNAL;

-- As registry/facts.ts packs them.
INSERT INTO "search_bucket" ("first_name", "first_id", "size", "texts", "ids", "facts", "activities")
SELECT (array_agg(name ORDER BY name, id))[1], (array_agg(id ORDER BY name, id))[1], count(*),
    string_agg(convert_to(text || E'\n', 'UTF8'), '' ORDER BY name, id),
    string_agg(uuid_send(id), '' ORDER BY name, id),
    string_agg(facts, '' ORDER BY name, id),
    string_agg(activities, '' ORDER BY name, id)
FROM (
    SELECT "entity"."id", "text", name, ((row_number() OVER (ORDER BY name, "entity"."id") - 1) / 1536) AS bucket,
        int4send(coalesce("registered_at" - DATE '0001-01-01' + 1, 0)
            | ((array_position(ARRAY['active', 'winding_up', 'insolvent', 'dissolved', 'unknown'], "status") - 1) << 22)
            | (least(cardinality("entity"."unlicensed") + cardinality("entity"."licensed"), 127) << 25))
        || int4send(((ascii("country_code") - 65) * 26 + ascii(substr("country_code", 2)) - 65) | ("search_entry"."legal_form" << 10))
        || int4send("import_run"."ordinal") AS facts,
        CASE WHEN cardinality("entity"."unlicensed") + cardinality("entity"."licensed") >= 127
            THEN substr(int4send(cardinality("entity"."unlicensed") + cardinality("entity"."licensed")), 2) ELSE '' END
        || coalesce((SELECT string_agg(substr(int4send(activity), 2), '' ORDER BY place)
            FROM unnest("entity"."unlicensed" || ARRAY(SELECT licence + 8388608 FROM unnest("entity"."licensed") AS licence))
            WITH ORDINALITY AS listed (activity, place)), '') AS activities
    FROM "entity" JOIN "search_entry" ON "search_entry"."id" = "entity"."id" JOIN "import_run" ON "import_run"."id" = "import_run_id",
        LATERAL (SELECT split_part("text", E'\x01', 1) COLLATE "C" AS name) AS sorted
) AS packed
GROUP BY bucket;

DROP TABLE "search_entry";
