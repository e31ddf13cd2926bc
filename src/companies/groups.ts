import type { CompanyKey, IdentifierReads, Relation as StoredRelation } from '../identifiers/index.ts';
import type { EntityRecord, RecordIdentifiers, ServedIdentifier } from '../records/index.ts';
import type { Search } from '../search/index.ts';

/** A company of a group. */
interface Member {
  lei: string;
  /** Null if GLEIF's file does not say, or if it is a person's name. */
  name: string | null;
  countryCode: string | null;
  /** Its record, if it is in our registers. */
  entity: EntityRecord | null;
}

export interface GroupRelation extends Omit<StoredRelation, 'member' | 'startDay' | 'endDay'> {
  from: string | null;
  to: string | null;
  member: Member;
}

/** A company and those above it. */
export interface Group {
  lei: string | null;
  directParent: GroupRelation | null;
  ultimateParent: GroupRelation | null;
  /** Relations of other kinds, such as that of a fund to its manager. */
  otherParents: GroupRelation[];
  /** Direct parents, one above the other. */
  chain: GroupRelation[];
  noDirectParent: string[] | null;
  noUltimateParent: string[] | null;
}

const direct = 'IS_DIRECTLY_CONSOLIDATED_BY';
const ultimate = 'IS_ULTIMATELY_CONSOLIDATED_BY';
export const relationKinds = [
  direct,
  ultimate,
  'IS_FUND-MANAGED_BY',
  'IS_SUBFUND_OF',
  'IS_INTERNATIONAL_BRANCH_OF',
  'IS_FEEDER_TO',
] as const;

/** The most steps up from a company. Circles end before. */
export const longestChain = 10;
/** The most companies that one search finds, so that their numbers fit into its memory. */
const companiesAtOnce = 25;

interface Parts {
  reads: IdentifierReads;
  identifiers: RecordIdentifiers;
  search: Search;
}

/** Groups of companies, with our record of each company where there is one. */
export class Groups {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The LEI that a company is known by: not a doubtful one, if there is another, and one that is in force. */
  async leiOf(record: EntityRecord): Promise<string | null> {
    const all = (await this.#parts.identifiers.of(record)).filter(({ scheme }) => scheme === 'LEI');
    const rank = ({ doubtful, status }: ServedIdentifier) => (doubtful ? 2 : 0) + (status === 'ISSUED' ? 0 : 1);
    return all.sort((one, other) => rank(one) - rank(other))[0]?.value ?? null;
  }

  async above(lei: string | null, caller: string): Promise<Group> {
    const nothing = { directParent: null, ultimateParent: null, otherParents: [], chain: [] };
    if (lei === null) return { lei, ...nothing, noDirectParent: null, noUltimateParent: null };
    const { reads } = this.#parts;
    const [parents, exceptions, above] = await Promise.all([reads.parents(lei), reads.exceptions(lei), this.#chain(lei)]);
    const all = await this.#withRecords([...parents, ...above], caller);
    const own = all.slice(0, parents.length);
    return {
      lei,
      directParent: own.find(({ kind }) => kind === direct) ?? null,
      ultimateParent: own.find(({ kind }) => kind === ultimate) ?? null,
      otherParents: own.filter(({ kind }) => kind !== direct && kind !== ultimate),
      chain: all.slice(parents.length),
      noDirectParent: exceptions.get('direct') ?? null,
      noUltimateParent: exceptions.get('ultimate') ?? null,
    };
  }

  /** A page of those below a company. */
  async below(lei: string | null, page: { offset: number; size: number }, caller: string) {
    if (lei === null) return { items: [], total: 0 };
    const { items, total } = await this.#parts.reads.children(lei, page);
    return { items: await this.#withRecords(items, caller), total };
  }

  /** The direct parents, one above the other. It ends where a company comes again. */
  async #chain(start: string): Promise<StoredRelation[]> {
    const chain: StoredRelation[] = [];
    const seen = new Set([start]);
    for (let lei: string | undefined = start; lei !== undefined && chain.length < longestChain; ) {
      const parents: StoredRelation[] = await this.#parts.reads.parents(lei);
      const parent = parents.find(({ kind }) => kind === direct);
      lei = parent && seen.size < seen.add(parent.member.lei).size ? parent.member.lei : undefined;
      if (parent && lei !== undefined) chain.push(parent);
    }
    return chain;
  }

  async #withRecords(relations: readonly StoredRelation[], caller: string): Promise<GroupRelation[]> {
    const keys = relations.flatMap(({ member: { registerId, number } }) =>
      registerId && number ? [{ registerId, number }] : [],
    );
    const records = await this.#records(keys, caller);
    return relations.map(({ member, startDay: from, endDay: to, ...relation }) => {
      const { lei, registerId, number, name, countryCode } = member;
      const entity = records.get(`${registerId} ${number}`) ?? null;
      return { ...relation, from, to, member: { lei, name, countryCode, entity } };
    });
  }

  /** The records of some companies, by register and number. */
  async #records(keys: readonly CompanyKey[], caller: string): Promise<Map<string, EntityRecord>> {
    const { search } = this.#parts;
    const found = new Map<string, EntityRecord>();
    for (let start = 0; start < keys.length; start += companiesAtOnce) {
      const companies = keys.slice(start, start + companiesAtOnce);
      const { items } = await search.find({ companies }, 1, 4 * companiesAtOnce, caller);
      for (const record of items) {
        const own = await this.#parts.identifiers.keysOf(record);
        for (const number of own?.numbers ?? []) {
          const key = `${own?.registerId} ${number}`;
          if (!found.has(key)) found.set(key, record);
        }
      }
    }
    return found;
  }
}
