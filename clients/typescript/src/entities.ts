import { Batches } from './batches.ts';
import { numbered, Pages } from './pages.ts';
import { type CallOptions, type Query, segment, type Transport } from './transport.ts';
import type {
  EntityDetail,
  EntitySuggestion,
  EntitySummary,
  FacetParameters,
  FacetsAnswer,
  GroupAnswer,
  HistoryEntry,
  HistoryPage,
  LookupItem,
  LookupResult,
  SearchPage,
  SearchParameters,
  SuggestParameters,
} from './types.ts';

const root = '/api/v1/entities';
const pathOf = (id: string): string => `${root}/${segment(id)}`;

/** The most items of one look-up. */
const lookupSize = 100;

export class Entities {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Companies that match: by words in any order, unless `mode` says otherwise. */
  search(parameters: SearchParameters = {}, options: CallOptions = {}): Pages<EntitySummary, SearchPage> {
    const query = { ...(parameters.q !== undefined && { mode: 'words' }), ...parameters };
    return this.#pages<EntitySummary, SearchPage>(root, query, options);
  }

  /** How many of the companies that match have each value. */
  facets(parameters: FacetParameters, options: CallOptions = {}): Promise<FacetsAnswer> {
    const query = { ...(parameters.q !== undefined && { mode: 'words' }), ...parameters };
    return this.#transport.json<FacetsAnswer>(`${root}/facets`, { query, ...options });
  }

  /** Companies for what somebody has typed so far. */
  async suggest(parameters: SuggestParameters, options: CallOptions = {}): Promise<readonly EntitySuggestion[]> {
    const { data } = await this.#transport.json<{ data: EntitySuggestion[] }>(`${root}/suggest`, {
      query: parameters,
      ...options,
    });
    return data;
  }

  /** The full record; with `asOf`, as it was served then. */
  async get(id: string, { asOf, ...options }: { asOf?: string | Date } & CallOptions = {}): Promise<EntityDetail> {
    return (await this.#transport.json<{ data: EntityDetail }>(pathOf(id), { query: { asOf }, ...options })).data;
  }

  /** What changed in a record, the newest first. */
  history(id: string, { pageSize, ...options }: { pageSize?: number } & CallOptions = {}): Pages<HistoryEntry, HistoryPage> {
    return this.#pages<HistoryEntry, HistoryPage>(`${pathOf(id)}/history`, { pageSize }, options);
  }

  /** Who is above and below a company. `children` come in pages. */
  group(
    id: string,
    { page, pageSize, ...options }: { page?: number; pageSize?: number } & CallOptions = {},
  ): Promise<GroupAnswer> {
    return this.#transport.json<GroupAnswer>(`${pathOf(id)}/group`, { query: { page, pageSize }, ...options });
  }

  /** Companies by id, LEI, or country and number: any number of them, in batches, in their order. */
  lookup(
    items: Iterable<LookupItem>,
    { include, ...options }: { include?: 'summary' | 'detail' } & CallOptions = {},
  ): Batches<LookupItem, LookupResult> {
    return new Batches(items, lookupSize, async (batch) => {
      const call = { method: 'POST', query: { include }, body: { items: batch }, ...options } as const;
      return (await this.#transport.json<{ data: LookupResult[] }>(`${root}/lookup`, call)).data;
    });
  }

  #pages<Item, Page extends { data: readonly Item[]; meta: { pageCount: number } }>(
    path: string,
    query: Query,
    options: CallOptions,
  ): Pages<Item, Page> {
    const from = typeof query['page'] === 'number' ? query['page'] : 1;
    const read = (page: number) => this.#transport.json<Page>(path, { query: { ...query, page }, ...options });
    return new Pages<Item, Page>(() => numbered(read, from));
  }
}
