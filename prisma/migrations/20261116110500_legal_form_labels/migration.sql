-- compatible: the builds before neither read nor write this table.
-- The words for codes of legal forms, for facets. Imports keep it up to date.
CREATE TABLE "legal_form_label" (
  "register_id" TEXT NOT NULL,
  "value" TEXT NOT NULL,
  "label" TEXT NOT NULL,
  PRIMARY KEY ("value", "register_id")
);
INSERT INTO "legal_form_label" ("register_id", "value", "label")
  SELECT "register_id", "legal_form", max("legal_form_label") FROM "entity"
  WHERE "legal_form" IS NOT NULL AND "legal_form_label" IS NOT NULL GROUP BY "register_id", "legal_form";
