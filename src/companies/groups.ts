import type { CompanyKey, IdentifierReads, Relation as StoredRelation } from '../identifiers/index.ts';
import type { CompanyRecord, RecordIdentifiers, ServedIdentifier } from '../records/index.ts';
import type { Search } from '../search/index.ts';

const direct = 'IS_DIRECTLY_CONSOLIDATED_BY';
const ultimate = 'IS_ULTIMATELY_CONSOLIDATED_BY';
/** GLEIF may add kinds. */
export const relationKinds = [
  direct,
  ultimate,
  'IS_FUND-MANAGED_BY',
  'IS_SUBFUND_OF',
  'IS_INTERNATIONAL_BRANCH_OF',
  'IS_FEEDER_TO',
] as const;

/** The most steps up from a company. Circles end before. */
export const maxChain = 10;
/** The most companies that one search finds, so that their numbers fit into its memory. */
const companiesAtOnce = 25;

/** Groups of companies, with our record of each company where there is one. */
export function companyGroups(reads: IdentifierReads, identifiers: RecordIdentifiers, search: Pick<Search, 'find'>) {
  /** The LEI that a company is known by: not a doubtful one, if there is another, and one that is in force. */
  async function leiOf(record: CompanyRecord): Promise<string | null> {
    const all = (await identifiers.of(record)).filter(({ scheme }) => scheme === 'LEI');
    const rank = ({ doubtful, status }: ServedIdentifier) => (doubtful ? 2 : 0) + (status === 'ISSUED' ? 0 : 1);
    return all.sort((one, other) => rank(one) - rank(other))[0]?.value ?? null;
  }

  /** A company and those above it. Without an LEI nothing is known. */
  async function above(lei: string | null, caller: string) {
    const [parents, exceptions, ancestors] =
      lei === null
        ? [[], new Map<string, string[]>(), []]
        : await Promise.all([reads.parents(lei), reads.exceptions(lei), chainFrom(lei)]);
    const all = await withRecords([...parents, ...ancestors], caller);
    const own = all.slice(0, parents.length);
    return {
      lei,
      directParent: own.find(({ kind }) => kind === direct) ?? null,
      ultimateParent: own.find(({ kind }) => kind === ultimate) ?? null,
      /** Relations of other kinds, such as that of a fund to its manager. */
      otherParents: own.filter(({ kind }) => kind !== direct && kind !== ultimate),
      /** Direct parents, one above the other. */
      chain: all.slice(parents.length),
      noDirectParent: exceptions.get('direct') ?? null,
      noUltimateParent: exceptions.get('ultimate') ?? null,
    };
  }

  /** A page of those below a company. */
  async function below(lei: string | null, page: { offset: number; size: number }, caller: string) {
    if (lei === null) return { items: [], total: 0 };
    const { items, total } = await reads.children(lei, page);
    return { items: await withRecords(items, caller), total };
  }

  /** The direct parents, one above the other. It ends where a company comes again. */
  async function chainFrom(start: string): Promise<StoredRelation[]> {
    const chain: StoredRelation[] = [];
    const seen = new Set([start]);
    for (let lei: string | undefined = start; lei !== undefined && chain.length < maxChain; ) {
      const parents: StoredRelation[] = await reads.parents(lei);
      const parent = parents.find(({ kind }) => kind === direct);
      lei = parent && seen.size < seen.add(parent.member.lei).size ? parent.member.lei : undefined;
      if (parent && lei !== undefined) chain.push(parent);
    }
    return chain;
  }

  /** The company at the other end has a record if it is in our registers. Its name is null where GLEIF lacks or withholds it. */
  async function withRecords(relations: readonly StoredRelation[], caller: string) {
    const keys = relations.flatMap(({ member: { registerId, number } }) =>
      registerId && number ? [{ registerId, number }] : [],
    );
    const records = await recordsOf(keys, caller);
    return relations.map(({ member, startDay: from, endDay: to, ...relation }) => {
      const { lei, registerId, number, name, countryCode } = member;
      const entity = records.get(`${registerId} ${number}`) ?? null;
      return { ...relation, from, to, member: { lei, name, countryCode, entity } };
    });
  }

  /** The records of some companies, by register and number. */
  async function recordsOf(keys: readonly CompanyKey[], caller: string): Promise<Map<string, CompanyRecord>> {
    const found = new Map<string, CompanyRecord>();
    for (let start = 0; start < keys.length; start += companiesAtOnce) {
      const companies = keys.slice(start, start + companiesAtOnce);
      const { items } = await search.find({ companies }, 1, 4 * companiesAtOnce, caller);
      for (const record of items) {
        const own = await identifiers.keysOf(record);
        for (const number of own?.numbers ?? []) {
          const key = `${own?.registerId} ${number}`;
          if (!found.has(key)) found.set(key, record);
        }
      }
    }
    return found;
  }

  return { leiOf, above, below };
}

export type Groups = ReturnType<typeof companyGroups>;
export type Group = Awaited<ReturnType<Groups['above']>>;
export type GroupRelation = Group['chain'][number];
