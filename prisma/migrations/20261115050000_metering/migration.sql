-- What an account has used of a billing period. Periods are told apart by their start.
CREATE TABLE "period_usage" (
    "account_id" UUID NOT NULL,
    "period_start" TIMESTAMPTZ(3) NOT NULL,
    "used" BIGINT NOT NULL,

    CONSTRAINT "period_usage_pkey" PRIMARY KEY ("account_id", "period_start"),
    CONSTRAINT "period_usage_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- Answers by day (UTC), key and class of status, for the dashboard. What the dashboard itself asked is under the nil UUID.
CREATE TABLE "daily_usage" (
    "account_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "key_id" UUID NOT NULL,
    "status_class" TEXT NOT NULL CHECK ("status_class" IN ('2xx', '3xx', '4xx', '5xx')),
    "requests" BIGINT NOT NULL,

    CONSTRAINT "daily_usage_pkey" PRIMARY KEY ("account_id", "day", "key_id", "status_class"),
    CONSTRAINT "daily_usage_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- The last batch that each instance has written: one that is sent twice, for its answer was lost, counts once.
CREATE TABLE "usage_writer" (
    "id" UUID NOT NULL,
    "batch" INTEGER NOT NULL,
    "written_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),

    CONSTRAINT "usage_writer_pkey" PRIMARY KEY ("id")
);
