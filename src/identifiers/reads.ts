import type { LeiName } from '../company/lei.ts';
import type { Lei, LeiException, LeiRelation } from '../database/client.ts';
import type { Queries } from '../database/pool.ts';
import { sql } from '../database/sql.ts';

/** A company by its register and its number, as the search text of its record has the number. */
export interface CompanyKey {
  registerId: string;
  number: string;
}

/** An LEI of a company of our registers. */
export interface StoredLei extends Pick<Lei, 'lei' | 'name' | 'status' | 'since' | 'runId'> {
  names: LeiName[] | null;
}

/** A company of a group: in our registers, or outside of them. */
interface Member extends Pick<Lei, 'lei' | 'registerId' | 'number' | 'name' | 'countryCode'> {}

/** A relation, with the company at its other end. */
export interface Relation extends Pick<LeiRelation, 'kind' | 'startDay' | 'endDay' | 'percentage' | 'validation'> {
  member: Member;
}

type MemberRow = { [Name in keyof Member]: Member[Name] | null };
type RelationRow = Pick<LeiRelation, 'child' | 'parent'> & Omit<Relation, 'member'> & MemberRow;

const storedColumns = 'lei.lei, lei.name, lei.names, lei.status, lei.since, lei.run_id AS "runId"';

const listLeis = sql<StoredLei & CompanyKey>`SELECT ${storedColumns}, wanted.register_id AS "registerId", wanted.number
  FROM unnest($1::text[], $2::text[]) AS wanted (register_id, number) JOIN lei USING (register_id, number) ORDER BY lei.lei`;

const listMembers = sql<Member>`SELECT lei, register_id AS "registerId", number, name, country_code AS "countryCode"
  FROM lei WHERE lei = ANY ($1)`;

const relationColumns = `relation.child, relation.parent, kind, start_day AS "startDay", end_day AS "endDay", percentage,
  validation, lei.lei, register_id AS "registerId", number, name, country_code AS "countryCode"`;

const listParents = sql<RelationRow>`SELECT ${relationColumns} FROM lei_relation AS relation
  LEFT JOIN lei ON lei.lei = parent WHERE child = $1 ORDER BY kind, parent`;

/** A company that is consolidated directly is listed once, though its ultimate parent may be the same. */
const isChild = `parent = $1 AND NOT (kind = 'IS_ULTIMATELY_CONSOLIDATED_BY' AND EXISTS (SELECT FROM lei_relation AS direct
    WHERE (direct.parent, direct.child) = (relation.parent, relation.child) AND direct.kind <> relation.kind))`;
const listChildren = sql<RelationRow>`SELECT ${relationColumns} FROM lei_relation AS relation
  LEFT JOIN lei ON lei.lei = child WHERE ${isChild} ORDER BY child, kind LIMIT $2 OFFSET $3`;
const countChildren = sql<{ total: number }>`SELECT count(*)::int AS total FROM lei_relation AS relation WHERE ${isChild}`;

type ExceptionRow = Pick<LeiException, 'category' | 'reasons'>;
const listExceptions = sql<ExceptionRow>`SELECT category, reasons FROM lei_exception WHERE lei = $1`;

/** Reads identifiers and relations. */
export class IdentifierReads {
  readonly #pool: Queries;
  #waiting: ({ key: CompanyKey } & PromiseWithResolvers<StoredLei[]>)[] = [];

  constructor(pool: Queries) {
    this.#pool = pool;
  }

  /** The LEIs of a company. One statement reads those of all companies that are asked for in one tick. */
  of(key: CompanyKey): Promise<StoredLei[]> {
    const place = { key, ...Promise.withResolvers<StoredLei[]>() };
    if (this.#waiting.push(place) === 1) setImmediate(() => this.#read());
    return place.promise;
  }

  /** The company of an LEI; undefined if the LEI is not known. */
  async member(lei: string): Promise<Member | undefined> {
    return (await this.members([lei])).get(lei);
  }

  /** The companies of some LEIs, by LEI. Those that are not known are left out. */
  async members(leis: readonly string[]): Promise<Map<string, Member>> {
    if (leis.length === 0) return new Map();
    const { rows } = await this.#pool.query({ name: 'lei members', text: listMembers, values: [leis] });
    return new Map(rows.map((row) => [row.lei, row]));
  }

  /** To those above a company. */
  async parents(lei: string): Promise<Relation[]> {
    const { rows } = await this.#pool.query(listParents, [lei]);
    return rows.map((row) => relationOf(row, row.parent));
  }

  /** To those below a company, by their LEIs. */
  async children(lei: string, page: { offset: number; size: number }): Promise<{ items: Relation[]; total: number }> {
    const { rows: counted } = await this.#pool.query(countChildren, [lei]);
    const { rows } = await this.#pool.query(listChildren, [lei, page.size, page.offset]);
    return { items: rows.map((row) => relationOf(row, row.child)), total: counted[0]?.total ?? 0 };
  }

  /** Why a company names no parent, by `direct` and `ultimate`. */
  async exceptions(lei: string): Promise<Map<string, string[]>> {
    const { rows } = await this.#pool.query(listExceptions, [lei]);
    return new Map(rows.map(({ category, reasons }) => [category, reasons]));
  }

  async #read(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    try {
      const keys = waiting.map(({ key }) => key);
      const found = await leisOf(this.#pool, keys);
      for (const { key, resolve } of waiting) resolve(found.get(leiKey(key)) ?? []);
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    }
  }
}

/** A company that no file describes has nothing but its LEI. */
function relationOf(
  { child, parent, registerId, number, name, countryCode, lei: _, ...relation }: RelationRow,
  lei: string,
): Relation {
  return { ...relation, member: { lei, registerId, number, name, countryCode } };
}

/** A key as one text, for maps. */
export const leiKey = ({ registerId, number }: CompanyKey): string => `${registerId} ${number}`;

/** The LEIs of some companies, by register and number. */
export async function leisOf(database: Queries, keys: readonly CompanyKey[]): Promise<Map<string, StoredLei[]>> {
  const wanted = [...new Map(keys.map((key) => [leiKey(key), key])).values()];
  const values = [wanted.map(({ registerId }) => registerId), wanted.map(({ number }) => number)];
  const { rows } = await database.query({ name: 'leis', text: listLeis, values });
  return Map.groupBy(rows, leiKey) as Map<string, StoredLei[]>;
}
