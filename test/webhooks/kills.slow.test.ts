import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../src/database/transaction.ts';
import { announceAll } from '../../src/webhooks/announce.ts';
import { endpointSecrets, mintSecret } from '../../src/webhooks/endpoint-secrets.ts';
import { createDatabase } from '../support/database.ts';
import { processes } from '../support/process.ts';
import { startReceiver } from '../support/servers/receiver.ts';

const [accounts, subjects] = [40, 50];
/** So many of the accounts get more messages while instances are killed. */
const busy = 10;
/** What the five endpoints of each account do: two answer, one fails until it is back, one hangs, one redirects inward. */
const kinds = ['good', 'fine', 'away', 'hanging', 'inward'] as const;
const reached = ['good', 'fine', 'away'];

const started = processes();
let database: Awaited<ReturnType<typeof createDatabase>>;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let pool: pg.Pool;
beforeAll(async () => {
  [database, receiver] = await Promise.all([createDatabase(), startReceiver()]);
  pool = new pg.Pool({ connectionString: database.url, max: 4 });
});
afterAll(async () => {
  await started.endAll();
  await pool.end();
  receiver.close();
  await database.drop();
});

const secret = randomBytes(32).toString('base64url');
const start = () =>
  started.run({ DATABASE_URL: database.url, SESSION_SECRET: secret, NODE_ENV: 'test', LOG_LEVEL: 'info' }, 'start');
const count = async (what: string) => Number((await pool.query(`SELECT count(*) FROM ${what}`)).rows[0].count);
const announceTo = (ids: string[], n: number) =>
  inTransaction(pool, (client) =>
    announceAll(
      client,
      ids.flatMap((accountId) =>
        Array.from({ length: subjects }, (_, place) => ({
          ...{ accountId, topic: 'alert.raised', subject: `${place}`, data: { subject: place, n, since: n, count: 1 } },
        })),
      ),
    ),
  );

test('ten thousand messages arrive although every instance is killed, and no receiver holds up another', async () => {
  const sealed = await endpointSecrets([secret]).close(mintSecret());
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO account (plan) SELECT 'business' FROM generate_series(1, ${accounts}) RETURNING id`,
  );
  const ids = rows.map(({ id }) => id);
  for (const [place, id] of ids.entries())
    for (const kind of kinds) {
      const path = `/${kind}/${place}`;
      await pool.query(
        `INSERT INTO webhook_endpoint (account_id, url, events, sealed_secret) VALUES ($1, $2, '{alert.raised}', $3)`,
        [id, receiver.url + path, sealed],
      );
      if (kind === 'away') receiver.react(path, 503);
      if (kind === 'hanging') receiver.react(path, () => {});
      if (kind === 'inward') receiver.react(path, (res) => res.writeHead(307, { location: `${receiver.url}/secret` }).end());
    }
  await announceTo(ids, 1);
  expect(await count('webhook_message')).toBe(accounts * kinds.length * subjects);

  const arrivedAt = (kind: string) =>
    new Set(
      receiver
        .all()
        .filter(({ path }) => path.startsWith(`/${kind}/`))
        .map(keyOf),
    ).size;
  const keyOf = ({ path, body }: { path: string; body: { data: { subject: number } } }) => `${path} ${body.data.subject}`;
  const running = [start(), start(), start()];
  await Promise.all(running.map((one) => one.url()));
  for (const [place, one] of running.entries()) {
    await expect.poll(() => arrivedAt('good'), { timeout: 120_000 }).toBeGreaterThan((place + 1) * 300);
    // More happens meanwhile to some of them.
    await announceTo(ids.slice(0, busy), place + 2);
    await one.end('SIGKILL');
    start();
  }
  // Those that answer have everything while others hang.
  for (const kind of ['good', 'fine']) await expect.poll(() => arrivedAt(kind), { timeout: 120_000 }).toBe(accounts * subjects);
  // The receivers that were away are back at the next attempt.
  for (const place of ids.keys()) receiver.react(`/away/${place}`, 204);
  await pool.query(`BEGIN; SELECT FROM webhook_endpoint WHERE url LIKE '%/away/%' ORDER BY id FOR NO KEY UPDATE;
    UPDATE webhook_message SET due_at = now() FROM webhook_endpoint
      WHERE webhook_endpoint.id = endpoint_id AND url LIKE '%/away/%';
    COMMIT`);
  await expect.poll(() => arrivedAt('away'), { timeout: 120_000 }).toBe(accounts * subjects);
  const left = `webhook_message JOIN webhook_endpoint ON webhook_endpoint.id = endpoint_id WHERE url ~ '/(${reached.join('|')})/'`;
  await expect.poll(() => count(left), { timeout: 60_000 }).toBe(0);

  // A message counts what it is about, no two leave anything out between them, and the last one has the newest.
  const told = Map.groupBy(
    receiver.all().filter(({ path }) => reached.some((kind) => path.startsWith(`/${kind}/`))),
    keyOf,
  );
  for (const [key, messages] of told) {
    let newest = 0;
    for (const { body } of messages) {
      const { n, since, count: counted } = body.data;
      expect(counted, key).toBe(n - since + 1);
      expect(since, key).toBeLessThanOrEqual(newest + 1);
      newest = Math.max(newest, n);
    }
    expect(newest, key).toBe(Number(key.split(/[/ ]/)[2]) < busy ? 4 : 1);
  }

  // Nothing piles up, nothing went inward, and little came twice: what was under way in a kill.
  await announceTo(ids, 5);
  expect(await count(`${left.replace(' ~ ', ' !~ ')}`)).toBe(accounts * 2 * subjects);
  expect(receiver.at('/secret')).toEqual([]);
  const first = receiver.all().filter(({ path, body }) => path.startsWith('/good/') && body.data.n === 1);
  expect(first.length - new Set(first.map(keyOf)).size).toBeLessThanOrEqual(3 * 64);
});
