-- compatible: the new column may be null. Builds before this one leave it as it is.

-- When the address of an endpoint first answered with 2xx. Until then it shares the room of those that fail.
ALTER TABLE "webhook_endpoint" ADD COLUMN "answered_at" TIMESTAMPTZ(3);
UPDATE "webhook_endpoint" SET "answered_at" = clock_timestamp()
  WHERE EXISTS (SELECT FROM "webhook_delivery" WHERE "endpoint_id" = "webhook_endpoint"."id" AND "outcome" = 'delivered');
