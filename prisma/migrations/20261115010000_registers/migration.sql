CREATE TABLE "register" (
    "id" TEXT NOT NULL,
    "country_code" CHAR(2) NOT NULL,
    "name" TEXT NOT NULL,
    "licence" TEXT NOT NULL,
    "current_run" UUID,

    CONSTRAINT "register_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "import_run" (
    "id" UUID NOT NULL,
    "register_id" TEXT NOT NULL,
    "file" TEXT NOT NULL,
    "sha256" CHAR(64) NOT NULL,
    "source_url" TEXT NOT NULL,
    "revision" INTEGER NOT NULL,
    "imported_at" TIMESTAMPTZ(3) NOT NULL,
    "read" INTEGER NOT NULL,
    "added" INTEGER NOT NULL,
    "changed" INTEGER NOT NULL,
    "unchanged" INTEGER NOT NULL,
    "removed" INTEGER NOT NULL,
    "rejected" INTEGER NOT NULL,
    "repeated" INTEGER NOT NULL,

    CONSTRAINT "import_run_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "source_layout" (
    "id" SERIAL NOT NULL,
    "sha256" CHAR(64) NOT NULL,
    "columns" JSON NOT NULL,

    CONSTRAINT "source_layout_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "activity" (
    "id" SERIAL NOT NULL,
    "scheme" TEXT NOT NULL,
    "code" TEXT,
    "label" TEXT,

    CONSTRAINT "activity_pkey" PRIMARY KEY ("id")
);

-- The cells, fields and registrations are json and not jsonb: what must be lossless may lose neither the order of keys nor repeats.
-- No foreign keys lead out of this table: the import is its only writer, writes the other side in the same transaction, and would
-- spend more on checking millions of them than on the rows.
CREATE TABLE "entity" (
    "id" UUID NOT NULL,
    "register_id" TEXT NOT NULL,
    "country_code" CHAR(2) NOT NULL,
    "number" TEXT NOT NULL,
    "canonical_name" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "legal_form" TEXT,
    "registered_at" DATE,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "content_hash" BYTEA NOT NULL,
    "import_run_id" UUID NOT NULL,
    "layout_id" INTEGER NOT NULL,
    "registry" JSON NOT NULL,
    "source_cells" JSON NOT NULL,
    "registrations" JSON NOT NULL,
    "unlicensed" INTEGER[] NOT NULL,
    "licensed" INTEGER[] NOT NULL,

    CONSTRAINT "entity_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "tombstone" (
    "id" UUID NOT NULL,
    "register_id" TEXT NOT NULL,
    "number" TEXT NOT NULL,
    "canonical_name" TEXT NOT NULL,
    "removed_at" TIMESTAMPTZ(3) NOT NULL,
    "import_run_id" UUID NOT NULL,

    CONSTRAINT "tombstone_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "register_current_run_key" ON "register"("current_run");
CREATE INDEX "import_run_register_id_imported_at_idx" ON "import_run"("register_id", "imported_at");
CREATE UNIQUE INDEX "source_layout_sha256_key" ON "source_layout"("sha256");
-- Null equals null here: an activity without a code or without a label is one activity all the same.
CREATE UNIQUE INDEX "activity_scheme_code_label_key" ON "activity"("scheme", "code", "label") NULLS NOT DISTINCT;
-- The records of a register come in by thousands at a time and lie together, so a block range index finds them at hardly any cost.
CREATE INDEX "entity_register_id_idx" ON "entity" USING BRIN ("register_id");

ALTER TABLE "register" ADD CONSTRAINT "register_country_code_fkey" FOREIGN KEY ("country_code") REFERENCES "country"("code");
ALTER TABLE "register" ADD CONSTRAINT "register_current_run_fkey" FOREIGN KEY ("current_run") REFERENCES "import_run"("id");
ALTER TABLE "import_run" ADD CONSTRAINT "import_run_register_id_fkey" FOREIGN KEY ("register_id") REFERENCES "register"("id");
