-- compatible: the builds before neither read nor write this table.
-- Imports that failed, for operators. They changed nothing else.
CREATE TABLE "import_failure" (
  "id" UUID PRIMARY KEY DEFAULT gen_random_uuid(),
  "register_id" TEXT NOT NULL,
  "number" INTEGER NOT NULL,
  "at" TIMESTAMPTZ(3) NOT NULL,
  "file" TEXT,
  "reason" TEXT NOT NULL
);
CREATE UNIQUE INDEX "import_failure_register_id_number_key" ON "import_failure" ("register_id", "number");
CREATE INDEX "import_failure_at_idx" ON "import_failure" ("at");
