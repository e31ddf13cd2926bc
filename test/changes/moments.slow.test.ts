import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ChangesGround, changesGround, fileOf, type Row, smallRegister } from '../support/changes.ts';
import { connect } from '../support/imports.ts';
import type { Answer } from '../support/service.ts';

/* What was answered for a moment stays the answer, whatever is imported at that moment. The clock is the database's own here. */

let ground: ChangesGround;
const gb = smallRegister('gb');
/** An import of so many records takes long enough to read meanwhile. */
const many = 3_000;
const rows = (name: string, size: number): Row[] =>
  Array.from({ length: size }, (_, number) => ({ number: String(number + 1), name: `${name} ${number}`, activity: '1' }));
let files = 0;

/** Imports by the clock of the database. */
async function importNow(name: string, { size = 50, connecting = connect } = {}): Promise<void> {
  const path = await ground.file(`moments-${files++}.csv`, fileOf(rows(name, size)));
  await ground.import(gb, path, {
    allowChange: true,
    now: () => new Date(),
    connect: async () => {
      const client = await connecting(ground.url);
      await client.query("SET company_registry.clock = ''");
      return client;
    },
  });
}

/** A connection whose COMMIT is held until the test lets it go. */
function heldCommit() {
  const [reached, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const connecting = async (url: string) => {
    const client = await connect(url);
    const query = client.query.bind(client) as (...words: unknown[]) => unknown;
    client.query = ((...words: unknown[]) => {
      if (words[0] !== 'COMMIT') return query(...words);
      reached.resolve();
      return goesOn.promise.then(() => query(...words));
    }) as typeof client.query;
    return client;
  };
  return { connecting, reached: reached.promise, goOn: () => goesOn.resolve() };
}

const clock = async (): Promise<string> => (await ground.query('SELECT clock_timestamp() AS now'))[0].now.toISOString();
const nameOf = ({ status, body }: Answer): unknown => [status, body.data?.canonicalName, body.data?.updatedAt];
/** A minute later for the limits of the key. */
const later = () => {
  ground.now = new Date(ground.now.getTime() + 60_000);
};
let ids: string[];

beforeEach(async () => {
  ground = await changesGround();
});
afterEach(() => ground.close());

async function importFirst(size?: number): Promise<void> {
  await importNow('FIRST', size === undefined ? {} : { size });
  ids = (await ground.query('SELECT id FROM entity ORDER BY id LIMIT 20')).map(({ id }) => id);
}

test('an import that is about to commit has no moment yet: an answer for now stays the answer', async () => {
  await importFirst();
  const held = heldCommit();
  const importing = importNow('HELD', held);
  await held.reached;
  const path = `/entities/${ids[0]}?asOf=${await clock()}`;
  const before = await ground.get(path);
  held.goOn();
  await importing;
  expect([before.status, before.body.data.canonicalName]).toEqual([200, expect.stringContaining('FIRST')]);
  expect(nameOf(await ground.get(path))).toEqual(nameOf(before));
  const now = await ground.get(`/entities/${ids[0]}?asOf=${await clock()}`);
  expect(now.body.data).toMatchObject({ canonicalName: expect.stringContaining('HELD') });
});

test('readers ask for this very moment while thousands of records change: no answer changes, by asOf, feed or updatedSince', async () => {
  await importFirst(many);
  const asked: { path: string; answer: unknown }[] = [];
  const empty: string[] = [];
  let isDone = false;
  const start = (await ground.get('/changes?cursor=now')).body.meta.nextCursor;
  const look = await ground.get('/entities?pageSize=1');
  let since = look.headers.get('x-next-updated-since') ?? '';
  const found = new Set<string>();
  const read = async (id: string) => {
    while (!isDone) {
      const path = `/entities/${id}?asOf=${await clock()}`;
      const answer = await ground.get(path);
      if (answer.status === 429) later();
      else asked.push({ path, answer: nameOf(answer) });
    }
  };
  const follow = async () => {
    while (!isDone) {
      const moment = await clock();
      const page = await ground.get(`/changes?cursor=${start}&limit=1`);
      if (page.status === 200 && page.body.data.length === 0) empty.push(moment);
    }
  };
  /** Looks for what was updated since the last look, page by page. */
  const watch = async () => {
    const first = await ground.get(`/entities?pageSize=100&updatedSince=${since}`);
    if (first.status !== 200) return later();
    for (let page = 1; page <= first.body.meta.pageCount; page++) {
      const { status, body } = await ground.get(`/entities?pageSize=100&page=${page}&updatedSince=${since}`);
      if (status !== 200) return later();
      for (const { id } of body.data) found.add(id);
    }
    since = first.headers.get('x-next-updated-since') ?? '';
  };
  const readers = [...ids.slice(0, 3).map(read), follow()];
  await importNow('SECOND', { size: many }).finally(() => {
    isDone = true;
  });
  await Promise.all(readers);
  expect(new Set(asked.map(({ answer }) => JSON.stringify(answer))).size, 'before, and after').toBeGreaterThan(1);
  expect(asked.length).toBeGreaterThan(20);
  later();
  for (const { path, answer } of asked) {
    let again = await ground.get(path);
    if (again.status === 429) {
      later();
      again = await ground.get(path);
    }
    expect(nameOf(again), path).toEqual(answer);
  }
  later();
  const [change] = (await ground.get(`/changes?cursor=${start}&limit=1`)).body.data;
  for (const moment of empty) expect(moment < change.at, `${moment} had no change yet, of ${change.at}`).toBe(true);
  await expect.poll(() => watch().then(() => found.size)).toBe(many);
  const again = await ground.get(`/entities?updatedSince=${since}`);
  expect([again.body.meta.total, again.headers.get('x-next-updated-since')], 'nothing comes twice').toEqual([0, since]);
});

test('record, feed, history and import have one moment; asOf with it gives just that version, and a moment to come is 400', async () => {
  await importFirst();
  for (const name of ['Older', 'Newer']) await importNow(name);
  const id = ids[0] ?? '';
  await importNow('SECOND');
  await importNow('THIRD');
  const { data: record } = (await ground.get(`/entities/${id}`)).body;
  const [change, older] = (await ground.get(`/entities/${id}/history`)).body.data;
  expect([change.at, record.provenance.importedAt]).toEqual([record.updatedAt, record.updatedAt]);
  expect(change.changes).toContainEqual({ path: '/updatedAt', old: older.at, new: change.at });
  const then = await ground.get(`/entities/${id}?asOf=${change.at}`);
  expect(then.body.data.updatedAt).toBe(change.at);
  const before = await ground.get(`/entities/${id}?asOf=${new Date(Date.parse(change.at) - 1).toISOString()}`);
  expect(before.body.data.updatedAt).toBe(older.at);
  const future = new Date(Date.parse(await clock()) + 60_000).toISOString();
  const refused = await ground.get(`/entities/${id}?asOf=${future}`);
  expect([refused.status, refused.body.error.code]).toEqual([400, 'invalid_request']);
  expect(refused.body.error.message).toMatch(/^asOf: must be over\. It is \d{4}-/);
});
