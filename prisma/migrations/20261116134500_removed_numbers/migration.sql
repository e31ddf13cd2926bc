-- compatible: the builds before leave the new column empty, and what they remove is found by its id alone.
-- A removed record is found by each of its numbers. Of those that were removed before, only the national one is known.
ALTER TABLE "tombstone" ADD COLUMN "numbers" TEXT[];
UPDATE "tombstone" SET "numbers" = ARRAY[lower("number")];
CREATE INDEX "tombstone_numbers_idx" ON "tombstone" USING GIN ("numbers");
