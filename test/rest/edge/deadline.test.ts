import { afterAll, beforeAll, expect, test } from 'vitest';
import { edgeLimits } from '../../../rest/edge/edge-limits.ts';
import { connect } from '../../support/imports.ts';
import { ask, askGraphql, limitsOf, type MeteringGround, meteringGround, paths, usedOf } from '../../support/metering.ts';
import { as } from '../../support/people.ts';
import type { Answer, TestService } from '../../support/service.ts';

const limits = { ...edgeLimits };
let ground: MeteringGround;
let service: TestService;
beforeAll(async () => {
  ground = await meteringGround();
  service = await ground.start({ limits });
});
afterAll(() => ground.close());

/** Asks while nobody can read the table; then lets all who wait go on, to their end. */
async function whileLocked(table: string, ask: () => Promise<Answer>, deadline = 100): Promise<Answer> {
  const client = await connect(ground.url);
  await client.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
  limits.answer = deadline;
  const answer = await ask();
  limits.answer = edgeLimits.answer;
  await client.query('COMMIT');
  await client.end();
  const waiting = `SELECT count(*)::int AS count FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
  await expect.poll(async () => (await ground.query(waiting))[0], { timeout: 20_000 }).toEqual({ count: 0 });
  // A round trip behind those that went on.
  await service.get('/api/v1/health/ready');
  return answer;
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
