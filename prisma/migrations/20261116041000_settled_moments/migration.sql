-- compatible: builds before this one import and read as before; their imports get their moment here, too.

-- The moment of an import is set by its COMMIT. Between this and the end of the commit the lock is held: whoever gets it, shared,
-- knows that every import up to the present moment can be seen, see src/changes/settled.ts. A moment is a millisecond that is not
-- over yet, and later than that of every import before. Only tests set company_registry.clock.
CREATE FUNCTION settle_change_set() RETURNS TRIGGER
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    tick CONSTANT INTERVAL := '1 millisecond';
    clock TEXT := nullif(current_setting('company_registry.clock', true), '');
    before TIMESTAMPTZ;
    moment TIMESTAMPTZ;
BEGIN
    PERFORM pg_advisory_xact_lock(7274);
    SELECT at INTO before FROM public.change_set WHERE version < NEW.version ORDER BY version DESC LIMIT 1;
    moment := greatest(coalesce(clock::timestamptz, date_trunc('milliseconds', clock_timestamp()) + tick), before + tick);
    UPDATE public.change_set SET at = moment WHERE version = NEW.version;
    UPDATE public.import_run SET imported_at = moment WHERE id = NEW.import_run_id;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER "change_set_settled" AFTER INSERT ON "change_set"
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION settle_change_set();

-- The rows of an import that ended in a new month stand in the month before: they go with that.
CREATE OR REPLACE FUNCTION drop_change_months(before TIMESTAMPTZ) RETURNS INTEGER
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '500ms' AS $$
DECLARE
    name TEXT;
    dropped INTEGER := 0;
    first TIMESTAMPTZ := date_trunc('month', before AT TIME ZONE 'UTC') AT TIME ZONE 'UTC';
BEGIN
    FOR name IN
        SELECT relname FROM pg_class JOIN pg_inherits ON inhrelid = pg_class.oid
        WHERE inhparent = 'public.change'::regclass AND relname < 'change_' || to_char(before AT TIME ZONE 'UTC', 'YYYY_MM')
    LOOP
        EXECUTE format('DROP TABLE change_month.%I', name);
        dropped := dropped + 1;
    END LOOP;
    UPDATE public.change_set SET is_dropped = true WHERE NOT is_dropped AND (at < first
        OR size > 0 AND NOT EXISTS (SELECT FROM public.change WHERE change.version = change_set.version));
    RETURN dropped;
END $$;
