import type { GraphQLSchema } from 'graphql';
import { type Context, prepare } from '../../src/api/index.ts';
import { filterRules, suggestionRules } from '../../src/company/limits.ts';
import { once } from '../../src/kernel/running/once.ts';
import { isUuid } from '../../src/kernel/uuid.ts';
import { matchRules } from '../../src/matching/index.ts';
import type { Operations } from '../operations.generated.ts';
import { reconcileDocuments } from './documents.ts';
import { company } from './manifest.ts';
import { cellsOf, nameOf, type ReadRecord } from './properties.ts';
import type * as protocol from './protocol.ts';
import { askedBy, candidateOf, describe, identified, type ReconcileRequest } from './queries.ts';

type Answer<Schema extends { _zod: { output: unknown } }> = Schema['_zod']['output'];
type Batch = Answer<typeof protocol.queryBatch>;
type Extension = Answer<typeof protocol.extensionQuery>;
type Lookups = Operations['reconcileRecords']['variables']['items'];

/** How many suggestions one answer has. */
const { usual: pageSize, most: maxSuggestions } = suggestionRules.limit;

/** What the reconciliation service asks the schema, in the words of the protocol. */
export function openOperations(schema: GraphQLSchema) {
  const operations = once(() => ({
    match: prepare<Operations['reconcileMatch']>(schema, reconcileDocuments.reconcileMatch),
    records: prepare<Operations['reconcileRecords']>(schema, reconcileDocuments.reconcileRecords),
    companies: prepare<Operations['reconcileCompanies']>(schema, reconcileDocuments.reconcileCompanies),
    suggestions: prepare<Operations['reconcileSuggestions']>(schema, reconcileDocuments.reconcileSuggestions),
    countries: prepare<Operations['reconcileCountries']>(schema, reconcileDocuments.reconcileCountries),
  }));
  const recordsOf = async (ids: readonly string[], context: Context): Promise<(ReadRecord | null)[]> => {
    const items = ids.filter(isUuid).map((id) => ({ id }));
    if (items.length === 0) return ids.map(() => null);
    const { entityLookup } = await operations().records({ items }, context);
    const found = new Map(entityLookup.map(({ entity }, place) => [items[place]?.id, entity]));
    return ids.map((id) => found.get(id) ?? null);
  };
  const companiesOf = async (items: Lookups, context: Context) =>
    items.length === 0 ? [] : (await operations().companies({ items }, context)).entityLookup;
  const matchesOf = async (asked: ReconcileRequest[], limit: number, context: Context) => {
    const queries = asked.flatMap((one) => ('match' in one ? one.match : []));
    return queries.length === 0 ? [] : (await operations().match({ input: { queries, limit } }, context)).match;
  };

  return {
    /** The candidates of each query, the best first. */
    async reconcile(batch: Batch, context: Context): Promise<Answer<typeof protocol.resultBatch>> {
      const queries = [...batch.values()];
      const { countries } = await operations().countries({}, context);
      const asked = queries.map((query) => askedBy(query, countries));
      const { usual, most } = matchRules.limit;
      const limits = queries.map(({ limit = usual }) => Math.min(limit, most));
      const lookups = asked.flatMap((one) => ('lookup' in one ? one.lookup : []));
      const [matches, companies] = await Promise.all([
        matchesOf(asked, Math.max(...limits), context),
        companiesOf(lookups, context),
      ]);
      const [nextMatch, nextCompany] = [matches.values(), companies.values()];
      const results = asked.map((one) => {
        if ('match' in one) return (nextMatch.next().value?.results ?? []).map(candidateOf);
        const entity = 'lookup' in one ? nextCompany.next().value?.entity : null;
        return entity ? [identified(entity)] : [];
      });
      return Object.fromEntries(
        [...batch.keys()].map((key, place) => [key, { result: (results[place] ?? []).slice(0, limits[place]) }]),
      );
    },

    /** The values of some properties of some records. A record that is not there has none. */
    async extend({ ids, properties }: Extension, context: Context): Promise<Answer<typeof protocol.extension>> {
      const records = await recordsOf(ids, context);
      const rowOf = (record: ReadRecord | null | undefined) =>
        Object.fromEntries(properties.map(({ id }) => [id, record ? cellsOf(id, record) : []]));
      return {
        meta: properties.map(({ id }) => ({ id, name: nameOf(id) })),
        rows: Object.fromEntries(ids.map((id, place) => [id, rowOf(records[place])])),
      };
    },

    async record(id: string, context: Context): Promise<ReadRecord | null> {
      return (await recordsOf([id], context))[0] ?? null;
    },

    /** The records for what was typed so far: a name, a number, or an id. */
    async suggest(typed: string, skipped: number, context: Context): Promise<Answer<typeof protocol.suggestedEntities>> {
      if (isUuid(typed)) {
        const [found] = await companiesOf([{ id: typed }], context);
        return { result: found?.entity ? [suggestionOf(found.entity)] : [] };
      }
      const limit = Math.min(maxSuggestions, skipped + pageSize);
      const q = typed.slice(0, filterRules.q.most);
      const { entitySuggestions } = await operations().suggestions({ q, limit }, context);
      const page = entitySuggestions.slice(skipped, skipped + pageSize);
      return { result: page.map((one) => suggestionOf({ ...one, legalForm: null, legalFormLabel: null })) };
    },
  };
}

type Suggested = Parameters<typeof describe>[0] & { id: string; canonicalName: string; matchedName?: string | null };

const suggestionOf = ({ id, canonicalName, matchedName, ...described }: Suggested) => ({
  id,
  name: canonicalName,
  description: describe(described, matchedName ? `also called ${matchedName}` : undefined),
  notable: [company],
});
