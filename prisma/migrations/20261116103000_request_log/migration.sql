-- compatible: the builds before neither read nor write these tables.
-- The requests of an account that one instance recorded in one batch, as a JSON list. A row for each request would cost the
-- database far more, and the log of an account is short enough to be filtered by the service.
CREATE TABLE "request_batch" (
    "account_id" UUID NOT NULL,
    "writer" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "last_at" TIMESTAMPTZ(6) NOT NULL,
    "size" INTEGER NOT NULL,
    "entries" JSON NOT NULL,

    CONSTRAINT "request_batch_pkey" PRIMARY KEY ("account_id","writer","number")
);
CREATE INDEX "request_batch_last_at_idx" ON "request_batch"("last_at");
ALTER TABLE "request_batch" ADD CONSTRAINT "request_batch_account_id_fkey"
    FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Metered answers by hour and by day (UTC).
CREATE TABLE "request_statistic" (
    "account_id" UUID NOT NULL,
    "span" TEXT NOT NULL,
    "start" TIMESTAMPTZ(6) NOT NULL,
    "key_id" UUID NOT NULL,
    "operation" TEXT NOT NULL,
    "status_class" TEXT NOT NULL,
    "requests" BIGINT NOT NULL,
    "units" BIGINT NOT NULL,
    "latencies" INTEGER[] NOT NULL,

    CONSTRAINT "request_statistic_pkey" PRIMARY KEY ("account_id","span","start","key_id","operation","status_class"),
    CONSTRAINT "request_statistic_span_check" CHECK ("span" IN ('hour', 'day'))
);
CREATE INDEX "request_statistic_span_start_idx" ON "request_statistic"("span","start");
ALTER TABLE "request_statistic" ADD CONSTRAINT "request_statistic_account_id_fkey"
    FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
