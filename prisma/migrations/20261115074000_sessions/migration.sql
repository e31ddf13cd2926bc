-- Sessions of our own sign-in. Tokens of the identity provider have no row.
CREATE TABLE "session" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "account_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    -- For instance "Firefox on Windows".
    "device" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    -- To the minute.
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "session_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "session_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "session_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_profile"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "session_account_id_idx" ON "session"("account_id");
CREATE INDEX "session_user_id_idx" ON "session"("user_id");
CREATE INDEX "session_expires_at_idx" ON "session"("expires_at");

-- The end of an open session is a change of its account, so every instance sees it. Old rows that are cleared away are no news.
CREATE FUNCTION "session_touched"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "account" SET "changed_at" = clock_timestamp() WHERE "id" = OLD."account_id";
    RETURN NULL;
END $$;
CREATE TRIGGER "session_touched" AFTER UPDATE OF "ended_at", "expires_at", "account_id", "user_id" OR DELETE ON "session" FOR EACH ROW
    WHEN (OLD."ended_at" IS NULL AND OLD."expires_at" > clock_timestamp()) EXECUTE FUNCTION "session_touched"();

-- Sign-ins that came back from the identity provider. Each comes back once, on whichever instance.
CREATE TABLE "used_sign_in" (
    "id" UUID NOT NULL,
    "used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),

    CONSTRAINT "used_sign_in_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "used_sign_in_used_at_idx" ON "used_sign_in"("used_at");
