import { Changes, type ChangesOptions } from './changes.ts';
import { numbered, Pages } from './pages.ts';
import { type CallOptions, segment, type Transport } from './transport.ts';
import type {
  WatchedChange,
  WatchedCompaniesChange,
  WatchedCompaniesPage,
  WatchedCompany,
  WatchList,
  WatchListFilter,
} from './types.ts';

const root = '/api/v1/watch-lists';
const pathOf = (id: string): string => `${root}/${segment(id)}`;

export type ListChangesOptions = CallOptions & Pick<ChangesOptions, 'cursor' | 'follow' | 'limit'>;

/** Lists of companies, or of what fits a filter, and what changed of them. */
export class WatchLists {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  list(options: CallOptions = {}): Promise<readonly WatchList[]> {
    return this.#data(root, options);
  }

  get(id: string, options: CallOptions = {}): Promise<WatchList> {
    return this.#data(pathOf(id), options);
  }

  create(list: { name: string; filter?: WatchListFilter }, options: CallOptions = {}): Promise<WatchList> {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    return this.#data(root, { method: 'POST', body: list, headers, ...options });
  }

  /** Another name, or another filter. */
  change(id: string, change: { name?: string; filter?: WatchListFilter }, options: CallOptions = {}): Promise<WatchList> {
    return this.#data(pathOf(id), { method: 'PATCH', body: change, ...options });
  }

  /** It is not repeated: after a lost answer the list may be gone already. */
  async delete(id: string, options: CallOptions = {}): Promise<void> {
    await this.#transport.json(pathOf(id), { method: 'DELETE', ...options, retries: 0 });
  }

  /** The companies of a list, in the order in which they were added. */
  companies(
    id: string,
    { pageSize, ...options }: { pageSize?: number | undefined } & CallOptions = {},
  ): Pages<WatchedCompany, WatchedCompaniesPage> {
    const read = (page: number) =>
      this.#transport.json<WatchedCompaniesPage>(`${pathOf(id)}/companies`, { query: { page, pageSize }, ...options });
    return new Pages(() => numbered(read));
  }

  /** Removes companies, and then adds others: by their ids, or looked up for a unit each. */
  changeCompanies(id: string, change: WatchedCompaniesChange, options: CallOptions = {}): Promise<WatchedChange> {
    return this.#data(`${pathOf(id)}/companies`, { method: 'POST', body: change, ...options });
  }

  /** What changed of the companies of a list, from a cursor on, for ever. */
  changes(id: string, options: ListChangesOptions = {}): Changes {
    return new Changes(this.#transport, options, `${pathOf(id)}/changes`);
  }

  async #data<Data>(path: string, call: Parameters<Transport['json']>[1]): Promise<Data> {
    return (await this.#transport.json<{ data: Data }>(path, call)).data;
  }
}
