-- compatible: builds before this one leave the new columns and the new table as they are. They look at an import as a whole, and
-- write the same rows of hits once more, which changes nothing.

-- The import that is being looked at, and up to which of its changes. A position of another import than the next one is of no use.
ALTER TABLE "watch_progress" ADD COLUMN "begun" INTEGER NOT NULL DEFAULT 0, ADD COLUMN "position" INTEGER NOT NULL DEFAULT 0;

-- The progress of an account that has many filters: its hits are found after those of all others.
CREATE TABLE "watch_lane" (
    "account_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "begun" INTEGER NOT NULL DEFAULT 0,
    "position" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "watch_lane_pkey" PRIMARY KEY ("account_id"),
    CONSTRAINT "watch_lane_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
