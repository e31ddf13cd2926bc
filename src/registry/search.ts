import type pg from 'pg';
import { type DataVersion, VersionMoved } from './data-version.ts';
import { fold } from './fold.ts';
import { Gate } from './gate.ts';
import { Remembered } from './remember.ts';
import { Sample } from './sample.ts';
import type { Counts, Scanner } from './scanner.ts';
import { countryNumber, sortKey } from './search-index.ts';

export interface Filter {
  /** A fragment of name or number. */
  q?: string | null | undefined;
  country?: string | null | undefined;
  legalForm?: string | null | undefined;
  activity?: string | null | undefined;
  activityType?: 'unlicensed' | 'licensed' | null | undefined;
}

export interface Summary {
  id: string;
  countryCode: string;
  canonicalName: string;
  status: string;
  legalForm: string | null;
  registeredAt: Date | null;
  updatedAt: Date;
}

export interface Found {
  items: Summary[];
  total: number;
}

/** All that match: their ids in order where they are few, else how many lie in each bucket of the sorted names. */
type Matches = { total: number } & ({ ids: string[] } | Counts);

/** Up to so many matches are kept as a list. */
const mostListed = 2_000;
const sampleSize = 20_000;

/**
 * Search over a narrow copy of the names. The total is always exact, and every page is reached directly: the matches are counted by bucket, and
 * the counts tell which buckets a page lies in. What was found stays true for its version of the data.
 */
export class Search {
  readonly #pool: pg.Pool;
  readonly #version: DataVersion;
  readonly #scanner: Scanner;
  readonly #matches = new Remembered<Matches>(500);
  readonly #pages = new Remembered<Summary[]>(2_000);
  readonly #samples = new Remembered<Sample>(1);
  /** Reading all names takes a processor: one at a time. */
  readonly #gate = new Gate(1);

  constructor(pool: pg.Pool, version: DataVersion, scanner: Scanner) {
    this.#pool = pool;
    this.#version = version;
    this.#scanner = scanner;
  }

  /** One page of what matches, sorted by name and then by id, and how many match in all. The caller is who waits in the queue for broad searches. */
  async find(filter: Filter, page: number, pageSize: number, caller: string): Promise<Found> {
    const normal = normalize(filter);
    return this.#version.during(async (version) => {
      const key = JSON.stringify([version, normal]);
      const matches = await this.#matches.get(key, () => this.#match(normal, version, caller));
      const offset = (page - 1) * pageSize;
      if (offset >= matches.total) return { items: [], total: matches.total };
      const items = await this.#pages.get(`${key}${page}:${pageSize}`, () =>
        this.#page(normal, matches, version, offset, pageSize),
      );
      return { items, total: matches.total };
    });
  }

  async #match(filter: Filter, version: number, caller: string): Promise<Matches> {
    if (filter.q && (await this.#sample(version)).isSelective(filter.q, mostListed)) {
      const listed = await this.#list(filter, version);
      if (listed.total <= mostListed) return listed;
    }
    return this.#gate.pass(caller, () => this.#count(filter, version));
  }

  async #sample(version: number): Promise<Sample> {
    return this.#samples.get(String(version), async () => {
      const size = `SELECT greatest(reltuples, 1) FROM pg_class WHERE oid = 'search_entry'::regclass`;
      const { rows } = await this.#pool.query(
        `SELECT text, (${size})::int AS size FROM search_entry TABLESAMPLE SYSTEM ((SELECT least(100, 100.0 * ${sampleSize} / (${size})))) LIMIT ${2 * sampleSize}`,
      );
      return new Sample(
        rows.map(({ text }) => text),
        Math.max(rows[0]?.size ?? 0, rows.length),
      );
    });
  }

  async #list(filter: Filter, version: number): Promise<{ total: number; ids: string[] }> {
    const { where, values } = condition(filter, 'index');
    const row = await this.#one(
      version,
      `coalesce((SELECT array_agg(id ORDER BY key, id) FROM
         (SELECT id, ${sortKey('text')} AS key FROM search_entry WHERE ${where} LIMIT ${mostListed + 1}) AS listed), '{}') AS ids`,
      values,
    );
    return { total: row.ids.length, ids: row.ids };
  }

  async #count(filter: Filter, version: number): Promise<Matches> {
    const { q, country, legalForm, activity, activityType } = filter;
    const forms = legalForm ? await this.#numbers('SELECT id FROM legal_form WHERE value = $1', legalForm) : undefined;
    const activities = activity
      ? await this.#numbers('SELECT id FROM activity WHERE code = $1 OR label = $1', activity)
      : undefined;
    if (forms?.length === 0 || activities?.length === 0) return { total: 0, ids: [] };
    const question = {
      q: q ?? undefined,
      country: country ? countryNumber(country) : undefined,
      legalForm: forms?.[0],
      activities: activityType === 'licensed' ? activities?.map((id) => -id) : activities,
    };
    const { buckets, counts } = await this.#scanner.count(question, version);
    return { total: counts.reduce((sum, count) => sum + count, 0), buckets, counts };
  }

  /** Numbers are given once and for all, so they need no version: one that came later counts nothing. */
  async #numbers(text: string, value: string): Promise<number[]> {
    const { rows } = await this.#pool.query(text, [value]);
    return rows.map(({ id }) => id);
  }

  async #page(filter: Filter, matches: Matches, version: number, offset: number, pageSize: number): Promise<Summary[]> {
    if ('ids' in matches) return this.#summaries(matches.ids.slice(offset, offset + pageSize), version);
    const { buckets, skip } = bucketsOf(matches, offset, pageSize);
    const { where, values } = condition(filter, 'bucket');
    const row = await this.#one(
      version,
      `ARRAY(SELECT id FROM search_entry WHERE bucket = ANY ($${values.length + 1}) AND ${where}
         ORDER BY ${sortKey('text')}, id OFFSET ${skip} LIMIT ${pageSize}) AS ids`,
      [...values, buckets],
    );
    return this.#summaries(row.ids, version);
  }

  async #summaries(ids: string[], version: number): Promise<Summary[]> {
    const { rows } = await this.#pool.query({
      name: 'summaries',
      text: `SELECT (SELECT version FROM data_version), entity.id, country_code AS "countryCode", canonical_name AS "canonicalName", status,
               legal_form AS "legalForm", registered_at::timestamp AT TIME ZONE 'UTC' AS "registeredAt", updated_at AS "updatedAt"
             FROM unnest($1::uuid[]) WITH ORDINALITY AS wanted (id, place) JOIN entity USING (id) ORDER BY place`,
      values: [ids],
    });
    if (rows.length < ids.length || rows.some((row) => row.version !== version)) throw new VersionMoved();
    return rows.map(({ version: _, ...summary }) => summary);
  }

  /** One row, of one snapshot, whose version must be the given one. */
  async #one(version: number, select: string, values: unknown[]) {
    const { rows } = await this.#pool.query(`SELECT (SELECT version FROM data_version) AS version, ${select}`, values);
    if (rows[0].version !== version) throw new VersionMoved();
    return rows[0];
  }
}

function normalize({ q, country, legalForm, activity, activityType }: Filter): Filter {
  const fragment = fold((q ?? '').trim());
  return {
    q: fragment === '' ? undefined : fragment,
    country: country?.toUpperCase(),
    legalForm: legalForm ?? undefined,
    activity: activity ?? undefined,
    activityType: activity ? (activityType ?? 'unlicensed') : undefined,
  };
}

/** The filter as SQL. A fragment is looked for through the trigram index, or in a way that the index cannot be used for. */
function condition(
  { q, country, legalForm, activity, activityType }: Filter,
  way: 'index' | 'bucket',
): { where: string; values: unknown[] } {
  const values: unknown[] = [];
  const terms: string[] = [];
  const term = (value: unknown, sql: (place: string) => string) => {
    values.push(value);
    terms.push(sql(`$${values.length}`));
  };
  if (q && way === 'index') term(`%${q.replaceAll(/[\\%_]/g, '\\$&')}%`, (place) => `text LIKE ${place}`);
  if (q && way === 'bucket') term(q, (place) => `strpos(text, ${place}) > 0`);
  if (country) terms.push(`country = ${countryNumber(country)}`);
  if (legalForm) term(legalForm, (place) => `legal_form = (SELECT id FROM legal_form WHERE value = ${place})`);
  if (activity)
    term(activity, (place) => `${activityType} && ARRAY(SELECT id FROM activity WHERE code = ${place} OR label = ${place})`);
  return { where: terms.length > 0 ? terms.join(' AND ') : 'true', values };
}

/** The buckets that a page lies in, and how many matches of the first of them come before it. */
function bucketsOf({ buckets, counts }: Counts, offset: number, pageSize: number) {
  let [before, first] = [0, 0];
  while (before + (counts[first] ?? 0) <= offset) before += counts[first++] ?? 0;
  let [end, reached] = [first, before];
  while (end < counts.length && reached < offset + pageSize) reached += counts[end++] ?? 0;
  return { buckets: buckets.slice(first, end), skip: offset - before };
}
