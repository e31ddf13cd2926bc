-- compatible: the new columns may be null, and no build before this one names them or the new table.

-- What an import is judged by that comes after it: the day of the file, its parts, and its columns. Null for imports of builds
-- before this one.
ALTER TABLE "import_run" ADD COLUMN "file_date" TEXT, ADD COLUMN "files" JSON,
    ADD COLUMN "source_layout_id" INTEGER, ADD COLUMN "base_layout_id" INTEGER;

-- Ids were made of the number as the file spelt it, and are made of the normalized one now. The former ones stay: an import
-- notes here which they are.
CREATE TABLE "kept_id" (
    "derived_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "register_id" TEXT NOT NULL,
    CONSTRAINT "kept_id_pkey" PRIMARY KEY ("derived_id")
);
CREATE INDEX "kept_id_register_id_idx" ON "kept_id" ("register_id");
