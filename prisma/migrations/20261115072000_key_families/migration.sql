-- Requests per minute are counted by family. A new key joins the family of one that ended less than two minutes ago, so that making keys in turn
-- gives no new minutes: in a minute an account has at most as many families as it had keys at once. A key that comes with a family keeps it.
CREATE FUNCTION "api_key_joins_family"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    "lately" timestamptz := clock_timestamp() - interval '2 minutes';
BEGIN
    IF NOT EXISTS (SELECT FROM "api_key" WHERE "account_id" = NEW."account_id" AND "family_id" = NEW."family_id") THEN
        NEW."family_id" := coalesce((
            SELECT "family_id" FROM "api_key" WHERE "account_id" = NEW."account_id" AND ("revoked_at" IS NULL OR "revoked_at" > "lately")
            GROUP BY "family_id"
            -- When its last key ended or will end. LEAST ignores what is null.
            HAVING max(coalesce(LEAST("revoked_at", "expires_at"), 'infinity')) BETWEEN "lately" AND clock_timestamp()
            ORDER BY max(LEAST("revoked_at", "expires_at")) DESC LIMIT 1
        ), NEW."family_id");
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER "api_key_joins_family" BEFORE INSERT ON "api_key" FOR EACH ROW EXECUTE FUNCTION "api_key_joins_family"();

-- Whoever asks for the active keys of an account passes over the revoked ones.
DROP INDEX "api_key_account_id_idx";
CREATE INDEX "api_key_account_id_revoked_at_idx" ON "api_key"("account_id", "revoked_at");
