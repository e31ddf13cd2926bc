import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '../../rest/routes/index.ts';
import { schema } from '../../src/api/schema.ts';
import { type LocalProvider, startLocalProvider } from '../../src/development/payments/server.ts';
import { declarationOf } from '../../src/graphql/declaration.ts';
import { powerOf, powers } from '../../src/kernel/access/powers.ts';
import { sessionLimits } from '../../src/metering/session-limits.ts';
import { createDatabase } from '../support/database.ts';
import { as, post, sessions } from '../support/people.ts';
import { hasRedis, TestRedis } from '../support/servers/redis.ts';
import { type Answer, startTestService, type TestService } from '../support/service.ts';

let provider: LocalProvider;
let service: TestService;
beforeAll(async () => {
  provider = await startLocalProvider();
  service = await startTestService({ sessions, payments: provider.settings });
});
afterAll(async () => {
  await service.stop();
  await provider.close();
});

const times = <Result>(count: number, work: (place: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, place) => work(place)));
const aliased = (count: number, field: string) => Array.from({ length: count }, (_, place) => `f${place}: ${field}`).join(' ');
const refused = (answers: Answer[]) => answers.filter(({ status }) => status === 429);

function expectRefusal({ body, headers }: Answer): void {
  expect(body.error.code).toBe('rate_limit_exceeded');
  expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60);
}

const isOfAccount = (name: string): boolean => {
  const power = powers[powerOf(name) ?? expect.unreachable()];
  return typeof power.roles !== 'string' && !power.scope;
};

test('every mutation of the account declares its limit, and nothing that is public has one', () => {
  const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
  expect(mutations.length).toBeGreaterThan(3);
  for (const field of mutations)
    expect(Object.keys(sessionLimits), field.name).toContain(isOfAccount(field.name) ? declarationOf(field).limit : 'requests');
});

test('every root field may be missing, so that its failure takes nothing from the others', () => {
  for (const root of [schema.getQueryType(), schema.getMutationType()])
    for (const field of Object.values(root?.getFields() ?? {})) expect(String(field.type), field.name).not.toMatch(/!$/);
});

describe('the sessions of an account', () => {
  const { requests, checkout, portal, keys, changes } = sessionLimits;

  /** Uses up so many requests of somebody's minute, in steps of 25. */
  const use = async (name: string, count: number) => {
    for (let used = 0; used < count; used += 25) {
      const query = `{ ${aliased(25, 'usage(days: 0) { used }')} plans { id } health { version } }`;
      expect((await service.graphql(query, { headers: as(name) })).status).toBe(200);
    }
  };

  test('read so often in a minute, through both doors together, by root fields', async () => {
    await use('ada', requests - 25);
    expect(refused(await times(25, () => service.get('/api/v1/auth/me', { headers: as('ada') })))).toEqual([]);
    for (const path of routes
      .filter(({ access }) => access === 'session')
      .map(({ method, path: route }) => [method, route] as const))
      expectRefusal(
        await service.get(`/api/v1${path[1].replace('{id}', 'x')}`, { method: path[0].toUpperCase(), headers: as('ada') }),
      );
    const over = await service.graphql('{ me { id } }', { headers: as('ada') });
    expect(over.status).toBe(429);
    expectRefusal(over);
    expect(over.body.errors).toMatchObject([{ extensions: { code: 'rate_limit_exceeded' } }]);
    expect((await service.graphql('{ plans { id } }', { headers: as('ada') })).status, 'an operation counts once at least').toBe(
      429,
    );
    expect((await service.get('/api/v1/plans')).status, 'what is public is open').toBe(200);
    expect((await service.get('/api/v1/auth/me', { headers: as('bob') })).status, 'others have their own').toBe(200);
  });

  test('count what is refused before it runs too', async () => {
    await use('cem', requests - 25);
    const answers = await times(30, () => service.graphql('{ nonsense', { headers: as('cem') }));
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(25);
    expect(refused(answers)).toHaveLength(5);
    expect((await service.get('/api/v1/account', { headers: as('cem') })).status).toBe(429);
  });

  test.each([
    ['checkouts', checkout, '/api/v1/billing/checkout', { plan: 'pro' }, 'createCheckout(plan: pro) { url }'],
    ['portals', portal, '/api/v1/billing/portal', {}, 'createPortal { url }'],
  ])('open so many %s in a minute', async (what, limit, path, body, field) => {
    const made = () => Object.values(provider.store.entries[what === 'portals' ? 'portals' : 'checkouts']).length;
    const before = made();
    const answers = await times(40, (place) =>
      place % 2
        ? service.get(path, post(`buyer of ${what}`, body))
        : service.graphql(`mutation { ${field} }`, { headers: as(`buyer of ${what}`) }),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(limit);
    expect(refused(answers)).toHaveLength(40 - limit);
    for (const answer of refused(answers)) expectRefusal(answer);
    expect(made() - before, 'the provider is not even asked').toBe(limit);
    expect((await service.get('/api/v1/account', { headers: as(`buyer of ${what}`) })).status).toBe(200);
  });

  test('make so many keys in a minute, and a change by many names is none', async () => {
    const query = `mutation { ${aliased(30, 'createApiKey(name: "k") { secret }')} }`;
    expect((await service.graphql(query, { headers: as('dan') })).body.error.code).toBe('invalid_request');
    expect((await service.get('/api/v1/api-keys', { headers: as('dan') })).body.data).toEqual([]);
    const answers: Answer[] = [];
    for (let made = 0; made < keys + 2; made++) {
      const answer = await service.get('/api/v1/api-keys', post('dan', { name: 'k' }));
      answers.push(answer);
      if (answer.status === 201)
        await service.get(`/api/v1/api-keys/${answer.body.data.id}`, { method: 'DELETE', headers: as('dan') });
    }
    expect(answers.map(({ status }) => status)).toEqual([...Array(keys).fill(201), 429, 429]);
    expect(changes).toBeGreaterThan(keys);
  });
});

describe.skipIf(!hasRedis)('on several instances', () => {
  test('what sessions ask for counts together, and by itself while Redis is away', async () => {
    const [redis, database] = [await TestRedis.start(), await createDatabase()];
    const options = {
      sessions,
      databaseUrl: database.url,
      env: { REDIS_URL: redis.url },
      redisTimeoutMs: 5_000,
      payments: provider.settings,
    };
    const instances = await times(2, () => startTestService(options));
    const open = (place: number) => (instances[place % 2] as TestService).get('/api/v1/billing/portal', post('eve', {}));
    const together = await times(40, open);
    expect(together.filter(({ status }) => status === 200)).toHaveLength(sessionLimits.portal);
    expect(refused(together)).toHaveLength(40 - sessionLimits.portal);
    const restarted = await startTestService(options);
    expect((await restarted.get('/api/v1/billing/portal', post('eve', {}))).status, 'a restart forgets nothing').toBe(429);
    await redis.vanish();
    const fay = await times(sessionLimits.portal + 5, () => restarted.get('/api/v1/billing/portal', post('fay', {})));
    expect(refused(fay)).toHaveLength(5);
    for (const instance of [...instances, restarted]) await instance.stop();
    await redis.stop();
    await database.drop();
  });

  test('so do the searches of visitors on the front page', async () => {
    const [redis, database] = [await TestRedis.start(), await createDatabase()];
    const options = { databaseUrl: database.url, env: { REDIS_URL: redis.url }, redisTimeoutMs: 5_000 };
    const instances = await times(2, () => startTestService(options));
    const search = (place: number) =>
      (instances[place % 2] as TestService).get('/?q=holding', { headers: { accept: 'text/html' } });
    const answers = await times(24, search);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(refused(answers)).toHaveLength(14);
    for (const instance of instances) await instance.stop();
    await redis.stop();
    await database.drop();
  });
});
