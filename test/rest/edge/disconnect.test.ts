import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { edgeLimits } from '../../../rest/edge/edge-limits.ts';
import { waitLimits } from '../../../src/changes/index.ts';
import { connect } from '../../support/imports.ts';
import { ask, type MeteringGround, meteringGround, paths, type TestAccount, usedOf } from '../../support/metering.ts';
import { as } from '../../support/people.ts';
import { RawClient, request } from '../../support/raw.ts';
import type { TestService } from '../../support/service.ts';

const limits = { ...edgeLimits, halfClosed: 10_000 };
let ground: MeteringGround;
let service: TestService;
beforeAll(async () => {
  ground = await meteringGround();
  service = await ground.start({ limits });
});
afterAll(() => ground.close());

const clients: RawClient[] = [];
afterEach(() => {
  for (const { socket } of clients.splice(0)) socket.destroy();
});
function client(): RawClient {
  clients.push(new RawClient(service.url));
  return clients.at(-1) as RawClient;
}

const get = (path: string, { keys: [key] }: TestAccount, ...headers: string[]) =>
  request(`GET ${path}`, `X-API-Key: ${key}`, ...headers);
const news = '/api/v1/changes?cursor=now';
const gone = () => service.log.entries().filter(({ status }) => status === 499).length;
/** What a wait of a second says, which there is only where there is a place. */
const place = async ({ keys: [key = ''] }: TestAccount) =>
  (await service.get(news, { headers: { 'x-api-key': key, prefer: 'wait=1' } })).headers.get('preference-applied');

/** Nobody can read the table meanwhile. */
async function whileLocked(table: string, work: () => Promise<void>): Promise<void> {
  const lock = await connect(ground.url);
  await lock.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
  try {
    await work();
  } finally {
    await lock.query('COMMIT');
    await lock.end();
  }
}
const waitingForLock = async () =>
  (
    await ground.query(
      `SELECT count(*)::int AS count FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
    )
  )[0].count;

test.each([
  ['closes its side', ({ socket }: RawClient) => void socket.end()],
  ['closes the connection', ({ socket }: RawClient) => void socket.destroySoon()],
  ['resets it', ({ socket }: RawClient) => void socket.resetAndDestroy()],
])('who %s while waiting for news leaves the place at once and pays nothing', async (_what, leave) => {
  const account = await ground.account('business');
  const before = gone();
  const asking = Array.from({ length: waitLimits.ofAccount + 1 }, () => client().send(get(news, account, 'Prefer: wait=30')));
  // All places are taken once one of them finds none.
  await Promise.race(asking.map((each) => each.hears(/\r\n\r\n/)));
  const waiting = asking.filter(({ heard }) => heard === '');
  expect(waiting).toHaveLength(waitLimits.ofAccount);
  for (const each of waiting) leave(each);
  for (const each of waiting) expect(await each.rest(), 'nothing is answered').toBe('');
  await expect.poll(gone).toBe(before + waiting.length);
  expect(await place(account)).toBe('wait=1');
  expect(await usedOf(service, account), 'of the one without a place and the last one').toBe(2);
});

test('who has closed their side already does not wait', async () => {
  const account = await ground.account();
  const early = client();
  early.socket.end(get(news, account, 'Prefer: wait=30'));
  expect(await early.rest()).toBe('');
  expect(await usedOf(service, account)).toBe(0);
});

test('the same through GraphQL', async () => {
  const account = await ground.account();
  const body = JSON.stringify({ query: '{ changes(cursor: "now", wait: 5) { waited } }' });
  const headers = [`Authorization: ${as(account.id).authorization}`, 'Content-Type: application/json'];
  const before = gone();
  const waiting = client().send(request('POST /graphql', ...headers, `Content-Length: ${body.length}`) + body);
  await expect.poll(() => usedOf(service, account)).toBe(1);
  waiting.socket.end();
  expect(await waiting.rest()).toBe('');
  await expect.poll(gone).toBe(before + 1);
  await expect.poll(() => usedOf(service, account)).toBe(0);
});

test('an answer that takes its time is not awaited for a client that has gone, and its unit is given back', async () => {
  const account = await ground.account();
  await ask(service, account);
  await whileLocked('entity', async () => {
    const leaving = client().send(get(paths[404], account));
    await expect.poll(waitingForLock).toBe(1);
    expect(await usedOf(service, account)).toBe(2);
    limits.halfClosed = 50;
    leaving.socket.end();
    expect(await leaving.rest()).toBe('');
    limits.halfClosed = 10_000;
    await expect.poll(() => usedOf(service, account)).toBe(1);
  });
  await expect.poll(waitingForLock).toBe(0);
  await service.get('/api/v1/health/ready');
  expect(await usedOf(service, account), 'what comes of it later changes nothing').toBe(1);
});

test('who has closed their side gets an answer that comes soon, and one after another', async () => {
  const both = client();
  both.socket.end(request('GET /api/v1/plans') + request('GET /api/v1/nothing'));
  await both.rest();
  expect(both.statuses).toEqual([200, 404]);
});
