import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limitsOf, type MeteringGround, meteringGround, type TestAccount } from '../support/metering.ts';
import { hasRedis, TestRedis } from '../support/servers/redis.ts';
import type { TestService } from '../support/service.ts';

/* What costs nothing is limited by the minute, and has no work done for nothing. */

let redis: TestRedis | undefined;
let ground: MeteringGround;
let services: TestService[];
beforeAll(async () => {
  redis = hasRedis ? await TestRedis.start() : undefined;
  ground = await meteringGround(redis ? { env: { REDIS_URL: redis.url }, redisTimeoutMs: 5_000 } : {});
  // Over Redis all instances count together.
  services = await Promise.all(Array.from({ length: redis ? 2 : 1 }, () => ground.start()));
});
afterAll(async () => {
  await ground.close();
  await redis?.stop();
});

describe('messages of agents', () => {
  const initialize = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  const free: object[] = [
    { id: 1, method: 'initialize', params: initialize },
    { method: 'notifications/initialized' },
    ...['ping', 'tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'].map((method) => ({ id: 1, method })),
    { id: 1, method: 'prompts/get', params: { name: 'check_supplier', arguments: { name: 'Acme' } } },
    { id: 1, method: 'tools/call', params: { name: 'list_registers', arguments: {} } },
    { id: 1, method: 'tools/call', params: { name: 'nonsense', arguments: {} } },
    { id: 1, method: 'nonsense' },
  ];
  const send = (account: TestAccount, place: number, body: string) =>
    fetch(`${services[place % services.length]?.url}/mcp`, {
      method: 'POST',
      headers: {
        'x-api-key': account.keys[0] ?? '',
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-06-18',
      },
      body,
    });
  const textOf = (message: object) => JSON.stringify({ jsonrpc: '2.0', ...message });

  test('each counts in the minute of its key, over all instances, also what cannot be read', async () => {
    const account = await ground.account();
    const texts = [...free.map(textOf), '{', `[${textOf({ id: 1, method: 'ping' })}]`];
    const sent = Array.from({ length: 6 }, () => texts).flat();
    const answers = await Promise.all(sent.map((text, place) => send(account, place, text)));
    const refused = answers.filter(({ status }) => status === 429);
    expect([sent.length, refused.length]).toEqual([78, 18]);
    const [first = expect.unreachable()] = refused;
    expect(limitsOf(first)).toMatchObject({ minute: [60, 0], period: [1000, 1000] });
    expect(first.headers.get('retry-after')).toBe('50');
    expect(await first.json()).toMatchObject({ jsonrpc: '2.0', error: { data: { code: 'rate_limit_exceeded' } } });
    expect(await ground.used(account)).toBe(0);
  });

  test('a quota that is used up refuses what costs, and nothing else', async () => {
    const account = await ground.account();
    await ground.use(account, 1000);
    for (const message of free)
      expect((await send(account, 0, textOf(message))).status, JSON.stringify(message)).toBeLessThan(300);
    const params = { name: 'get_company', arguments: { country: 'GB', number: '1' } };
    const answer = await send(account, 0, textOf({ id: 1, method: 'tools/call', params }));
    expect(await answer.json()).toMatchObject({
      result: { isError: true, content: [{ text: expect.stringContaining('monthly_quota_exceeded') }] },
    });
    expect(limitsOf(answer)).toMatchObject({ minute: [60, 60 - free.length - 1], period: [1000, 0] });
  });
});

test('who says to have any answer, and names none, pays for this one', async () => {
  const account = await ground.account();
  const ask = (tag: string) =>
    fetch(`${services[0]?.url}/api/v1/entities?q=a`, { headers: { 'x-api-key': account.keys[0] ?? '', 'if-none-match': tag } });
  const paid = await ask('*');
  expect([paid.status, limitsOf(paid).period]).toEqual([200, [1000, 999]]);
  const known = await ask(paid.headers.get('etag') ?? '');
  expect([known.status, limitsOf(known).period]).toEqual([304, [1000, 999]]);
});

test.each([
  ...['/countries', '/entities?page=0', '/entities/suggest?q=a', '/entities/facets', '/changes', '/snapshots', '/watch-lists'],
  '/entities/00000000-0000-5000-8000-000000000000',
])('HEAD %s tells the limits, and looks nothing up', async (path) => {
  const account = await ground.account();
  const url = `${services[0]?.url}/api/v1${path}`;
  const head = await fetch(url, { method: 'HEAD', headers: { 'x-api-key': account.keys[0] ?? '' } });
  expect([head.status, head.headers.get('etag'), head.headers.get('content-length')]).toEqual([200, null, null]);
  expect(limitsOf(head)).toMatchObject({ minute: [60, 59], period: [1000, 1000] });
  expect((await fetch(url, { method: 'HEAD' })).status, 'without a key').toBe(401);
});
