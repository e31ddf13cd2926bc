-- Which edition of its register an import is, where the source tells: an update must follow on the edition that is served.
ALTER TABLE "import_run" ADD COLUMN "edition" TEXT;
-- Rows about natural persons, which were dropped.
ALTER TABLE "import_run" ADD COLUMN "persons" INTEGER NOT NULL DEFAULT 0;
