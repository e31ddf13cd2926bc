-- compatible: the builds before neither read nor write this column.
-- What the code of a legal form stands for.
ALTER TABLE "entity" ADD COLUMN "legal_form_label" TEXT;
