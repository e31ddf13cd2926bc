import { type NumberRules, separator } from '../../company/search-text.ts';
import type { Queries } from '../../database/pool.ts';
import { sql } from '../../database/sql.ts';
import type { IdentifierReads } from '../../identifiers/index.ts';
import { type CompanyRecord, checkVersion, type DataVersion, type Records, versionColumn } from '../../records/index.ts';
import { type Counter, exactNumber, positionsOfNumbers, type WantedNumber, wantedNumber } from '../../search/index.ts';
import { keysOf, type LookupItem, type LookupKey, type lookups } from './items.ts';

/** What was found for a key. Only `found` has a record. */
export interface LookupResult {
  status: (typeof lookups.statuses)[number];
  record: CompanyRecord | null;
}

/** A key that is looked for, and what is known of it so far. */
interface KeyProgress {
  /** Unset for an id, and for an LEI of a company outside of our registers. */
  number: WantedNumber | undefined;
  /** The records that it may mean. */
  ids: Set<string>;
  isRemoved: boolean;
}

/** A served record that has one of the wanted numbers, or a removed one that was found by its id or by a number. */
interface FoundRecord {
  version: string;
  id: string | null;
  isRemoved: boolean;
  country: string | null;
  /** Of a served record: its numbers come after the name. */
  searchText: string | null;
  /** Of a removed record: the number that it was found by. */
  number: string | null;
}

/** There is always a row, so that the version is known. */
const listKnown = sql<FoundRecord>`SELECT ${versionColumn} AS version, known.* FROM (SELECT) AS always LEFT JOIN (
    SELECT entity.id, false AS "isRemoved", country_code AS country, search_text AS "searchText", NULL AS number
    FROM unnest($1::uuid[], $2::int[]) AS place (segment, document)
      JOIN search_segment ON search_segment.id = segment
      JOIN entity ON entity.id = encode(substr(ids, document * 16 + 1, 16), 'hex')::uuid
    UNION ALL SELECT id, true, NULL, NULL, NULL FROM tombstone WHERE id = ANY ($3::uuid[])
    UNION ALL SELECT tombstone.id, true, country, NULL, wanted.number
      FROM unnest($4::text[], $5::text[]) AS wanted (country, number)
        JOIN tombstone ON numbers @> ARRAY[wanted.number]
        JOIN register ON register.id = register_id AND country_code = country
  ) AS known ON true`;

function textOf(key: LookupKey): string {
  if ('id' in key) return key.id;
  return 'lei' in key ? key.lei : spelt(key.country, key.number);
}
const spelt = (country: string, number: string): string => `${country} ${number}`;

/**
 * Finds many companies at once, by id, LEI or number. Two statements read them, and a third one the LEIs, if there are any. All
 * are of one version of the data.
 */
export function companyLookup({ pool, version: dataVersion, counter, records, identifiers, registers }: LookupDependencies) {
  /** The results in the order of the keys. The records have the parts that some fields need. */
  const find = (keys: readonly LookupKey[], fields: readonly string[], caller: string): Promise<LookupResult[]> =>
    dataVersion.during(async (version) => {
      const { wanted, segments } = await wantedOf(keys, version);
      const numbers = [...wanted.values()].flatMap(({ number }) => number ?? []);
      const positions = await positionsOfNumbers(numbers, { counter, version, caller });
      await compare(
        wanted,
        positions.map(({ segment, document }) => ({ segmentId: segments[segment], document })),
        version,
      );
      const single = [...wanted.values()].flatMap(({ ids }) => (ids.size === 1 ? [...ids] : []));
      const read = await records.ofVersion(version, [...new Set(single)], fields);
      return keys.map((key) => resultOf(wanted.get(textOf(key)) as KeyProgress, read));
    });

  /** What is looked for, each key once, and the segments of the index, which numbers need. */
  async function wantedOf(keys: readonly LookupKey[], version: string) {
    const members = await identifiers.members(keys.flatMap((key) => ('lei' in key ? key.lei : [])));
    const needsIndex = members.size > 0 || keys.some((key) => 'number' in key);
    // Without the index, which may be away, ids are found all the same.
    const { segments } = needsIndex ? await counter.directory(version) : { segments: [] };
    const numberOf = (key: LookupKey): WantedNumber | undefined => {
      if ('number' in key) return wantedNumber(key.number, key.country, registers);
      const member = 'lei' in key ? members.get(key.lei) : undefined;
      const country = registers.find(({ id }) => id === member?.registerId)?.country.code;
      return country && member?.number ? exactNumber(member.number, country) : undefined;
    };
    const wanted = new Map<string, KeyProgress>();
    for (const key of keys)
      wanted.set(textOf(key), { number: numberOf(key), ids: new Set('id' in key ? [key.id] : []), isRemoved: false });
    return { wanted, segments };
  }

  /** Adds the records that have the wanted numbers, and which of what is wanted is removed. */
  async function compare(
    wanted: Map<string, KeyProgress>,
    places: { segmentId: string | undefined; document: number }[],
    version: string,
  ) {
    const spellings = Map.groupBy(
      [...wanted.values()].flatMap((of) => {
        const { country = '', spellings = new Set<string>() } = of.number ?? {};
        return [...spellings].map((number) => ({ of, country, number }));
      }),
      ({ country, number }) => spelt(country, number),
    );
    const each = [...spellings.values()].flatMap(([first]) => first ?? []);
    const values = [
      places.map(({ segmentId }) => segmentId),
      places.map(({ document }) => document),
      [...wanted.values()].flatMap(({ number, ids }) => (number ? [] : [...ids])),
      each.map(({ country }) => country),
      each.map(({ number }) => number),
    ];
    const { rows } = await pool.query({ name: 'lookup', text: listKnown, values });
    checkVersion(rows, version);
    for (const { id, isRemoved, country, searchText, number } of rows) {
      if (id === null) continue;
      const numbers = number === null ? (searchText ?? '').split(separator).slice(1) : [number];
      const having = numbers.flatMap((one) => spellings.get(spelt(country ?? '', one))?.map(({ of }) => of) ?? []);
      if (!isRemoved) for (const one of having) one.ids.add(id);
      else for (const one of country === null ? [wanted.get(id)] : having) if (one) one.isRemoved = true;
    }
  }

  return {
    find,
    /** The results in the order of the items, which are checked. `name` is what the list of them is called. */
    findItems: async (items: readonly LookupItem[], name: string, fields: readonly string[], caller: string) =>
      find(keysOf(items, await records.countries(), name), fields, caller),
  };
}

interface LookupDependencies {
  pool: Queries;
  version: DataVersion;
  counter: Counter;
  records: Pick<Records, 'ofVersion' | 'countries'>;
  identifiers: Pick<IdentifierReads, 'members'>;
  registers: readonly (NumberRules & { id: string })[];
}
export type Lookup = ReturnType<typeof companyLookup>;

function resultOf({ number, ids, isRemoved }: KeyProgress, records: ReadonlyMap<string, CompanyRecord>): LookupResult {
  if (ids.size > 1 || number?.isShared) return { status: 'ambiguous', record: null };
  const [id = ''] = ids;
  const record = records.get(id);
  if (record) return { status: 'found', record };
  return { status: isRemoved ? 'removed' : 'not_found', record: null };
}
