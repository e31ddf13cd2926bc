import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { schema } from '../../src/api/schema.ts';
import { locks } from '../../src/kernel/locks.ts';
import { Browser } from '../support/browser/browser.ts';
import { ForeignIssuer } from '../support/browser/issuer.ts';
import { sessionSecret, signIn, signInAt } from '../support/browser/sign-in.ts';
import { importSamples } from '../support/imports.ts';
import { processes, runHere } from '../support/process.ts';
import { startTestService, type TestService } from '../support/service.ts';

const boss = { sub: 'boss', email: 'boss@example.com', email_verified: true, name: 'Boss' };
const everything = `{
  imports { meta { total } items { register file isServed read added changed unchanged removed rejected repeated persons
    unknownStates { state rows } unknownForms { form rows } } }
  accounts { meta { page pageSize pageCount total } items { id plan billingStatus apiKeys requests } }
  waitingEvents { meta { total } items { id kind customerId subscriptionId waitsFor } }
}`;

const { run, endAll } = processes();
let issuer: ForeignIssuer;
let service: TestService;
let pool: pg.Pool;
beforeAll(async () => {
  issuer = await ForeignIssuer.start();
  service = await startTestService({ env: { ...signInAt(issuer), OPERATORS: 'other@example.com, Boss@example.com' } });
  pool = new pg.Pool({ connectionString: service.databaseUrl });
  await importSamples(service.databaseUrl, 'ee');
});
afterAll(async () => {
  await endAll();
  await pool.end();
  await service.stop();
  await issuer.stop();
});

const tokenOf = async (claims: object) => ({ authorization: `Bearer ${await issuer.token({ ...claims })}` });
const cookieOf = async (person: object) => {
  issuer.person = { ...person };
  return { authorization: '', cookie: `session=${await signIn(service.url, new Browser())}` };
};
const ask = async (headers: Record<string, string>, query = '{ accounts { meta { total } } }') =>
  (await service.graphql(query, { headers })).body;
const codeFor = async (headers: Record<string, string>) => {
  const { data, errors, error } = await ask(headers);
  return errors?.[0]?.extensions.code ?? error?.code ?? (data.accounts ? 'let in' : 'nothing');
};

describe('who is let in', () => {
  test('a verified address of the list, by token and by cookie, in any case', async () => {
    expect(await codeFor(await tokenOf(boss))).toBe('let in');
    expect(await codeFor(await tokenOf({ ...boss, email: 'BOSS@Example.COM' }))).toBe('let in');
    expect(await codeFor(await cookieOf(boss))).toBe('let in');
  });

  test.each([
    ['another address', { email: 'ada@example.com' }],
    ['an address that is not verified', { email_verified: false }],
    ['one of which the issuer does not say it', { email_verified: undefined }],
    ['one of which it says it in another type', { email_verified: 'true' }],
    ['one that looks the same, with a Greek letter', { email: 'other@example.com'.replace('o', '\u03bf') }],
    ['one with something before or after it', { email: ' boss@example.com' }],
    ['a list of addresses', { email: ['boss@example.com'] }],
    ['no address', { email: undefined }],
  ])('not %s', async (_what, claims) => {
    const person = { ...boss, sub: 'stranger', ...claims };
    expect(await codeFor(await tokenOf(person))).toBe('operator_required');
    expect(await codeFor(await cookieOf(person))).toBe('operator_required');
  });

  test('only ASCII letters have no case: a Kelvin sign is no k', async () => {
    const other = await startTestService({
      databaseUrl: service.databaseUrl,
      env: { ...signInAt(issuer), OPERATORS: 'kim@example.com' },
    });
    const codes = [];
    for (const email of ['KIM@example.com', '\u212aim@example.com']) {
      const headers = { authorization: `Bearer ${await issuer.token({ ...boss, sub: 'kim', email })}` };
      codes.push((await other.graphql('{ accounts { meta { total } } }', { headers })).body.errors?.[0].extensions.code);
    }
    await other.stop();
    expect(codes).toEqual([undefined, 'operator_required']);
  });

  test('an operator whose address has changed is none any more, in older sessions too', async () => {
    const older = await cookieOf({ ...boss, sub: 'mover' });
    expect(await codeFor(older)).toBe('let in');
    await ask(await tokenOf({ ...boss, sub: 'mover', email: 'moved@example.com' }));
    await expect.poll(() => codeFor(older)).toBe('operator_required');
    expect(await codeFor(await tokenOf({ ...boss, sub: 'mover', email: 'moved@example.com' }))).toBe('operator_required');
  });

  test('a session that began with another verified address is not raised by an unverified claim', async () => {
    const own = await cookieOf({ ...boss, sub: 'climber', email: 'climber@example.com' });
    await ask(await tokenOf({ ...boss, sub: 'climber', email_verified: false }));
    const { rows } = await pool.query("SELECT email FROM user_profile WHERE subject = 'climber'");
    expect(rows).toEqual([{ email: 'boss@example.com' }]);
    // The session must have been read anew since.
    await expect.poll(async () => (await ask(own, '{ me { email } }')).data.me.email).toBe('boss@example.com');
    expect(await codeFor(own)).toBe('operator_required');
  });

  test('without a list nobody is, and a key never', async () => {
    const other = await startTestService({ databaseUrl: service.databaseUrl, env: signInAt(issuer) });
    const headers = await tokenOf(boss);
    const { body } = await other.graphql('{ accounts { meta { total } } }', { headers });
    expect(body.errors[0].extensions.code).toBe('operator_required');
    await other.stop();
    const made = await service.get('/api/v1/api-keys', {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{"name":"of the boss"}',
    });
    expect(await codeFor({ authorization: `Bearer ${made.body.data.secret}` })).toBe('invalid_session');
  });
});

test('the view is in the dashboard of operators alone', async () => {
  const page = async (person: object) => {
    const { cookie } = await cookieOf(person);
    const headers = { cookie, accept: 'text/html' };
    const view = await service.get('/dashboard/operators', { headers });
    return [view.status, (await service.get('/dashboard', { headers })).text.includes('/dashboard/operators')];
  };
  expect(await page(boss)).toEqual([200, true]);
  expect(await page({ ...boss, sub: 'ada', email: 'ada@example.com' })).toEqual([404, false]);
  expect((await service.get('/dashboard/operators', { headers: { accept: 'text/html' } })).text).toContain('Sign in');
});

test('imports with their figures, accounts, and payment events that wait; nothing that names a person', async () => {
  await pool.query(
    `INSERT INTO payment_event (id, kind, created, customer_id, subscription_id, payload, outcome, settled_at) VALUES
       ('evt_done', 'customer.subscription.updated', 1, 'cus_1', 'sub_1', '{"name":"Ada Secret"}', 'applied', now()),
       ('evt_effect', 'customer.subscription.updated', 2, 'cus_2', 'sub_2', '{"name":"Ada Secret"}', NULL, NULL),
       ('evt_account', 'customer.subscription.created', 3, 'cus_3', 'sub_3', '{"name":"Ada Secret"}', 'applied', now())`,
  );
  await pool.query("INSERT INTO subscription (id, customer_id, event_id) VALUES ('sub_3', 'cus_3', 'evt_account')");
  await pool.query(
    `UPDATE import_run SET unknown_states = '[{"state":"Z","rows":3}]', unknown_forms = '[{"form":"X","rows":2}]'`,
  );
  const headers = await tokenOf(boss);
  const body = await ask(headers, everything);
  expect(body.errors).toBeUndefined();
  const { imports, accounts, waitingEvents } = body.data;
  const { rows } = await pool.query('SELECT read, added, rejected FROM import_run');
  expect(imports.items).toEqual([
    expect.objectContaining({
      register: 'ee',
      isServed: true,
      changed: 0,
      ...rows[0],
      unknownStates: [{ state: 'Z', rows: 3 }],
      unknownForms: [{ form: 'X', rows: 2 }],
    }),
  ]);
  expect(rows[0].added).toBeGreaterThan(100);
  expect(waitingEvents.items).toEqual([
    expect.objectContaining({ id: 'evt_account', customerId: 'cus_3', waitsFor: 'account' }),
    expect.objectContaining({ id: 'evt_effect', subscriptionId: 'sub_2', waitsFor: 'effect' }),
  ]);
  const { rows: made } = await pool.query('SELECT id FROM account ORDER BY created_at DESC, id DESC');
  expect(accounts.items.map(({ id }: { id: string }) => id)).toEqual(made.map(({ id }) => id));
  const { rows: keys } = await pool.query('SELECT id FROM api_key');
  expect(accounts.items.reduce((sum: number, { apiKeys }: { apiKeys: number }) => sum + apiKeys, 0)).toBe(keys.length);
  expect(JSON.stringify(body)).not.toMatch(/@|Ada|Boss|crd_/);
  for (const type of ['AccountSummary', 'ImportRun', 'WaitingEvent']) {
    const fields = Object.keys((schema.getType(type) as unknown as { getFields(): object }).getFields());
    expect(fields.filter((name) => /mail|name|payload|hash|secret|prefix|subject/i.test(name))).toEqual([]);
  }
});

test('failed imports are listed with their reasons, downloads for an import too; a second import of a register is none', async () => {
  const env = { DATABASE_URL: service.databaseUrl, HTTPS_PROXY: 'http://127.0.0.1:1' };
  const failing = await runHere(env, 'import', 'gb', '/nowhere/companies.zip');
  const holder = await pool.connect();
  await holder.query('SELECT pg_advisory_lock($1, hashtext($2))', [locks.importSpace, 'lv']);
  const second = await runHere(
    env,
    'import',
    'lv',
    new URL('../../src/registers/countries/lv/sample/register.csv', import.meta.url).pathname,
  );
  const offline = run(env, 'fetch', 'ee', '--import');
  await offline.says(/attempt 2 of 6/);
  expect(await offline.end('SIGINT')).toBe(130);
  expect(offline.output).toContain('ee: the download was interrupted. Run it again to resume it.');
  expect([failing.code, second.code]).toEqual([1, 1]);
  // A killed import leaves its row and no lock.
  await holder.query(`INSERT INTO running_import VALUES ('lv', 'running.csv', now()), ('md', 'killed.xlsx', now()),
    ('gleif', 'killed.csv', now())`);
  const headers = await tokenOf(boss);
  const query = '{ failedImports { meta { total } items { register at file reason } } }';
  const { data } = await ask(headers, query);
  expect(data.failedImports.meta.total).toBe(4);
  const at = expect.any(String);
  const interrupted = 'ee: the download was interrupted. Run it again to resume it.';
  expect(data.failedImports.items).toEqual(
    expect.arrayContaining([
      { register: 'gb', at, file: 'companies.zip', reason: expect.stringContaining('companies.zip') },
      { register: 'ee', at, file: null, reason: interrupted },
      { register: 'md', at, file: 'killed.xlsx', reason: expect.stringContaining('was killed') },
      { register: 'gleif', at, file: 'killed.csv', reason: expect.stringContaining('was killed') },
    ]),
  );
  holder.release(true);
  const total = async () => (await ask(headers, query)).data.failedImports.meta.total;
  await expect.poll(total).toBe(5);
  expect((await ask(await tokenOf({ ...boss, email: 'ada@example.com' }), query)).errors[0].extensions.code).toBe(
    'operator_required',
  );
});

test('accounts are found by e-mail address, exactly, and the answer does not show it', async () => {
  await ask(await tokenOf({ ...boss, sub: 'found', email: 'Find_Me@example.com' }), '{ me { id } }');
  const headers = await tokenOf(boss);
  const total = async (email: string) => {
    const { data } = await ask(headers, `{ accounts(email: ${JSON.stringify(email)}) { meta { total } items { id plan } } }`);
    expect(JSON.stringify(data)).not.toContain('@');
    return data.accounts.meta.total;
  };
  expect([await total('find_me@EXAMPLE.com'), await total(' Find_Me@example.com ')]).toEqual([1, 1]);
  expect([await total('find%'), await total('findxme@example.com'), await total('')]).toEqual([0, 0, 0]);
});

test('operators read why an instance is not ready, and which settings are missing for what', async () => {
  const env = {
    ...signInAt(issuer),
    NODE_ENV: 'production',
    DATABASE_URL: service.databaseUrl,
    SESSION_SECRET: sessionSecret,
    OPERATORS: 'boss@example.com',
    TRUST_PROXY: '0',
  };
  const other = await startTestService({ databaseUrl: service.databaseUrl, env });
  const headers = await tokenOf(boss);
  const { body } = await other.graphql('{ readiness { problem limitations { what missing } } health { redis } }', { headers });
  await other.stop();
  expect(body.data.readiness.problem).toBeNull();
  expect(body.data.readiness.limitations).toContainEqual({
    what: 'No metrics are served: set METRICS_PORT.',
    missing: ['METRICS_PORT'],
  });
  expect(body.data.health.redis).toBe('not used');
});

test('lists have pages, within limits; one account is found by its id', async () => {
  const headers = await tokenOf(boss);
  const ids = async (args: string) =>
    (await ask(headers, `{ accounts${args} { items { id } } }`)).data.accounts.items.map(({ id }: { id: string }) => id);
  for (const sub of ['one', 'two', 'three', 'four']) await ask(await tokenOf({ sub }), '{ me { id } }');
  const all = await ids('(pageSize: 100)');
  expect([...(await ids('(pageSize: 2)')), ...(await ids('(pageSize: 2, page: 2)'))]).toEqual(all.slice(0, 4));
  expect(await ids('(page: 10000, pageSize: 100)')).toEqual([]);
  expect(await ids(`(id: "${all[1]}")`)).toEqual([all[1]]);
  expect((await ask(headers, '{ imports(register: "gb") { items { id } } }')).data.imports.items).toEqual([]);
  for (const args of ['pageSize: 101', 'pageSize: 0', 'page: 0', 'page: 10001', 'id: "x"']) {
    const { errors } = await ask(headers, `{ accounts(${args}) { meta { total } } }`);
    expect(errors[0].extensions.code, args).toBe('invalid_request');
  }
});
