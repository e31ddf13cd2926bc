-- compatible: the function does the same as before, and makes a month once.

-- Two imports at the beginning of a month made its partition at the same time, and one of them failed. The second look, under the
-- lock, reads the catalogue: to_regclass answers from a memory that an advisory lock does not refresh.
CREATE OR REPLACE FUNCTION make_change_month(moment TIMESTAMPTZ) RETURNS VOID
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    first TIMESTAMP := date_trunc('month', moment AT TIME ZONE 'UTC');
    name TEXT := 'change_' || to_char(first, 'YYYY_MM');
BEGIN
    IF to_regclass('change_month.' || name) IS NOT NULL THEN RETURN; END IF;
    PERFORM pg_advisory_xact_lock(7273);
    IF EXISTS (SELECT FROM pg_class WHERE relname = name AND relnamespace = 'change_month'::regnamespace) THEN RETURN; END IF;
    EXECUTE format('CREATE TABLE change_month.%I (LIKE public.change INCLUDING ALL)', name);
    EXECUTE format('ALTER TABLE public.change ATTACH PARTITION change_month.%I FOR VALUES FROM (%L) TO (%L)',
        name, first AT TIME ZONE 'UTC', (first + INTERVAL '1 month') AT TIME ZONE 'UTC');
END $$;
