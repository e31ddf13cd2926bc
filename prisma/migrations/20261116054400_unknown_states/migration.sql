-- compatible: the builds before neither read nor write this column.
-- National states that no table of a register knows, as an import met them.
ALTER TABLE "import_run" ADD COLUMN "unknown_states" JSON;
