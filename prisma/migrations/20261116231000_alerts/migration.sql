-- compatible: the builds before neither read nor write these tables. They leave the new column as it is.

-- The e-mail address of a person that the identity provider has last called verified.
ALTER TABLE "user_profile" ADD COLUMN "verified_email" TEXT;

-- Something that the people of an account should know; without an account, the operators.
CREATE TABLE "alert" (
    "id" BIGINT GENERATED ALWAYS AS IDENTITY NOT NULL,
    "account_id" UUID,
    "kind" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "data" JSON NOT NULL,
    "handed_on_at" TIMESTAMPTZ(3),

    CONSTRAINT "alert_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "alert_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
-- No alert twice, whichever instances notice its cause.
CREATE UNIQUE INDEX "alert_account_id_kind_key_key" ON "alert"("account_id", "kind", "key") NULLS NOT DISTINCT;
CREATE INDEX "alert_account_id_id_idx" ON "alert"("account_id", "id");
CREATE INDEX "alert_at_idx" ON "alert"("at");
CREATE INDEX "alert_waiting_idx" ON "alert"("id") WHERE "handed_on_at" IS NULL;

-- What a person has read, and the kinds of which they want no e-mails.
CREATE TABLE "alert_reader" (
    "account_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "read_up_to" BIGINT NOT NULL DEFAULT 0,
    "without_mail" TEXT[] NOT NULL DEFAULT '{}',

    CONSTRAINT "alert_reader_pkey" PRIMARY KEY ("account_id", "user_id"),
    CONSTRAINT "alert_reader_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "alert_reader_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_profile"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "alert_reader_user_id_idx" ON "alert_reader"("user_id");

-- An e-mail to one person. Without due_at it is over: sent, or given up.
CREATE TABLE "alert_mail" (
    "alert_id" BIGINT NOT NULL,
    "user_id" UUID NOT NULL,
    "due_at" TIMESTAMPTZ(3) DEFAULT clock_timestamp(),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "alert_mail_pkey" PRIMARY KEY ("alert_id", "user_id"),
    CONSTRAINT "alert_mail_alert_id_fkey" FOREIGN KEY ("alert_id") REFERENCES "alert"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "alert_mail_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_profile"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "alert_mail_user_id_idx" ON "alert_mail"("user_id");
CREATE INDEX "alert_mail_due_at_idx" ON "alert_mail"("due_at") WHERE "due_at" IS NOT NULL;

-- Keys that end soon are looked for every hour.
CREATE INDEX "api_key_expires_at_idx" ON "api_key"("expires_at");
