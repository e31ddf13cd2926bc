-- compatible: new columns may be null, and the table is new. Builds before this one count a person who comes back by the new account.

-- Set while the account is being erased. It is refused everywhere meanwhile, for a minute at most, see accounts/closing.ts.
ALTER TABLE "account" ADD COLUMN "closing_at" TIMESTAMPTZ(6);

-- Under which account the use of the person is counted: the one that they had before, where they came back. Null: this one.
ALTER TABLE "account" ADD COLUMN "meter_id" UUID;
CREATE INDEX "account_meter_id_idx" ON "account"("meter_id");

-- Tokens that were issued at this moment or before are refused: the person left then.
ALTER TABLE "user_profile" ADD COLUMN "tokens_from" TIMESTAMPTZ(6);

-- Usage outlives its account: what is answered while the account is erased counts for the person who comes back.
ALTER TABLE "period_usage" DROP CONSTRAINT "period_usage_account_id_fkey";

-- A person who erased their account, by a keyed hash, until they come back or the month is over.
CREATE TABLE "departed_person" (
    "person" BYTEA NOT NULL CHECK (octet_length("person") = 32),
    "meter_id" UUID NOT NULL,
    "left_at" TIMESTAMPTZ(6) NOT NULL,
    "may_return_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "departed_person_pkey" PRIMARY KEY ("person")
);

-- Builds before this one keep what was used here, by a hash without a key. It was kept for over a year and is needed for the month.
DELETE FROM "erased_usage" WHERE "period_start" < date_trunc('month', now(), 'UTC');

-- The families of a meter have numbers. A new key gets the first family without an active key, so keys that are made in turn share
-- one minute, also those of a person who left and came back. A family that ended lately goes on first, as before.
CREATE OR REPLACE FUNCTION "api_key_joins_family"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    "lately" timestamptz := clock_timestamp() - interval '2 minutes';
    "meter" uuid := (SELECT coalesce("meter_id", "id") FROM "account" WHERE "id" = NEW."account_id");
BEGIN
    IF NOT EXISTS (SELECT FROM "api_key" WHERE "account_id" = NEW."account_id" AND "family_id" = NEW."family_id") THEN
        NEW."family_id" := coalesce((
            SELECT "family_id" FROM "api_key" WHERE "account_id" = NEW."account_id" AND ("revoked_at" IS NULL OR "revoked_at" > "lately")
            GROUP BY "family_id"
            -- When its last key ended or will end. LEAST ignores what is null.
            HAVING max(coalesce(LEAST("revoked_at", "expires_at"), 'infinity')) BETWEEN "lately" AND clock_timestamp()
            ORDER BY max(LEAST("revoked_at", "expires_at")) DESC LIMIT 1
        ), (
            SELECT "family" FROM generate_series(0, 100) AS "number",
                LATERAL (SELECT md5("meter" || ' ' || "number")::uuid AS "family") AS "named"
            WHERE NOT EXISTS (
                SELECT FROM "api_key" WHERE "account_id" = NEW."account_id" AND "family_id" = "family"
                    AND "revoked_at" IS NULL AND ("expires_at" IS NULL OR "expires_at" > clock_timestamp())
            )
            ORDER BY "number" LIMIT 1
        ), NEW."family_id");
    END IF;
    RETURN NEW;
END $$;
