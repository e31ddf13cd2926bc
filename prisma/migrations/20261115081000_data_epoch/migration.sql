-- Drawn anew by every import: a version whose number comes again after a restore is told apart by it.
ALTER TABLE "data_version" ADD COLUMN "epoch" UUID NOT NULL DEFAULT gen_random_uuid();
