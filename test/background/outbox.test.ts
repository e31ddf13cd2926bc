import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { raise } from '../../src/alerts/index.ts';
import { type OutboxReader, openOutbox, type Posted } from '../../src/background/outbox.ts';
import { inTransaction } from '../../src/database/transaction.ts';
import { Teardown } from '../../src/kernel/teardown.ts';
import { withdraw } from '../../src/webhooks/index.ts';
import { createDatabase } from '../support/database.ts';
import { captureLog } from '../support/service.ts';

let database: Awaited<ReturnType<typeof createDatabase>>;
let pool: pg.Pool;
let accountId: string;
beforeAll(async () => {
  database = await createDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 6 });
  accountId = (await pool.query(`INSERT INTO account (plan) VALUES ('pro') RETURNING id`)).rows[0].id;
});
beforeEach(() => pool.query('DELETE FROM outbox'));
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const post = (topic: string, ...subjects: readonly string[]) =>
  pool.query(
    `INSERT INTO outbox (topic, account_id, subject, data) SELECT $1, $2, subject, '{}' FROM unnest($3::text[]) AS subject`,
    [topic, accountId, subjects],
  );
const left = async () => (await pool.query('SELECT subject FROM outbox ORDER BY id')).rows.map(({ subject }) => subject);

/** Runs two instances with the readers until nothing is left. */
async function readBy(...readers: OutboxReader[]): Promise<string> {
  const [teardown, log] = [new Teardown(), captureLog()];
  for (let instance = 0; instance < 2; instance++) openOutbox({ pool, readers, logger: log.logger, teardown });
  await expect.poll(left, { timeout: 10_000 }).toEqual([]);
  await teardown.run();
  return log.text();
}
const reader = (topics: string[], read: (events: readonly Posted[]) => void): OutboxReader => ({
  topics,
  read: async (_client, events) => read(events),
  wake: () => {},
});

test('every reader gets the events of its topics once, in order, however many instances there are', async () => {
  const subjects = Array.from({ length: 1_200 }, (_, place) => `${place}`);
  await post('one', ...subjects);
  await post('two', 'other');
  await post('of nobody', 'lost');
  const [first, second]: [string[], string[]] = [[], []];
  await readBy(
    reader(['one'], (events) => first.push(...events.map(({ subject }) => subject))),
    reader(['one', 'two'], (events) => second.push(...events.map(({ subject }) => subject))),
  );
  expect(first).toEqual(subjects);
  expect(second).toEqual([...subjects, 'other']);
});

test('what a reader could not write down stays, for all readers', async () => {
  await post('one', 'a', 'b');
  const written: string[] = [];
  const failing = [true, true];
  const writer: OutboxReader = {
    topics: ['one'],
    read: async (client) => void (await client.query(`INSERT INTO outbox (topic, subject, data) VALUES ('written', 'x', '{}')`)),
    wake: () => {},
  };
  const log = await readBy(
    writer,
    reader(['one'], () => {
      if (failing.pop()) throw new Error('not now');
    }),
    reader(['written'], (events) => written.push(...events.map(({ subject }) => subject))),
  );
  expect(written, 'what was written with a failure is rolled back').toEqual(['x']);
  expect(log).toContain('not now');
});

test('a reader that fails holds up its own topic alone', async () => {
  await post('one', 'a');
  await post('two', 'b');
  const read: string[] = [];
  const log = await readBy(
    reader(['one'], ([event]) => {
      if (!read.includes('b')) throw new Error('not before b');
      read.push(event?.subject ?? '');
    }),
    reader(['two'], ([event]) => read.push(event?.subject ?? '')),
  );
  expect(read).toEqual(['b', 'a']);
  expect(log).toContain('not before b');
});

test('an alert and its event are one, and an alert that is there already posts nothing', async () => {
  const alert = { accountId, kind: 'key_leaked', key: 'one', data: { keyId: '1', prefix: 'crd_' } } as const;
  await expect(
    inTransaction(pool, async (client) => {
      await raise(client, alert);
      throw new Error('undone');
    }),
  ).rejects.toThrow('undone');
  expect(await left()).toEqual([]);
  await raise(pool, alert, { ...alert, kind: 'key_created' });
  await raise(pool, alert);
  expect(await left()).toEqual(['alert key_leaked', 'alert key_created']);
});

test('nothing waits about a list that is withdrawn', async () => {
  const list = '00000000-0000-4000-8000-000000000000';
  await post('watch_list.changed', list, 'another');
  await inTransaction(pool, (client) => withdraw(client, accountId, list));
  expect(await left()).toEqual(['another']);
});
