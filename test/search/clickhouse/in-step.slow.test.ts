import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { writeBritishFile } from '../../../scripts/samples/gb.ts';
import { gb } from '../../../src/registers/countries/gb/register.ts';
import { openClickHouse } from '../../../src/search/clickhouse/clickhouse.ts';
import { type IndexCopy, indexCopyIn } from '../../../src/search/clickhouse/index-copy.ts';
import { createDatabase } from '../../support/database.ts';
import { connect, type ImportGround, importGround } from '../../support/imports.ts';
import { makeKey, sessions } from '../../support/people.ts';
import { ServiceProcess } from '../../support/process.ts';
import { hasClickHouse, password, TestClickHouse } from '../../support/servers/clickhouse.ts';
import { startTestService, type TestService } from '../../support/service.ts';

/** In milliseconds, added to the clock of the services. */
let passed = 0;

/** The service on a database and a ClickHouse, with a key. */
async function open(databaseUrl: string, clickhouseUrl: string) {
  const now = () => performance.now() + passed;
  const service = await startTestService({ databaseUrl, sessions, now, env: { CLICKHOUSE_URL: clickhouseUrl } });
  const { secret } = await makeKey(service, 'ada');
  const client = await connect(databaseUrl);
  await client.query("UPDATE account SET plan = 'business'");
  await client.end();
  const get = (path: string) => service.get(`/api/v1${path}`, { headers: { 'x-api-key': secret } });
  const totalOf = async (q: string) => (await get(`/entities?pageSize=1&q=${q}`)).body.meta?.total as number;
  return { service, get, totalOf };
}
type Opened = Awaited<ReturnType<typeof open>>;

const patient = { timeout: 60_000, interval: 20 };

describe.skipIf(!hasClickHouse)('two ClickHouse servers and a Distributed table', { shuffle: false }, () => {
  let servers: [TestClickHouse, TestClickHouse];
  let ground: ImportGround;
  let indexCopy: IndexCopy;
  let service: TestService;
  let get: Opened['get'];
  let totalOf: Opened['totalOf'];

  beforeAll(async () => {
    const [started, prepared] = await Promise.all([TestClickHouse.startCluster(2), importGround()]);
    [servers, ground] = [started as [TestClickHouse, TestClickHouse], prepared];
    indexCopy = indexCopyIn(openClickHouse(TestClickHouse.urlOf(...servers)));
    for (const rows of [2_000, 2_200, 2_400]) await writeBritishFile(ground.path(`${rows}.csv`), rows);
    await ground.import(gb, ground.path('2000.csv'), { indexCopy });
    ({ service, get, totalOf } = await open(ground.url, TestClickHouse.urlOf(...servers)));
  });
  afterAll(async () => {
    await service?.stop();
    await indexCopy?.close();
    await ground?.close();
    await Promise.all((servers ?? []).map((server) => server.stop()));
  });

  const countOf = async (q: string, url = ground.url) => {
    const client = await connect(url);
    const { rows } = await client.query('SELECT count(*)::int FROM entity WHERE search_text LIKE $1', [`%${q}%`]);
    await client.end();
    return rows[0].count;
  };
  const documentsOf = async (table: string) =>
    (await Promise.all(servers.map((server) => server.query(`SELECT count() FROM ${table}`)))).map(Number);
  const isTidy = () =>
    vi.waitFor(async () => {
      const left = servers.map((one) => one.query('SELECT count() FROM system.mutations WHERE is_done = 0'));
      expect(await Promise.all(left)).toEqual(['0', '0']);
    }, patient);
  /** The search answers, and with the truth. */
  const isTrue = (q: string) => vi.waitFor(async () => expect(await totalOf(q)).toBe(await countOf(q)), patient);

  test('each document is on one of the servers, and a search counts all', async () => {
    const documents = await documentsOf('search_document_local');
    expect((documents[0] ?? 0) + (documents[1] ?? 0)).toBe(await countOf(''));
    expect(await totalOf('limited')).toBe(await countOf('limited'));
    const { body } = await get('/entities?q=trading&sort=-registeredAt&page=2&pageSize=5');
    expect(body.data).toHaveLength(5);
    const facets = (await get('/entities/facets?q=trading&facets=status,activity')).body;
    expect(facets.meta.total).toBe(body.meta.total);
    expect(service.log.text()).not.toContain(encodeURIComponent(password));
    expect(service.log.text()).not.toContain(password);
  });

  test('while an import is under way and commits, each answer is the old one or the new one, and none fails', async () => {
    const old = await countOf('a');
    const seen = new Set<number>();
    const statuses = new Set<number>();
    let isOver = false;
    const asking = (async () => {
      // No fragment twice in a version: what is remembered proves nothing.
      for (let turn = 0; !isOver; turn++) {
        const { status, body } = await get(`/entities?q=a&pageSize=1&updatedSince=0001-01-01T00:00:00.${turn}Z`);
        statuses.add(status);
        seen.add(body.meta?.total);
      }
    })();
    await ground.import(gb, ground.path('2200.csv'), { indexCopy });
    const now = await countOf('a');
    await isTrue('a');
    isOver = true;
    await asking;
    expect(now).toBeGreaterThan(old);
    expect([...statuses]).toEqual([200]);
    expect([...seen].every((total) => total <= now)).toBe(true);
    expect(seen.size).toBe(2);
  });

  test('an import that was killed before its commit leaves documents that nobody counts, and the next import deletes them', async () => {
    const [client, side] = [await connect(ground.url), await connect(ground.url)];
    await client.query('BEGIN');
    await client.query('UPDATE search_segment SET id = gen_random_uuid()');
    await indexCopy.write(client, side);
    await client.query('ROLLBACK');
    await Promise.all([client.end(), side.end()]);
    const [first = 0, second = 0] = await documentsOf('search_document_local');
    expect(first + second).toBeGreaterThan(2 * (await countOf('')));
    await isTrue('partners');
    const { body } = await get('/entities/facets?q=partners&facets=status,activity,registeredYear');
    expect(body.meta.total).toBe(await countOf('partners'));
    const [status] = body.data;
    expect(status.values.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(body.meta.total);
  });

  test('what neither the last state nor the one before it has is deleted', async () => {
    await ground.import(gb, ground.path('2400.csv'), { indexCopy });
    await isTidy();
    const [first = 0, second = 0] = await documentsOf('search_document_local');
    expect(first + second).toBeLessThanOrEqual(2_200 + 2_400);
    for (const server of servers) expect(await server.query('SELECT uniqExact(edition) FROM search_edition')).toBe('2');
    await isTrue('limited');
  });

  test('with a server lost, searches are 503 and everything else goes on; when it is back, they go on too', async () => {
    const remembered = await totalOf('holdings');
    const { id } = (await get('/entities?pageSize=1')).body.data[0];
    await servers[1].vanish();
    const lost = await get('/entities?q=services');
    expect([lost.status, lost.body.error.code]).toEqual([503, 'service_unavailable']);
    expect(Number(lost.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(service.log.text()).toContain('ClickHouse does not answer');
    expect((await get('/entities/suggest?q=servic')).status).toBe(503);
    expect((await get(`/entities/${id}`)).status).toBe(200);
    expect((await get('/entities?page=7')).body.meta.total).toBe(await countOf(''));
    expect(await totalOf('holdings')).toBe(remembered);
    await vi.waitFor(async () => expect((await service.get('/api/v1/health/ready')).status).toBe(200), patient);

    // An import that ClickHouse cannot take changes nothing.
    const before = await ground.state();
    const failed = ground.import(gb, ground.path('2200.csv'), { indexCopy, allowShrink: true });
    await expect(failed).rejects.toThrow('nothing was changed');
    expect(await ground.state()).toBe(before);

    await servers[1].comeBack();
    await isTrue('services');
    // The first server of the address is no more than the others.
    await servers[0].vanish();
    expect((await get('/entities?q=solutions')).status).toBe(503);
    await servers[0].comeBack();
    await isTrue('solutions');
  });

  test('documents that are lost or doubled are noticed, and brought in order by search:copy', async () => {
    const copy = async () => {
      const env = { NODE_ENV: 'test', DATABASE_URL: ground.url, CLICKHOUSE_URL: TestClickHouse.urlOf(...servers) };
      const copying = new ServiceProcess(env, 'search:copy');
      expect(await copying.end(), copying.output).toBe(0);
      return copying.output.trim();
    };
    const segments = Number((await ground.query('SELECT count(*) FROM search_segment'))[0]?.count);
    const isRefused = async (q: string) => expect((await get(`/entities?q=${q}`)).status).toBe(503);
    for (const server of servers) await server.query('ALTER TABLE search_document_local DELETE WHERE document % 7 = 3');
    await isTidy();
    await isRefused('consulting');
    expect(await copy()).toBe(`Copied ${segments} of ${segments} segments to ClickHouse.`);
    passed += 5_000;
    await isTrue('consulting');
    await servers[0].query('INSERT INTO search_document_local SELECT * FROM search_document LIMIT 1');
    await isRefused('property');
    expect(await copy()).toContain('Copied 1 of');
    passed += 5_000;
    await isTrue('property');
    expect(await copy()).toBe('ClickHouse has the whole search index.');
  });

  test('after a failover that lost the last import, the state before it is searched at once, and histories are not mixed', async () => {
    const url = TestClickHouse.urlOf(...servers);
    const primary = await createDatabase();
    const importInto = (databaseUrl: string, file: string) =>
      ground.import(gb, ground.path(file), { indexCopy, allowShrink: true, connect: () => connect(databaseUrl) });
    await importInto(primary.url, '2000.csv');
    // A copy that is made before an import stands for a replica that did not get it.
    const promoted = await createDatabase({ template: primary.url });
    await importInto(primary.url, '2200.csv');
    const old = await open(primary.url, url);
    const next = await open(promoted.url, url);
    try {
      expect(await next.totalOf('limited')).toBe(await countOf('limited', promoted.url));
      expect(await old.totalOf('limited')).toBe(await countOf('limited', primary.url));
      await importInto(promoted.url, '2400.csv');
      await isTidy();
      await vi.waitFor(async () => expect(await next.totalOf('a')).toBe(await countOf('a', promoted.url)), patient);
      // The lost history was cleaned up: who still reads it is refused, and told nothing wrong.
      expect((await old.get('/entities?q=trading')).status).toBe(503);
    } finally {
      await Promise.all([old.service.stop(), next.service.stop()]);
      await Promise.all([primary.drop(), promoted.drop()]);
    }
  });
});
