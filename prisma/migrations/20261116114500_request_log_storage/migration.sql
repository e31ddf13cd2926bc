-- compatible: only how the values are stored changes.
-- Compressing the log took more time than all else of its write, and rows live for a few days at most.
ALTER TABLE "request_batch" ALTER COLUMN "entries" SET STORAGE EXTERNAL;
