-- compatible: the builds before neither read nor write these columns.
-- When a company ended, and how, where its register tells.
ALTER TABLE "entity" ADD COLUMN "ended_at" DATE, ADD COLUMN "end_kind" TEXT;
