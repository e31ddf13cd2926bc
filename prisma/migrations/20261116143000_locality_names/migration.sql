-- compatible: the builds before neither read nor write this table. What they import is found by its whole locality alone.
-- The names of localities that a register has in several languages, such as Belgium's.
CREATE TABLE "locality_name" (
  "name" TEXT NOT NULL,
  "locality" TEXT NOT NULL,
  PRIMARY KEY ("name", "locality")
);
