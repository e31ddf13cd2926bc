-- compatible: there is no build before this one that could read an empty database.

-- ==== Companies ====

-- A country whose register is served, or planned.
CREATE TABLE country (
    code CHAR(2) PRIMARY KEY,
    name TEXT NOT NULL,
    native_name TEXT NOT NULL,
    enabled BOOLEAN NOT NULL DEFAULT false
);

-- The countries that are planned. One becomes enabled when its register is first imported.
INSERT INTO country (code, name, native_name) VALUES
    ('BE', 'Belgium', 'België / Belgique'),
    ('CZ', 'Czechia', 'Česko'),
    ('EE', 'Estonia', 'Eesti'),
    ('FI', 'Finland', 'Suomi'),
    ('FR', 'France', 'France'),
    ('GB', 'United Kingdom', 'United Kingdom'),
    ('LT', 'Lithuania', 'Lietuva'),
    ('LV', 'Latvia', 'Latvija'),
    ('MD', 'Moldova', 'Moldova'),
    ('NO', 'Norway', 'Norge'),
    ('PL', 'Poland', 'Polska'),
    ('RO', 'Romania', 'România'),
    ('SK', 'Slovakia', 'Slovensko'),
    ('UA', 'Ukraine', 'Україна');

-- A national register that has been imported.
CREATE TABLE register (
    id TEXT PRIMARY KEY,
    country_code CHAR(2) NOT NULL REFERENCES country,
    name TEXT NOT NULL,
    licence TEXT NOT NULL,
    current_run UUID
);
CREATE UNIQUE INDEX register_current_run_key ON register (current_run);

-- An import that was completed: which file, and what came of it.
CREATE TABLE import_run (
    id UUID PRIMARY KEY,
    register_id TEXT NOT NULL REFERENCES register,
    file TEXT NOT NULL,
    sha256 CHAR(64) NOT NULL,
    source_url TEXT NOT NULL,
    revision INTEGER NOT NULL,
    imported_at TIMESTAMPTZ(3) NOT NULL,
    read INTEGER NOT NULL,
    added INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    unchanged INTEGER NOT NULL,
    removed INTEGER NOT NULL,
    rejected INTEGER NOT NULL,
    repeated INTEGER NOT NULL,
    -- What is packed for each record says by this number which import changed it last, in four bytes.
    ordinal SERIAL,
    edition TEXT,
    persons INTEGER NOT NULL DEFAULT 0,
    file_date TEXT,
    files JSON,
    source_layout_id INTEGER NOT NULL,
    base_layout_id INTEGER NOT NULL,
    unknown_states JSON,
    unknown_forms JSON,
    held_back INTEGER NOT NULL DEFAULT 0,
    signs JSON
);
CREATE UNIQUE INDEX import_run_ordinal_key ON import_run (ordinal);
CREATE INDEX import_run_register_id_imported_at_idx ON import_run (register_id, imported_at);

ALTER TABLE register ADD CONSTRAINT register_current_run_fkey FOREIGN KEY (current_run) REFERENCES import_run;

-- An import that failed, with its download. It changed nothing else.
CREATE TABLE import_failure (
    id UUID PRIMARY KEY DEFAULT gen_random_uuid(),
    register_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    at TIMESTAMPTZ(3) NOT NULL,
    file TEXT,
    reason TEXT NOT NULL
);
CREATE INDEX import_failure_at_idx ON import_failure (at);
CREATE UNIQUE INDEX import_failure_register_id_number_key ON import_failure (register_id, number);

-- An import that is running, or that was killed if nobody holds the lock of its register.
CREATE TABLE running_import (
    register_id TEXT PRIMARY KEY,
    file TEXT NOT NULL,
    at TIMESTAMPTZ(3) NOT NULL
);

-- The columns of a source file, in order: kept once, and not with each of its rows.
CREATE TABLE source_layout (
    id SERIAL PRIMARY KEY,
    sha256 CHAR(64) NOT NULL,
    columns JSON NOT NULL
);
CREATE UNIQUE INDEX source_layout_sha256_key ON source_layout (sha256);

-- An activity of a national classification. Entities refer to it by id.
CREATE TABLE activity (
    id SERIAL PRIMARY KEY,
    scheme TEXT NOT NULL,
    code TEXT,
    label TEXT
);
-- Null equals null here: an activity without a code or without a label is one activity all the same.
CREATE UNIQUE INDEX activity_scheme_code_label_key ON activity (scheme, code, label) NULLS NOT DISTINCT;

-- Legal forms by number, so that the search index stays narrow.
CREATE TABLE legal_form (
    -- The search index has 22 bits for it.
    id SERIAL PRIMARY KEY CHECK (id < 4194304),
    value TEXT COLLATE "C" NOT NULL
);
CREATE UNIQUE INDEX legal_form_value_key ON legal_form (value);

-- The words for a code of a legal form. Two registers may use the same code.
CREATE TABLE legal_form_label (
    register_id TEXT NOT NULL,
    value TEXT NOT NULL,
    label TEXT NOT NULL,
    PRIMARY KEY (value, register_id)
);

-- A name of a locality that its register has in several languages, and the locality as addresses have it.
CREATE TABLE locality_name (
    name TEXT NOT NULL,
    locality TEXT NOT NULL,
    PRIMARY KEY (name, locality)
);

-- A company record. Cells, fields and registrations are json and not jsonb: what must be lossless may lose neither
-- the order of keys nor repeats. No foreign keys lead out of this table: the import is its only writer, writes the
-- other side in the same transaction, and would spend more on checking millions of them than on the rows.
CREATE TABLE entity (
    id UUID PRIMARY KEY,
    register_id TEXT NOT NULL,
    country_code CHAR(2) NOT NULL,
    number TEXT NOT NULL,
    canonical_name TEXT NOT NULL,
    status TEXT NOT NULL,
    legal_form TEXT,
    registered_at DATE,
    content_hash BYTEA NOT NULL,
    import_run_id UUID NOT NULL,
    layout_id INTEGER NOT NULL,
    registry JSON NOT NULL,
    source_cells JSON NOT NULL,
    registrations JSON NOT NULL,
    unlicensed INTEGER[] NOT NULL,
    licensed INTEGER[] NOT NULL,
    search_text TEXT COLLATE "C" NOT NULL,
    ended_at DATE,
    end_kind TEXT,
    legal_form_label TEXT,
    other_names_text TEXT,
    words_text TEXT,
    address_key BYTEA
);
-- The records of a register come in by thousands at a time and lie together: a block range index finds them at hardly
-- any cost.
CREATE INDEX entity_register_id_idx ON entity USING BRIN (register_id);

-- What is left of a record that its register no longer has.
CREATE TABLE tombstone (
    id UUID PRIMARY KEY,
    register_id TEXT NOT NULL,
    number TEXT NOT NULL,
    canonical_name TEXT NOT NULL,
    removed_at TIMESTAMPTZ(3) NOT NULL,
    import_run_id UUID NOT NULL,
    numbers TEXT[]
);
CREATE INDEX tombstone_numbers_idx ON tombstone USING GIN (numbers);

-- A stretch of the sorted names, packed for being read whole, see companies/search/README.md. It never changes:
-- imports replace it.
CREATE TABLE search_segment (
    id UUID PRIMARY KEY DEFAULT gen_random_uuid(),
    first_name TEXT COLLATE "C" NOT NULL,
    first_id UUID NOT NULL,
    size INTEGER NOT NULL,
    texts BYTEA NOT NULL,
    ids BYTEA NOT NULL,
    facts BYTEA NOT NULL,
    activities BYTEA NOT NULL,
    other_names BYTEA NOT NULL DEFAULT '\x',
    words BYTEA NOT NULL DEFAULT '\x',
    addresses BYTEA NOT NULL DEFAULT '\x'
);
-- Read whole and often: unpacking would cost more than it saves.
ALTER TABLE search_segment
    ALTER COLUMN texts SET STORAGE EXTERNAL,
    ALTER COLUMN ids SET STORAGE EXTERNAL,
    ALTER COLUMN facts SET STORAGE EXTERNAL,
    ALTER COLUMN activities SET STORAGE EXTERNAL,
    ALTER COLUMN other_names SET STORAGE EXTERNAL,
    ALTER COLUMN words SET STORAGE EXTERNAL,
    ALTER COLUMN addresses SET STORAGE EXTERNAL;

-- Raised by every import, in its transaction: whatever was computed of the data belongs to a version.
CREATE TABLE data_version (
    id BOOLEAN PRIMARY KEY DEFAULT true CHECK (id),
    version INTEGER NOT NULL,
    epoch UUID NOT NULL DEFAULT gen_random_uuid()
);

INSERT INTO data_version (version) VALUES (1);

-- ==== Identifiers ====

-- Legal entity identifiers of GLEIF's golden copy: of our registers, by register and number; and of parents outside
-- of them.
CREATE TABLE lei (
    lei CHAR(20) PRIMARY KEY,
    register_id TEXT,
    number TEXT,
    name TEXT,
    country_code TEXT,
    names JSON,
    status TEXT NOT NULL,
    since TEXT,
    updated TEXT,
    run_id UUID NOT NULL
);
CREATE INDEX lei_register_id_number_idx ON lei (register_id, number);

-- Who belongs to whom. A row has a company of ours at one end, or at both.
CREATE TABLE lei_relation (
    child CHAR(20) NOT NULL,
    kind TEXT NOT NULL,
    parent CHAR(20) NOT NULL,
    start_day TEXT,
    end_day TEXT,
    percentage DOUBLE PRECISION,
    validation TEXT,
    PRIMARY KEY (child, kind, parent)
);
CREATE INDEX lei_relation_parent_child_idx ON lei_relation (parent, child);

-- Why a company names no parent.
CREATE TABLE lei_exception (
    lei CHAR(20) NOT NULL,
    category TEXT NOT NULL,
    reasons TEXT[] NOT NULL,
    PRIMARY KEY (lei, category)
);

-- An import of identifiers that was completed.
CREATE TABLE identifier_run (
    id UUID PRIMARY KEY,
    source TEXT NOT NULL,
    file TEXT NOT NULL,
    sha256 CHAR(64) NOT NULL,
    files JSON NOT NULL,
    file_date TEXT,
    source_url TEXT NOT NULL,
    imported_at TIMESTAMPTZ(3) NOT NULL,
    read INTEGER NOT NULL,
    added INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    removed INTEGER NOT NULL,
    identifiers INTEGER NOT NULL,
    relations INTEGER NOT NULL,
    exceptions INTEGER NOT NULL,
    is_current BOOLEAN NOT NULL
);
CREATE INDEX identifier_run_imported_at_idx ON identifier_run (imported_at);

-- ==== Changes ====

-- What one import changed, and its place in the order of commits. See companies/intake/change-log.ts.
CREATE TABLE change_set (
    version INTEGER PRIMARY KEY,
    epoch UUID NOT NULL,
    import_run_id UUID NOT NULL,
    register_id TEXT NOT NULL,
    country_code CHAR(2) NOT NULL,
    at TIMESTAMPTZ(3) NOT NULL,
    reason TEXT NOT NULL,
    size INTEGER NOT NULL,
    records INTEGER NOT NULL,
    is_dropped BOOLEAN NOT NULL DEFAULT false
);
CREATE INDEX change_set_import_run_id_idx ON change_set (import_run_id);
CREATE INDEX change_set_register_id_version_idx ON change_set (register_id, version);

-- The moment of an import is set by its COMMIT. Between this and the end of the commit the lock is held: whoever gets
-- it, shared, knows that every import up to the present moment can be seen, see src/changes/settled-clock.ts. A
-- moment is a millisecond that is not over yet, and later than that of every import before. Only tests set
-- company_registry.clock.
CREATE FUNCTION settle_change_set() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
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
CREATE CONSTRAINT TRIGGER change_set_settled
    AFTER INSERT ON change_set
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION settle_change_set();

-- A change of one record. A month is a partition, so that expiry is a DROP TABLE.
CREATE TABLE change (
    version INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    at TIMESTAMPTZ(3) NOT NULL,
    entity_id UUID,
    type TEXT NOT NULL,
    number TEXT,
    canonical_name TEXT,
    previous_run UUID,
    fields JSON NOT NULL,
    PRIMARY KEY (version, "position", at)
) PARTITION BY RANGE (at);
CREATE INDEX change_entity_id_version_position_idx ON change (entity_id, version, "position");

-- The partitions stand in a schema of their own: they come and go, and nobody names them.
CREATE SCHEMA change_month;

-- Who imports may not make tables, so the owner's right is lent to these two functions. ATTACH blocks neither readers
-- nor writers, which CREATE TABLE … PARTITION OF would. The second look, under the lock, reads the catalogue:
-- to_regclass answers from a memory that an advisory lock does not refresh.
CREATE FUNCTION make_change_month(moment timestamptz) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
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

-- Drops the months that ended before the moment. It does not wait long for the lock: readers would queue behind it.
-- The rows of an import that ended in a new month stand in the month before: they go with that.
CREATE FUNCTION drop_change_months(before timestamptz) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET lock_timeout TO '500ms'
    AS $$
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

REVOKE ALL ON FUNCTION make_change_month(timestamptz), drop_change_months(timestamptz) FROM PUBLIC;

-- Personal fields that were erased: they stay erased at every import. The rows are the audit of it, too.
CREATE TABLE erasure (
    id UUID PRIMARY KEY DEFAULT gen_random_uuid(),
    entity_id UUID NOT NULL,
    register_id TEXT NOT NULL,
    fields TEXT[] NOT NULL,
    at TIMESTAMPTZ(3) NOT NULL,
    -- The fields and columns that an operator named. They are erased whatever they are about; "fields" only where it
    -- is a person.
    named TEXT[] NOT NULL DEFAULT '{}'
);
CREATE INDEX erasure_entity_id_idx ON erasure (entity_id);

-- A file with all records of a country, as they were at a cursor of the changes.
CREATE TABLE snapshot (
    id UUID PRIMARY KEY,
    country_code CHAR(2) NOT NULL,
    data_version INTEGER NOT NULL,
    cursor TEXT NOT NULL,
    records INTEGER NOT NULL,
    bytes BIGINT NOT NULL,
    sha256 CHAR(64) NOT NULL,
    created_at TIMESTAMPTZ(3) NOT NULL
);

-- ==== Accounts ====

-- A developer account: what it may use, and how it pays for it.
CREATE TABLE account (
    id UUID PRIMARY KEY DEFAULT gen_random_uuid(),
    email TEXT,
    plan TEXT NOT NULL DEFAULT 'free' CHECK (plan IN ('free', 'pro', 'business')),
    customer_id TEXT,
    billing_status TEXT NOT NULL DEFAULT 'none',
    period_start TIMESTAMPTZ(3),
    period_end TIMESTAMPTZ(3),
    cancel_at_period_end BOOLEAN NOT NULL DEFAULT false,
    created_at TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    changed_at TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    -- Set while the account is being erased. It is refused everywhere meanwhile, for a minute at most.
    closing_at TIMESTAMPTZ(6),
    -- Under which account the use of the person is counted: the one that they had before, where they came back.
    meter_id UUID,
    -- The person who made it had an account before, which others go on with. Both have one meter.
    shares_meter BOOLEAN NOT NULL DEFAULT false,
    required_issuer TEXT,
    -- The roles of the groups of the required issuer: {"group": "role"}.
    group_roles JSONB,
    CONSTRAINT account_period_check CHECK ((period_start IS NULL) = (period_end IS NULL) AND period_start < period_end)
);
CREATE INDEX account_changed_at_idx ON account (changed_at);
CREATE UNIQUE INDEX account_customer_id_key ON account (customer_id);
CREATE INDEX account_meter_id_idx ON account (meter_id);

-- A person, as an identity provider knows them.
CREATE TABLE user_profile (
    id UUID PRIMARY KEY DEFAULT gen_random_uuid(),
    account_id UUID NOT NULL REFERENCES account ON UPDATE CASCADE ON DELETE CASCADE,
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    email TEXT,
    name TEXT,
    created_at TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    -- Tokens that were issued at this moment or before are refused: the person left then.
    tokens_from TIMESTAMPTZ(6),
    verified_email TEXT,
    -- The groups that the issuer last named, and when it last refused the person.
    groups TEXT[],
    refused_at TIMESTAMPTZ(6),
    groups_at TIMESTAMPTZ(6)
);
CREATE INDEX user_profile_account_id_idx ON user_profile (account_id);
CREATE UNIQUE INDEX user_profile_issuer_subject_key ON user_profile (issuer, subject);

-- A person in an account, and what they may do there.
CREATE TABLE membership (
    account_id UUID NOT NULL REFERENCES account ON UPDATE CASCADE ON DELETE CASCADE,
    user_id UUID NOT NULL REFERENCES user_profile ON UPDATE CASCADE ON DELETE CASCADE,
    role TEXT NOT NULL CHECK (role IN ('owner', 'admin', 'member', 'billing')),
    since TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    -- Why a member cannot get in: they are of another issuer, have no group with a role, or their issuer refuses
    -- them.
    barred TEXT CHECK (barred IN ('issuer', 'groups', 'refused')),
    PRIMARY KEY (account_id, user_id)
);
CREATE INDEX membership_user_id_idx ON membership (user_id);

-- An invitation into an account, by a link with a token that is used once.
CREATE TABLE invitation (
    id UUID PRIMARY KEY DEFAULT gen_random_uuid(),
    account_id UUID NOT NULL REFERENCES account ON UPDATE CASCADE ON DELETE CASCADE,
    role TEXT NOT NULL CHECK (role IN ('owner', 'admin', 'member', 'billing')),
    note TEXT,
    hash BYTEA NOT NULL CHECK (octet_length(hash) = 32),
    created_by UUID NOT NULL,
    created_at TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    expires_at TIMESTAMPTZ(3) NOT NULL,
    used_at TIMESTAMPTZ(3),
    revoked_at TIMESTAMPTZ(3)
);
CREATE INDEX invitation_account_id_idx ON invitation (account_id);
CREATE INDEX invitation_expires_at_idx ON invitation (expires_at);
CREATE UNIQUE INDEX invitation_hash_key ON invitation (hash);

-- A key to the registry. Its secret is shown once and never kept.
CREATE TABLE api_key (
    id UUID PRIMARY KEY DEFAULT gen_random_uuid(),
    account_id UUID NOT NULL REFERENCES account ON UPDATE CASCADE ON DELETE CASCADE,
    name TEXT NOT NULL,
    prefix TEXT NOT NULL,
    hash BYTEA NOT NULL CHECK (octet_length(hash) = 32),
    created_at TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    last_used_at TIMESTAMPTZ(3),
    revoked_at TIMESTAMPTZ(3),
    expires_at TIMESTAMPTZ(3),
    -- Keys of one family follow each other: they count once against the plan and share one minute.
    family_id UUID NOT NULL DEFAULT gen_random_uuid(),
    rotated_at TIMESTAMPTZ(3),
    -- What the key may do, and from where. Null: everything, from everywhere, as much as the plan allows.
    scopes TEXT[],
    addresses TEXT[],
    minute_limit INTEGER CHECK (minute_limit > 0),
    monthly_quota INTEGER CHECK (monthly_quota > 0),
    created_by UUID
);
CREATE INDEX api_key_account_id_revoked_at_idx ON api_key (account_id, revoked_at);
CREATE INDEX api_key_created_by_idx ON api_key (created_by);
-- Keys that end soon are looked for every hour.
CREATE INDEX api_key_expires_at_idx ON api_key (expires_at);
CREATE UNIQUE INDEX api_key_hash_key ON api_key (hash);

-- Requests per minute are counted by family. A new key joins the family of one that ended less than two minutes ago.
-- Otherwise it gets the first numbered family of its meter without an active key. So keys that are made in turn share
-- one minute, also those of a person who left and came back. A key that comes with a family keeps it.
CREATE FUNCTION api_key_joins_family() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    lately timestamptz := clock_timestamp() - interval '2 minutes';
    meter uuid := (SELECT coalesce(meter_id, id) FROM account WHERE id = NEW.account_id);
BEGIN
    IF NOT EXISTS (SELECT FROM api_key WHERE account_id = NEW.account_id AND family_id = NEW.family_id) THEN
        NEW.family_id := coalesce((
            SELECT family_id FROM api_key
            WHERE account_id = NEW.account_id AND (revoked_at IS NULL OR revoked_at > lately)
            GROUP BY family_id
            -- When its last key ended or will end. LEAST ignores what is null.
            HAVING max(coalesce(LEAST(revoked_at, expires_at), 'infinity')) BETWEEN lately AND clock_timestamp()
            ORDER BY max(LEAST(revoked_at, expires_at)) DESC LIMIT 1
        ), (
            SELECT family FROM generate_series(0, 100) AS number,
                LATERAL (SELECT md5(meter || ' ' || number)::uuid AS family) AS named
            WHERE NOT EXISTS (
                SELECT FROM api_key WHERE account_id = NEW.account_id AND family_id = family
                    AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > clock_timestamp())
            )
            ORDER BY number LIMIT 1
        ), NEW.family_id);
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER api_key_joins_family
    BEFORE INSERT ON api_key
    FOR EACH ROW EXECUTE FUNCTION api_key_joins_family();

-- An address that acts for an API key, for programs that cannot send headers. Its token is shown once and never kept.
CREATE TABLE reconcile_address (
    id UUID PRIMARY KEY DEFAULT gen_random_uuid(),
    account_id UUID NOT NULL REFERENCES account ON UPDATE CASCADE ON DELETE CASCADE,
    key_id UUID NOT NULL REFERENCES api_key ON UPDATE CASCADE ON DELETE CASCADE,
    prefix TEXT NOT NULL,
    hash BYTEA NOT NULL CHECK (octet_length(hash) = 32),
    created_at TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    last_used_at TIMESTAMPTZ(3)
);
CREATE INDEX reconcile_address_account_id_idx ON reconcile_address (account_id);
CREATE UNIQUE INDEX reconcile_address_hash_key ON reconcile_address (hash);
CREATE UNIQUE INDEX reconcile_address_key_id_key ON reconcile_address (key_id);

-- The answer to a request with an Idempotency-Key, for 24 hours. It may hold the secret of a key, so it is sealed
-- with the Idempotency-Key, of which we keep a hash.
CREATE TABLE idempotent_answer (
    account_id UUID NOT NULL REFERENCES account ON UPDATE CASCADE ON DELETE CASCADE,
    key_hash BYTEA NOT NULL CHECK (octet_length(key_hash) = 32),
    request_hash BYTEA NOT NULL CHECK (octet_length(request_hash) = 32),
    sealed TEXT NOT NULL,
    created_at TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (account_id, key_hash)
);
CREATE INDEX idempotent_answer_created_at_idx ON idempotent_answer (created_at);

-- What happened to an account: sign-ins, keys, plan changes, erasure. An entry outlives its account, so there is no
-- foreign key.
CREATE TABLE audit_entry (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account_id UUID NOT NULL,
    at TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    action TEXT NOT NULL,
    user_id UUID,
    subject TEXT,
    details JSON NOT NULL DEFAULT '{}'
);
CREATE INDEX audit_entry_account_id_id_idx ON audit_entry (account_id, id);
CREATE INDEX audit_entry_at_idx ON audit_entry (at);

-- An account that was deleted, or that a person left: a deleted row leaves nothing to see. Written by triggers, see
-- accounts/changes.ts.
CREATE TABLE account_departure (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account_id UUID NOT NULL,
    at TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX account_departure_at_idx ON account_departure (at);

-- A person who erased their account, until they come back or the month is over, see accounts/departures.ts.
CREATE TABLE departed_person (
    person BYTEA PRIMARY KEY CHECK (octet_length(person) = 32),
    meter_id UUID NOT NULL,
    left_at TIMESTAMPTZ(6) NOT NULL,
    may_return_at TIMESTAMPTZ(6) NOT NULL
);

-- ==== Identity ====

-- A session of our own sign-in. Tokens of the identity provider have no row.
CREATE TABLE session (
    id UUID PRIMARY KEY DEFAULT gen_random_uuid(),
    account_id UUID NOT NULL REFERENCES account ON UPDATE CASCADE ON DELETE CASCADE,
    user_id UUID NOT NULL REFERENCES user_profile ON UPDATE CASCADE ON DELETE CASCADE,
    device TEXT,
    created_at TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    last_seen_at TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    expires_at TIMESTAMPTZ(3) NOT NULL,
    ended_at TIMESTAMPTZ(3),
    sealed_tokens TEXT,
    look_at TIMESTAMPTZ(3)
);
CREATE INDEX session_account_id_idx ON session (account_id);
CREATE INDEX session_expires_at_idx ON session (expires_at);
CREATE INDEX session_look_at_idx ON session (look_at);
CREATE INDEX session_user_id_idx ON session (user_id);

-- A sign-in that came back from the identity provider, which each does once.
CREATE TABLE used_sign_in (
    id UUID PRIMARY KEY,
    used_at TIMESTAMPTZ(3) NOT NULL DEFAULT now()
);
CREATE INDEX used_sign_in_used_at_idx ON used_sign_in (used_at);

-- ==== What every instance has to notice of an account within a second ====

-- Every instance keeps what it knows of an account for a while and asks which accounts changed: whoever changes one,
-- by whatever way, is seen.
CREATE FUNCTION account_touched() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.changed_at := clock_timestamp();
    RETURN NEW;
END $$;
CREATE TRIGGER account_touched
    BEFORE UPDATE ON account
    FOR EACH ROW EXECUTE FUNCTION account_touched();

-- It reads account_id alone, so every table with an account can use it. Deferred triggers run at the commit: a
-- transaction that takes long is dated by its end and not missed.
CREATE FUNCTION api_key_touched() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE account SET changed_at = clock_timestamp() WHERE id = OLD.account_id;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER api_key_touched
    AFTER DELETE OR UPDATE OF revoked_at, expires_at, account_id, family_id, hash, scopes, addresses, minute_limit,
        monthly_quota ON api_key
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION api_key_touched();

CREATE CONSTRAINT TRIGGER reconcile_address_touched
    AFTER DELETE OR UPDATE OF hash, key_id, account_id ON reconcile_address
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION api_key_touched();

CREATE CONSTRAINT TRIGGER membership_touched
    AFTER DELETE OR UPDATE ON membership
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION api_key_touched();

CREATE FUNCTION session_touched() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE account SET changed_at = clock_timestamp() WHERE id = OLD.account_id;
    RETURN NULL;
END $$;

-- The end of an open session is a change of its account, so every instance sees it. Old rows that are cleared away
-- are no news.
CREATE TRIGGER session_touched
    AFTER DELETE OR UPDATE OF ended_at, expires_at, account_id, user_id ON session
    FOR EACH ROW WHEN (old.ended_at IS NULL AND old.expires_at > clock_timestamp()) EXECUTE FUNCTION session_touched();

CREATE FUNCTION account_departed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO account_departure (account_id) VALUES (OLD.id);
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER account_departed
    AFTER DELETE ON account
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION account_departed();

-- A deleted row leaves nothing that instances could see, so its account is noted for a while.
CREATE FUNCTION user_profile_departed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO account_departure (account_id) VALUES (OLD.account_id);
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER user_profile_departed
    AFTER DELETE OR UPDATE OF account_id, issuer, subject ON user_profile
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION user_profile_departed();

-- The account that a person made has them as its owner. Their sessions follow them.
CREATE FUNCTION user_profile_owns() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO membership (account_id, user_id, role) VALUES (NEW.account_id, NEW.id, 'owner')
    ON CONFLICT DO NOTHING;
    IF TG_OP = 'UPDATE' THEN
        UPDATE session SET account_id = NEW.account_id WHERE user_id = NEW.id;
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER user_profile_owns
    AFTER INSERT OR UPDATE OF account_id ON user_profile
    FOR EACH ROW EXECUTE FUNCTION user_profile_owns();

-- ==== Metering ====

-- What was used of a billing period. It outlives its account: what is answered while the account is erased counts for
-- the person who comes back.
CREATE TABLE period_usage (
    account_id UUID NOT NULL,
    period_start TIMESTAMPTZ(3) NOT NULL,
    used BIGINT NOT NULL,
    PRIMARY KEY (account_id, period_start)
);
CREATE INDEX period_usage_period_start_idx ON period_usage (period_start);

-- Answers by day (UTC), key and class of status.
CREATE TABLE daily_usage (
    account_id UUID NOT NULL REFERENCES account ON UPDATE CASCADE ON DELETE CASCADE,
    day DATE NOT NULL,
    key_id UUID NOT NULL,
    status_class TEXT NOT NULL CHECK (status_class IN ('2xx', '3xx', '4xx', '5xx')),
    requests BIGINT NOT NULL,
    PRIMARY KEY (account_id, day, key_id, status_class)
);
CREATE INDEX daily_usage_day_idx ON daily_usage (day);

-- The last batch that each instance has written: one that is sent twice, for its answer was lost, counts once.
CREATE TABLE usage_writer (
    id UUID PRIMARY KEY,
    batch INTEGER NOT NULL,
    written_at TIMESTAMPTZ(3) NOT NULL DEFAULT now()
);

-- ==== Requests ====

-- The requests of an account that one instance recorded in one batch, as a JSON list. A row for each request would
-- cost the database far more, and the log of an account is short enough to be filtered by the service.
CREATE TABLE request_batch (
    account_id UUID NOT NULL REFERENCES account ON UPDATE CASCADE ON DELETE CASCADE,
    writer UUID NOT NULL,
    number INTEGER NOT NULL,
    last_at TIMESTAMPTZ(6) NOT NULL,
    size INTEGER NOT NULL,
    entries JSON NOT NULL,
    PRIMARY KEY (account_id, writer, number)
);
-- Compressing takes more time than all else of the write, and rows live for a few days at most.
ALTER TABLE request_batch ALTER COLUMN entries SET STORAGE EXTERNAL;
CREATE INDEX request_batch_last_at_idx ON request_batch (last_at);

-- Metered answers by hour or day (UTC), key, operation and class of status.
CREATE TABLE request_statistic (
    account_id UUID NOT NULL REFERENCES account ON UPDATE CASCADE ON DELETE CASCADE,
    span TEXT NOT NULL CHECK (span IN ('hour', 'day')),
    start TIMESTAMPTZ(6) NOT NULL,
    key_id UUID NOT NULL,
    operation TEXT NOT NULL,
    status_class TEXT NOT NULL,
    requests BIGINT NOT NULL,
    units BIGINT NOT NULL,
    latencies INTEGER[] NOT NULL,
    PRIMARY KEY (account_id, span, start, key_id, operation, status_class)
);
CREATE INDEX request_statistic_span_start_idx ON request_statistic (span, start);

-- ==== Billing ====

-- What the payment provider told, as it came.
CREATE TABLE payment_event (
    id TEXT PRIMARY KEY,
    arrival BIGINT GENERATED ALWAYS AS IDENTITY,
    kind TEXT NOT NULL,
    created BIGINT NOT NULL,
    subscription_id TEXT,
    customer_id TEXT,
    -- json, not jsonb: it is kept as it came.
    payload JSON,
    received_at TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    outcome TEXT CHECK (outcome IN ('applied', 'stale', 'ignored')),
    settled_at TIMESTAMPTZ(3),
    CONSTRAINT payment_event_settled_check CHECK ((outcome IS NULL) = (settled_at IS NULL))
);
CREATE INDEX payment_event_customer_id_idx ON payment_event (customer_id);
CREATE INDEX payment_event_received_at_idx ON payment_event (received_at);
CREATE INDEX payment_event_subscription_id_idx ON payment_event (subscription_id);

-- A subscription of the payment provider, as its newest event left it.
CREATE TABLE subscription (
    id TEXT PRIMARY KEY,
    customer_id TEXT NOT NULL,
    account_id UUID REFERENCES account ON UPDATE CASCADE ON DELETE SET NULL,
    status TEXT NOT NULL DEFAULT 'incomplete',
    plan TEXT CHECK (plan IN ('pro', 'business')),
    period_start TIMESTAMPTZ(3),
    period_end TIMESTAMPTZ(3),
    cancel_at_period_end BOOLEAN NOT NULL DEFAULT false,
    -- The place of the newest applied event in the order of events, see billing/event.ts.
    event_created BIGINT NOT NULL DEFAULT -1,
    event_rank SMALLINT NOT NULL DEFAULT 0,
    event_arrival BIGINT NOT NULL DEFAULT 0,
    event_id TEXT REFERENCES payment_event ON UPDATE CASCADE ON DELETE SET NULL,
    CONSTRAINT subscription_period_check CHECK ((period_start IS NULL) = (period_end IS NULL) AND period_start < period_end)
);
CREATE INDEX subscription_account_id_idx ON subscription (account_id);
CREATE INDEX subscription_customer_id_idx ON subscription (customer_id);
CREATE INDEX subscription_event_id_idx ON subscription (event_id);

-- A change of an account's plan, and what caused it.
CREATE TABLE plan_change (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account_id UUID NOT NULL REFERENCES account ON UPDATE CASCADE ON DELETE CASCADE,
    from_plan TEXT NOT NULL,
    to_plan TEXT NOT NULL,
    event_id TEXT REFERENCES payment_event ON UPDATE CASCADE ON DELETE SET NULL,
    at TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX plan_change_account_id_id_idx ON plan_change (account_id, id);
CREATE INDEX plan_change_event_id_idx ON plan_change (event_id);

-- A customer of the payment provider whose account was erased: nothing that is told of it counts any more.
CREATE TABLE erased_customer (
    id TEXT PRIMARY KEY,
    erased_at TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    removed_at TIMESTAMPTZ(3)
);

-- ==== Watching ====

-- What an account watches: companies, or a filter.
CREATE TABLE watch_list (
    id UUID PRIMARY KEY DEFAULT gen_random_uuid(),
    account_id UUID NOT NULL REFERENCES account ON UPDATE CASCADE ON DELETE CASCADE,
    name TEXT NOT NULL,
    created_at TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    filter JSON
);
CREATE INDEX watch_list_account_id_idx ON watch_list (account_id);

-- A company of a list. The record may be removed from its register meanwhile, so nothing refers to it.
CREATE TABLE watched_company (
    list_id UUID NOT NULL REFERENCES watch_list ON UPDATE CASCADE ON DELETE CASCADE,
    entity_id UUID NOT NULL,
    added_at TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (list_id, entity_id)
);
CREATE INDEX watched_company_entity_id_list_id_idx ON watched_company (entity_id, list_id);

-- Changes of companies while a list had them, of one import.
CREATE TABLE watch_hit (
    list_id UUID NOT NULL REFERENCES watch_list ON UPDATE CASCADE ON DELETE CASCADE,
    version INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    at TIMESTAMPTZ(3) NOT NULL,
    -- A row has up to 1,024 changes in a row of positions: the last one, and which of those before it. Each bit is
    -- one position further back.
    earlier BYTEA,
    PRIMARY KEY (list_id, version, "position")
);
CREATE INDEX watch_hit_at_idx ON watch_hit USING BRIN (at);

-- Up to which version of the data the hits are found, and how far the next import has been looked at.
CREATE TABLE watch_progress (
    id INTEGER PRIMARY KEY DEFAULT 1 CHECK (id = 1),
    version INTEGER NOT NULL,
    begun INTEGER NOT NULL DEFAULT 0,
    "position" INTEGER NOT NULL DEFAULT 0
);

INSERT INTO watch_progress (version) VALUES (0);

-- The progress of an account that has many filters: its hits are found after those of all others.
CREATE TABLE watch_lane (
    account_id UUID PRIMARY KEY REFERENCES account ON UPDATE CASCADE ON DELETE CASCADE,
    version INTEGER NOT NULL,
    begun INTEGER NOT NULL DEFAULT 0,
    "position" INTEGER NOT NULL DEFAULT 0
);

-- ==== Webhooks ====

-- An address of an account that messages are sent to.
CREATE TABLE webhook_endpoint (
    id UUID PRIMARY KEY DEFAULT gen_random_uuid(),
    account_id UUID NOT NULL REFERENCES account ON UPDATE CASCADE ON DELETE CASCADE,
    url TEXT NOT NULL,
    description TEXT,
    events TEXT[] NOT NULL,
    list_ids UUID[],
    created_at TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    sealed_secret TEXT NOT NULL,
    sealed_previous TEXT,
    previous_ends_at TIMESTAMPTZ(3),
    rotated_at TIMESTAMPTZ(3),
    failures INTEGER NOT NULL DEFAULT 0,
    failing_since TIMESTAMPTZ(3),
    disabled_at TIMESTAMPTZ(3),
    disabled_reason TEXT,
    lease UUID,
    leased_until TIMESTAMPTZ(3),
    -- When the address first answered with 2xx. Until then it shares the room of those that fail.
    answered_at TIMESTAMPTZ(3),
    CONSTRAINT webhook_endpoint_disabled CHECK ((disabled_at IS NULL) = (disabled_reason IS NULL)),
    CONSTRAINT webhook_endpoint_previous CHECK ((sealed_previous IS NULL) = (previous_ends_at IS NULL))
);
CREATE INDEX webhook_endpoint_account_id_idx ON webhook_endpoint (account_id);

-- A message that waits. Of one subject an endpoint has one message at most, with the newest data.
CREATE TABLE webhook_message (
    endpoint_id UUID NOT NULL REFERENCES webhook_endpoint ON UPDATE CASCADE ON DELETE CASCADE,
    subject TEXT NOT NULL,
    id UUID NOT NULL DEFAULT gen_random_uuid(),
    type TEXT NOT NULL,
    data JSONB NOT NULL,
    created_at TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    attempts INTEGER NOT NULL DEFAULT 0,
    due_at TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    -- What was added since the last attempt began. It is left if that attempt succeeds.
    later JSONB,
    PRIMARY KEY (endpoint_id, subject)
);
CREATE INDEX webhook_message_due_at_idx ON webhook_message (due_at);

-- An attempt to deliver a message. Nothing of the receiver's answer is kept but its status.
CREATE TABLE webhook_delivery (
    id UUID PRIMARY KEY DEFAULT gen_random_uuid(),
    endpoint_id UUID NOT NULL REFERENCES webhook_endpoint ON UPDATE CASCADE ON DELETE CASCADE,
    message_id UUID NOT NULL,
    type TEXT NOT NULL,
    subject TEXT NOT NULL,
    data JSONB NOT NULL,
    attempt INTEGER NOT NULL,
    at TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    milliseconds INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    status INTEGER
);
CREATE INDEX webhook_delivery_at_idx ON webhook_delivery USING BRIN (at);
CREATE INDEX webhook_delivery_endpoint_id_at_id_idx ON webhook_delivery (endpoint_id, at, id);

-- ==== Outbox ====

-- Something that happened, until its readers have written down what follows. It refers to no account, so that posting it locks
-- none.
CREATE TABLE outbox (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    topic TEXT NOT NULL,
    account_id UUID,
    subject TEXT NOT NULL,
    data JSONB NOT NULL
);

-- ==== Alerts ====

-- Something that the people of an account should know; without an account, the operators.
CREATE TABLE alert (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account_id UUID REFERENCES account ON UPDATE CASCADE ON DELETE CASCADE,
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    at TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    data JSON NOT NULL
);
CREATE INDEX alert_account_id_id_idx ON alert (account_id, id);
-- No alert twice, whichever instances notice its cause.
CREATE UNIQUE INDEX alert_account_id_kind_key_key ON alert (account_id, kind, key) NULLS NOT DISTINCT;
CREATE INDEX alert_at_idx ON alert (at);

-- What a person has read, and the kinds of which they want no e-mails.
CREATE TABLE alert_reader (
    account_id UUID NOT NULL REFERENCES account ON UPDATE CASCADE ON DELETE CASCADE,
    user_id UUID NOT NULL REFERENCES user_profile ON UPDATE CASCADE ON DELETE CASCADE,
    read_up_to BIGINT NOT NULL DEFAULT 0,
    without_mail TEXT[] NOT NULL DEFAULT '{}',
    PRIMARY KEY (account_id, user_id)
);
CREATE INDEX alert_reader_user_id_idx ON alert_reader (user_id);

-- An e-mail to one person, see alerts/mail-queue.ts.
CREATE TABLE alert_mail (
    alert_id BIGINT NOT NULL REFERENCES alert ON UPDATE CASCADE ON DELETE CASCADE,
    user_id UUID NOT NULL REFERENCES user_profile ON UPDATE CASCADE ON DELETE CASCADE,
    due_at TIMESTAMPTZ(3) DEFAULT clock_timestamp(),
    attempts INTEGER NOT NULL DEFAULT 0,
    sent_at TIMESTAMPTZ(3),
    PRIMARY KEY (alert_id, user_id)
);
CREATE INDEX alert_mail_due_at_idx ON alert_mail (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX alert_mail_user_id_idx ON alert_mail (user_id);
