import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reconcile } from '../../src/billing/reconcile-command.ts';
import { stripeProvider } from '../../src/billing/stripe.ts';
import { type LocalProvider, startLocalProvider } from '../../src/development/payments/server.ts';
import { Ledger } from '../../src/metering/ledger.ts';
import { noKey } from '../../src/metering/tables.ts';
import { tables } from '../../src/tables/index.ts';
import { deliver, done, duplicate, Life, openPool } from '../support/billing.ts';
import { as, makeKey, post, sessions } from '../support/people.ts';
import { DatabaseProxy } from '../support/servers/proxy.ts';
import { type Answer, startTestService, type TestService } from '../support/service.ts';

let provider: LocalProvider;
let way: DatabaseProxy;
let service: TestService;
let other: TestService;
let pool: pg.Pool;
beforeAll(async () => {
  provider = await startLocalProvider();
  way = await DatabaseProxy.before(provider.url);
  const payments = { ...provider.settings, apiBase: way.url };
  service = await startTestService({ sessions, payments });
  other = await startTestService({ sessions, payments, databaseUrl: service.databaseUrl });
  pool = openPool(service.databaseUrl);
});
afterAll(async () => {
  await pool.end();
  await other.stop();
  await service.stop();
  await way.vanish();
  await provider.close();
});

let people = 0;
/** Somebody with an account, who may have bought a plan. */
async function somebody({ plan = undefined as 'pro' | 'business' | undefined } = {}) {
  const name = `person${++people}`;
  const { body } = await service.get('/api/v1/auth/me', { headers: as(name) });
  const person = { name, id: body.data.accountId as string, userId: body.data.id as string };
  if (plan) {
    provider.actions.pay(idIn((await checkout(name, plan)).body.data.url));
    await tell();
  }
  return person;
}
const idIn = (url: string) => url.split('/').at(-1) ?? '';
const checkout = (name: string, plan = 'pro') => service.get('/api/v1/billing/checkout', post(name, { plan }));
/** Delivers what the provider has to tell, to one instance after the other. */
async function tell(): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const event of provider.store.entries.undelivered.splice(0))
    answers.push(await deliver([service, other][answers.length % 2]?.url ?? '', event, provider.settings.webhookSecret));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  return answers;
}
const leave = (name: string, confirm: string, { at = service, headers = {} } = {}) =>
  at.get(`/api/v1/account?confirm=${confirm}`, { method: 'DELETE', headers: { ...as(name), ...headers } });
const customerOf = async (id: string): Promise<string> =>
  (await pool.query('SELECT customer_id AS id FROM account WHERE id = $1', [id])).rows[0].id;
const count = async (table: string, where: string, values: unknown[]) =>
  Number((await pool.query(`SELECT count(*) FROM ${table} WHERE ${where}`, values)).rows[0].count);
const actions = async (id: string) =>
  (await pool.query('SELECT action FROM audit_entry WHERE account_id = $1 ORDER BY id', [id])).rows.map(({ action }) => action);
describe('the export', () => {
  test('is one file with all that is kept, and nothing secret', async () => {
    const { name, id, userId } = await somebody({ plan: 'pro' });
    const key = await makeKey(service, name);
    const stranger = await somebody({ plan: 'business' });
    await makeKey(service, stranger.name);
    expect((await service.get('/api/v1/countries', { headers: { 'x-api-key': key.secret } })).status).toBe(200);
    await expect.poll(() => count('daily_usage', 'account_id = $1', [id])).toBe(1);
    await pool.query('UPDATE api_key SET revoked_at = now() WHERE id = $1', [key.id]);

    const { status, headers, body, text } = await service.get('/api/v1/account/export', { headers: as(name) });
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(headers.get('content-disposition')).toBe('attachment; filename="account.json"');
    const customerId = await customerOf(id);
    expect(body.data).toMatchObject({
      account: { id, email: `${name}@example.com`, plan: 'pro', customerId },
      users: [{ id: userId, subject: name, email: `${name}@example.com`, name }],
      apiKeys: [{ id: key.id, name: 'test', prefix: key.secret.slice(0, 12), revokedAt: expect.any(String) }],
      usageByPeriod: [{ used: 1 }],
      usageByDay: [{ keyId: key.id, statusClass: '2xx', requests: 1, day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) }],
      subscriptions: [{ customerId, status: 'active', plan: 'pro' }],
      planChanges: [{ from: 'free', to: 'pro' }],
      incomplete: [],
    });
    const events: { kind: string; payload: { data: { object: { customer: string } } } }[] = body.data.paymentEvents;
    expect(events.map(({ kind }) => kind).toSorted()).toEqual([
      'checkout.session.completed',
      'customer.subscription.created',
      'customer.subscription.updated',
    ]);
    for (const { payload } of events) expect(payload.data.object.customer).toBe(customerId);
    expect(body.data.auditEntries.map(({ action }: { action: string }) => action)).toContain('plan.changed');
    expect(text).not.toMatch(/"hash"|whsec|sk_test/);
    expect(text).not.toContain(key.secret.slice(13));
    for (const foreign of [stranger.id, stranger.name, await customerOf(stranger.id)]) expect(text).not.toContain(foreign);
    expect((await actions(id)).at(-1)).toBe('account.exported');
  });

  test('has the list of every table that declares one', async () => {
    const { name } = await somebody();
    const { body } = await service.get('/api/v1/account/export', { headers: as(name) });
    for (const { account } of tables)
      if (account && 'list' in account.exported) expect(body.data[account.exported.list], account.exported.list).toBeDefined();
  });

  test('is bounded, and says what it leaves out', async () => {
    const { name, id } = await somebody();
    await pool.query(`INSERT INTO audit_entry (account_id, action) SELECT $1, 'session.started' FROM generate_series(1, 10001)`, [
      id,
    ]);
    const { body } = await service.get('/api/v1/account/export', { headers: as(name) });
    expect(body.data.auditEntries).toHaveLength(10_000);
    expect(body.data.incomplete).toEqual(['auditEntries']);
  });

  test('is the same over GraphQL, and of an event that was refused only the ids', async () => {
    const { name, id } = await somebody({ plan: 'pro' });
    const claim = new Life((await somebody()).id, await customerOf(id)).completed();
    await deliver(service.url, claim, provider.settings.webhookSecret);
    const { body } = await service.graphql('{ accountExport }', { headers: as(name) });
    expect(body.data.accountExport.account.id).toBe(id);
    const refused = body.data.accountExport.paymentEvents.find(({ id: event }: { id: string }) => event === claim.id);
    expect(refused).toMatchObject({ outcome: 'ignored', payload: null });
  });
});

describe('the erasure', () => {
  /** Their rows refer to a watch list, a webhook endpoint or an alert, which is gone. */
  const withoutAccount = ['watched_company', 'watch_hit', 'webhook_message', 'webhook_delivery', 'alert_mail'];
  /** The tables of which nothing of an account is left. */
  const erasedTables = tables.flatMap(({ name, account }) => {
    const erased = account?.erased;
    const isDeleted = erased === 'cascade' || (typeof erased === 'object' && 'by' in erased && erased.by.startsWith('DELETE'));
    return isDeleted && !['account', 'period_usage', ...withoutAccount].includes(name) ? [name] : [];
  });
  const nothingLeft = async (id: string) => {
    expect(erasedTables.length).toBeGreaterThan(5);
    expect(await count('account', 'id = $1', [id])).toBe(0);
    for (const table of erasedTables) expect(await count(table, 'account_id = $1', [id]), table).toBe(0);
    const month = `period_start = date_trunc('month', now(), 'UTC')`;
    expect(await count('period_usage', `account_id = $1 AND NOT ${month}`, [id]), 'the month stays').toBe(0);
  };

  test('ends the subscription at the provider, then takes all that is kept; the books keep ids and dates alone', async () => {
    const { name, id, userId } = await somebody({ plan: 'business' });
    const { secret } = await makeKey(service, name);
    expect((await service.get('/api/v1/countries', { headers: { 'x-api-key': secret } })).status).toBe(200);
    await expect.poll(() => count('daily_usage', 'account_id = $1', [id])).toBe(1);
    const customer = await customerOf(id);
    const open = idIn((await service.get('/api/v1/billing/portal', post(name, {}))).body.data.url);
    expect(open).toMatch(/^bps_/);
    const stored = await pool.query('SELECT id FROM payment_event WHERE customer_id = $1', [customer]);
    expect(stored.rowCount).toBe(3);

    const { status, text, headers } = await leave(name, id);
    expect([status, text, headers.get('cache-control')]).toEqual([204, '', 'no-store']);
    await nothingLeft(id);
    expect(await count('user_profile', 'id = $1', [userId])).toBe(0);
    expect((await actions(id)).at(-1)).toBe('account.erased');
    const { rows: kept } = await pool.query('SELECT * FROM audit_entry WHERE account_id = $1', [id]);
    expect(JSON.stringify(kept)).not.toContain(name);
    const { rows: books } = await pool.query('SELECT id, payload, outcome, kind FROM payment_event WHERE customer_id = $1', [
      customer,
    ]);
    expect(books).toHaveLength(3);
    expect(books).toEqual(books.map((row) => ({ ...row, payload: null, outcome: expect.any(String) })));
    expect(provider.store.entries.customers[customer]).toBeUndefined();
    const own = Object.values(provider.store.entries.subscriptions).filter((one) => one.customer === customer);
    expect(own.map(({ status: state }) => state)).toEqual(['canceled']);
    const { body } = await service.get('/api/v1/account', { headers: as(name) });
    expect(body.data?.id, 'nobody comes back to it').not.toBe(id);

    // The provider tells of the end that we asked for, and of whatever else it still has to tell.
    expect((await tell()).map(({ body: receipt }) => receipt)).toEqual([done]);
    const late = new Life(id, customer);
    const events = [late.event('updated', { at: 2 ** 31, metadata: { accountId: id } }), late.completed(), late.event('created')];
    for (const event of events) {
      expect((await deliver(other.url, event, provider.settings.webhookSecret)).body).toEqual(done);
      expect((await deliver(service.url, event, provider.settings.webhookSecret)).body).toEqual(duplicate);
    }
    const { rows: ignored } = await pool.query('SELECT outcome, payload FROM payment_event WHERE id = ANY ($1)', [
      events.map((event) => event.id),
    ]);
    expect(ignored).toEqual(Array(3).fill({ outcome: 'ignored', payload: null }));
    await nothingLeft(id);
    expect(await count('subscription', 'customer_id = $1', [customer])).toBe(0);
  });

  test('needs the id of the account, so that no slip erases it', async () => {
    const { name, id } = await somebody();
    const stranger = await somebody();
    const refused = async (path: string) => {
      const { status, body } = await service.get(path, { method: 'DELETE', headers: as(name) });
      expect([status, body.error.code], path.slice(0, 80)).toEqual([400, 'invalid_request']);
    };
    for (const wrong of [stranger.id, 'true', '', `${id}x`, '%00', 'x'.repeat(15_000)])
      await refused(`/api/v1/account?confirm=${wrong}`);
    await refused('/api/v1/account');
    await refused(`/api/v1/account?confirm=${id}&confirm=${id}`);
    await refused(`/api/v1/account?confirm=${id}&force=1`);
    const { body } = await service.graphql(`mutation { deleteAccount(confirm: "${stranger.id}") }`, { headers: as(name) });
    expect(body.errors[0].extensions.code).toBe('invalid_request');
    expect(await count('account', 'id = ANY ($1)', [[id, stranger.id]])).toBe(2);
  });

  test('is the same over GraphQL', async () => {
    const { name, id } = await somebody();
    const { body } = await service.graphql(`mutation { deleteAccount(confirm: "${id.toUpperCase()}") }`, { headers: as(name) });
    expect(body.data).toEqual({ deleteAccount: id });
    await nothingLeft(id);
  });

  test('erases nothing while the provider is away, and all once it is back', async () => {
    const { name, id } = await somebody({ plan: 'pro' });
    await way.vanish();
    const { status, body, headers } = await leave(name, id);
    expect([status, body.error.code]).toEqual([503, 'billing_unavailable']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(await count('account', 'id = $1 AND plan = $2', [id, 'pro'])).toBe(1);
    expect(await count('payment_event', 'customer_id = $1 AND payload IS NOT NULL', [await customerOf(id)])).toBe(3);
    await way.comeBack();
    expect((await leave(name, id)).status).toBe(204);
    await nothingLeft(id);
    await tell();
  });

  test('an account that never paid needs no provider', async () => {
    const without = await startTestService({ databaseUrl: service.databaseUrl, sessions });
    const [free, paying] = [await somebody(), await somebody({ plan: 'pro' })];
    expect((await leave(free.name, free.id, { at: without })).status).toBe(204);
    expect((await leave(paying.name, paying.id, { at: without })).body.error.code).toBe('billing_unavailable');
    expect(await count('account', 'id = $1', [paying.id])).toBe(1);
    await without.stop();
  });

  test('closes a checkout that is open: it cannot be paid any more', async () => {
    const { name, id } = await somebody();
    const session = idIn((await checkout(name)).body.data.url);
    expect((await leave(name, id)).status).toBe(204);
    expect(provider.actions.pay(session)).toBe(false);
  });

  test('a customer that could not be deleted at the provider is deleted by a reconciliation', async () => {
    const { name, id } = await somebody();
    const session = idIn((await checkout(name)).body.data.url);
    const customer = await customerOf(id);
    const { customers } = provider.store.entries;
    const kept = customers[customer];
    expect((await leave(name, id)).status).toBe(204);
    // As if the provider had failed in the last step, and somebody had paid all the same.
    if (kept) customers[customer] = kept;
    await pool.query('UPDATE erased_customer SET removed_at = NULL WHERE id = $1', [customer]);
    const checkoutEntry = provider.store.entries.checkouts[session];
    if (checkoutEntry) checkoutEntry.session.status = 'open';
    expect(provider.actions.pay(session)).toBe(true);
    const lines: string[] = [];
    const stripe = stripeProvider(provider.settings);
    await reconcile({ words: [], pool, provider: stripe, prices: provider.settings.prices, say: (line) => lines.push(line) });
    expect(lines.join('\n')).toContain('1 erased customer deleted');
    expect(customers[customer]).toBeUndefined();
    await tell();
    await nothingLeft(id);
    expect(await count('subscription', 'customer_id = $1', [customer])).toBe(0);
    expect(await count('erased_customer', 'removed_at IS NULL', [])).toBe(0);
  });

  test('is told as soon as it is done, though the provider never answers to the deletion of its customer', async () => {
    const { name, id } = await somebody();
    await checkout(name);
    way.alter((chunk, { by }) =>
      by === 'client' && chunk.toString('latin1').includes('DELETE /v1/customers') ? undefined : chunk,
    );
    const { status } = await leave(name, id);
    way.alter((chunk) => chunk);
    expect(status).toBe(204);
    await nothingLeft(id);
    expect(await count('erased_customer', 'removed_at IS NULL', [])).toBe(1);
    const stripe = stripeProvider(provider.settings);
    await reconcile({ words: [], pool, provider: stripe, prices: provider.settings.prices, say: () => {} });
    expect(await count('erased_customer', 'removed_at IS NULL', [])).toBe(0);
  });

  test('usage that is written while its account goes is kept, and that of others in the same batch', async () => {
    const [leaver, stayer] = [await somebody(), await somebody()];
    const periodStart = new Date('2026-11-01T00:00:00Z');
    const ledger = new Ledger(pool, () => {});
    for (const { id } of [leaver, stayer])
      ledger.enter({
        accountId: id,
        meterId: id,
        periodStart,
        units: 2,
        keyId: noKey,
        at: periodStart.getTime(),
        answers: ['2xx', '2xx'],
        second: undefined,
      });
    const client = await pool.connect();
    await client.query('BEGIN');
    await client.query('DELETE FROM account WHERE id = $1', [leaver.id]);
    const totals = Promise.all([leaver, stayer].map(({ id }) => ledger.total(id, periodStart)));
    const waiting = "wait_event_type = 'Lock' AND query LIKE '%period_usage%' AND datname = current_database()";
    await expect.poll(() => count('pg_stat_activity', waiting, [])).toBe(1);
    await client.query('COMMIT');
    client.release();
    expect(await totals).toEqual([2, 2]);
    expect(await count('daily_usage', 'account_id = ANY ($1)', [[leaver.id, stayer.id]])).toBe(1);
  });

  test('two at once, on two instances: one erases, the other finds no account', async () => {
    const { name, id } = await somebody({ plan: 'pro' });
    await other.get('/api/v1/account', { headers: as(name) });
    const answers = await Promise.all([leave(name, id), leave(name, id, { at: other }), leave(name, id)]);
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 204)).toHaveLength(1);
    // Whoever came late has no account there, or a new one of their own, whose id it is not.
    expect(
      statuses.filter((status) => status === 401 || status === 400),
      statuses.join(),
    ).toHaveLength(2);
    await nothingLeft(id);
    expect((await actions(id)).filter((action) => action === 'account.erased')).toHaveLength(1);
    await tell();
  });

  test('with events of its customer at the same time nothing is left over and nothing hangs', async () => {
    const leaveAmidst = async ({ name, id }: Awaited<ReturnType<typeof somebody>>) => {
      const { secret } = await makeKey(service, name);
      const customer = await customerOf(id);
      const [known, unknown] = [new Life(id, customer), new Life(id)];
      const events = [1, 2, 3].flatMap((at) => [
        known.event('updated', { at: 2 ** 31 + at, metadata: { accountId: id } }),
        unknown.event('updated', { at, metadata: { accountId: id } }),
      ]);
      const [{ status }, ...answers] = await Promise.all([
        leave(name, id),
        ...events.map((event, index) => deliver([service, other][index % 2]?.url ?? '', event, provider.settings.webhookSecret)),
        service.get('/api/v1/countries', { headers: { 'x-api-key': secret } }),
        service.get('/api/v1/api-keys', post(name, { name: 'one more' })),
      ]);
      expect(status).toBe(204);
      expect(answers.map((answer) => answer.status).filter((code) => code >= 500)).toEqual([]);
      await nothingLeft(id);
    };
    const leavers = [await somebody({ plan: 'pro' }), await somebody({ plan: 'pro' }), await somebody({ plan: 'pro' })];
    await Promise.all(leavers.map(leaveAmidst));
    await tell();
  });

  test('leaving and coming back gives no new month: what was used of it stays used', async () => {
    const { name, id } = await somebody();
    const month = `date_trunc('month', now(), 'UTC')`;
    await pool.query(`INSERT INTO period_usage VALUES ($1, ${month}, 996), ($1, ${month} - interval '1 month', 5)`, [id]);
    // Used at the last moment: the counters know of it, and the database may not yet.
    const key = await makeKey(service, name);
    expect((await service.get('/api/v1/countries', { headers: { 'x-api-key': key.secret } })).status).toBe(200);
    expect((await leave(name, id)).status).toBe(204);
    const plain = `sha256(convert_to($1 || E'\n' || $2, 'UTF8'))`;
    expect(await count('departed_person', `person = ${plain}`, ['https://issuer.example', name]), 'it has a key').toBe(0);
    expect(await count('departed_person', 'meter_id = $1', [id])).toBe(1);
    // Another instance, which has not seen this person yet.
    const fresh = await startTestService({ databaseUrl: service.databaseUrl, sessions });
    const { body } = await fresh.get('/api/v1/account', { headers: as(name) });
    expect(body.data.id).not.toBe(id);
    expect(body.data.usage).toMatchObject({ used: 997, remaining: 3 });
    const { secret } = await makeKey(fresh, name);
    const statuses: number[] = [];
    for (let asked = 0; asked < 4; asked++)
      statuses.push((await fresh.get('/api/v1/countries', { headers: { 'x-api-key': secret } })).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect((await fresh.get('/api/v1/account', { headers: as('somebody-else') })).body.data.usage).toMatchObject({ used: 0 });
    await fresh.stop();
    expect(await count('departed_person', 'meter_id = $1', [id]), 'who is back did not leave').toBe(0);
  });

  test('a page of somebody else\u2019s cannot ask for it with the cookie of a session', async () => {
    const real = await startTestService();
    const { body } = await real.get('/api/v1/account?confirm=x', {
      method: 'DELETE',
      headers: { cookie: 'session=x', origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    });
    expect(body.error).toMatchObject({ code: 'invalid_session', message: 'The request comes from another origin.' });
    await real.stop();
  });
});
