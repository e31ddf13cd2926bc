-- One row for each import: its place in the order of commits. It is written under the lock that serializes the ends of imports.
CREATE TABLE "change_set" (
    "version" INTEGER NOT NULL,
    "epoch" UUID NOT NULL,
    "import_run_id" UUID NOT NULL,
    "register_id" TEXT NOT NULL,
    "country_code" CHAR(2) NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "reason" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "records" INTEGER NOT NULL,
    "is_dropped" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "change_set_pkey" PRIMARY KEY ("version")
);
CREATE UNIQUE INDEX "change_set_import_run_id_key" ON "change_set"("import_run_id");
CREATE INDEX "change_set_register_id_version_idx" ON "change_set"("register_id", "version");

-- What changed, record by record. A month is a partition, so that expiry is a DROP TABLE.
CREATE TABLE "change" (
    "version" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "entity_id" UUID,
    "type" TEXT NOT NULL,
    "number" TEXT,
    "canonical_name" TEXT,
    "previous_run" UUID,
    "fields" JSON NOT NULL,

    CONSTRAINT "change_pkey" PRIMARY KEY ("version", "position", "at")
) PARTITION BY RANGE ("at");
CREATE INDEX "change_entity_id_version_position_idx" ON "change"("entity_id", "version", "position");

-- The partitions stand in a schema of their own: they come and go, and nobody names them.
CREATE SCHEMA "change_month";

-- Who imports may not make tables, so the owner's right is lent to these two functions.
-- ATTACH blocks neither readers nor writers, which CREATE TABLE … PARTITION OF would.
CREATE FUNCTION make_change_month(moment TIMESTAMPTZ) RETURNS VOID
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    first TIMESTAMP := date_trunc('month', moment AT TIME ZONE 'UTC');
    name TEXT := 'change_' || to_char(first, 'YYYY_MM');
BEGIN
    IF to_regclass('change_month.' || name) IS NOT NULL THEN RETURN; END IF;
    PERFORM pg_advisory_xact_lock(7273);
    IF to_regclass('change_month.' || name) IS NOT NULL THEN RETURN; END IF;
    EXECUTE format('CREATE TABLE change_month.%I (LIKE public.change INCLUDING ALL)', name);
    EXECUTE format('ALTER TABLE public.change ATTACH PARTITION change_month.%I FOR VALUES FROM (%L) TO (%L)',
        name, first AT TIME ZONE 'UTC', (first + INTERVAL '1 month') AT TIME ZONE 'UTC');
END $$;

-- Drops the months that ended before the moment. It doesn't wait long for the lock: readers would queue behind it.
CREATE FUNCTION drop_change_months(before TIMESTAMPTZ) RETURNS INTEGER
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '500ms' AS $$
DECLARE
    name TEXT;
    dropped INTEGER := 0;
    first TIMESTAMPTZ := date_trunc('month', before AT TIME ZONE 'UTC') AT TIME ZONE 'UTC';
BEGIN
    FOR name IN
        SELECT relname FROM pg_class JOIN pg_inherits ON inhrelid = pg_class.oid
        WHERE inhparent = 'public.change'::regclass AND relname < 'change_' || to_char(before AT TIME ZONE 'UTC', 'YYYY_MM')
    LOOP
        EXECUTE format('DROP TABLE change_month.%I', name);
        dropped := dropped + 1;
    END LOOP;
    UPDATE public.change_set SET is_dropped = true WHERE at < first AND NOT is_dropped;
    RETURN dropped;
END $$;
REVOKE ALL ON FUNCTION make_change_month(TIMESTAMPTZ), drop_change_months(TIMESTAMPTZ) FROM PUBLIC;

-- Personal fields that were erased: they stay erased at every import. The rows are the audit of it, too.
CREATE TABLE "erasure" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "entity_id" UUID NOT NULL,
    "register_id" TEXT NOT NULL,
    "fields" TEXT[] NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "erasure_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "erasure_entity_id_idx" ON "erasure"("entity_id");

-- Files with all records of a country, in DATA_DIR/snapshots.
CREATE TABLE "snapshot" (
    "id" UUID NOT NULL,
    "country_code" CHAR(2) NOT NULL,
    "data_version" INTEGER NOT NULL,
    "cursor" TEXT NOT NULL,
    "records" INTEGER NOT NULL,
    "bytes" BIGINT NOT NULL,
    "sha256" CHAR(64) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "snapshot_pkey" PRIMARY KEY ("id")
);

-- What is served already is the baseline of its register: each gets a version of its own, as if it were imported now.
WITH served AS (
    SELECT "register"."id", "country_code", "current_run", "imported_at", row_number() OVER (ORDER BY "ordinal") AS place
    FROM "register" JOIN "import_run" ON "import_run"."id" = "current_run"
)
INSERT INTO "change_set"
SELECT "version" + place, gen_random_uuid(), "current_run", served."id", "country_code", "imported_at", 'source', 1,
    (SELECT count(*) FROM "entity" WHERE "register_id" = served."id")
FROM served, "data_version";

SELECT make_change_month("at") FROM "change_set";
INSERT INTO "change" ("version", "position", "at", "type", "fields")
SELECT "version", 1, "at", 'baseline', '[]' FROM "change_set";
UPDATE "data_version" SET ("version", "epoch") = (SELECT "version", "epoch" FROM "change_set" ORDER BY "version" DESC LIMIT 1)
WHERE EXISTS (SELECT FROM "change_set");
