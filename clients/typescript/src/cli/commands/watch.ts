import type { LookupItem, WatchedCompany, WatchList, WatchListFilter } from '../../types.ts';
import type { Call } from '../command.ts';
import { exitCodes } from '../failure.ts';
import type { Column } from '../list.ts';
import { printOne } from '../one.ts';
import { pageSizeOf, printPages } from '../pages.ts';
import { idOf, isId, itemOf } from '../references.ts';
import { NothingFound, UsageError } from '../shell.ts';
import { referenceOf } from '../summaries.ts';
import { number } from '../text.ts';
import { printFeed } from './changes.ts';
import { linesOf } from './lookup.ts';
import { filtersOf } from './search.ts';

/** The most ids, and the most companies to look up, of one request. */
const most = { ids: 500, lookup: 100 };

const listColumns: readonly Column<WatchList>[] = [
  { title: 'NAME', field: 'name', value: ({ name }) => name, shrinks: true },
  { title: 'COMPANIES', field: 'companies', value: ({ companies }) => companies },
  { title: 'FILTER', field: 'filter', value: ({ filter }) => filter && JSON.stringify(filter), rank: 1, shrinks: true },
  { title: 'ID', field: 'id', value: ({ id }) => id },
  { field: 'createdAt', value: ({ createdAt }) => createdAt },
];

const companyColumns: readonly Column<WatchedCompany>[] = [
  { title: 'NAME', field: 'canonicalName', value: ({ entity }) => entity?.canonicalName ?? 'removed', shrinks: true },
  { title: 'COMPANY', field: 'company', value: ({ entity, entityId }) => (entity ? referenceOf(entity) : entityId) },
  { title: 'STATUS', field: 'status', value: ({ entity }) => entity?.status, rank: 1 },
  { title: 'ADDED', field: 'addedAt', value: ({ addedAt }) => addedAt, rank: 2 },
  { field: 'entityId', value: ({ entityId }) => entityId },
];

/** What a command did to a list. */
interface Altered {
  added: number;
  removed: number;
  companies: number;
  notFound: string[];
}

const alteredColumns: readonly Column<Altered>[] = [
  { field: 'added', value: ({ added }) => added },
  { field: 'removed', value: ({ removed }) => removed },
  { field: 'companies', value: (altered) => altered.companies },
  { field: 'notFound', value: ({ notFound }) => notFound.join(' ') },
];

type Action = (call: Call, name: string, companies: readonly string[]) => Promise<number>;

const actions: Readonly<Record<string, Action>> = {
  lists,
  create,
  delete: remove,
  companies,
  add: alter,
  remove: alter,
  changes,
};

export async function run(call: Call): Promise<number> {
  const [action = '', name = '', ...words] = call.words;
  const chosen = actions[action];
  if (!chosen) throw new UsageError(`watch knows ${Object.keys(actions).join(', ')}, and not ${action}.`);
  if (action !== 'lists' && name === '') throw new UsageError(`watch ${action} needs a list: its name or its id.`);
  if (!/^(add|remove)$/.test(action) && words.length > 0)
    throw new UsageError(`There is a word too many: ${words[0]}. Put names with blanks in quotes.`);
  return chosen(call, name, words);
}

async function lists({ registry, signal, list }: Call): Promise<number> {
  const all = await registry.watchLists.list({ signal });
  const printed = list(listColumns);
  await printed.add(all);
  await printed.end();
  return all.length > 0 ? exitCodes.done : exitCodes.nothing;
}

async function create(call: Call, name: string): Promise<number> {
  const { options, registry, signal } = call;
  const query = options.text('query');
  const { countries, ...filters } = filtersOf(options);
  const filter = {
    ...(query !== undefined && { q: query, mode: 'words' }),
    ...filters,
    ...(countries !== undefined && { countries: String(countries).split(',') }),
  } as WatchListFilter;
  const hasFilter = Object.keys(filter).length > 0;
  const made = await registry.watchLists.create({ name, ...(hasFilter && { filter }) }, { signal });
  const parts = [
    ['Name', made.name],
    ['Filter', made.filter && JSON.stringify(made.filter)],
    ['Id', made.id],
  ] as const;
  await printOne(call, made, parts, listColumns);
  return exitCodes.done;
}

async function remove(call: Call, name: string): Promise<number> {
  await call.registry.watchLists.delete(await listOf(call, name), { signal: call.signal });
  call.note(`${name} is deleted.`);
  return exitCodes.done;
}

async function companies(call: Call, name: string): Promise<number> {
  const { registry, signal, options } = call;
  const pages = registry.watchLists.companies(await listOf(call, name), { pageSize: pageSizeOf(options), signal }).pages();
  return printPages(call, pages, { columns: companyColumns, one: 'company', many: 'companies' });
}

async function changes(call: Call, name: string): Promise<number> {
  const list = await listOf(call, name);
  return printFeed(call, (place) => call.registry.watchLists.changes(list, place));
}

/** Adds companies, or removes them. */
async function alter(call: Call, name: string, words: readonly string[]): Promise<number> {
  const { registry, signal, shell } = call;
  const isAdding = call.words[0] === 'add';
  const given = words.length > 0 ? words : await linesOf(shell.stdin);
  if (given.length === 0) throw new UsageError('There are no companies: give them as words, or as lines of standard input.');
  const items = given.map(itemOf);
  const list = await listOf(call, name);
  const ids = items.flatMap(({ id }) => id ?? []);
  const others = items.filter(({ id }) => !id);
  if (!isAdding) for (const word of given.filter((one) => !isId(one))) ids.push(await idOf(call, word));
  const all: Altered = { added: 0, removed: 0, companies: 0, notFound: [] };
  const send = async (change: { add?: string[]; remove?: string[]; lookup?: LookupItem[] }) => {
    const done = await registry.watchLists.changeCompanies(list, change, { signal });
    all.added += done.added;
    all.removed += done.removed;
    all.companies = done.companies;
    const missed = (done.lookup ?? []).filter(({ status }) => status !== 'found');
    all.notFound.push(...done.unknown, ...missed.map(({ input }) => askedFor(input)));
  };
  for (const some of portions(ids, most.ids)) await send(isAdding ? { add: some } : { remove: some });
  if (isAdding) for (const some of portions(others, most.lookup)) await send({ lookup: some });
  const parts = [
    isAdding ? (['Added', number(all.added)] as const) : (['Removed', number(all.removed)] as const),
    ['Companies', number(all.companies)],
    ['Not found', all.notFound.join(', ')],
  ] as const;
  await printOne(call, all, parts, alteredColumns);
  return all.notFound.length > 0 ? exitCodes.nothing : exitCodes.done;
}

const askedFor = ({ lei, country, number: own }: LookupItem): string => lei ?? `${country}:${own}`;

function portions<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, place) => items.slice(place * size, (place + 1) * size));
}

/** The id of a list. A name costs one unit. */
async function listOf({ registry, signal }: Call, word: string): Promise<string> {
  if (isId(word)) return word;
  const named = (await registry.watchLists.list({ signal })).filter(({ name }) => name === word);
  if (named.length > 1) throw new NothingFound(`Several lists are called ${word}: give the id, which watch lists shows.`);
  if (!named[0]) throw new NothingFound(`There is no list ${word}. company-registry watch lists shows all of them.`);
  return named[0].id;
}
