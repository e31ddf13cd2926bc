-- compatible: the builds before neither read nor write this table.

-- An address that acts for an API key, for programs that cannot send headers. A key has one at most.
CREATE TABLE "reconcile_address" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "account_id" UUID NOT NULL,
    "key_id" UUID NOT NULL,
    "prefix" TEXT NOT NULL,
    "hash" BYTEA NOT NULL CHECK (octet_length("hash") = 32),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "reconcile_address_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "reconcile_address_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "reconcile_address_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "api_key"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "reconcile_address_key_id_key" ON "reconcile_address"("key_id");
CREATE UNIQUE INDEX "reconcile_address_hash_key" ON "reconcile_address"("hash");
CREATE INDEX "reconcile_address_account_id_idx" ON "reconcile_address"("account_id");

-- A revoked or replaced address is refused by every instance within a second, as a revoked key is. The function reads account_id alone.
CREATE CONSTRAINT TRIGGER "reconcile_address_touched" AFTER UPDATE OF "hash", "key_id", "account_id" OR DELETE ON "reconcile_address"
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "api_key_touched"();
