import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { hashOf, mintSecret, prefixOf } from '../../src/accounts/keys/key-format.ts';
import { migrate, readMigrations } from '../../src/database/migrations/migrations.ts';
import { nextBuild } from '../support/builds.ts';
import { createDatabase } from '../support/database.ts';
import { connect, importSamples } from '../support/imports.ts';
import { startTestService, type TestService } from '../support/service.ts';

const breaking =
  '-- not compatible: the builds before this one read the column.\nALTER TABLE country RENAME COLUMN name TO title;';

const patient = { timeout: 60_000, interval: 20 };
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
const becomes = (url: string, status: number) => vi.waitFor(async () => expect(await readiness(url)).toBe(status), patient);

async function makeKey(): Promise<string> {
  const secret = mintSecret();
  await client.query(
    `WITH made AS (INSERT INTO account (plan) VALUES ('business') RETURNING id)
     INSERT INTO api_key (account_id, name, prefix, hash) SELECT id, 'test', $1, $2 FROM made`,
    [prefixOf(secret), hashOf(secret)],
  );
  return secret;
}

interface Asked {
  url: string;
  status: number;
  text: string;
}

/** Asks the instances in turn for everything until told to stop, and notes every answer. */
async function load(urls: string[], key: string, notes: Asked[], isOver: () => boolean): Promise<void> {
  const paths = ['/countries', '/entities?q=sia&sort=-updatedAt', '/entities/00000000-0000-5000-8000-000000000000'];
  for (let at = 0; !isOver(); at++) {
    const url = urls[at % urls.length] ?? '';
    const path = paths[Math.floor(at / urls.length) % paths.length];
    const response = await fetch(`${url}/api/v1${path}`, { headers: { 'x-api-key': key } });
    notes.push({ url, status: response.status, text: await response.text() });
    // As often as a balancer would notice a gap; more would only keep the machine busy.
    await delay(20);
  }
}

test('an upgrade by a compatible migration and a rollback: both builds side by side under load, and no failed request', async () => {
  const key = await makeKey();
  const Next = await nextBuild(folder);
  const urls = [await startThisBuild()];
  await becomes(urls[0] ?? '', 200);
  let over = false;
  const notes: Asked[] = [];
  const asking = load(urls, key, notes, () => over);
  const isAsked = (url: string) =>
    vi.waitFor(() => expect(notes.filter((note) => note.url === url).length).toBeGreaterThan(9), patient);

  const ofNext = readMigrations(fileURLToPath(new URL('prisma/migrations', Next.root)));
  expect(await migrate(client, ofNext, () => {})).toBe(1);
  const newer = new Next({ DATABASE_URL: database.url, NODE_ENV: 'test', DATA_DIR: folder });
  stops.push(() => newer.end('SIGKILL'));
  const newerUrl = await newer.url();
  await becomes(newerUrl, 200);
  urls.push(newerUrl);
  // A rollback: the build before finds nothing to migrate, takes nothing back, and serves.
  expect(await migrate(client, readMigrations(), () => {})).toBe(0);
  const again = await startThisBuild();
  await becomes(again, 200);
  urls.push(again);
  await Promise.all(urls.map(isAsked));
  over = true;
  await asking;
  expect(notes.filter(({ status }) => ![200, 404].includes(status))).toEqual([]);
  // A busy machine may answer a probe late. It must not be for the migrations.
  const unready = logs.flatMap((log) => log.entries()).filter(({ problem }) => /ahead|pending|altered/.test(problem));
  expect(unready).toEqual([]);

  const broken = [...ofNext, { name: '20991231000001_breaking', sql: breaking, checksum: 'new', breach: {} }];
  await expect(migrate(client, broken, () => {})).rejects.toThrow(
    /^Cannot migrate: 20991231000001_breaking is not compatible with what is running \(company-registry \d+, company-registry 20991231000000\)/,
  );
  expect(await Promise.all(urls.map(readiness))).toEqual([200, 200, 200]);
  expect(await migrate(client, broken, () => {}, true)).toBe(1);
  await Promise.all(urls.map((url) => becomes(url, 503)));
});
