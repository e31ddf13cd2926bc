import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Route } from '../../rest/route/route.ts';
import { routes } from '../../rest/routes/index.ts';
import { reconcile } from '../../src/billing/reconcile-command.ts';
import { stripeProvider } from '../../src/billing/stripe.ts';
import { migrateDatabase } from '../../src/database/reach.ts';
import { grantRoles, rightsOf } from '../../src/database/roles.ts';
import { startLocalProvider } from '../../src/development/payments/server.ts';
import { tables } from '../../src/tables/index.ts';
import { deliver, openPool } from '../support/billing.ts';
import { createDatabase } from '../support/database.ts';
import { connect } from '../support/imports.ts';
import { as, makeKey, sessions } from '../support/people.ts';
import { ServiceProcess } from '../support/process.ts';
import { startTestService } from '../support/service.ts';

const suffix = randomBytes(4).toString('hex');
/** A name that has to be quoted. */
const roles = { serving: `Serving ${suffix}`, importing: `importing_${suffix}` };
const grant = (client: pg.ClientBase) => grantRoles(client, tables, roles);
let database: Awaited<ReturnType<typeof createDatabase>>;
let owner: pg.Client;
let folder: string;
const urlOf = (role: string): string => {
  const url = new URL(database.url);
  Object.assign(url, { username: encodeURIComponent(role), password: 'secret' });
  return url.href;
};
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'registry-roles-'));
  database = await createDatabase();
  owner = await connect(database.url);
  for (const role of Object.values(roles)) await owner.query(`CREATE ROLE "${role}" LOGIN PASSWORD 'secret'`);
  await migrateDatabase(database.url, () => {}, { grant });
});
afterAll(async () => {
  await owner.end();
  await database.drop();
  const other = await createDatabase();
  const client = await connect(other.url);
  for (const role of Object.values(roles)) await client.query(`DROP ROLE "${role}"`);
  await client.end();
  await other.drop();
  await rm(folder, { recursive: true, force: true });
});

const all = 'SELECT,INSERT,UPDATE,DELETE,TRUNCATE,REFERENCES,TRIGGER,MAINTAIN';
const grantedTo = async (role: string, table: string): Promise<string[]> => {
  const { rows } = await owner.query(
    `SELECT array_agg(name) AS rights FROM unnest('{${all}}'::text[]) AS name WHERE has_table_privilege($1, $2, name)`,
    [role, table],
  );
  return rows[0].rights ?? [];
};

test.each(['serving', 'importing'] as const)('the rights of the %s role are those that each table declares', async (role) => {
  for (const [table, rights] of Object.entries(rightsOf(tables, role)))
    expect(await grantedTo(roles[role], table), table).toEqual(rights);
  expect(await grantedTo(roles[role], '_prisma_migrations')).toEqual(['SELECT']);
});

test('a role that inserts may use the sequences of its tables, and no others', async () => {
  const { rows } = await owner.query<{ name: string; role: string }>(
    `SELECT sequencename AS name, role FROM pg_sequences, unnest($1::text[]) AS role
     WHERE schemaname = 'public' AND has_sequence_privilege(role, format('public.%I', sequencename), 'USAGE') ORDER BY 1, 2`,
    [Object.values(roles)],
  );
  const expected = tables.flatMap(({ sequence, rights }) =>
    (['serving', 'importing'] as const)
      .filter((role) => sequence && rights[role].includes('INSERT'))
      .map((role) => ({ name: sequence, role: roles[role] })),
  );
  expect(rows).toEqual(expected.toSorted((one, other) => String(one.name).localeCompare(String(other.name))));
  expect(expected.length).toBeGreaterThan(0);
});

/** Tables that a role may read and not write, and those of which it sees nothing. */
const readOnly = tables.filter(({ rights }) => rights.serving.length === 1).map(({ name }) => name);
const hidden = tables.filter(({ rights }) => rights.importing.length === 0).map(({ name }) => name);

test('company data can be written by imports alone, and accounts by the service alone', () => {
  expect(readOnly).toEqual(expect.arrayContaining(['entity', 'tombstone', 'register', 'import_run', 'change', 'search_segment']));
  expect(hidden).toEqual(
    expect.arrayContaining(['account', 'user_profile', 'api_key', 'session', 'payment_event', 'period_usage']),
  );
  expect([...readOnly, ...hidden, 'import_failure', 'running_import', 'request_batch', 'snapshot'].toSorted()).toEqual(
    tables.map(({ name }) => name).toSorted(),
  );
});

test('the database itself refuses: to serve and change companies, to import and look at accounts, to do either and change tables', async () => {
  const denied = /permission denied|must be owner/;
  const serving = await connect(urlOf(roles.serving));
  for (const table of readOnly)
    for (const sql of [`DELETE FROM ${table}`, `INSERT INTO ${table} DEFAULT VALUES`, `TRUNCATE ${table}`, `DROP TABLE ${table}`])
      await expect(serving.query(sql), sql).rejects.toThrow(denied);
  await expect(serving.query('UPDATE entity SET status = $1', ['x'])).rejects.toThrow(denied);
  await expect(serving.query('CREATE TABLE mine ()')).rejects.toThrow(denied);
  await expect(serving.query('DELETE FROM _prisma_migrations')).rejects.toThrow(denied);
  await serving.end();
  const importing = await connect(urlOf(roles.importing));
  for (const table of hidden)
    for (const sql of [`SELECT FROM ${table}`, `DELETE FROM ${table}`])
      await expect(importing.query(sql), sql).rejects.toThrow(denied);
  await importing.end();
});

test('granting again takes back what was given by hand, and is safe by several at once', async () => {
  await owner.query(`GRANT ALL ON entity TO "${roles.serving}"; GRANT SELECT ON account TO "${roles.importing}"`);
  await Promise.all([1, 2, 3].map(() => migrateDatabase(database.url, () => {}, { grant })));
  expect(await grantedTo(roles.serving, 'entity')).toEqual(['SELECT']);
  expect(await grantedTo(roles.importing, 'account')).toEqual([]);
});

test('roles that are missing, the same, or the owner are refused in one line', async () => {
  const grant = (serving: string | undefined, importing: string | undefined) => grantRoles(owner, tables, { serving, importing });
  await expect(grant('nobody_there', undefined)).rejects.toThrow('There is no database role nobody_there');
  await expect(grant(roles.serving, roles.serving)).rejects.toThrow('must be different');
  const { rows } = await owner.query('SELECT current_user AS name');
  await expect(grant(rows[0].name, undefined)).rejects.toThrow('must be different');
  await grant(undefined, undefined);
});

describe('with roles of their own', () => {
  const run = async (url: string, ...words: string[]) => {
    const process = new ServiceProcess({ DATABASE_URL: url, DATA_DIR: folder }, ...words);
    return { code: await process.end(), output: process.output };
  };

  const file = new URL('../../src/registers/countries/lv/sample/register.csv', import.meta.url).pathname;
  beforeAll(async () => {
    expect(await run(urlOf(roles.importing), 'import', 'lv', file), 'the first import').toMatchObject({ code: 0 });
  });

  test('an import works: the first, one that changes something, and the order that it leaves behind', async () => {
    await owner.query(`UPDATE register SET current_run = NULL`);
    await owner.query(`UPDATE entity SET content_hash = '\\x00'::bytea WHERE number IN (SELECT number FROM entity LIMIT 5)`);
    const again = await run(urlOf(roles.importing), 'import', 'lv', file);
    expect([again.code, again.output]).toEqual([0, expect.stringContaining('changed 5')]);
    const { rows: analyzed } = await owner.query(
      `SELECT reltuples > 0 AS known FROM pg_class WHERE relname IN ('entity', 'search_segment')`,
    );
    expect(analyzed).toEqual([{ known: true }, { known: true }]);
  });

  test('who imports may erase, and withdraws snapshots with it', async () => {
    const sole = `SELECT id, canonical_name AS name, number FROM entity WHERE register_id = 'lv' AND legal_form = 'IK' LIMIT 1`;
    const [before] = (await owner.query(sole)).rows;
    const { code, output } = await run(urlOf(roles.importing), 'erase', before.id);
    expect([code, output]).toEqual([0, expect.stringContaining('The snapshots of LV are withdrawn')]);
    const { rows } = await owner.query(`SELECT canonical_name AS name FROM entity WHERE id = $1`, [before.id]);
    expect(rows).toEqual([{ name: before.number }]);
    expect((await owner.query(`SELECT FROM snapshot WHERE country_code = 'LV'`)).rowCount).toBe(0);
  });

  test('who serves may make snapshots', async () => {
    const { code, output } = await run(urlOf(roles.serving), 'snapshot', 'lv');
    expect([code, output]).toEqual([0, expect.stringContaining('LV: 300 records')]);
  });

  test('an import by who serves is refused by the database, and changes nothing', async () => {
    const file = new URL('../../src/registers/countries/gb/sample/BasicCompanyDataAsOneFile-2026-11-01.csv', import.meta.url)
      .pathname;
    const refused = await run(urlOf(roles.serving), 'import', 'gb', file);
    expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('permission denied')]);
  });

  test('the service works: every route, signed events, reconciliation, retention', async () => {
    const provider = await startLocalProvider();
    await owner.query(`INSERT INTO audit_entry (account_id, action, at) VALUES (gen_random_uuid(), 'old', '2020-01-01')`);
    const service = await startTestService({ databaseUrl: urlOf(roles.serving), sessions, payments: provider.settings });
    const tell = async () => {
      for (const event of provider.store.entries.undelivered.splice(0))
        expect((await deliver(service.url, event, provider.settings.webhookSecret)).status).toBe(200);
    };
    await expect.poll(async () => (await service.get('/api/v1/health/ready')).status).toBe(200);
    const key = await makeKey(service, 'ada');
    const { body: found } = await service.get('/api/v1/entities?q=a', { headers: { 'x-api-key': key.secret } });
    const { id } = (await service.get('/api/v1/account', { headers: as('ada') })).body.data;

    /** What a route is asked with, beyond the credential; one that is not named here is asked with nothing. */
    const requests: Record<string, { path?: string; body?: object; expected?: number }> = {
      searchEntities: { path: '/entities?q=sia&country=LV&legalForm=SIA', expected: 200 },
      getEntity: { path: `/entities/${found.data[0].id}`, expected: 200 },
      createApiKey: { body: { name: 'another' }, expected: 409 },
      revokeApiKey: { path: `/api-keys/${key.id}`, expected: 204 },
      createReconcileAddress: { path: `/api-keys/${key.id}/reconcile-address`, expected: 201 },
      revokeReconcileAddress: { path: `/api-keys/${key.id}/reconcile-address`, expected: 204 },
      createCheckout: { body: { plan: 'pro' }, expected: 200 },
      receivePaymentEvent: { expected: 400 },
      deleteAccount: { path: `/account?confirm=${id}`, expected: 204 },
    };
    const ask = async ({ operationId, method, path, access }: Route) => {
      const { path: own = path.replaceAll(/\{\w+\}/g, 'x'), body, expected } = requests[operationId] ?? {};
      const { status, text } = await service.get(`/api/v1${own}`, {
        method: method.toUpperCase(),
        headers: { ...(access === 'apiKey' ? { 'x-api-key': key.secret } : as('ada')), 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      if (expected) expect(status, `${operationId}: ${text}`).toBe(expected);
      else expect(status, `${operationId}: ${text}`).toBeLessThan(500);
      if (operationId === 'createCheckout') {
        expect(provider.actions.pay(JSON.parse(text).data.url.split('/').at(-1))).toBe(true);
        await tell();
      }
    };
    // What ends a key or the account comes last.
    const last = ['revokeApiKey', 'deleteAccount'];
    for (const route of routes.filter(({ operationId }) => !last.includes(operationId))) await ask(route);
    const { body: paid } = await service.get('/api/v1/account', { headers: as('ada') });
    expect(paid.data.plan.id).toBe('pro');
    expect((await service.graphql('{ usage { used } planChanges { to } }', { headers: as('ada') })).body.errors).toBeUndefined();
    const pool = openPool(urlOf(roles.serving));
    const lines: string[] = [];
    const stripe = stripeProvider(provider.settings);
    await reconcile({ words: [], pool, provider: stripe, prices: provider.settings.prices, say: (line) => lines.push(line) });
    await pool.end();
    expect(lines.join()).toContain('1 the same');
    for (const name of last) await ask(routes.find(({ operationId }) => operationId === name) as Route);
    await tell();
    const old = async () => (await owner.query(`SELECT FROM audit_entry WHERE action = 'old'`)).rowCount;
    // On a busy machine the first attempt can fail. The next one comes after a minute.
    await expect.poll(old, { timeout: 180_000 }).toBe(0);
    await service.stop();
    await provider.close();
    expect(service.log.text()).not.toContain('permission denied');
    expect(service.log.entries().filter(({ level }) => level >= 50)).toEqual([]);
  });
});
