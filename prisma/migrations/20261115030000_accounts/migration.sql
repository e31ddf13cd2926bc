CREATE TABLE "account" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "email" TEXT,
    "plan" TEXT NOT NULL DEFAULT 'free' CHECK ("plan" IN ('free', 'pro', 'business')),
    "customer_id" TEXT,
    "billing_status" TEXT NOT NULL DEFAULT 'none',
    "period_start" TIMESTAMPTZ(3),
    "period_end" TIMESTAMPTZ(3),
    "cancel_at_period_end" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    "changed_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "account_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "account_period_check" CHECK (("period_start" IS NULL) = ("period_end" IS NULL) AND "period_start" < "period_end")
);
CREATE UNIQUE INDEX "account_customer_id_key" ON "account"("customer_id");
CREATE INDEX "account_changed_at_idx" ON "account"("changed_at");

CREATE TABLE "user_profile" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "account_id" UUID NOT NULL,
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "email" TEXT,
    "name" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),

    CONSTRAINT "user_profile_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "user_profile_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "user_profile_issuer_subject_key" ON "user_profile"("issuer", "subject");
CREATE INDEX "user_profile_account_id_idx" ON "user_profile"("account_id");

CREATE TABLE "api_key" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "account_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "hash" BYTEA NOT NULL CHECK (octet_length("hash") = 32),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "api_key_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "api_key_hash_key" ON "api_key"("hash");
CREATE INDEX "api_key_account_id_idx" ON "api_key"("account_id");

-- Every instance keeps what it knows of an account for a while and asks which accounts changed: whoever changes one, by whatever way, is seen.
CREATE FUNCTION "account_touched"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW."changed_at" := clock_timestamp();
    RETURN NEW;
END $$;
CREATE TRIGGER "account_touched" BEFORE UPDATE ON "account" FOR EACH ROW EXECUTE FUNCTION "account_touched"();

CREATE FUNCTION "api_key_touched"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "account" SET "changed_at" = clock_timestamp() WHERE "id" = OLD."account_id";
    RETURN NULL;
END $$;
CREATE TRIGGER "api_key_touched" AFTER UPDATE OF "revoked_at", "account_id", "hash" OR DELETE ON "api_key" FOR EACH ROW EXECUTE FUNCTION "api_key_touched"();
