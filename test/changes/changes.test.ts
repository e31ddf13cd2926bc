import { afterEach, beforeEach, expect, test } from 'vitest';
import { cursorOf } from '../../src/changes/cursor.ts';
import { addKey, type ChangesGround, changesGround, type Row, smallRegister } from '../support/changes.ts';
import { as } from '../support/people.ts';
import type { Answer } from '../support/service.ts';

let ground: ChangesGround;
beforeEach(async () => {
  ground = await changesGround();
});
afterEach(() => ground.close());

const gb = smallRegister('gb');
const lv = smallRegister('lv');
const row = (number: number, name: string, more: Row = {}): Row => ({ number: String(number), name, activity: '1', ...more });
/** A history: 1 is changed twice, 4 goes and comes back, 5 comes and goes. */
async function importHistory(): Promise<void> {
  const [two, three, four] = [row(2, 'B'), row(3, 'C'), row(4, 'D')];
  await ground.importRows(gb, [row(1, 'A'), two, three, four]);
  await ground.importRows(gb, [row(1, 'A', { status: 'x' }), two, three, row(5, 'E')]);
  await ground.importRows(gb, [row(1, 'A'), two, three, four]);
}
const remaining = ({ headers }: Answer) => Number(headers.get('x-monthly-quota-remaining'));
const idOf = async (number: number): Promise<string> => {
  const sql = 'SELECT id FROM entity WHERE number = $1 UNION ALL SELECT id FROM tombstone WHERE number = $1';
  return (await ground.query(sql, [String(number)]))[0]?.id;
};
const byType = (data: Answer['body']['data']) =>
  data.toSorted((one: { type: string }, other: { type: string }) => (one.type < other.type ? -1 : 1));
const typesOf = (data: Answer['body']['data']): string[] => data.map(({ type }: { type: string }) => type).toSorted();
/** The changes since now, of what is done. */
async function changesOf(work: () => Promise<unknown>): Promise<Answer['body']['data']> {
  const { body } = await ground.get('/changes?cursor=now');
  await work();
  const told = await ground.get(`/changes?cursor=${body.meta.nextCursor}`);
  expect(told.status, told.text).toBe(200);
  // Within an import the order says nothing.
  return byType(told.body.data);
}

test('the first import is one entry; then changes are told with what was before, and what vanished comes back as restored', async () => {
  const first = await changesOf(() => ground.importRows(gb, [row(1, 'A'), row(2, 'B'), row(3, 'C'), row(4, 'D')]));
  expect(first).toMatchObject([{ type: 'baseline', entityId: null, countryCode: 'GB', reason: 'source', changes: [] }]);

  const [created, removed, updated] = await changesOf(() =>
    ground.importRows(gb, [row(1, 'A', { address: 'HERE', status: 'x' }), row(2, 'B'), row(3, 'C'), row(5, 'E')]),
  );
  expect(updated).toMatchObject({
    type: 'updated',
    entityId: await idOf(1),
    number: '1',
    canonicalName: 'A',
    at: ground.now.toISOString(),
  });
  expect(updated.changes).toEqual(
    expect.arrayContaining([
      { path: '/status', old: 'active', new: 'dissolved' },
      { path: '/registry/place', old: null, new: 'HERE' },
      { path: '/registry/a~1b~0c', old: '', new: 'x' },
      { path: '/sourceData/address', old: '', new: 'HERE' },
      { path: '/updatedAt', old: new Date(ground.now.getTime() - 3_600_000).toISOString(), new: ground.now.toISOString() },
    ]),
  );
  expect(created).toMatchObject({ type: 'created', number: '5', changes: [{ path: '', old: null }] });
  expect(created.changes[0].new).toEqual((await ground.get(`/entities/${await idOf(5)}`)).body.data);
  expect(removed).toMatchObject({ type: 'removed', number: '4', canonicalName: 'D', changes: [{ path: '', new: null }] });

  const gone = await idOf(4);
  expect((await ground.get(`/entities/${gone}`)).status).toBe(404);
  const [restored] = await changesOf(() =>
    ground.importRows(gb, [row(1, 'A', { address: 'HERE', status: 'x' }), row(2, 'B'), row(3, 'C'), row(4, 'D'), row(5, 'E')]),
  );
  expect(restored).toMatchObject({ type: 'restored', entityId: gone });

  const { body } = await ground.get(`/entities/${gone}/history`);
  expect(body.data.map(({ type }: { type: string }) => type)).toEqual(['restored', 'removed']);
  expect(body.data[0].provenance).toEqual((await ground.get(`/entities/${gone}`)).body.data.provenance);
  expect(body.meta).toEqual({ page: 1, pageSize: 25, pageCount: 1, total: 2 });
  const second = await ground.get(`/entities/${gone}/history?page=2&pageSize=1`);
  expect(second.body.data).toEqual([body.data[1]]);
  expect((await ground.get('/entities/00000000-0000-5000-8000-000000000000/history')).status).toBe(404);
  expect((await ground.get(`/entities/${await idOf(2)}/history`)).body).toMatchObject({ data: [], meta: { total: 0 } });
});

test('a register that was emptied and comes back is no baseline: every record is restored', async () => {
  await ground.importRows(smallRegister('no'), [row(910_000_001, 'N')]);
  await ground.importRows(smallRegister('no'), [], { allowShrink: true });
  const back = await changesOf(() => ground.importRows(smallRegister('no'), [row(910_000_001, 'N')]));
  expect(back).toMatchObject([{ type: 'restored', number: '910000001' }]);
});

test('the same file with another mapping is told as such; rows that say the same as before are not told at all', async () => {
  await ground.importRows(lv, [row(40_000_000_001, 'L')]);
  expect(await changesOf(() => ground.importRows(lv, [row(40_000_000_001, 'L')]))).toEqual([]);
  const rows = [row(40_000_000_001, 'L')];
  const [mapped] = await changesOf(() => ground.importRows(smallRegister('lv', 2), rows));
  expect(mapped).toMatchObject({ type: 'updated', reason: 'mapping' });
  expect(mapped.changes[0]).toMatchObject({ path: '/registry', old: { place: null }, new: { place: null, reading: 2 } });
  const [again] = await changesOf(() => ground.importRows(smallRegister('lv', 3), [row(40_000_000_001, 'M')]));
  expect(again.reason).toBe('source');
});

test('a page that has more never changes; whoever has it already is told so for nothing', async () => {
  await importHistory();
  const pages: { path: string; text: string; etag: string }[] = [];
  let next = 'start';
  for (let more = true; more; ) {
    const path = `/changes?cursor=${next}&limit=2`;
    const { text, body, headers } = await ground.get(path);
    if (body.meta.hasMore) pages.push({ path, text, etag: headers.get('etag') ?? '' });
    expect(headers.get('cache-control')).toBe(body.meta.hasMore ? 'private, max-age=86400' : 'private, no-cache');
    next = body.meta.nextCursor;
    more = body.meta.hasMore;
  }
  expect(pages.length).toBeGreaterThan(2);
  await ground.importRows(gb, [row(1, 'A'), row(2, 'B'), row(3, 'C'), row(4, 'D'), row(6, 'F')]);
  const before = remaining(await ground.get('/countries'));
  for (const { path, etag } of pages) {
    const { status, headers } = await ground.get(path, { 'if-none-match': etag });
    expect([status, headers.get('etag')]).toEqual([304, etag]);
  }
  expect(remaining(await ground.get('/countries')), 'the second question about countries is the only one that cost').toBe(
    before - 1,
  );
  for (const { path, text } of pages) expect((await ground.get(path)).text).toBe(text);
});

test('what is at the end can be asked for again for nothing, too, and a page costs one', async () => {
  await importHistory();
  const { body } = await ground.get('/changes?cursor=now');
  const path = `/changes?cursor=${body.meta.nextCursor}`;
  const first = await ground.get(path);
  expect(first.body).toEqual(body);
  const same = await ground.get(path, { 'if-none-match': first.headers.get('etag') ?? '' });
  expect([same.status, remaining(same)]).toEqual([304, remaining(first)]);
});

test('filters: by country, type and record; the record as it is now', async () => {
  await importHistory();
  await ground.importRows(lv, [row(40_000_000_001, 'L')]);
  const all = (await ground.get('/changes?limit=1000')).body.data;
  const only = async (query: string) => (await ground.get(`/changes?limit=1000&${query}`)).body.data;
  const of = (name: string, value: unknown) => all.filter((entry: Record<string, unknown>) => entry[name] === value);
  expect(await only('country=lv')).toEqual(of('countryCode', 'LV'));
  expect(await only('type=removed')).toEqual(of('type', 'removed'));
  const id = await idOf(4);
  expect(await only(`entityId=${id}`)).toEqual(of('entityId', id));
  expect(await only(`entityId=${id}&type=restored&country=GB`)).toHaveLength(1);
  expect(await only('country=zz')).toEqual([]);
  const restored = await only(`entityId=${id}&type=restored&include=entity`);
  expect(restored[0].entity).toEqual((await ground.get(`/entities/${id}`)).body.data);
  const gone = await only(`entityId=${await idOf(5)}&include=entity`);
  expect(gone.at(-1)).toMatchObject({ type: 'removed', entity: null });
});

test('a cursor that is damaged, or of another history, is refused; so is every other nonsense', async () => {
  await importHistory();
  const { body } = await ground.get('/changes?limit=1');
  const good: string = body.data[0].cursor;
  for (let place = 0; place < good.length; place++) {
    const damaged = good.slice(0, place) + (good[place] === 'A' ? 'B' : 'A') + good.slice(place + 1);
    expect((await ground.get(`/changes?cursor=${damaged}`)).status, damaged).toBe(400);
  }
  const [set] = await ground.query('SELECT version, epoch, size FROM change_set ORDER BY version DESC LIMIT 1');
  const { version, epoch, size } = set as { version: number; epoch: string; size: number };
  const wrong = [
    cursorOf({ version, position: size + 1, epoch }),
    cursorOf({ version: version + 1, position: 0, epoch }),
    cursorOf({ version, position: size, epoch: '00000000' }),
    '',
    'x'.repeat(5_000),
    '%00',
  ].map((cursor) => `cursor=${cursor}`);
  for (const query of [
    ...wrong,
    'limit=0',
    'limit=1001',
    'limit=1e2',
    'type=deleted',
    'include=all',
    'country=gbr',
    'entityId=1',
    'page=2',
  ]) {
    const answer = await ground.get(`/changes?${query}`);
    expect([answer.status, answer.body.error.code], query.slice(0, 60)).toEqual([400, 'invalid_request']);
  }
  const session = { headers: as(ground.accountId) };
  for (const args of ['cursor: "nonsense"', 'limit: 0', 'limit: 1001', 'wait: 31', 'country: "gbr"', 'entityId: "1"']) {
    const { body: told } = await ground.service.graphql(`{ changes(${args}) { meta { nextCursor } } }`, session);
    expect(told.errors[0].extensions.code, args).toBe('invalid_request');
  }
});

test('who waits is answered by the next import, on every instance; who cannot wait is answered at once', async () => {
  await importHistory();
  const other = await ground.start();
  const { body } = await ground.get('/changes?cursor=now');
  const path = `/changes?cursor=${body.meta.nextCursor}`;
  const waiting = [ground.service, other].map((instance) => ground.get(path, { prefer: 'respond-async, wait=30' }, instance));
  await ground.importRows(gb, [row(1, 'A'), row(2, 'B'), row(3, 'C'), row(7, 'G')]);
  for (const answer of await Promise.all(waiting)) {
    expect(typesOf(answer.body.data)).toEqual(['created', 'removed']);
  }
  const now = await ground.get('/changes?cursor=now', { prefer: 'wait=1' });
  expect([now.body.data, now.headers.get('preference-applied')]).toEqual([[], 'wait=1']);

  // Five of an account may wait: when the sixth is sent away at once, all five are waiting.
  const held = Array.from({ length: 6 }, () => ground.get('/changes?cursor=now', { prefer: 'wait=30' }, other));
  expect((await Promise.race(held)).headers.get('preference-applied')).toBeNull();
  // Another account is not held up by that.
  const { secret } = await addKey(ground.query as never);
  const theirs = await ground.get('/changes?cursor=now', { prefer: 'wait=1', 'x-api-key': secret }, other);
  expect(theirs.headers.get('preference-applied')).toBe('wait=1');
  // A stop answers them all, and loses nobody.
  await other.stop();
  const answers = await Promise.all(held);
  for (const { status, body: page } of answers) expect([status, page.data]).toEqual([200, []]);
  expect(answers.filter(({ headers }) => headers.get('preference-applied') === 'wait=30')).toHaveLength(5);
});

test('GraphQL tells the same, metered alike', async () => {
  await importHistory();
  const session = { headers: as(ground.accountId) };
  const ask = async (query: string) => (await ground.service.graphql(query, session)).body.data;
  const used = async () => (await ask('{ usage { used } }')).usage.used;
  const id = await idOf(4);
  const before = await used();
  const fields = `cursor type entityId countryCode number numberScheme canonicalName at dataVersion importRunId reason
    changes { path old new }`;
  const { changes, entity, past, registers, snapshots } = await ask(`{
    changes(entityId: "${id}") { items { ${fields} } meta { nextCursor hasMore oldestCursor dataVersion } }
    entity(id: "${id}") { canonicalName history(pageSize: 1) { items { type provenance { file } } meta { total } } }
    past: entity(id: "${id}", asOf: "2026-11-01T01:30:00.000Z") { status servedSince sourceData }
    registers { countryCode status served { records } }
    snapshots { id }
  }`);
  expect(await used(), 'four root fields of company data; the registers are public').toBe(before + 4);
  const { body } = await ground.get(`/changes?entityId=${id}`);
  expect({ data: changes.items, meta: changes.meta }).toEqual(body);
  expect(entity.history).toMatchObject({ items: [{ type: 'restored' }], meta: { total: 2 } });
  expect(past).toMatchObject({ status: 'active', servedSince: '2026-11-01T01:00:00.000Z' });
  expect(registers.length).toBeGreaterThan(5);
  expect(snapshots).toEqual([]);
});

test('histories have statements of their own, so one operation has few of them, and holds up nobody', async () => {
  await importHistory();
  const session = { headers: as(ground.accountId) };
  const ask = async (query: string) => (await ground.service.graphql(query, session)).body;
  const history = 'history(pageSize: 1) { meta { total } }';
  expect((await ask(`{ entities(pageSize: 10) { items { ${history} } } }`)).errors).toBeUndefined();
  for (const query of [
    `{ entities(pageSize: 25) { items { ${history} } } }`,
    `{ entities(pageSize: 10) { items { ${history} other: ${history} } } }`,
    `{ changes(limit: 25) { items { entity { ${history} } } } }`,
  ])
    expect((await ask(query)).error?.message, query).toBe('Records limit of 1000 exceeded.');
});

test('asOf before we had it is 404, and nonsense 400', async () => {
  await importHistory();
  const id = await idOf(1);
  expect((await ground.get(`/entities/${id}?asOf=2026-11-01T00:59:59Z`)).status).toBe(404);
  const then = await ground.get(`/entities/${id}?asOf=2026-11-01T02:00:00%2B01:00`);
  expect([then.status, then.body.data.status, then.headers.get('memento-datetime')]).toEqual([
    200,
    'active',
    'Sun, 01 Nov 2026 01:00:00 GMT',
  ]);
  expect((await ground.get(`/entities/${id}`)).headers.get('memento-datetime')).toBeNull();
  for (const asOf of ['yesterday', '2026-11-01', '2026-02-30T00:00:00Z', ''])
    expect((await ground.get(`/entities/${id}?asOf=${asOf}`)).status, asOf).toBe(400);
});

test('the registers are public, with how fresh they are', async () => {
  await importHistory();
  const [{ records }] = (await ground.query("SELECT count(*)::int AS records FROM entity WHERE register_id = 'gb'")) as [
    { records: number },
  ];
  const listed = async () =>
    (await ground.service.get('/api/v1/registers')).body.data as { countryCode: string; status: string }[];
  const of = async (code: string) => (await listed()).find(({ countryCode }) => countryCode === code);
  // An instance notices an import within a second.
  await expect.poll(() => of('GB')).toMatchObject({ id: 'gb', status: 'served', served: { records, fileDate: null } });
  expect(await of('EE')).toMatchObject({ id: 'ee', status: 'available', served: null });
  const nothing = { id: null, name: null, licence: null, sourceUrl: null, served: null };
  expect((await listed()).find(({ status }) => status === 'planned')).toMatchObject(nothing);
});

test('after 400 days a cursor is 410; what is dropped stays so, whatever is set later; history begins anew', async () => {
  await importHistory();
  const { body } = await ground.get('/changes?limit=1');
  const old = body.meta.nextCursor;
  expect((await ground.get(`/changes?cursor=${old}`)).status).toBe(200);
  const before = ground.now;
  ground.now = new Date(before.getTime() + 401 * 86_400_000);
  const expired = await ground.get(`/changes?cursor=${old}`);
  expect([expired.status, expired.body.error.code]).toEqual([410, 'cursor_expired']);
  expect(expired.body.error.message).toContain('snapshot');
  expect((await ground.get('/changes')).body).toMatchObject({ data: [], meta: { hasMore: false } });
  // All that was told is old, so who is at the end is not.
  expect((await ground.get(`/changes?cursor=${(await ground.get('/changes')).body.meta.oldestCursor}`)).status).toBe(200);

  await ground.importRows(gb, [row(1, 'A'), row(2, 'B'), row(3, 'C'), row(9, 'I')]);
  expect(typesOf((await ground.get('/changes')).body.data)).toEqual(['created', 'removed']);
  const [{ dropped }] = (await ground.query('SELECT drop_change_months($1) AS dropped', [
    new Date(ground.now.getTime() - 30 * 86_400_000),
  ])) as [{ dropped: number }];
  expect(dropped).toBe(1);
  const lasting = await ground.start({ env: { RETENTION_CHANGES_DAYS: '4000' } });
  expect((await ground.get(`/changes?cursor=${old}`, {}, lasting)).status).toBe(410);
  expect((await ground.get('/changes', {}, lasting)).body.data).toHaveLength(2);
  await lasting.stop();
});

test('the last imports are listed, newest first, each with the place in the feed before its changes', async () => {
  await ground.importRows(lv, [row(40_000_000_001, 'First')]);
  await ground.importRows(lv, [row(40_000_000_001, 'Second')]);
  const headers = as('lister');
  const list = async (args = '') =>
    (await ground.service.graphql(`{ changeSets${args} { dataVersion register changes records reason cursor } }`, { headers }))
      .body;
  const { changeSets } = (await list()).data;
  expect(changeSets[0]).toMatchObject({ register: 'lv', changes: 1, records: 1, reason: 'source' });
  const versions = changeSets.map(({ dataVersion }: { dataVersion: number }) => dataVersion);
  expect(versions).toEqual(versions.toSorted((one: number, other: number) => other - one));
  expect(changeSets).toHaveLength(2);
  for (const { cursor, dataVersion, changes } of changeSets) {
    const { body } = await ground.get(`/changes?cursor=${cursor}&limit=1000`);
    const own = body.data.filter((change: { dataVersion: number }) => change.dataVersion === dataVersion);
    expect([body.data[0].dataVersion, own.length]).toEqual([dataVersion, changes]);
  }
  expect((await list('(limit: 1)')).data.changeSets).toEqual(changeSets.slice(0, 1));
  for (const limit of [0, 101]) expect((await list(`(limit: ${limit})`)).errors[0].extensions.code).toBe('invalid_request');
});

test('who loses the key, its scope or the membership while requests wait gets nothing', async () => {
  const { accountId, secret } = await addKey(ground.query as never);
  const key = { 'x-api-key': secret };
  const other = await addKey(ground.query as never);
  const { session } = await ground.caller(10);
  const [{ id: userId }] = await ground.query('SELECT id FROM user_profile ORDER BY created_at DESC LIMIT 1');
  await ground.query("INSERT INTO membership (account_id, user_id, role) VALUES ($1, $2, 'member')", [other.accountId, userId]);
  const scoped = ground.get('/changes?cursor=now', { 'x-api-key': other.secret, prefer: 'wait=30' });
  const asMember = { headers: { ...session, 'x-account-id': other.accountId } };
  const removed = ground.service.graphql('{ changes(cursor: "now", wait: 5) { waited } }', asMember);
  const held = Array.from({ length: 6 }, () => ground.get('/changes?cursor=now', { ...key, prefer: 'wait=30' }));
  const atOnce = await Promise.race(held);
  expect(atOnce.headers.get('preference-applied')).toBeNull();
  await ground.query("UPDATE api_key SET scopes = '{match}' WHERE account_id = $1", [other.accountId]);
  await ground.query('DELETE FROM membership WHERE account_id = $1', [other.accountId]);
  await ground.query('UPDATE api_key SET revoked_at = now() WHERE account_id = $1', [accountId]);
  await expect.poll(async () => (await ground.get('/countries', key)).status).toBe(401);
  await ground.importRows(gb, [row(1, 'A')]);
  const statuses = (await Promise.all(held)).map(({ status }) => status);
  expect(statuses.sort()).toEqual([200, 401, 401, 401, 401, 401]);
  expect((await scoped).body.error.code).toBe('insufficient_scope');
  expect((await removed).body.errors[0].extensions.code).toBe('account_not_found');
});
