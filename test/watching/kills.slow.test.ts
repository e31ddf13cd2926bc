import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { writeBritishFile } from '../../scripts/samples/gb.ts';
import { addKey } from '../support/changes.ts';
import { createDatabase } from '../support/database.ts';
import { processes } from '../support/process.ts';
import { hasClickHouse, TestClickHouse } from '../support/servers/clickhouse.ts';
import { startReceiver } from '../support/servers/receiver.ts';

const rows = 3_000;
const editions = [2, 3];

interface Entry {
  cursor: string;
  entityId: string | null;
}

describe.each([
  { search: 'in memory', isThere: true },
  { search: 'by ClickHouse', isThere: hasClickHouse },
])('hits of filters with a search $search', ({ search, isThere }) => {
  const started = processes();
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let clickhouse: TestClickHouse | undefined;
  let pool: pg.Pool;
  let folder: string;
  beforeAll(async () => {
    if (!isThere) return;
    if (search === 'by ClickHouse') clickhouse = await TestClickHouse.start();
    [database, receiver] = await Promise.all([createDatabase(), startReceiver()]);
    folder = await mkdtemp(join(tmpdir(), 'registry-hits-'));
    pool = new pg.Pool({ connectionString: database.url, max: 4 });
    await writeBritishFile(join(folder, '1.csv'), rows);
    for (const edition of editions) await writeBritishFile(join(folder, `${edition}.csv`), rows, { edition, seed: 1 });
  });
  afterAll(async () => {
    await started.endAll();
    await pool?.end();
    receiver?.close();
    await database?.drop();
    await clickhouse?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const run = (...words: string[]) =>
    started.run(
      {
        ...{ DATABASE_URL: database.url, DATA_DIR: folder, NODE_ENV: 'test', LOG_LEVEL: 'info' },
        ...(clickhouse && { CLICKHOUSE_URL: clickhouse.url }),
      },
      ...words,
    );
  const query = async (text: string, values: unknown[] = []) => (await pool.query(text, values)).rows;
  const running = (part: string) =>
    query('SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE $1', [
      `%${part}%`,
    ]);

  /** The address of the first instance, when all of them are ready. */
  async function firstOf(instances: readonly ReturnType<typeof run>[]): Promise<string> {
    const urls = await Promise.all(instances.map((one) => one.url()));
    for (const url of urls)
      await vi.waitFor(async () => expect((await fetch(`${url}/api/v1/health/ready`)).status).toBe(200), { timeout: 60_000 });
    return urls[0] ?? '';
  }

  /** Imports an edition. The first attempt is killed while it writes. */
  async function importTwice(edition: number) {
    const words = ['import', 'gb', join(folder, `${edition}.csv`)];
    const victim = run(...words);
    while (victim.child.exitCode === null && (await running('INSERT INTO change')).length === 0) await delay(1);
    await victim.end('SIGKILL');
    await vi.waitFor(async () => expect([await run(...words).end(), edition]).toEqual([0, edition]), { timeout: 60_000 });
  }

  test.skipIf(!isThere)(
    'none is lost and none is there twice, whichever process is killed',
    async () => {
      expect(await run('import', 'gb', join(folder, '1.csv')).end()).toBe(0);
      const { secret } = await addKey(query as never);
      let instances = [run('start'), run('start'), run('start')];
      let url = await firstOf(instances);
      const call = async (method: string, path: string, body?: unknown) => {
        const headers = { 'x-api-key': secret, 'content-type': 'application/json' };
        const response = await fetch(`${url}/api/v1${path}`, { method, headers, body: JSON.stringify(body) ?? null });
        const answer = await response.json();
        expect(response.ok, `${path} ${JSON.stringify([body, answer])}`).toBe(true);
        return answer;
      };
      const [{ word }] = await query(
        `SELECT split_part(canonical_name, ' ', 2) AS word FROM entity GROUP BY 1 HAVING count(*) BETWEEN 5 AND 200 LIMIT 1`,
      );
      const filters: Record<string, string>[] = [
        { country: 'GB' },
        { q: word },
        { q: word, mode: 'words', names: 'all' },
        { status: 'active', registeredFrom: '2010-01-01' },
        { legalForm: 'Public Limited Company', status: 'active' },
      ];
      const lists: string[] = [];
      for (const [place, filter] of filters.entries())
        lists.push((await call('POST', '/watch-lists', { name: `${place}`, filter })).data.id);
      await call('POST', '/webhook-endpoints', { url: `${receiver.url}/hits`, events: ['watch_list.changed'] });
      /** The ids of all records that a search finds. */
      const searched = async (filter: Record<string, string>) => {
        const ids: string[] = [];
        for (let page = 1; ; page++) {
          const { data, meta } = await call('GET', `/entities?${new URLSearchParams(filter)}&pageSize=100&page=${page}`);
          ids.push(...data.map(({ id }: { id: string }) => id));
          if (page >= meta.pageCount) return ids;
        }
      };
      const feed = async (path: string, cursor: string) => {
        const entries: Entry[] = [];
        for (let next = cursor; ; ) {
          const { data, meta } = await call('GET', `${path}?limit=777&cursor=${next}`);
          entries.push(...data);
          if (!meta.hasMore) return { entries, cursor: meta.nextCursor as string };
          next = meta.nextCursor;
        }
      };
      let { cursor } = await feed('/changes', 'now');
      for (const edition of editions) {
        const before = await Promise.all(filters.map(searched));
        // All instances are killed while one of them writes hits.
        const busy = await pool.connect();
        await busy.query('BEGIN; LOCK TABLE watch_hit IN SHARE MODE');
        await importTwice(edition);
        await expect.poll(async () => (await running('INSERT INTO watch_hit')).length, { timeout: 60_000 }).toBeGreaterThan(0);
        await Promise.all(instances.map((one) => one.end('SIGKILL')));
        await busy.query('ROLLBACK');
        busy.release();
        instances = [run('start'), run('start'), run('start')];
        url = await firstOf(instances);
        const [newest] = await query('SELECT max(version) AS version FROM change_set');
        await expect.poll(() => query('SELECT version FROM watch_progress'), { timeout: 60_000 }).toEqual([newest]);
        await expect
          .poll(async () => (await call('GET', '/entities?pageSize=1')).meta.dataVersion ?? newest.version)
          .toBe(newest.version);
        const changed = await feed('/changes', cursor);
        expect(changed.entries.length).toBeGreaterThan(100);
        const hits = new Set<number>();
        for (const [place, filter] of filters.entries()) {
          const fitting = new Set([...(before[place] ?? []), ...(await searched(filter))]);
          const expected = changed.entries.filter(({ entityId }) => entityId && fitting.has(entityId));
          const found = await feed(`/watch-lists/${lists[place]}/changes`, cursor);
          hits.add(found.entries.length);
          expect(
            found.entries.map((one) => one.cursor),
            JSON.stringify(filter),
          ).toEqual(expected.map((one) => one.cursor));
        }
        expect(hits.size).toBeGreaterThan(2);
        cursor = changed.cursor;
      }
      // Every message counts what the feed has between its cursors.
      await expect.poll(() => query('SELECT FROM webhook_message'), { timeout: 60_000 }).toEqual([]);
      const messages = receiver.at('/hits').map(({ body }) => body.data);
      expect(new Set(messages.map(({ listId }) => listId))).toEqual(new Set(lists));
      for (const { listId, since, cursor: end, count } of messages) {
        const path = `/watch-lists/${listId}/changes`;
        const [from, rest] = [await feed(path, since), await feed(path, end)];
        expect(from.entries.length - rest.entries.length).toBe(count);
      }
    },
    600_000,
  );
});
