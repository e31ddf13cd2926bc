import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { hashOf, mintSecret, prefixOf } from '../../src/accounts/key-format.ts';
import { migrate, readMigrations } from '../../src/database/migrations.ts';
import { nextBuild } from '../support/builds.ts';
import { createDatabase } from '../support/database.ts';
import { connect, importSamples } from '../support/imports.ts';
import { startTestService, type TestService } from '../support/service.ts';

const breaking =
  '-- not compatible: the builds before this one read the column.\nALTER TABLE country RENAME COLUMN name TO title;';

let folder: string;
let database: Awaited<ReturnType<typeof createDatabase>>;
let client: pg.Client;
const stops: (() => Promise<unknown>)[] = [];
const logs: TestService['log'][] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'registry-builds-'));
  database = await createDatabase();
  client = await connect(database.url);
  await importSamples(database.url, 'lv');
});
afterAll(async () => {
  await Promise.all(stops.map((stop) => stop()));
  await client.end();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function startThisBuild(): Promise<string> {
  const service = await startTestService({ databaseUrl: database.url });
  stops.push(service.stop);
  logs.push(service.log);
  return service.url;
}

const readiness = async (url: string) => (await fetch(`${url}/api/v1/health/ready`)).status;
const becomes = (url: string, status: number) =>
  vi.waitFor(async () => expect(await readiness(url)).toBe(status), { timeout: 30_000, interval: 50 });

async function makeKey(): Promise<string> {
  const secret = mintSecret();
  await client.query(
    `WITH made AS (INSERT INTO account (plan) VALUES ('business') RETURNING id)
     INSERT INTO api_key (account_id, name, prefix, hash) SELECT id, 'test', $1, $2 FROM made`,
    [prefixOf(secret), hashOf(secret)],
  );
  return secret;
}

/** Asks every instance for everything until told to stop. Gives what was not well. */
async function load(urls: string[], key: string, isOver: () => boolean): Promise<{ answered: number; bad: string[] }> {
  const paths = ['/countries', '/entities?q=sia&sort=-updatedAt', '/entities/00000000-0000-5000-8000-000000000000'];
  const bad: string[] = [];
  let answered = 0;
  for (; !isOver(); answered++) {
    const [url, path] = [urls[answered % urls.length], paths[Math.floor(answered / urls.length) % paths.length]];
    const response = await fetch(`${url}/api/v1${path}`, { headers: { 'x-api-key': key } });
    const text = await response.text();
    if (![200, 404].includes(response.status)) bad.push(`${path} ${response.status} ${text}`);
  }
  return { answered, bad };
}

test('an upgrade by a compatible migration and a rollback: both builds side by side under load, and no failed request', async () => {
  const key = await makeKey();
  const Next = await nextBuild(folder);
  const env = { DATABASE_URL: database.url, NODE_ENV: 'test', DATA_DIR: folder };
  const urls = [await startThisBuild()];
  await becomes(urls[0] ?? '', 200);
  let over = false;
  const clients = [1, 2].map(() => load(urls, key, () => over));

  const migrating = new Next(env, 'migrate');
  expect([await migrating.end(), migrating.output]).toEqual([0, expect.stringContaining('Applied 1 migration.')]);
  const newer = new Next(env);
  stops.push(() => newer.end('SIGKILL'));
  const newerUrl = await newer.url();
  await becomes(newerUrl, 200);
  urls.push(newerUrl);
  // A rollback: the build before finds nothing to migrate, takes nothing back, and serves.
  expect(await migrate(client, readMigrations(), () => {})).toBe(0);
  const again = await startThisBuild();
  await becomes(again, 200);
  urls.push(again);
  over = true;
  const notes = await Promise.all(clients);
  expect(notes.flatMap(({ bad }) => bad)).toEqual([]);
  // A busy machine may answer a probe late. It must not be for the migrations.
  const unready = logs.flatMap((log) => log.entries()).filter(({ problem }) => /ahead|pending|altered/.test(problem));
  expect(unready).toEqual([]);
  for (const { answered } of notes) expect(answered).toBeGreaterThan(20);

  const all = readMigrations(fileURLToPath(new URL('prisma/migrations', Next.root)));
  const broken = [...all, { name: '20991231000001_breaking', sql: breaking, checksum: 'new', isCompatible: false }];
  await expect(migrate(client, broken, () => {})).rejects.toThrow(
    /^Cannot migrate: 20991231000001_breaking is not compatible with what is running \(company-registry \d+, company-registry 20991231000000\)/,
  );
  expect(await Promise.all(urls.map(readiness))).toEqual([200, 200, 200]);
  expect(await migrate(client, broken, () => {}, true)).toBe(1);
  await Promise.all(urls.map((url) => becomes(url, 503)));
}, 120_000);
