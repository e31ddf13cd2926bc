CREATE TABLE "payment_event" (
    "id" TEXT NOT NULL,
    "arrival" BIGINT GENERATED ALWAYS AS IDENTITY NOT NULL,
    "kind" TEXT NOT NULL,
    "created" BIGINT NOT NULL,
    "subscription_id" TEXT,
    "customer_id" TEXT,
    -- json, not jsonb: it is kept as it came.
    "payload" JSON NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    -- Null until the effect is done: the two commit together.
    "outcome" TEXT CHECK ("outcome" IN ('applied', 'stale', 'ignored')),
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "payment_event_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "payment_event_settled_check" CHECK (("outcome" IS NULL) = ("settled_at" IS NULL))
);
CREATE INDEX "payment_event_subscription_id_idx" ON "payment_event"("subscription_id");

CREATE TABLE "subscription" (
    "id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "account_id" UUID,
    -- As here while no event of the subscription itself was applied.
    "status" TEXT NOT NULL DEFAULT 'incomplete',
    -- Of its price, whatever the status; null while no price of ours was seen on it.
    "plan" TEXT CHECK ("plan" IN ('pro', 'business')),
    "period_start" TIMESTAMPTZ(3),
    "period_end" TIMESTAMPTZ(3),
    "cancel_at_period_end" BOOLEAN NOT NULL DEFAULT false,
    -- The place of the newest applied event in the order of events, see billing/event.ts.
    "event_created" BIGINT NOT NULL DEFAULT -1,
    "event_rank" SMALLINT NOT NULL DEFAULT 0,
    "event_arrival" BIGINT NOT NULL DEFAULT 0,
    -- Null where the state was read from the provider.
    "event_id" TEXT,

    CONSTRAINT "subscription_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "subscription_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE SET NULL ON UPDATE CASCADE,
    CONSTRAINT "subscription_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "payment_event"("id") ON DELETE SET NULL ON UPDATE CASCADE,
    CONSTRAINT "subscription_period_check" CHECK (("period_start" IS NULL) = ("period_end" IS NULL) AND "period_start" < "period_end")
);
CREATE INDEX "subscription_account_id_idx" ON "subscription"("account_id");
CREATE INDEX "subscription_customer_id_idx" ON "subscription"("customer_id");

CREATE TABLE "plan_change" (
    "id" BIGINT GENERATED ALWAYS AS IDENTITY NOT NULL,
    "account_id" UUID NOT NULL,
    "from_plan" TEXT NOT NULL,
    "to_plan" TEXT NOT NULL,
    -- Null where a reconciliation found the difference.
    "event_id" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "plan_change_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "plan_change_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "plan_change_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "payment_event"("id") ON DELETE SET NULL ON UPDATE CASCADE
);
CREATE INDEX "plan_change_account_id_id_idx" ON "plan_change"("account_id", "id");
