-- An account can leave. What bookkeeping needs of its payment events stays, without their text.
ALTER TABLE "payment_event" ALTER COLUMN "payload" DROP NOT NULL;

-- Whom an event is about is known also where nothing comes of it: so its text can be found when that customer leaves.
UPDATE "payment_event" SET "customer_id" = coalesce("payload" #>> '{data,object,customer,id}', "payload" #>> '{data,object,customer}')
WHERE "customer_id" IS NULL AND json_typeof("payload" #> '{data,object,customer}') IN ('string', 'object');
CREATE INDEX "payment_event_customer_id_idx" ON "payment_event"("customer_id");

-- A customer of the payment provider whose account was erased: nothing that is told of it counts any more.
CREATE TABLE "erased_customer" (
    "id" TEXT NOT NULL,
    "erased_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    -- Null until the payment provider has deleted it too.
    "removed_at" TIMESTAMPTZ(3),

    CONSTRAINT "erased_customer_pkey" PRIMARY KEY ("id")
);

-- What is no longer kept is found by its age; and what refers to it, without reading the whole table.
CREATE INDEX "payment_event_received_at_idx" ON "payment_event"("received_at");
CREATE INDEX "subscription_event_id_idx" ON "subscription"("event_id");
CREATE INDEX "plan_change_event_id_idx" ON "plan_change"("event_id");
CREATE INDEX "daily_usage_day_idx" ON "daily_usage"("day");
CREATE INDEX "period_usage_period_start_idx" ON "period_usage"("period_start");
