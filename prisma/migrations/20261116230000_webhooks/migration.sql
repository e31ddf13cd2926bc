-- compatible: the builds before neither read nor write these tables.

-- An address of an account that messages are sent to.
CREATE TABLE "webhook_endpoint" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "account_id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "description" TEXT,
    "events" TEXT[] NOT NULL,
    "list_ids" UUID[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "sealed_secret" TEXT NOT NULL,
    "sealed_previous" TEXT,
    "previous_ends_at" TIMESTAMPTZ(3),
    "rotated_at" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,
    "failing_since" TIMESTAMPTZ(3),
    "disabled_at" TIMESTAMPTZ(3),
    "disabled_reason" TEXT,
    "lease" UUID,
    "leased_until" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_endpoint_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "webhook_endpoint_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "webhook_endpoint_disabled" CHECK (("disabled_at" IS NULL) = ("disabled_reason" IS NULL)),
    CONSTRAINT "webhook_endpoint_previous" CHECK (("sealed_previous" IS NULL) = ("previous_ends_at" IS NULL))
);
CREATE INDEX "webhook_endpoint_account_id_idx" ON "webhook_endpoint"("account_id");

-- A message that waits. Of one subject an endpoint has one message at most, with the newest data.
CREATE TABLE "webhook_message" (
    "endpoint_id" UUID NOT NULL,
    "subject" TEXT NOT NULL,
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "type" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "webhook_message_pkey" PRIMARY KEY ("endpoint_id", "subject"),
    CONSTRAINT "webhook_message_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoint"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "webhook_message_due_at_idx" ON "webhook_message"("due_at");

-- An attempt to deliver a message. Nothing of the receiver's answer is kept but its status.
CREATE TABLE "webhook_delivery" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "endpoint_id" UUID NOT NULL,
    "message_id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "attempt" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "milliseconds" INTEGER NOT NULL,
    "outcome" TEXT NOT NULL,
    "status" INTEGER,

    CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "webhook_delivery_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoint"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "webhook_delivery_endpoint_id_at_id_idx" ON "webhook_delivery"("endpoint_id", "at", "id");
CREATE INDEX "webhook_delivery_at_idx" ON "webhook_delivery" USING BRIN ("at");
