import { afterAll, beforeAll, expect, test } from 'vitest';
import { edgeLimits } from '../../../rest/edge/edge-limits.ts';
import { connect } from '../../support/imports.ts';
import {
  ask,
  askGraphql,
  limitsOf,
  type MeteringGround,
  meteringGround,
  paths,
  type TestAccount,
  usedOf,
} from '../../support/metering.ts';
import { as } from '../../support/people.ts';
import type { Answer, TestService } from '../../support/service.ts';

const limits = { ...edgeLimits };
let ground: MeteringGround;
let service: TestService;
/** In milliseconds: how far the clock of the service is ahead. It never goes back. */
let ahead = 0;
beforeAll(async () => {
  ground = await meteringGround();
  service = await ground.start({ limits, now: () => performance.now() + ahead });
});
afterAll(() => ground.close());

const waiting = `SELECT count(*)::int AS count FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;

/** Asks while nobody can read the table; then lets all who wait go on, to their end. */
async function whileLocked(table: string, ask: () => Promise<Answer>, deadline = 100): Promise<Answer> {
  const client = await connect(ground.url);
  await client.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
  limits.answer = deadline;
  const answer = await ask();
  limits.answer = edgeLimits.answer;
  await client.query('COMMIT');
  await client.end();
  await expect.poll(async () => (await ground.query(waiting))[0]).toEqual({ count: 0 });
  // A round trip behind those that went on.
  await service.get('/api/v1/health/ready');
  return answer;
}

/** Asks, and the answer is found when its deadline has passed and no timer has noticed, as where the event loop was held up. */
async function whileHeldUp(ask: () => Promise<Answer>): Promise<Answer> {
  const client = await connect(ground.url);
  await client.query('BEGIN; LOCK TABLE entity IN ACCESS EXCLUSIVE MODE');
  try {
    const answer = ask();
    await expect.poll(async () => (await ground.query(waiting))[0]).not.toEqual({ count: 0 });
    ahead += edgeLimits.answer + 1;
    await client.query('COMMIT');
    return await answer;
  } finally {
    await client.end();
  }
}

function expectTooLate({ status, body, headers }: Answer): void {
  expect([status, body.error.code, headers.get('retry-after')]).toEqual([503, 'service_unavailable', '1']);
  expect(body.error.requestId).toBe(headers.get('x-request-id'));
}

test('an answer that takes too long is 503, and what it was charged is given back, once', async () => {
  const account = await ground.account();
  expect(limitsOf(await ask(service, account)).period[1]).toBe(999);
  const answer = await whileLocked('entity', () => ask(service, account, paths[404]));
  expectTooLate(answer);
  const next = await ask(service, account, paths[404]);
  expect([next.status, limitsOf(next).period[1]]).toEqual([404, 998]);
  await expect.poll(() => ground.used(account)).toBe(2);
  const late = service.log.entries().filter(({ requestId }) => requestId === answer.body.error.requestId);
  expect(late).toMatchObject([
    { code: 'service_unavailable', route: '/api/v1/entities/{id}', err: { message: 'There was no answer within 100 ms.' } },
  ]);
});

test('what hangs before anything is charged is not charged later', async () => {
  const account = await ground.account();
  expectTooLate(await whileLocked('account', () => ask(service, account)));
  expect(limitsOf(await ask(service, account)).period[1]).toBe(999);
  await expect.poll(() => ground.used(account)).toBe(1);
});

test('an operation that can wait for news has no more time where nobody asked it to wait', async () => {
  const account = await ground.account();
  const answer = await whileLocked('change_set', () => ask(service, account, '/api/v1/changes'));
  expectTooLate(answer);
  expect(answer.body.error.message, 'the deadline answered, not the database').toContain('takes too long');
});

test('the same through GraphQL, for all units of the operation', async () => {
  const account = await ground.account();
  const query = `{ one: entity(id: "${paths[404].slice(17)}") { id } other: entity(id: "${paths[404].slice(17)}") { id } }`;
  await askGraphql(service, account, query);
  expectTooLate(await whileLocked('entity', () => askGraphql(service, account, query)));
  expect(await usedOf(service, account)).toBe(2);
  expect((await askGraphql(service, account, query)).status).toBe(200);
  await expect.poll(() => ground.used(account)).toBe(4);
});

test('a change that is made after its deadline is made', async () => {
  const account = await ground.account('free', { keys: 0 });
  const create = () =>
    service.get('/api/v1/api-keys', {
      method: 'POST',
      headers: { ...as(account.id), 'content-type': 'application/json' },
      body: '{"name":"late"}',
    });
  // Long enough to reach the table on a busy machine: what comes too late before that is not begun.
  expectTooLate(await whileLocked('api_key', create, 1_500));
  await expect
    .poll(async () => (await service.get('/api/v1/api-keys', { headers: as(account.id) })).body.data)
    .toMatchObject([{ name: 'late' }]);
});

const missing = paths[404].slice(17);
const json = (body: object) => ({ method: 'POST', body: JSON.stringify(body) });
const extension = JSON.stringify({ ids: [missing], properties: [{ id: 'country' }] });
const jsonHeaders = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

const lookUp = (key: string) =>
  service.get('/api/v1/entities/lookup', {
    headers: { ...jsonHeaders, 'x-api-key': key },
    ...json({ items: [{ id: missing }] }),
  });

test.each<[door: string, units: number, asked: (account: TestAccount, token: string) => Promise<Answer>]>([
  ['REST', 1, (account) => lookUp(account.keys[0] ?? '')],
  ['REST, and the answer is a failure', 1, (account) => ask(service, account, paths[404])],
  ['GraphQL', 2, (account) => askGraphql(service, account, `{ entity(id: "${missing}") { id } countries { code } }`)],
  [
    'MCP',
    1,
    (account) => {
      const params = { name: 'get_company', arguments: { id: missing } };
      const headers = { ...jsonHeaders, 'x-api-key': account.keys[0] ?? '', 'mcp-protocol-version': '2025-11-25' };
      return service.get('/mcp', { headers, ...json({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }) });
    },
  ],
  ['OpenRefine', 1, (_, token) => service.get(`/reconcile/${token}?extend=${encodeURIComponent(extension)}`)],
])('an answer that is found after its deadline is not sent and not charged: %s', async (_door, units, asked) => {
  const account = await ground.account();
  const made = await service.get(`/api/v1/api-keys/${account.keyIds[0]}/reconcile-address`, {
    method: 'POST',
    headers: as(account.id),
  });
  const token = new URL(made.body.data.url).pathname.split('/').at(-1) ?? '';
  expectTooLate(await whileHeldUp(() => asked(account, token)));
  expect(await usedOf(service, account)).toBe(0);
  const inTime = await asked(account, token);
  expect(inTime.status).not.toBe(503);
  expect(await usedOf(service, account), 'of the one in time').toBe(units);
});
