import type pg from 'pg';
import { separator } from './fold.ts';

/** How many names a bucket has when it is made: few enough to read them all for a page, enough to keep the list of counts short. */
const bucketSize = 1_024;
/** In characters. A bucket may start anywhere, so the start of an endless name will do, and an index takes no more. */
const longestStart = 500;
/** The buckets are one for all registers, so they change under one import at a time; the others wait here, near their end. */
const lockKey = 7_272;

/** The part of the search text that the records are sorted by. The escape is the separator of fold.ts. */
export const sortKey = (text: string): string => `split_part(${text}, E'\\x0${separator.charCodeAt(0)}', 1) COLLATE "C"`;

const columns = 'bucket, legal_form, country, id, text, unlicensed, licensed';
/** Most lists are empty, and nothing is narrower than null. */
const values = (country: string) =>
  `${bucketOf('search_text')}, coalesce(form.id, 0), ${countryNumber(country)}, staged.id, search_text,
   nullif(unlicensed, '{}'), nullif(licensed, '{}')`;
const forms = 'LEFT JOIN legal_form AS form ON form.value = staged.legal_form';

/** The two letters of a country's code, as a number of two bytes. */
export const countryNumber = (code: string): number => code.charCodeAt(0) * 128 + code.charCodeAt(1);

/** The bucket of a name among those that are there. */
const bucketOf = (text: string) =>
  `(SELECT bucket FROM search_bucket WHERE start <= ${sortKey(text)} ORDER BY start DESC LIMIT 1)`;

/** Indexes a register that had no records: all that is staged. */
export async function indexFirst(client: pg.Client, country: string): Promise<void> {
  await prepare(client);
  const { rows } = await client.query('SELECT (SELECT count(*) FROM staged) > (SELECT count(*) FROM search_entry) AS outgrown');
  if (rows[0].outgrown) await rebuildBuckets(client);
  await client.query(`INSERT INTO search_entry (${columns}) SELECT ${values(country)} FROM staged ${forms}`);
  await pack(client, rows[0].outgrown ? 'SELECT bucket FROM search_bucket' : bucketsHaving('staged'));
}

/** Indexes what an import changed: the rows of the table "difference", and what it removed. */
export async function indexChanges(client: pg.Client, country: string, runId: string): Promise<void> {
  await prepare(client);
  // A name that changes may leave its bucket: that one changes too.
  await client.query('CREATE TEMPORARY TABLE touched (bucket INTEGER) ON COMMIT DROP');
  await client.query(
    `INSERT INTO touched ${bucketsHaving('difference')} UNION ${bucketsHaving('tombstone', 'tombstone.import_run_id = $1')}`,
    [runId],
  );
  await client.query(
    `DELETE FROM search_entry USING tombstone WHERE search_entry.id = tombstone.id AND tombstone.import_run_id = $1`,
    [runId],
  );
  await client.query(
    `INSERT INTO search_entry (${columns}) SELECT ${values(country)} FROM staged JOIN difference USING (id) ${forms}
     ON CONFLICT (id) DO UPDATE SET (${columns}) = ROW (${columns.replaceAll(/\w+/g, 'excluded.$&')})`,
  );
  await pack(client, `SELECT bucket FROM touched UNION ${bucketsHaving('difference')}`);
}

const bucketsHaving = (table: string, where = 'true') =>
  `SELECT DISTINCT bucket FROM search_entry JOIN ${table} USING (id) WHERE ${where}`;

/**
 * Packs the given buckets anew, as of the version that this import makes. The lock on the buckets is held to the end, so no other import makes one
 * meanwhile. All that is of one line is read in one order.
 */
async function pack(client: pg.Client, buckets: string): Promise<void> {
  await client.query(
    `UPDATE search_bucket SET version = (SELECT version + 1 FROM data_version), texts = coalesce(packed.texts, ''), facts = coalesce(packed.facts, '')
     FROM (${buckets}) AS touched LEFT JOIN LATERAL
       (SELECT string_agg(text, E'\\n') AS texts, string_agg(${facts}, E'\\n') AS facts
        FROM search_entry WHERE search_entry.bucket = touched.bucket) AS packed ON true
     WHERE search_bucket.bucket = touched.bucket`,
  );
}

/** The numbers that a record is filtered by, as bucket.ts reads them. */
const facts = `concat_ws(' ', country, legal_form, array_to_string(unlicensed, ' '), '-' || array_to_string(licensed, ' -'))`;

async function prepare(client: pg.Client): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [lockKey]);
  await client.query(
    'INSERT INTO legal_form (value) SELECT DISTINCT legal_form FROM staged WHERE legal_form IS NOT NULL ON CONFLICT DO NOTHING',
  );
}

/**
 * Cuts the sorted names anew, those that are there and those to come. Done when a register comes that is larger than all before together, so
 * that a record is moved few times, however many come.
 */
async function rebuildBuckets(client: pg.Client): Promise<void> {
  await client.query('DELETE FROM search_bucket');
  // Equal names have one rank, so they stay in one bucket. The first bucket starts before every name.
  await client.query(
    `INSERT INTO search_bucket (bucket, start)
     SELECT bucket, CASE bucket WHEN 0 THEN '' ELSE left(min(key), ${longestStart}) END
     FROM (SELECT ((rank() OVER (ORDER BY key) - 1) / ${bucketSize})::int AS bucket, key
           FROM (SELECT ${sortKey('text')} AS key FROM search_entry UNION ALL SELECT ${sortKey('search_text')} FROM staged) AS keys) AS ranked
     GROUP BY bucket ON CONFLICT DO NOTHING`,
  );
  await client.query('ANALYZE search_bucket');
  await client.query(
    `UPDATE search_entry SET bucket = moved.bucket
     FROM (SELECT id, ${bucketOf('text')} AS bucket FROM search_entry) AS moved WHERE moved.id = search_entry.id AND moved.bucket <> search_entry.bucket`,
  );
}
