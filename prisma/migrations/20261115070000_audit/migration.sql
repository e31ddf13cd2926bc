-- What happened to an account: sign-ins, keys, plan changes, erasure. An entry outlives its account, so there is no foreign key.
CREATE TABLE "audit_entry" (
    "id" BIGINT GENERATED ALWAYS AS IDENTITY NOT NULL,
    "account_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    -- For instance api_key.created.
    "action" TEXT NOT NULL,
    -- The person who did it; null where it was the payment provider or we.
    "user_id" UUID,
    -- The id of what it was done to: a key, a session, a subscription.
    "subject" TEXT,
    -- Never a secret, never a name or an e-mail address.
    "details" JSON NOT NULL DEFAULT '{}',

    CONSTRAINT "audit_entry_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "audit_entry_account_id_id_idx" ON "audit_entry"("account_id", "id");
CREATE INDEX "audit_entry_at_idx" ON "audit_entry"("at");

-- A key can end by itself. Keys of one family follow each other by rotation: they count once against the plan and share one minute.
ALTER TABLE "api_key" ADD COLUMN "expires_at" TIMESTAMPTZ(3), ADD COLUMN "family_id" UUID NOT NULL DEFAULT gen_random_uuid();
