-- compatible: new tables and a column that may be null. Builds before this one serve each person in the account that they made.

-- A person in an account, and what they may do there.
CREATE TABLE "membership" (
    "account_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "role" TEXT NOT NULL CHECK ("role" IN ('owner', 'admin', 'member', 'billing')),
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "membership_pkey" PRIMARY KEY ("account_id", "user_id"),
    CONSTRAINT "membership_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "membership_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_profile"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "membership_user_id_idx" ON "membership"("user_id");

INSERT INTO "membership" ("account_id", "user_id", "role", "since") SELECT "account_id", "id", 'owner', "created_at" FROM "user_profile";

-- An invitation into an account, by a link with a token that is used once.
CREATE TABLE "invitation" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "account_id" UUID NOT NULL,
    "role" TEXT NOT NULL CHECK ("role" IN ('owner', 'admin', 'member', 'billing')),
    "note" TEXT,
    "hash" BYTEA NOT NULL CHECK (octet_length("hash") = 32),
    "created_by" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "invitation_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "invitation_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "invitation_hash_key" ON "invitation"("hash");
CREATE INDEX "invitation_account_id_idx" ON "invitation"("account_id");
CREATE INDEX "invitation_expires_at_idx" ON "invitation"("expires_at");

-- The person who made a key. Null: a build before this one made it meanwhile.
ALTER TABLE "api_key" ADD COLUMN "created_by" UUID;
UPDATE "api_key" SET "created_by" = (
    SELECT "id" FROM "user_profile" WHERE "user_profile"."account_id" = "api_key"."account_id" ORDER BY "created_at" LIMIT 1
);
CREATE INDEX "api_key_created_by_idx" ON "api_key"("created_by");

-- The account that a person made has them as its owner, also where a build before this one made it. Their sessions follow them.
CREATE FUNCTION "user_profile_owns"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "membership" ("account_id", "user_id", "role") VALUES (NEW."account_id", NEW."id", 'owner') ON CONFLICT DO NOTHING;
    IF TG_OP = 'UPDATE' THEN
        UPDATE "session" SET "account_id" = NEW."account_id" WHERE "user_id" = NEW."id";
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER "user_profile_owns" AFTER INSERT OR UPDATE OF "account_id" ON "user_profile" FOR EACH ROW EXECUTE FUNCTION "user_profile_owns"();

-- Every instance notices within a second that a member has another role or is gone. The function reads account_id alone.
CREATE CONSTRAINT TRIGGER "membership_touched" AFTER UPDATE OR DELETE ON "membership"
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "api_key_touched"();

-- The person who made it had an account before, which others go on with. Both have one meter: see accounts/standings.ts.
ALTER TABLE "account" ADD COLUMN "shares_meter" BOOLEAN NOT NULL DEFAULT false;
