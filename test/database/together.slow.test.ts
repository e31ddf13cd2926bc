import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { quotedLine, writeText } from '../../scripts/samples/files.ts';
import { britishCompanies, britishHeader } from '../../scripts/samples/gb.ts';
import { gb } from '../../src/registers/countries/gb/register.ts';
import { importRegister } from '../../src/registers/import/import.ts';
import { openClickHouse } from '../../src/search/clickhouse/clickhouse.ts';
import { type IndexCopy, indexCopyIn } from '../../src/search/clickhouse/index-copy.ts';
import { connect } from '../support/imports.ts';
import { as, join as joinAccount, makeKey, post, raisePlans, sessions } from '../support/people.ts';
import { hasClickHouse, TestClickHouse } from '../support/servers/clickhouse.ts';
import { PgBouncer, pgbouncerVersion, usableMode } from '../support/servers/pgbouncer.ts';
import { PrivatePostgres } from '../support/servers/postgres.ts';
import { startReceiver } from '../support/servers/receiver.ts';
import { type Answer, startTestService, type TestService } from '../support/service.ts';

interface Matched {
  results: unknown[];
}
const patient = { timeout: 60_000, interval: 20 };

/* Two services on one database: one by the shortest way, and one behind a pooler, with a replica and ClickHouse. */
describe.skipIf(!hasClickHouse || !pgbouncerVersion)(`PgBouncer (${usableMode}), a replica and ClickHouse together`, () => {
  let folder: string;
  let primary: PrivatePostgres;
  let replica: PrivatePostgres;
  let bouncer: PgBouncer;
  let clickhouse: TestClickHouse;
  let indexCopy: IndexCopy;
  let plain: TestService;
  let full: TestService;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let key: string;
  const rows = [...britishCompanies(1_500)];

  /** Imports companies, and waits until both services serve them. */
  async function serve(name: string, companies: readonly string[][]): Promise<void> {
    const path = join(folder, name);
    await writeText(path, [`${britishHeader}\r\n`, ...companies.map((row) => quotedLine(row, '\r\n'))]);
    await importRegister({
      ...{ register: gb, path, rejectsDir: folder, indexCopy, allowChange: true, allowShrink: true },
      ...{ connect: () => connect(primary.url), now: () => new Date(), progress: () => {} },
    });
    const versions = async () =>
      Promise.all([plain, full].map(async (one) => (await get(one, '/entities?pageSize=1')).headers.get('etag')));
    if (plain) await vi.waitFor(async () => expect(new Set(await versions()).size).toBe(1), patient);
  }
  const get = (one: TestService, path: string) => one.get(`/api/v1${path}`, { headers: { 'x-api-key': key } });
  const send = (one: TestService, path: string, body: unknown, method = 'POST') =>
    one.get(`/api/v1${path}`, {
      method,
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'registry-together-'));
    [primary, clickhouse, receiver] = await Promise.all([PrivatePostgres.start(), TestClickHouse.start(), startReceiver()]);
    indexCopy = indexCopyIn(openClickHouse(clickhouse.url));
    await serve('1.csv', rows);
    replica = await primary.replicate('max_standby_streaming_delay = 0');
    bouncer = await PgBouncer.before(primary.url, usableMode);
    const webhooks = { deadline: 5_000, interval: 20, resolve: async () => ['8.8.8.8'] };
    plain = await startTestService({ databaseUrl: primary.url, sessions });
    const env = { DATABASE_URL_DIRECT: primary.url, DATABASE_URL_REPLICA: replica.url, CLICKHOUSE_URL: clickhouse.url };
    full = await startTestService({ databaseUrl: bouncer.url, sessions, webhooks, env });
    await vi.waitFor(async () => expect(await full.problem()).toBeUndefined(), patient);
    key = (await makeKey(full, 'ada')).secret;
    await raisePlans(plain);
    const isOnReplica = () => full.log.entries().findLast(({ replica: on }) => on !== undefined)?.replica;
    await vi.waitFor(() => expect(isOnReplica()).toBe(true), patient);
  });
  afterAll(async () => {
    await full?.stop();
    await plain?.stop();
    await bouncer?.stop();
    await indexCopy?.close();
    receiver?.close();
    for (const server of [clickhouse, replica, primary]) await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** What both services must say in the same way. */
  const said = ({ status, body: { data, meta } }: Answer) => ({ status, data, meta });

  test('searches, suggestions and matches have the same answers, as far as ClickHouse promises them', async () => {
    const names = rows.filter((_, place) => place % 150 === 0).map(([name = '']) => name);
    const turned = names.map((name) => name.split(' ').toReversed().join(' '));
    const begun = names.map((name) => name.slice(0, 6));
    const same = async (path: string, read = said as (answer: Answer) => unknown) =>
      expect(read(await get(full, path)), path).toEqual(read(await get(plain, path)));
    const first = ({ status, body }: Answer) => ({ status, first: body.data[0] });
    for (const q of [...names, ...turned, ...begun].map((typed) => encodeURIComponent(typed.toLowerCase()))) {
      await same(`/entities?q=${q}`);
      await same(`/entities?q=${q}&mode=words&sort=name`);
    }
    // Suggestions by ClickHouse find the text, and not its words in another order.
    for (const q of [...names, ...begun].map(encodeURIComponent)) await same(`/entities/suggest?q=${q}`, first);
    const misspelt = names.map((name) => ({ name: name.replace(/(..)(.)(.)/, '$1$3$2'), country: 'GB' }));
    const queries = [...misspelt, ...turned.map((name) => ({ name }))];
    let found = 0;
    for (const query of queries) {
      const best = async (service: TestService) => {
        const { status, body } = await send(service, '/match', { queries: [query] });
        expect(status).toBe(200);
        return (body.data as Matched[])[0]?.results[0];
      };
      // A busy machine may not be done with the first ones in time.
      const [ours, theirs] = [await vi.waitFor(() => best(full), patient), await vi.waitFor(() => best(plain), patient)];
      expect(ours, query.name).toEqual(theirs);
      if (ours) found += 1;
    }
    expect(found).toBeGreaterThan(queries.length / 2);
  });

  test('lists of companies and of filters have their hits, and webhooks tell of them', async () => {
    const before = await get(full, `/entities?number=${rows[0]?.[1]}&country=GB`);
    const { id } = before.body.data[0];
    const lists = await Promise.all([
      send(full, '/watch-lists', { name: 'companies' }),
      send(full, '/watch-lists', { name: 'filter', filter: { q: 'renamed heron' } }),
    ]);
    expect(lists.map(({ status }) => status)).toEqual([201, 201]);
    const [companies, filter] = lists.map(({ body }) => body.data.id as string);
    expect((await send(full, `/watch-lists/${companies}/companies`, { add: [id] })).body.data.added).toBe(1);
    const events = ['watch_list.changed', 'alert.raised'];
    expect((await send(full, '/webhook-endpoints', { url: `${receiver.url}/all`, events })).status).toBe(201);
    await serve('2.csv', [['RENAMED HERON LIMITED', ...(rows[0] ?? []).slice(1)], ...rows.slice(1)]);
    for (const list of [companies, filter]) {
      await vi.waitFor(async () => {
        const { body } = await get(full, `/watch-lists/${list}/changes?cursor=start`);
        expect(body.data.map(({ entityId }: { entityId: string }) => entityId)).toContain(id);
      }, patient);
      expect(said(await get(full, `/watch-lists/${list}/changes?cursor=start`)).data).toEqual(
        said(await get(plain, `/watch-lists/${list}/changes?cursor=start`)).data,
      );
    }
    const told = () => receiver.at('/all').filter(({ body }) => body.type === 'watch_list.changed');
    await vi.waitFor(() => expect(new Set(told().map(({ body }) => body.data.listId)).size).toBe(2), patient);
  });

  test('an invitation is taken once by one of many, and an alert tells the owner of a key', async () => {
    const account = await joinAccount(full, 'ada', 'bob', 'admin');
    const { body } = await full.get('/api/v1/invitations', post('ada', { role: 'member' }));
    const attempts = ['cy', 'dan', 'eve'].map((name) =>
      full.get('/api/v1/invitations/accept', post(name, { token: body.data.token })),
    );
    expect((await Promise.all(attempts)).map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    const headers = { ...as('bob'), 'x-account-id': account, 'content-type': 'application/json' };
    const made = await full.get('/api/v1/api-keys', { method: 'POST', headers, body: JSON.stringify({ name: 'of bob' }) });
    expect(made.status, made.text).toBe(201);
    const alerts = async () => (await full.get('/api/v1/alerts', { headers: as('ada') })).body.data;
    await vi.waitFor(async () => expect(JSON.stringify(await alerts())).toContain('key_created'), patient);
  });
});
