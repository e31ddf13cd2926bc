-- not compatible: builds before this one read one change of each row of "watch_hit", and so would skip the others.

-- A row has up to 1,024 changes in a row of positions: the last one, and which of those before it. Each bit is one position
-- further back.
ALTER TABLE "watch_hit" ADD COLUMN "earlier" BYTEA;

-- What was added to a message since its last attempt began. It is left if that attempt succeeds.
ALTER TABLE "webhook_message" ADD COLUMN "later" JSONB;
