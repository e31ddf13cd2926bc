-- compatible: the new column has a default. Builds before this one leave it as it is.

-- Records that the file lacks, and that were not removed, because rejected rows may be theirs.
ALTER TABLE "import_run" ADD COLUMN "held_back" INTEGER NOT NULL DEFAULT 0;
-- How many records had each sign of a damaged file: what is usual for the register. Null: imported by an earlier build.
ALTER TABLE "import_run" ADD COLUMN "signs" JSON;
