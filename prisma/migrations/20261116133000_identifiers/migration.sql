-- compatible: the builds before neither read nor write these tables, and no query of theirs needs import_run_id to be unique.

-- Legal entity identifiers of GLEIF's golden copy: of our registers, by register and number; and of parents outside of them.
CREATE TABLE "lei" (
  "lei" CHAR(20) PRIMARY KEY,
  "register_id" TEXT,
  "number" TEXT,
  "name" TEXT,
  "country_code" TEXT,
  "names" JSON,
  "status" TEXT NOT NULL,
  "since" TEXT,
  "updated" TEXT,
  "run_id" UUID NOT NULL
);
CREATE INDEX "lei_register_id_number_idx" ON "lei" ("register_id", "number");

-- Who belongs to whom. A row has a company of ours at one end, or at both.
CREATE TABLE "lei_relation" (
  "child" CHAR(20) NOT NULL,
  "kind" TEXT NOT NULL,
  "parent" CHAR(20) NOT NULL,
  "start_day" TEXT,
  "end_day" TEXT,
  "percentage" DOUBLE PRECISION,
  "validation" TEXT,
  PRIMARY KEY ("child", "kind", "parent")
);
CREATE INDEX "lei_relation_parent_child_idx" ON "lei_relation" ("parent", "child");

-- Why a company names no parent.
CREATE TABLE "lei_exception" (
  "lei" CHAR(20) NOT NULL,
  "category" TEXT NOT NULL,
  "reasons" TEXT[] NOT NULL,
  PRIMARY KEY ("lei", "category")
);

-- The imports of identifiers.
CREATE TABLE "identifier_run" (
  "id" UUID PRIMARY KEY,
  "source" TEXT NOT NULL,
  "file" TEXT NOT NULL,
  "sha256" CHAR(64) NOT NULL,
  "files" JSON NOT NULL,
  "file_date" TEXT,
  "source_url" TEXT NOT NULL,
  "imported_at" TIMESTAMPTZ(3) NOT NULL,
  "read" INTEGER NOT NULL,
  "added" INTEGER NOT NULL,
  "changed" INTEGER NOT NULL,
  "removed" INTEGER NOT NULL,
  "identifiers" INTEGER NOT NULL,
  "relations" INTEGER NOT NULL,
  "exceptions" INTEGER NOT NULL,
  "is_current" BOOLEAN NOT NULL
);
CREATE INDEX "identifier_run_imported_at_idx" ON "identifier_run" ("imported_at");

-- An import of identifiers changes records of several countries: each country has a change set of its own.
DROP INDEX "change_set_import_run_id_key";
CREATE INDEX "change_set_import_run_id_idx" ON "change_set" ("import_run_id");
