import { z } from 'zod';
import { feedRules, maxCursorLength } from '../../../src/changes/index.ts';
import { lookups } from '../../../src/companies/index.ts';
import { pageRules } from '../../../src/company/limits.ts';
import { addingCost, maxIds, watchRules } from '../../../src/watching/index.ts';
import { countOf, from, named } from '../../route/envelope.ts';
import { idempotencyHeader, replayedHeader } from '../../route/idempotency.ts';
import { route } from '../../route/route.ts';
import { digits } from '../../route/rules.ts';
import { changeFields, exampleChange, exampleChangeMeta, preferWait, waited } from '../companies/changes.ts';
import { exampleEntity, summaryFragment } from '../companies/entities.ts';
import { exampleBritish, lookupItem } from '../companies/entity-lookup.ts';
import { filterBody } from '../companies/entity-query.ts';

const listFragment = 'fragment WatchList on WatchList { id name companies createdAt filter }';
const exampleList = {
  id: '5c2f0b1e-9d4a-4a5e-8f57-2a1c5c0e7b44',
  name: 'Suppliers',
  companies: 2,
  createdAt: '2026-11-15T09:30:00.000Z',
  filter: null,
};
const exampleLookup = { input: { country: 'GB', number: '2158170' }, status: 'found', entityId: exampleBritish.id };
const params = z.object({ id: z.string().meta({ description: 'The id of the list.', format: 'uuid' }) });
const name = z
  .string()
  .trim()
  .refine(watchRules.name.allows, watchRules.name.message)
  .meta({ examples: [exampleList.name], minLength: 1, maxLength: watchRules.name.most });
const ids = z
  .array(z.string())
  .optional()
  .meta({ maxItems: maxIds, examples: [[exampleEntity.id]] });

const common = { tag: 'Watching', access: 'apiKey', cacheControl: 'no-store' } as const;
const answer = (description: string, path: string) => ({
  description,
  body: { data: from(path) },
  example: { data: exampleList },
});

export const listWatchLists = route({
  ...common,
  operationId: 'listWatchLists',
  method: 'get',
  path: '/watch-lists',
  summary: 'List the watch lists',
  description: 'All watch lists of the account, oldest first.',
  document: `{ watchLists { ...WatchList } } ${listFragment}`,
  answers: {
    200: {
      description: 'The lists.',
      body: { data: from('watchLists'), meta: { count: countOf('watchLists') } },
      example: { data: [exampleList], meta: { count: 1 } },
    },
  },
});

export const createWatchList = route({
  ...common,
  operationId: 'createWatchList',
  method: 'post',
  path: '/watch-lists',
  summary: 'Create a watch list',
  description:
    'With a filter, the list has the changes of all records that fit it, before a change or after it. Without one it is empty ' +
    'at first, and gets the changes of the companies that are added. How many lists there may be is in the plan.',
  input: {
    headers: idempotencyHeader('the list is deleted'),
    body: z.strictObject({ name, filter: filterBody.optional() }).meta({ examples: [{ name: exampleList.name }] }),
  },
  document: `mutation ($name: String!, $filter: EntityFilter, $idempotencyKey: String) {
    created: createWatchList(name: $name, filter: $filter, idempotencyKey: $idempotencyKey) {
      watchList { ...WatchList } replayed
    }
  } ${listFragment}`,
  variables: ({ body, headers }) => ({ ...body, idempotencyKey: headers['Idempotency-Key'] }),
  answers: { 201: { ...answer('The list.', 'created.watchList'), headers: replayedHeader } },
  errors: ['watch_limit_reached', 'idempotency_key_reused'],
});

export const getWatchList = route({
  ...common,
  operationId: 'getWatchList',
  method: 'get',
  path: '/watch-lists/{id}',
  summary: 'Get a watch list',
  description: 'The list, and how many companies it has.',
  input: { params },
  document: `query ($id: ID!) { watchList(id: $id) { ...WatchList } } ${listFragment}`,
  variables: (input) => input.params,
  answers: { 200: answer('The list.', 'watchList') },
  errors: ['watch_list_not_found'],
});

export const changeWatchList = route({
  ...common,
  operationId: 'changeWatchList',
  method: 'patch',
  path: '/watch-lists/{id}',
  summary: 'Change a watch list',
  description:
    'Gives the list another name, another filter, or both. The filter holds for imports from now on; what is in the feed ' +
    'stays. A list of companies cannot get a filter.',
  input: {
    params,
    body: z
      .strictObject({ name: name.optional(), filter: filterBody.optional() })
      .meta({ examples: [{ name: exampleList.name }] }),
  },
  document: `mutation ($id: ID!, $name: String, $filter: EntityFilter) {
    changed: changeWatchList(id: $id, name: $name, filter: $filter) { ...WatchList }
  } ${listFragment}`,
  variables: (input) => ({ ...input.params, ...input.body }),
  answers: { 200: answer('The list.', 'changed') },
  errors: ['watch_list_not_found'],
});

export const deleteWatchList = route({
  ...common,
  operationId: 'deleteWatchList',
  method: 'delete',
  path: '/watch-lists/{id}',
  summary: 'Delete a watch list',
  description: 'Deletes the list with its companies, and its feed.',
  input: { params },
  document: 'mutation ($id: ID!) { deleteWatchList(id: $id) }',
  variables: (input) => input.params,
  answers: { 204: { description: 'It is deleted.' } },
  errors: ['watch_list_not_found'],
});

export const listWatchedCompanies = route({
  ...common,
  operationId: 'listWatchedCompanies',
  method: 'get',
  path: '/watch-lists/{id}/companies',
  summary: 'List the companies of a watch list',
  description: 'In the order in which they were added. A company that its register no longer has stays, without its record.',
  input: {
    params,
    query: z.strictObject({ page: digits(pageRules.page), pageSize: digits(pageRules.pageSize) }),
  },
  document: `query ($id: ID!, $page: Int, $pageSize: Int) {
    watchedCompanies(id: $id, page: $page, pageSize: $pageSize) {
      items { entityId addedAt entity { ...EntitySummary } } meta { page pageSize pageCount total }
    }
  } ${summaryFragment}`,
  variables: (input) => ({ ...input.params, ...input.query }),
  answers: {
    200: {
      description: 'The page.',
      body: { data: from('watchedCompanies.items'), meta: from('watchedCompanies.meta') },
      example: {
        data: [{ entityId: exampleEntity.id, addedAt: exampleList.createdAt, entity: null }],
        meta: { page: 1, pageSize: 25, pageCount: 1, total: 1 },
      },
    },
  },
  errors: ['watch_list_not_found'],
});

export const changeWatchedCompanies = route({
  ...common,
  operationId: 'changeWatchedCompanies',
  method: 'post',
  path: '/watch-lists/{id}/companies',
  summary: 'Add and remove watched companies',
  description:
    `Removes companies, and then adds others: up to ${maxIds} by their ids, as a search or a match gives them, and up to ` +
    `${lookups.most} that are looked up as by \`POST /entities/lookup\`, each for a unit. A request can be repeated: it ` +
    'changes nothing more. A company that is in `add` and in `remove` is in the list afterwards, with a new `addedAt`. If the ' +
    'plan does not allow so many companies, nothing is changed.',
  input: {
    params,
    body: z
      .strictObject({ add: ids, remove: ids, lookup: z.array(lookupItem).optional().meta({ maxItems: lookups.most }) })
      .meta({ examples: [{ add: [exampleEntity.id], lookup: [{ country: 'GB', number: '2158170' }], remove: [] }] }),
  },
  document: `mutation ($id: ID!, $add: [ID!], $remove: [ID!], $lookup: [EntityLookupItem!]) {
    changed: changeWatchedCompanies(id: $id, add: $add, remove: $remove, lookup: $lookup) {
      added removed unknown companies lookup { input status entityId }
    }
  }`,
  variables: (input) => ({ ...input.params, ...input.body }),
  answers: {
    200: {
      description: 'What was changed.',
      body: { data: named('WatchedChange', from('changed')) },
      example: { data: { added: 2, removed: 0, unknown: [], companies: 2, lookup: [exampleLookup] } },
    },
  },
  errors: ['watch_list_not_found', 'watch_limit_reached'],
  cost: { ...addingCost, asked: ({ body }) => body.lookup?.length ?? 0 },
});

export const listWatchListChanges = route({
  ...common,
  operationId: 'listWatchListChanges',
  method: 'get',
  path: '/watch-lists/{id}/changes',
  summary: 'Follow the changes of a watch list',
  description:
    'What changed of the companies of the list, since each was added, or of what fits its filter; as in `GET /changes` and ' +
    'with the same cursors. A client that follows `nextCursor` sees every change exactly once. A page is one unit.',
  input: {
    params,
    query: z.strictObject({
      cursor: z.string().min(1, 'is not one of ours').max(maxCursorLength, 'is not one of ours').optional(),
      limit: digits(feedRules.limit),
    }),
    headers: preferWait,
  },
  document: `query ($id: ID!, $cursor: String, $limit: Int, $wait: Int) {
    changes: watchListChanges(id: $id, cursor: $cursor, limit: $limit, wait: $wait) {
      items { ${changeFields} } meta { nextCursor hasMore oldestCursor dataVersion } waited
    }
  }`,
  variables: ({ headers, ...input }) => ({ ...input.params, ...input.query, wait: headers.Prefer }),
  answers: {
    200: {
      description: 'The page.',
      headers: { 'Preference-Applied': waited },
      body: { data: from('changes.items'), meta: from('changes.meta') },
      example: { data: [exampleChange], meta: exampleChangeMeta },
    },
  },
  errors: ['watch_list_not_found', 'cursor_expired'],
  patience: ({ headers }) => headers.Prefer,
});
