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

/** A page, by the name that it is remembered under. */
interface Wanted {
  name: string;
  offset: number;
  size: number;
}

/** The columns of a summary, of the table entity. */
export const summary = `entity.id, country_code AS "countryCode", canonical_name AS "canonicalName", status, legal_form AS "legalForm",
  registered_at::timestamp AT TIME ZONE 'UTC' AS "registeredAt", updated_at AS "updatedAt"`;

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
      const wanted = { name: `${key}${page}:${pageSize}`, offset: (page - 1) * pageSize, size: pageSize };
      const matches = await this.#matches.get(key, () => this.#match(normal, version, caller, wanted));
      if (wanted.offset >= matches.total) return { items: [], total: matches.total };
      const items = await this.#pages.get(wanted.name, () => this.#page(normal, matches, version, wanted));
      return { items, total: matches.total };
    });
  }

  async #match(filter: Filter, version: number, caller: string, wanted: Wanted): Promise<Matches> {
    if (filter.q && (await this.#sample(version)).isSelective(filter.q, mostListed)) {
      const { ids, items } = await this.#list(filter, version, wanted);
      if (ids.length <= mostListed) {
        // One question to the database tells both.
        this.#pages.get(wanted.name, async () => items);
        return { total: ids.length, ids };
      }
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

  /** All ids in order, unless they are too many, and the records of the wanted page. */
  async #list(filter: Filter, version: number, { offset, size }: Wanted): Promise<{ ids: string[]; items: Summary[] }> {
    const { where, values, shape } = condition(filter, 'index');
    const { rows } = await this.#pool.query({
      name: `list ${shape}`,
      text: `SELECT (SELECT version FROM data_version) AS version, CASE WHEN place > 1 THEN NULL ELSE coalesce(ids, '{}') END AS ids, ${summary}
             FROM (SELECT array_agg(id ORDER BY key, id) AS ids FROM
                    (SELECT id, ${sortKey('text')} AS key FROM search_entry WHERE ${where} LIMIT ${mostListed + 1}) AS found) AS listed
             LEFT JOIN LATERAL unnest(ids[$${values.length + 1} + 1 : $${values.length + 1} + $${values.length + 2}]) WITH ORDINALITY AS wanted (id, place) ON true
             LEFT JOIN entity ON entity.id = wanted.id ORDER BY place`,
      values: [...values, Math.min(offset, mostListed), size],
    });
    if (rows[0].version !== version) throw new VersionMoved();
    const ids: string[] = rows[0].ids;
    const items = rows.filter(({ id }) => id !== null).map(({ version: _, ids: __, ...item }) => item);
    if (items.length < Math.min(size, ids.length - offset)) throw new VersionMoved();
    return { ids, items };
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

  async #page(filter: Filter, matches: Matches, version: number, { offset, size }: Wanted): Promise<Summary[]> {
    if ('ids' in matches) return this.#summaries(matches.ids.slice(offset, offset + size), version);
    const { buckets, skip } = bucketsOf(matches, offset, size);
    const { where, values } = condition(filter, 'bucket');
    const row = await this.#one(
      version,
      `ARRAY(SELECT id FROM search_entry WHERE bucket = ANY ($${values.length + 1}) AND ${where}
         ORDER BY ${sortKey('text')}, id OFFSET ${skip} LIMIT ${size}) AS ids`,
      [...values, buckets],
    );
    return this.#summaries(row.ids, version);
  }

  async #summaries(ids: string[], version: number): Promise<Summary[]> {
    const { rows } = await this.#pool.query({
      name: 'summaries',
      text: `SELECT (SELECT version FROM data_version), ${summary}
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
): { where: string; values: unknown[]; shape: string } {
  const values: unknown[] = [];
  const terms: string[] = [];
  const term = (value: unknown, sql: (place: string) => string) => {
    values.push(value);
    terms.push(sql(`$${values.length}`));
  };
  if (q && way === 'index') term(`%${q.replaceAll(/[\\%_]/g, '\\$&')}%`, (place) => `text LIKE ${place}`);
  if (q && way === 'bucket') term(q, (place) => `strpos(text, ${place}) > 0`);
  if (country) term(countryNumber(country), (place) => `country = ${place}`);
  if (legalForm) term(legalForm, (place) => `legal_form = (SELECT id FROM legal_form WHERE value = ${place})`);
  if (activity)
    term(activity, (place) => `${activityType} && ARRAY(SELECT id FROM activity WHERE code = ${place} OR label = ${place})`);
  // Statements of one shape have one text.
  const shape = [way, q && 'q', country && 'country', legalForm && 'form', activity && activityType].filter(Boolean).join(' ');
  return { where: terms.length > 0 ? terms.join(' AND ') : 'true', values, shape };
}

/** The buckets that a page lies in, and how many matches of the first of them come before it. */
function bucketsOf({ buckets, counts }: Counts, offset: number, pageSize: number) {
  let [before, first] = [0, 0];
  while (before + (counts[first] ?? 0) <= offset) before += counts[first++] ?? 0;
  let [end, reached] = [first, before];
  while (end < counts.length && reached < offset + pageSize) reached += counts[end++] ?? 0;
  return { buckets: buckets.slice(first, end), skip: offset - before };
}
