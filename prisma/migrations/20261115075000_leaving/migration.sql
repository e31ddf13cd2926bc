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

-- What somebody who left had used of the calendar month, by a hash of who they are: leaving and coming back gives no new month.
CREATE TABLE "erased_usage" (
    "person" BYTEA NOT NULL CHECK (octet_length("person") = 32),
    "period_start" TIMESTAMPTZ(3) NOT NULL,
    "used" BIGINT NOT NULL,

    CONSTRAINT "erased_usage_pkey" PRIMARY KEY ("person")
);

CREATE FUNCTION "person_hash"("issuer" TEXT, "subject" TEXT) RETURNS BYTEA LANGUAGE sql IMMUTABLE
    RETURN sha256(convert_to("issuer" || E'\n' || "subject", 'UTF8'));

CREATE FUNCTION "user_profile_came"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "period_usage" ("account_id", "period_start", "used")
    SELECT NEW."account_id", "period_start", "used" FROM "erased_usage" WHERE "person" = "person_hash"(NEW."issuer", NEW."subject")
    ON CONFLICT DO NOTHING;
    RETURN NULL;
END $$;
CREATE TRIGGER "user_profile_came" AFTER INSERT ON "user_profile" FOR EACH ROW EXECUTE FUNCTION "user_profile_came"();
