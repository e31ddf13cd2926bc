import { readFileSync } from 'node:fs';
import { parse } from 'graphql';
import { z } from 'zod';
import { tools } from '../../../rest/mcp/tools/index.ts';
import { propertyIds } from '../../../rest/reconcile/properties.ts';
import { batchSize } from '../../../rest/reconcile/queries.ts';
import type { allowed } from '../../../rest/reconcile/reconcile-routes.ts';
import { routes } from '../../../rest/routes/index.ts';
import { rootFields, schema } from '../../../src/api/index.ts';
import { publicSchema } from '../../../src/api/public-schema.ts';
import { lookups } from '../../../src/companies/index.ts';
import { filterRules } from '../../../src/company/limits.ts';
import { matchRules } from '../../../src/matching/index.ts';
import { idOf, largestOf, type Schema, type Text, texts } from './values.ts';

/** One request, and its name for whoever reads that it failed. */
export interface LargeRequest {
  name: string;
  method: string;
  path: string;
  access: 'key' | 'session' | 'none';
  body?: unknown;
}

/** What the requests are about. */
export interface Ground {
  entityId: string;
  /** A watch list with companies, and one with a filter. */
  listId: string;
  filterListId: string;
  token: string;
}

interface Operation {
  operationId: string;
  security?: Record<string, string[]>[];
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

const contract = JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8'));
const resolve = (reference: string): Schema =>
  reference
    .split('/')
    .slice(1)
    .reduce((part, key) => part[key], contract);

/** Inputs that are large and refused, because nothing larger is allowed that is served. */
export const refusedAnyway: Record<string, string> = {
  deleteAccount: 'The id of the account must be repeated.',
  'GraphQL deleteAccount': 'The same.',
  receivePaymentEvent: 'It has no signature.',
  'GraphQL listChanges': 'Fewer records than in REST.',
  'GraphQL changeWatchedCompanies': 'Fewer values than in REST.',
};

/** Refused without a signature, whatever they have. */
const signed = ['receiveLeakReports', 'receivePaymentEvent'];

const idIn = (path: string, method: string, { entityId, listId, filterListId }: Ground): string => {
  if (path.includes('/entities/')) return entityId;
  if (!path.includes('/watch-lists/') || method === 'delete') return idOf(0);
  return path.endsWith('/companies') ? listId : filterListId;
};

interface Sent {
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
}

function sentTo(path: string, method: string, operation: Operation, text: Text, ground: Ground): Sent {
  const { parameters = [], requestBody, operationId } = operation;
  const all = parameters.map((one) => ('$ref' in one ? (resolve(String(one.$ref)) as unknown as typeof one) : one));
  const query = all
    .filter((one) => one.in === 'query')
    .map((one) => [one.name, largestOf(one.schema, one.name, text, resolve)])
    .filter(([, value]) => value !== undefined);
  const params = all.filter((one) => one.in === 'path').map(({ name }) => [name, idIn(path, method, ground)]);
  const [content] = Object.values(requestBody?.content ?? {});
  const body = content && (signed.includes(operationId) ? {} : largestOf(content.schema, 'body', text, resolve));
  return {
    params: Object.fromEntries(params),
    query: Object.fromEntries(query.map(([name, value]) => [name, String(value)])),
    body,
  };
}

/** The largest input of every operation of the contract. */
export function restRequests(text: Text, ground: Ground): LargeRequest[] {
  return Object.entries<Record<string, Operation>>(contract.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => {
      const { params, query, body } = sentTo(path, method, operation, text, ground);
      const place = path.replace(/\{(\w+)\}/g, (_, name) => params[name] ?? '');
      const parameters = new URLSearchParams(query).toString();
      const access = Object.keys(operation.security?.[0] ?? {})[0] ?? '';
      return {
        name: operation.operationId,
        method: method.toUpperCase(),
        path: parameters ? `${place}?${parameters}` : place,
        access: access.startsWith('ApiKey') ? 'key' : access.startsWith('Session') ? 'session' : 'none',
        ...(body !== undefined && { body }),
      };
    }),
  );
}

/** Root fields that no route has. */
const beyondRoutes: Record<string, string> = {
  accounts: '{ accounts(page: 1, pageSize: 100) { items { id } } }',
  changeSets: '{ changeSets(limit: 100) { __typename } }',
  failedImports: '{ failedImports(page: 1, pageSize: 100) { __typename } }',
  identifierImports: '{ identifierImports(page: 1, pageSize: 100) { __typename } }',
  imports: '{ imports(page: 1, pageSize: 100) { __typename } }',
  planChanges: '{ planChanges { __typename } }',
  readiness: '{ readiness { problem } }',
  requestStatistics: '{ requestStatistics(count: 24, span: hour) { __typename } }',
  usage: '{ usage(days: 90) { used } }',
  waitingEvents: '{ waitingEvents(page: 1, pageSize: 100) { __typename } }',
};

/** The same through GraphQL: the documents of the routes with the variables that they make of their largest input. */
export function graphqlRequests(text: Text, ground: Ground): LargeRequest[] {
  const ask = (name: string, query: string, variables: unknown = {}): LargeRequest => ({
    ...{ name: `GraphQL ${name}`, method: 'POST', path: '/graphql', access: 'session' },
    body: { query, variables },
  });
  const byId = new Map(
    Object.entries<Record<string, Operation>>(contract.paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => [operation.operationId, { path, method, operation }] as const),
    ),
  );
  const open = openFields();
  const ofRoutes = routes.flatMap((route) => {
    const known = byId.get(route.operationId);
    if (!known || !rootFields(schema, parse(route.document)).every(({ field }) => open.includes(field.name))) return [];
    const sent: Record<string, unknown> = { ...sentTo(known.path, known.method, known.operation, text, ground), headers: {} };
    const input = Object.fromEntries(
      Object.entries(route.input ?? {}).map(([part, one]) => [part, one instanceof z.ZodType ? one.parse(sent[part]) : one]),
    );
    return [ask(route.operationId, route.document, route.variables?.(input as never) ?? {})];
  });
  return [...ofRoutes, ...Object.entries(beyondRoutes).map(([name, query]) => ask(name, query))];
}

const openFields = (): string[] => {
  const open = publicSchema(schema);
  return [open.getQueryType(), open.getMutationType()].flatMap((type) => Object.keys(type?.getFields() ?? {}));
};

/** Root fields that none of the requests asks. */
export function missingFields(): string[] {
  const asked = new Set(routes.flatMap(({ document }) => rootFields(schema, parse(document)).map(({ field }) => field.name)));
  return openFields().filter((name) => !asked.has(name) && !(name in beyondRoutes));
}

/** A call of every tool. */
export const agentRequests = (text: Text, { entityId }: Ground): LargeRequest[] =>
  tools.map(({ name, input }) => {
    const asked = largestOf(z.toJSONSchema(input) as Schema, 'arguments', text, resolve) as object;
    const isOfRecord = Object.keys(input.shape).includes('id');
    const params = { name, arguments: isOfRecord ? { ...asked, id: entityId } : asked };
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    return { name: `MCP ${name}`, method: 'POST', path: '/mcp', access: 'key', body };
  });

/** Every path of the reconciliation service. */
export function reconcileRequests(text: Text, { entityId, token }: Ground): LargeRequest[] {
  const name = text(matchRules.query.name.most);
  const queries = Object.fromEntries(Array.from({ length: batchSize }, (_, place) => [`q${place}`, { query: name, limit: 20 }]));
  const ids = Array.from({ length: lookups.most }, (_, place) => (place === 0 ? entityId : idOf(place)));
  const extend = { ids, properties: propertyIds.map((id) => ({ id })) };
  const prefix = encodeURIComponent(text(filterRules.q.most));
  const paths = {
    '/': [{ form: { queries: JSON.stringify(queries) } }, { form: { extend: JSON.stringify(extend) } }, {}],
    '/preview': [{ parameters: `?id=${entityId}` }],
    '/flyout/entity': [{ parameters: `?id=${entityId}` }],
    '/suggest/entity': [{ parameters: `?prefix=${prefix}` }],
    '/suggest/property': [{ parameters: `?prefix=${prefix}` }],
    '/properties': [{ parameters: '?type=company&limit=100' }],
  } satisfies Record<keyof typeof allowed, { form?: Record<string, string>; parameters?: string }[]>;
  return Object.entries<{ form?: Record<string, string>; parameters?: string }[]>(paths).flatMap(([path, all]) =>
    all.map(({ form, parameters = '' }) => ({
      name: `OpenRefine ${path}${form ? ` ${Object.keys(form)}` : ''}`,
      method: form ? 'POST' : 'GET',
      path: `/reconcile/${token}${path === '/' ? '' : path}${parameters}`,
      access: 'none',
      ...(form && { body: new URLSearchParams(form) }),
    })),
  );
}

/** Every operation with its largest input, in every form of text. Requests that have no text are there once. */
export function largestRequests(ground: Ground): LargeRequest[] {
  const makers = [restRequests, graphqlRequests, agentRequests, reconcileRequests];
  const all = Object.entries(texts).flatMap(([form, text]) =>
    makers.flatMap((make) => make(text, ground).map((one) => ({ ...one, form }))),
  );
  const bySending = new Map(all.map((one) => [JSON.stringify([one.method, one.path, String(one.body), one.body]), one]));
  return [...bySending.values()].map(({ form, ...one }) => ({ ...one, name: `${one.name}: ${form}` }));
}
