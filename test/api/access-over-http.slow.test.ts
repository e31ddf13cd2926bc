import { parse } from 'graphql';
import type { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mcpDocuments } from '../../rest/mcp/tools/documents.ts';
import { tools } from '../../rest/mcp/tools/index.ts';
import type { Route } from '../../rest/route/route.ts';
import { routes } from '../../rest/routes/index.ts';
import { hashOf, mintSecret, prefixOf, reconcileTokenFormat } from '../../src/accounts/keys/key-format.ts';
import { planOf } from '../../src/accounts/plan.ts';
import { schema } from '../../src/api/schema.ts';
import { declarationOf } from '../../src/graphql/declaration.ts';
import { powersFor, rootFields as rootFieldsOf } from '../../src/graphql/root-fields.ts';
import { type Power, powerOf, powers, type Role, roles, scopeNames, scopesFor } from '../../src/kernel/access/powers.ts';
import { ForeignIssuer } from '../support/browser/issuer.ts';
import { signIn, signInAt } from '../support/browser/sign-in.ts';
import { connect } from '../support/imports.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { operationFor, rootFields, selectionOf } from './access-ground.ts';

/*
 * Every route and every root field, as every kind of caller, through the front door. Routes come from the router, fields from the
 * schema, and who may use them from the table. What is refused is tried first, and must have cost nothing.
 */

let issuer: ForeignIssuer;
let service: TestService;
let database: Client;
beforeAll(async () => {
  issuer = await ForeignIssuer.start();
  // At one moment, so that the minute does not end.
  const now = new Date();
  service = await startTestService({
    databaseDate: () => now,
    env: { ...signInAt(issuer), OPERATORS: 'operator@example.com', TRUST_PROXY: '1' },
  });
  database = await connect(service.databaseUrl);
});
afterAll(async () => {
  await database.end();
  await service.stop();
  await issuer.stop();
});

const insert = async (statement: string, values: unknown[] = []): Promise<string> =>
  (await database.query(`${statement} RETURNING *`, values)).rows[0].id;
const newAccount = () => insert("INSERT INTO account (plan) VALUES ('business')");
const { requestsPerMinute: perMinute, monthlyRequests: aMonth } = planOf('business');

/** Each kind of caller has an address of its own, because failed credentials are counted by address. */
let callers = 0;
interface Caller {
  headers: Record<string, string>;
  /** The code of the refusal of an operation that needs a session, or a key, and these powers. Undefined: it is let in. */
  session(needed: readonly Power[]): string | undefined;
  key(needed: readonly Power[]): string | undefined;
}
const from = () => ({ 'x-forwarded-for': `10.0.0.${++callers}` });

async function person(name: string): Promise<{ authorization: string; id: string }> {
  issuer.person = { sub: name, email: `${name}@example.com`, email_verified: true, name };
  const authorization = `Bearer ${await issuer.token()}`;
  const { body } = await service.get('/api/v1/auth/me', { headers: { authorization } });
  return { authorization, id: body.data.id };
}
const admits = (role: Role) => (needed: readonly Power[]) => {
  if (needed.some((power) => powers[power].roles === 'operators')) return 'operator_required';
  const isOpen = ({ roles: able }: (typeof powers)[Power]) => able === 'everybody' || able.includes(role);
  return needed.every((power) => isOpen(powers[power])) ? undefined : 'insufficient_role';
};

/** A member of a new account. `owner` is a member too, to look at what was counted. */
async function inRole(role: Role, owner: { id: string }): Promise<Caller & { accountId: string }> {
  const [accountId, { authorization, id }] = [await newAccount(), await person(role)];
  for (const [userId, one] of new Map([[owner.id, 'owner']]).set(id, role))
    await database.query('INSERT INTO membership (account_id, user_id, role) VALUES ($1, $2, $3)', [accountId, userId, one]);
  const headers = { authorization, 'x-account-id': accountId, ...from() };
  return { accountId, headers, session: admits(role), key: () => 'invalid_api_key' };
}

/** A key in a new account, with its address for OpenRefine. */
async function newKey(scopes: readonly string[] | null, addresses: readonly string[] | null = null, maker?: Role) {
  const [accountId, secret, token] = [await newAccount(), mintSecret(), reconcileTokenFormat.mint()];
  const id = await insert(
    'INSERT INTO api_key (account_id, name, prefix, hash, scopes, addresses) VALUES ($1, $2, $3, $4, $5, $6)',
    [accountId, 'key', prefixOf(secret), hashOf(secret), scopes, addresses],
  );
  if (maker) {
    const { id: userId } = await person(maker);
    await database.query('INSERT INTO membership (account_id, user_id, role) VALUES ($1, $2, $3)', [accountId, userId, maker]);
    await database.query('UPDATE api_key SET created_by = $2 WHERE id = $1', [id, userId]);
  }
  await insert('INSERT INTO reconcile_address (account_id, key_id, prefix, hash) VALUES ($1, $2, $3, $4)', [
    ...[accountId, id, reconcileTokenFormat.prefixOf(token), hashOf(token)],
  ]);
  const lacks = (power: Power) => scopesFor(power).some((scope) => !(scopes ?? scopeNames).includes(scope));
  const judge = (needed: readonly Power[]) =>
    needed.some(lacks) ? 'insufficient_scope' : maker ? admits(maker)(needed) : undefined;
  return {
    headers: { 'x-api-key': secret, ...from() },
    reconcile: `/reconcile/${token}`,
    session: () => 'invalid_session',
    key: (needed: readonly Power[]) => (addresses ? 'address_not_allowed' : judge(needed)),
  };
}
type KeyCaller = Awaited<ReturnType<typeof newKey>>;

const accessCodes = [
  ...['api_key_required', 'invalid_api_key', 'session_required', 'invalid_session', 'insufficient_scope'],
  ...['insufficient_role', 'address_not_allowed', 'account_not_found', 'operator_required', 'rate_limit_exceeded'],
];
const neededFor = ({ document }: Route) => powersFor(rootFieldsOf(schema, parse(document)));
const expectedOf = (caller: Caller, route: Route) =>
  route.access === 'public' ? undefined : caller[route.access === 'apiKey' ? 'key' : 'session'](neededFor(route));
const callRoute = async ({ method, path }: Route, headers: Record<string, string>) =>
  service.get(`/api/v1${path.replaceAll(/\{\w+\}/g, 'x')}`, { method: method.toUpperCase(), headers });

/** Tries all routes: those that are refused, then `free` looks that nothing was counted, then the others. */
async function tryRoutes(caller: Caller, isFree: () => Promise<void> = async () => {}): Promise<void> {
  const [refused, open] = [
    routes.filter((route) => expectedOf(caller, route)),
    routes.filter((route) => !expectedOf(caller, route)),
  ];
  for (const route of refused) {
    const { body, headers } = await callRoute(route, caller.headers);
    expect([route.operationId, body.error.code, headers.get('x-ratelimit-limit')]).toEqual([
      ...[route.operationId, expectedOf(caller, route), null],
    ]);
    const [, scope] = /error="insufficient_scope", scope="(.+)"/.exec(headers.get('www-authenticate') ?? '') ?? [];
    if (body.error.code === 'insufficient_scope') expect(neededFor(route).flatMap(scopesFor)).toContain(scope);
  }
  await isFree();
  for (const route of open) {
    const { body } = await callRoute(route, caller.headers);
    expect(accessCodes, `${route.operationId}: ${body?.error?.code}`).not.toContain(body?.error?.code);
  }
}

/** Fields that REST alone has. */
const isOpenToGraphql = ({ field }: (typeof rootFields)[number]) => !declarationOf(field).internal;
const queries = rootFields.filter(({ type, field }) => type === schema.getQueryType() && isOpenToGraphql({ type, field }));
const mutations = rootFields.filter(({ type, field }) => type !== schema.getQueryType() && isOpenToGraphql({ type, field }));

/** The codes of the errors of an operation, by root field; or the code of its refusal for each. */
async function codesOf(fields: typeof rootFields, headers: Record<string, string>): Promise<Map<string, string | undefined>> {
  const [first] = fields;
  const text =
    first && fields.length === 1
      ? operationFor(first.type, first.field)
      : `{ ${fields.map(({ field }) => selectionOf(field)).join(' ')} }`;
  const { body } = await service.graphql(text, { headers: { authorization: '', ...headers } });
  const byField = (name: string) =>
    body.errors?.find(({ path }: { path: string[] }) => path?.[0] === name)?.extensions.code ?? body.error?.code;
  return new Map(fields.map(({ field: { name } }) => [name, byField(name)]));
}

async function tryFields(caller: Caller, isFree: () => Promise<void> = async () => {}): Promise<void> {
  const expected = ({ field }: (typeof rootFields)[number]) => caller.session([powerOf(field.name) ?? expect.unreachable()]);
  const inPages = (fields: typeof rootFields) =>
    Array.from({ length: Math.ceil(fields.length / 12) }, (_, page) => fields.slice(page * 12, page * 12 + 12));
  const rounds = (isRefused: boolean) => [
    ...inPages(queries.filter((one) => Boolean(expected(one)) === isRefused)),
    ...mutations.filter((one) => Boolean(expected(one)) === isRefused).map((one) => [one]),
  ];
  for (const fields of rounds(true)) {
    const codes = await codesOf(fields, caller.headers);
    for (const one of fields) expect([one.field.name, codes.get(one.field.name)]).toEqual([one.field.name, expected(one)]);
  }
  await isFree();
  for (const fields of rounds(false))
    for (const [name, code] of await codesOf(fields, caller.headers)) expect(accessCodes, `${name}: ${code}`).not.toContain(code);
}

const leftOf = ({ headers }: { headers: Headers }) =>
  ['x-ratelimit-remaining', 'x-monthly-quota-remaining'].map((name) => Number(headers.get(name)));

test.each(Object.keys(roles) as Role[])('a session of the role %s', async (role) => {
  const owner = await person('owner');
  for (const attempt of [tryRoutes, tryFields]) {
    // An account each, because changes by sessions are limited by the minute.
    const caller = await inRole(role, owner);
    await attempt(caller, async () => {
      const headers = { authorization: owner.authorization, 'x-account-id': caller.accountId };
      const looked = await service.graphql('{ countries { code } }', { headers });
      expect(leftOf(looked)).toEqual([perMinute - 1, aMonth - 1]);
    });
  }
});

test('a person in the account of others, by token and by cookie', async () => {
  const accountId = await newAccount();
  const { authorization } = await person('outsider');
  const cookie = `session=${await signIn(service.url)}`;
  const outside = { session: () => 'account_not_found' };
  for (const credential of [{ authorization }, { cookie, origin: service.url }]) {
    const headers = { ...credential, 'x-account-id': accountId, ...from() };
    const caller = { headers, ...outside, key: () => ('cookie' in credential ? 'api_key_required' : 'invalid_api_key') };
    await tryRoutes(caller);
    await tryFields(caller);
  }
});

test('an operator, and who has no credential', async () => {
  const { authorization } = await person('operator');
  const owner = admits('owner');
  const session = (needed: readonly Power[]) => (owner(needed) === 'operator_required' ? undefined : owner(needed));
  await tryFields({ headers: { authorization, ...from() }, session, key: () => 'invalid_api_key' });
  const nobody = { headers: from(), session: () => 'session_required', key: () => 'api_key_required' };
  await tryRoutes(nobody);
  await tryFields(nobody);
});

/** One message to the MCP server. */
const tell = async (headers: Record<string, string>, method: string, params: object = {}) => {
  const response = await fetch(`${service.url}/mcp`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return { status: response.status, body: await response.json() };
};

/** What each path of an OpenRefine address needs. */
const reconcilePaths: [string, Power[]][] = [
  ['', ['match']],
  ['/suggest/property?prefix=n', ['match']],
  ['/properties?type=company', ['match']],
  [`?queries=${encodeURIComponent('{"q":{"query":"x"}}')}`, ['match']],
  [`?extend=${encodeURIComponent('{"ids":["x"],"properties":[{"id":"status"}]}')}`, ['match', 'companies']],
  ['/preview?id=x', ['match', 'companies']],
  ['/flyout/entity?id=x', ['match', 'companies']],
  ['/suggest/entity?prefix=x', ['match', 'companies']],
];

/** The tools of agents and the address for OpenRefine: what is refused. Returns how many messages counted in the minute. */
async function tryOtherDoors(caller: KeyCaller): Promise<number> {
  let messages = 1;
  const listed = await tell(caller.headers, 'tools/list');
  if (caller.key(['public']) === 'address_not_allowed')
    expect([listed.status, listed.body.error.data.code]).toEqual([403, 'address_not_allowed']);
  else {
    const names = listed.body.result.tools.map(({ name }: { name: string }) => name);
    for (const tool of tools) {
      const needed = powersFor(tool.documents.flatMap((name) => rootFieldsOf(schema, parse(mcpDocuments[name]))));
      const refusal = caller.key(needed);
      expect([tool.name, names.includes(tool.name)]).toEqual([tool.name, !refusal]);
      if (!refusal) continue;
      messages += 1;
      const { status, body } = await tell(caller.headers, 'tools/call', { name: tool.name, arguments: {} });
      expect([status, body.result.isError]).toEqual([200, true]);
      expect(body.result.content[0].text).toMatch(new RegExp(`^${refusal}: .* Do not call this tool again`));
    }
  }
  for (const [path, needed] of reconcilePaths) {
    const refusal = caller.key(needed);
    if (!refusal) continue;
    const headers = { 'x-forwarded-for': caller.headers['x-forwarded-for'] };
    const { status, body, headers: sent } = await service.get(caller.reconcile + path, { headers });
    expect([path, status, body.error.code, sent.get('x-ratelimit-limit')]).toEqual([path, 403, refusal, null]);
    expect(sent.get('access-control-allow-origin')).toBe('*');
  }
  return messages;
}

test.each([
  ['every scope', null],
  ['no scope', []],
  ...scopeNames.map((scope): [string, string[]] => [scope, [scope]]),
])('a key with %s, by REST, MCP and OpenRefine', async (_name, scopes) => {
  const caller = await newKey(scopes);
  const messages = await tryOtherDoors(caller);
  await tryRoutes(caller, async () => {
    const left = leftOf(await service.get('/api/v1/countries', { headers: caller.headers }));
    expect(left).toEqual([perMinute - messages - 1, aMonth - 1]);
  });
  // The endpoint refuses keys before it reads anything.
  if (!scopes) await tryFields(caller);
});

test.each(Object.values(roles))('a key of a member who is now %s, by REST, MCP and OpenRefine', async (role) => {
  const caller = await newKey(null, null, role);
  await tryOtherDoors(caller);
  await tryRoutes(caller);
});

test('a key that is used from elsewhere, by REST, MCP and OpenRefine', async () => {
  const caller = await newKey(null, ['192.0.2.0/24']);
  await tryOtherDoors(caller);
  await tryRoutes(caller);
  const home = { ...caller.headers, 'x-forwarded-for': '192.0.2.7' };
  expect(leftOf(await service.get('/api/v1/countries', { headers: home }))).toEqual([perMinute - 1, aMonth - 1]);
});
