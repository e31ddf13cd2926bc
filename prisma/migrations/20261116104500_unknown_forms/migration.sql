-- compatible: the builds before neither read nor write this column.
-- National legal forms that the table of a register lacks, as an import met them.
ALTER TABLE "import_run" ADD COLUMN "unknown_forms" JSON;
