-- compatible: the new columns may be null. Builds before this one let every key do everything, until they are replaced.

-- What a key may do, and from where. Null: everything, from everywhere, as much as the plan allows.
ALTER TABLE "api_key"
    ADD COLUMN "scopes" TEXT[],
    ADD COLUMN "addresses" TEXT[],
    ADD COLUMN "minute_limit" INTEGER CHECK ("minute_limit" > 0),
    ADD COLUMN "monthly_quota" INTEGER CHECK ("monthly_quota" > 0);

-- Every instance notices a changed key within a second.
DROP TRIGGER "api_key_touched" ON "api_key";
CREATE CONSTRAINT TRIGGER "api_key_touched"
    AFTER UPDATE OF "revoked_at", "expires_at", "account_id", "family_id", "hash", "scopes", "addresses", "minute_limit", "monthly_quota"
    OR DELETE ON "api_key"
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "api_key_touched"();
