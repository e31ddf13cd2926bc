import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { routes } from '../../rest/routes/index.ts';
import { ask, askGraphql, limitsOf, type MeteringGround, meteringGround, paths, usedOf } from '../support/metering.ts';
import { as } from '../support/people.ts';
import type { TestService } from '../support/service.ts';

let ground: MeteringGround;
let service: TestService;
beforeAll(async () => {
  ground = await meteringGround();
  service = await ground.start();
});
afterAll(() => ground.close());

const missing = '"00000000-0000-5000-8000-000000000000"';

test.each([
  ['one field', '{ countries { code } }', 1],
  ['fields with other names', `{ a: countries { code } b: countries { name } entity(id: ${missing}) { id } }`, 3],
  ['the same name twice', '{ countries { code } countries { name } }', 1],
  [
    'fragments',
    `query { ...F ... on Query { b: countries { code } } } fragment F on Query { a: countries { code } entities { meta { total } } }`,
    3,
  ],
  [
    'what is skipped',
    '{ a: countries @skip(if: true) { code } b: countries @include(if: false) { code } c: countries { code } }',
    1,
  ],
  ['what belongs to nobody', '{ plans { id } health { version } usage { used } __typename }', 0],
])('%s: every registry field of an operation is one unit', async (_what, query, units) => {
  const account = await ground.account();
  const { body, headers } = await askGraphql(service, account, query);
  expect(body.errors).toBeUndefined();
  expect(await usedOf(service, account)).toBe(units);
  expect(headers.get('x-monthly-quota-remaining')).toBe(units ? String(1000 - units) : null);
  // The sessions of an account have a minute as a key of its plan has one.
  expect(headers.get('x-ratelimit-limit')).toBe(units ? '60' : null);
  expect(headers.get('ratelimit')).toBe(
    units ? `"minute";r=${60 - units};t=50, "period";r=${1000 - units};t=${15 * 86_400 + 12 * 3_600 - 10}` : null,
  );
});

test('variables decide what is skipped, and ones that do not fit cost nothing', async () => {
  const account = await ground.account();
  const query = 'query ($yes: Boolean!) { a: countries @include(if: $yes) { code } b: countries @skip(if: $yes) { code } }';
  const send = (variables: object) =>
    service.graphql('', { body: JSON.stringify({ query, variables }), headers: as(account.id) });
  await send({ yes: true });
  expect(await usedOf(service, account)).toBe(1);
  expect((await send({ yes: 'perhaps' })).body.errors).toHaveLength(1);
  expect(await usedOf(service, account)).toBe(1);
});

test('an operation is refused as a whole where there is not enough left for all of it', async () => {
  const account = await ground.account();
  await ground.use(account, 998);
  const three = '{ a: countries { code } b: countries { code } c: countries { code } plans { id } }';
  const refused = await askGraphql(service, account, three);
  expect(refused.status).toBe(429);
  expect(refused.body).toMatchObject({
    error: { code: 'monthly_quota_exceeded' },
    errors: [{ extensions: { code: 'monthly_quota_exceeded' } }],
  });
  expect(refused.body).not.toHaveProperty('data');
  expect(refused.headers.get('x-monthly-quota-remaining')).toBe('2');
  expect(Number(refused.headers.get('retry-after'))).toBe((Date.parse('2026-12-01T00:00:00Z') - ground.now) / 1000);
  expect((await askGraphql(service, account, '{ a: countries { code } b: countries { code } }')).body.data.a).toHaveLength(14);
  expect((await ask(service, account)).body.error.code).toBe('monthly_quota_exceeded');
});

test('what a field got wrong is given back, what the others have is kept', async () => {
  const account = await ground.account();
  const { body, headers } = await askGraphql(
    service,
    account,
    `{ entity(id: ${missing}) { id } entities(page: 0) { meta { total } } }`,
  );
  expect(body.errors[0].extensions.code).toBe('invalid_request');
  expect(body.data).toEqual({ entity: null, entities: null });
  expect(headers.get('x-monthly-quota-remaining')).toBe('999');
  await askGraphql(service, account, `{ a: entity(id: ${missing}) { id } b: entity(id: "nonsense") { id } }`);
  expect(await usedOf(service, account)).toBe(3);
});

test('empty pages at once leave exactly what they give back, and are refused where what they ask for is not left', async () => {
  const account = await ground.account();
  await ground.use(account, 989);
  const empty = (pageSize: number) =>
    `{ entities(filter: { q: "qqzzxxjj" }, pageSize: ${pageSize}) { items { id provenance { file } } } }`;
  expect((await askGraphql(service, account, empty(12))).body.error.code).toBe('monthly_quota_exceeded');
  const answers = await Promise.all(Array.from({ length: 20 }, () => askGraphql(service, account, empty(5))));
  const passed = answers.filter(({ status }) => status === 200).length;
  expect(await usedOf(service, account)).toBe(989 + passed);
  expect(passed).toBeGreaterThan(1);
});

test('the sessions of an account share the minute of one key of its plan, and its keys keep their own', async () => {
  const account = await ground.account();
  const { length } = await Promise.all(
    Array.from({ length: 20 }, () => askGraphql(service, account, '{ a: countries { code } b: countries { code } }')),
  );
  expect(length).toBe(20);
  const last = await Promise.all(Array.from({ length: 50 }, () => askGraphql(service, account, '{ countries { code } }')));
  expect(last.filter(({ status }) => status === 200)).toHaveLength(20);
  const refused = last.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(30);
  for (const { body, headers } of refused) {
    expect(body.error).toMatchObject({ code: 'rate_limit_exceeded', message: expect.stringContaining('60 requests a minute') });
    expect(headers.get('retry-after')).toBe('50');
  }
  expect(await usedOf(service, account), 'what the minute refuses takes nothing, and the account can still be read').toBe(60);
  expect(limitsOf(await ask(service, account))).toMatchObject({ minute: [60, 59], period: [1000, 939] });
  const large = await ground.account('business');
  const many = await Promise.all(Array.from({ length: 310 }, () => askGraphql(service, large, '{ countries { code } }')));
  expect(
    many.filter(({ status }) => status === 429),
    'a larger plan has a larger minute',
  ).toEqual([]);
});

test('both doors charge the same account', async () => {
  const account = await ground.account();
  await ask(service, account);
  const { headers } = await askGraphql(service, account, '{ countries { code } }');
  expect(headers.get('x-monthly-quota-remaining')).toBe('998');
  expect(limitsOf(await ask(service, account))).toMatchObject({ minute: [60, 58], period: [1000, 997] });
});

test('usage tells the answers by day, by key and by class of status', async () => {
  const account = await ground.account('pro', { keys: 2 });
  await ask(service, account);
  await ask(service, account, paths[404]);
  await ask(service, account, paths[400], account.keys[1]);
  await askGraphql(service, account, '{ a: countries { code } b: countries { code } }');
  ground.now += 86_400_000;
  await ask(service, account);
  const [first, second] = account.keyIds;
  const query = `{ usage { used limit remaining periodStart periodEnd byDay { day requests } byKey { keyId keyName requests }
    byStatusClass { statusClass requests } answers { day keyId statusClass requests } } }`;
  await vi.waitFor(
    async () => {
      const { usage } = (await askGraphql(service, account, query)).body.data;
      expect(usage).toMatchObject({
        used: 5,
        limit: 100_000,
        remaining: 99_995,
        periodStart: '2026-11-01T00:00:00.000Z',
        periodEnd: '2026-12-01T00:00:00.000Z',
        byDay: [
          { day: '2026-11-15', requests: 5 },
          { day: '2026-11-16', requests: 1 },
        ],
        byStatusClass: [
          { statusClass: '2xx', requests: 4 },
          { statusClass: '4xx', requests: 2 },
        ],
      });
      expect(usage.byKey).toHaveLength(3);
      expect(usage.byKey).toContainEqual({ keyId: null, keyName: null, requests: 2 });
      expect(usage.byKey).toContainEqual({ keyId: first, keyName: 'key 0', requests: 3 });
      expect(usage.byKey).toContainEqual({ keyId: second, keyName: 'key 1', requests: 1 });
      expect(usage.answers).toContainEqual({ day: '2026-11-15', keyId: first, statusClass: '4xx', requests: 1 });
    },
    { timeout: 60_000, interval: 50 },
  );
  const today = (await askGraphql(service, account, '{ usage(days: 1) { byDay { day } } }')).body.data.usage;
  expect(today.byDay).toEqual([{ day: '2026-11-16' }]);
  const wrong = await askGraphql(service, account, '{ usage(days: 0) { used } }');
  expect(wrong.body.errors[0].extensions.code).toBe('invalid_request');
  ground.now -= 86_400_000;
});

test('every route that wants a key is metered', async () => {
  const account = await ground.account();
  for (const route of routes.filter(({ access }) => access === 'apiKey')) {
    const path = `/api/v1${route.path.replace('{id}', '00000000-0000-5000-8000-000000000000')}`;
    const { headers } = await service.get(path, {
      method: route.method.toUpperCase(),
      headers: { 'x-api-key': account.keys[0] ?? '' },
    });
    expect(headers.get('x-ratelimit-limit'), route.operationId).toBe('60');
  }
});
