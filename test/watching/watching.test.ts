import { afterAll, beforeAll, expect, test } from 'vitest';
import { addKey, type ChangesGround, changesGround, type Row, smallRegister } from '../support/changes.ts';
import { connect } from '../support/imports.ts';
import type { TestService } from '../support/service.ts';

let ground: ChangesGround;
beforeAll(async () => {
  ground = await changesGround();
  await ground.importRows(md, [row('1', 'Alfa'), row('2', 'Beta'), row('3', 'Gama'), row('4', 'Delta')]);
});
afterAll(() => ground.close());

const md = smallRegister('md');
const row = (number: string, name: string, more: Row = {}): Row => ({ number, name, ...more });
const absent = '00000000-0000-4000-8000-000000000000';

async function call(method: string, path: string, body?: unknown, secret = ground.secret, service?: TestService) {
  const init = { method, headers: { 'x-api-key': secret, 'content-type': 'application/json' }, body: JSON.stringify(body) };
  return (service ?? ground.service).get(`/api/v1${path}`, init);
}
const idOf = async (number: string) =>
  (await ground.query('SELECT id FROM entity WHERE number = $1', [number]))[0]?.id ?? expect.unreachable();

/** A list with these companies. */
async function watch(name: string, numbers: readonly string[], secret = ground.secret): Promise<string> {
  const { status, body } = await call('POST', '/watch-lists', { name }, secret);
  expect(status).toBe(201);
  const add = await Promise.all(numbers.map(idOf));
  expect((await call('POST', `/watch-lists/${body.data.id}/companies`, { add }, secret)).body.data.added).toBe(add.length);
  return body.data.id;
}

/** All changes of a list after a cursor, page by page. */
async function follow(list: string, from = 'start', secret = ground.secret) {
  const names: string[] = [];
  let cursor = from;
  for (;;) {
    const { status, body } = await call('GET', `/watch-lists/${list}/changes?limit=1&cursor=${cursor}`, undefined, secret);
    expect(status).toBe(200);
    names.push(...body.data.map(({ type, canonicalName }: Record<string, string>) => `${type} ${canonicalName}`));
    cursor = body.meta.nextCursor;
    if (!body.meta.hasMore) return { names, cursor };
  }
}

test('a list is made, read, renamed and deleted', async () => {
  const made = await call('POST', '/watch-lists', { name: ' Suppliers ' });
  expect(made.status).toBe(201);
  const { id } = made.body.data;
  expect(made.body.data).toEqual({
    ...{ id: expect.any(String), name: 'Suppliers', companies: 0, createdAt: expect.any(String) },
    filter: null,
  });
  expect((await call('GET', `/watch-lists/${id}`)).body).toEqual(made.body);
  const renamed = await call('PATCH', `/watch-lists/${id}`, { name: 'Customers' });
  expect(renamed.body.data).toEqual({ ...made.body.data, name: 'Customers' });
  const all = await call('GET', '/watch-lists');
  expect(all.body.data).toContainEqual(renamed.body.data);
  expect(all.body.meta.count).toBe(all.body.data.length);
  expect((await call('DELETE', `/watch-lists/${id}`)).status).toBe(204);
  expect((await call('GET', `/watch-lists/${id}`)).body.error.code).toBe('watch_list_not_found');
});

test('companies are added once and removed, and unknown ids are named', async () => {
  const list = await watch('twice', ['1', '2']);
  const [one, three] = [await idOf('1'), await idOf('3')];
  const changed = await call('POST', `/watch-lists/${list}/companies`, {
    add: [one, three, three, absent],
    remove: [await idOf('2')],
  });
  expect(changed.body.data).toEqual({ added: 1, removed: 1, unknown: [absent], companies: 2, lookup: null });
  const { body } = await call('GET', `/watch-lists/${list}/companies?pageSize=1&page=2`);
  expect(body.meta).toEqual({ page: 2, pageSize: 1, pageCount: 2, total: 2 });
  expect(body.data).toEqual([
    { entityId: three, addedAt: expect.any(String), entity: expect.objectContaining({ canonicalName: 'Gama' }) },
  ]);
});

test('wrong input is refused, and says where it is wrong', async () => {
  const list = await watch('wrong', []);
  const refusals: [string, string, unknown, RegExp][] = [
    ['POST', '/watch-lists', {}, /name/],
    ['POST', '/watch-lists', { name: ' ' }, /name: must have 1 to 60 characters/],
    ['POST', `/watch-lists/${list}/companies`, { add: [absent, '1'] }, /add\[1\]: must be a UUID/],
    ['POST', `/watch-lists/${list}/companies`, { add: Array(501).fill(absent) }, /add: must have at most 500 ids/],
    ['GET', `/watch-lists/${list}/companies?pageSize=1000`, undefined, /pageSize/],
    ['GET', `/watch-lists/${list}/changes?cursor=nonsense`, undefined, /cursor/],
  ];
  for (const [method, path, body, message] of refusals) {
    const answer = await call(method, path, body);
    expect([answer.status, answer.body.error.message]).toEqual([400, expect.stringMatching(message)]);
  }
});

test('the feed of a list has the changes of its companies alone, since they were added, each once', async () => {
  const list = await watch('feed', ['1', '2']);
  expect(await follow(list)).toMatchObject({ names: [] });
  await ground.importRows(md, [row('1', 'Alfa Nova'), row('3', 'Gama Nova'), row('4', 'Delta')], { allowShrink: true });
  await expect.poll(async () => (await follow(list)).names.toSorted()).toEqual(['removed Beta', 'updated Alfa Nova']);
  const { cursor } = await follow(list);
  await call('POST', `/watch-lists/${list}/companies`, { add: [await idOf('3')] });
  expect((await follow(list)).names).toHaveLength(2);
  await ground.importRows(md, [row('1', 'Alfa Nova'), row('2', 'Beta'), row('3', 'Gama'), row('4', 'Delta Nova')]);
  await expect.poll(async () => (await follow(list, cursor)).names.toSorted()).toEqual(['restored Beta', 'updated Gama']);
  await call('DELETE', `/watch-lists/${list}`);
});

test('a reader waits for the next change of its list', async () => {
  const list = await watch('waiting', ['4']);
  const path = `/api/v1/watch-lists/${list}/changes?cursor=now`;
  const waiting = ground.service.get(path, { headers: { 'x-api-key': ground.secret, prefer: 'wait=30' } });
  await ground.importRows(md, [row('1', 'Alfa'), row('2', 'Beta'), row('3', 'Gama'), row('4', 'Delta Again')]);
  const { body, headers } = await waiting;
  expect(body.data).toMatchObject([{ type: 'updated', canonicalName: 'Delta Again' }]);
  expect(headers.get('preference-applied')).toBe('wait=30');
});

test('a list that is deleted ends the wait of its reader', async () => {
  const list = await watch('gone', ['4']);
  const path = `/api/v1/watch-lists/${list}/changes?cursor=now`;
  const waiting = ground.service.get(path, { headers: { 'x-api-key': ground.secret, prefer: 'wait=1' } });
  await call('DELETE', `/watch-lists/${list}`);
  expect((await waiting).body.error.code).toBe('watch_list_not_found');
});

test('three instances find every hit once', async () => {
  const list = await watch('instances', ['1']);
  const others = await Promise.all([ground.start(), ground.start()]);
  for (const name of ['One', 'Two', 'Three'])
    await ground.importRows(md, [row('1', name), row('2', 'Beta'), row('3', 'Gama'), row('4', 'Delta')]);
  const hits = () => ground.query('SELECT version FROM watch_hit WHERE list_id = $1', [list]);
  await expect.poll(async () => (await hits()).length).toBe(3);
  for (const service of others) {
    const { body } = await call('GET', `/watch-lists/${list}/changes`, undefined, ground.secret, service);
    expect(body.data.map(({ canonicalName }: Record<string, string>) => canonicalName)).toEqual(['One', 'Two', 'Three']);
  }
  await Promise.all(others.map((service) => service.stop()));
});

test('a list that is deleted while hits are looked for holds up no other list', async () => {
  const [gone, kept] = [await watch('gone soon', ['1']), await watch('kept', ['1'])];
  const deleting = await connect(ground.url);
  await deleting.query('BEGIN');
  await deleting.query('DELETE FROM watch_list WHERE id = $1', [gone]);
  await ground.importRows(md, [row('1', 'While Deleted'), row('2', 'Beta'), row('3', 'Gama'), row('4', 'Delta')]);
  const waiting = `SELECT FROM pg_stat_activity
    WHERE wait_event_type = 'Lock' AND datname = current_database() AND query LIKE '%INSERT INTO watch_hit%'`;
  await expect.poll(async () => (await ground.query(waiting)).length).toBe(1);
  await deleting.query('COMMIT');
  await deleting.end();
  await expect.poll(async () => (await follow(kept)).names).toEqual(['updated While Deleted']);
  expect(ground.service.log.text()).not.toContain('work in the background failed');
});

test('parallel requests add, remove, rename and delete once each', async () => {
  const list = await watch('parallel', []);
  const ids = await Promise.all(['1', '2', '3'].map(idOf));
  const times = <Result>(work: () => Promise<Result>) => Promise.all([1, 2, 3, 4].map(work));
  const sum = (answers: Awaited<ReturnType<typeof call>>[], name: string) =>
    answers.reduce((all, { body }) => all + body.data[name], 0);
  const path = `/watch-lists/${list}`;
  expect(sum(await times(() => call('POST', `${path}/companies`, { add: ids })), 'added')).toBe(3);
  expect((await call('GET', path)).body.data.companies).toBe(3);
  expect(sum(await times(() => call('POST', `${path}/companies`, { remove: ids.slice(1) })), 'removed')).toBe(2);
  const renamed = await times(() => call('PATCH', path, { name: 'renamed' }));
  expect(new Set(renamed.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  const deleted = await times(() => call('DELETE', path));
  expect(deleted.map(({ status }) => status).toSorted()).toEqual([204, 404, 404, 404]);
});

test('for each list one message waits, with the newest cursor, where an endpoint wants it', async () => {
  const [wanted, other] = [await watch('wanted', ['1', '2']), await watch('other', ['1'])];
  const [endpoint] = await ground.query(
    `INSERT INTO webhook_endpoint (account_id, url, events, list_ids, sealed_secret, disabled_at, disabled_reason)
      VALUES ($1, 'https://receiver.example', '{watch_list.changed}', $2, '', now(), 'gone') RETURNING id`,
    [ground.accountId, [wanted]],
  );
  const messages = () => ground.query('SELECT id, subject, data FROM webhook_message WHERE endpoint_id = $1', [endpoint?.id]);
  const others = [row('3', 'Gama'), row('4', 'Delta')];
  const before = (await follow(other)).cursor;
  await ground.importRows(md, [row('1', 'First'), row('2', 'First'), ...others]);
  await expect.poll(async () => (await messages()).map(({ data }) => data.count)).toEqual([2]);
  const [first] = await messages();
  await ground.importRows(md, [row('1', 'Second'), row('2', 'First'), ...others]);
  await expect.poll(async () => (await messages()).map(({ data }) => data.count)).toEqual([3]);
  const [second] = await messages();
  expect(second).toMatchObject({ subject: wanted, data: { listId: wanted, since: first.data.since } });
  expect(second.id).not.toBe(first.id);
  expect((await follow(wanted, second.data.since)).names).toHaveLength(3);
  expect((await follow(wanted, second.data.cursor)).names).toEqual([]);
  expect((await follow(wanted, first.data.cursor)).names).toEqual(['updated Second']);
  expect((await follow(wanted, before)).names).toHaveLength(3);
  await ground.query('DELETE FROM webhook_endpoint WHERE id = $1', [endpoint?.id]);
});

test('the lists of another account are not there', async () => {
  const list = await watch('private', ['1']);
  const { secret } = await addKey(ground.query as never);
  const calls: [string, string, unknown?][] = [
    ['GET', ''],
    ['PATCH', '', { name: 'mine' }],
    ['DELETE', ''],
    ['GET', '/companies'],
    ['POST', '/companies', { add: [await idOf('1')] }],
    ['GET', '/changes'],
  ];
  for (const [method, path, body] of calls) {
    const answer = await call(method, `/watch-lists/${list}${path}`, body, secret);
    expect([answer.status, answer.body.error.code]).toEqual([404, 'watch_list_not_found']);
  }
  expect((await call('GET', '/watch-lists', undefined, secret)).body.data).toEqual([]);
  expect((await call('GET', `/watch-lists/${list}`)).body.data.name).toBe('private');
});

test('parallel requests never exceed the plan', async () => {
  const { secret, accountId } = await addKey(ground.query as never, 'free');
  const made = await Promise.all([1, 2, 3].map((n) => call('POST', '/watch-lists', { name: `list ${n}` }, secret)));
  expect(made.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  expect(made.find(({ status }) => status === 409)?.body.error.message).toBe(
    'The plan Free allows 1 watch list: delete one, or change the plan.',
  );
  const list = made.find(({ status }) => status === 201)?.body.data.id;
  await ground.query(
    `INSERT INTO watched_company (list_id, entity_id) SELECT $1, gen_random_uuid() FROM generate_series(1, 48)`,
    [list],
  );
  const ids = await Promise.all(['1', '2', '3', '4'].map(idOf));
  const added = await Promise.all(ids.map((id) => call('POST', `/watch-lists/${list}/companies`, { add: [id] }, secret)));
  expect(added.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409]);
  expect((await call('GET', `/watch-lists/${list}`, undefined, secret)).body.data.companies).toBe(50);
  await ground.query('DELETE FROM account WHERE id = $1', [accountId]);
  // The instance may know the key for another moment.
  expect((await call('POST', '/watch-lists', { name: 'late' }, secret)).body.error.code).toBe('invalid_api_key');
  expect(await ground.query('SELECT FROM watched_company WHERE list_id = $1', [list])).toEqual([]);
});

test('GraphQL has the same lists for a session of the account, and the export has them too', async () => {
  const { session, secret } = await ground.caller(100);
  const list = await watch('shared', ['1'], secret);
  const query = `{ watchLists { id name companies } watchedCompanies(id: "${list}") { items { entity { canonicalName } } }
    watchListChanges(id: "${list}") { items { type } meta { hasMore } } }`;
  const { body } = await ground.service.get('/graphql', {
    method: 'POST',
    headers: { ...session, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  expect(body.data).toMatchObject({
    watchLists: [{ id: list, name: 'shared', companies: 1 }],
    watchedCompanies: { items: [{ entity: { canonicalName: expect.any(String) } }] },
    watchListChanges: { items: [], meta: { hasMore: false } },
  });
  const exported = await ground.service.get('/api/v1/account/export', { headers: session });
  expect(exported.body.data).toMatchObject({ watchLists: [{ id: list }], watchedCompanies: [{ listId: list }] });
  const audit = await ground.service.get('/api/v1/audit', { headers: session });
  expect(audit.body.data).toContainEqual(expect.objectContaining({ action: 'watch_list.created', subject: list }));
});
