-- A deleted row leaves nothing that instances could see, so its account is noted here for a while: it was deleted, or a person left it.
CREATE TABLE "account_departure" (
    "id" BIGINT GENERATED ALWAYS AS IDENTITY NOT NULL,
    "account_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "account_departure_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "account_departure_at_idx" ON "account_departure"("at");

-- Deferred triggers run at the commit, so a transaction that takes long is dated by its end and not missed.
CREATE FUNCTION "account_departed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "account_departure" ("account_id") VALUES (OLD."id");
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER "account_departed" AFTER DELETE ON "account"
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "account_departed"();

CREATE FUNCTION "user_profile_departed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "account_departure" ("account_id") VALUES (OLD."account_id");
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER "user_profile_departed" AFTER UPDATE OF "account_id", "issuer", "subject" OR DELETE ON "user_profile"
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "user_profile_departed"();

DROP TRIGGER "api_key_touched" ON "api_key";
CREATE CONSTRAINT TRIGGER "api_key_touched" AFTER UPDATE OF "revoked_at", "expires_at", "account_id", "family_id", "hash" OR DELETE ON "api_key"
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "api_key_touched"();

-- When the successor of a key was made. A key has one at most.
ALTER TABLE "api_key" ADD COLUMN "rotated_at" TIMESTAMPTZ(3);
-- The last use is kept to the minute, and so it could lie before the creation.
UPDATE "api_key" SET "last_used_at" = "created_at" WHERE "last_used_at" < "created_at";

-- The answer to a request with an Idempotency-Key, for 24 hours. It holds the secret of a key, so it is sealed with the Idempotency-Key, of which we keep a hash.
CREATE TABLE "idempotent_answer" (
    "account_id" UUID NOT NULL,
    "key_hash" BYTEA NOT NULL CHECK (octet_length("key_hash") = 32),
    "request_hash" BYTEA NOT NULL CHECK (octet_length("request_hash") = 32),
    "sealed" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "idempotent_answer_pkey" PRIMARY KEY ("account_id", "key_hash"),
    CONSTRAINT "idempotent_answer_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "idempotent_answer_created_at_idx" ON "idempotent_answer"("created_at");
