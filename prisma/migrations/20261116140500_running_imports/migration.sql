-- compatible: the builds before neither read nor write this table.
-- The imports that are running. A row whose register is not locked is of an import that was killed.
CREATE TABLE "running_import" (
  "register_id" TEXT PRIMARY KEY,
  "file" TEXT NOT NULL,
  "at" TIMESTAMPTZ(3) NOT NULL
);
