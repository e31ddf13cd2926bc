import { readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type NewAlert, raise } from '../../src/alerts/index.ts';
import { alertKinds } from '../../src/alerts/kinds.ts';
import { Seal } from '../../src/kernel/seal.ts';
import { overdueRegisters, samplesUrl } from '../../src/registers/index.ts';
import { sessionSecret } from '../support/browser/sign-in.ts';
import { ask, type MeteringGround, meteringGround, type TestAccount } from '../support/metering.ts';
import { as, makeKey } from '../support/people.ts';
import { type Smtp, startSmtp } from '../support/servers/smtp.ts';
import type { TestService } from '../support/service.ts';

let smtp: Smtp;
let ground: MeteringGround;
let pool: pg.Pool;
let services: [TestService, TestService];
/** A key that ends in three days, made for a year, and one that was made for three days. */
let ending: TestAccount;
beforeAll(async () => {
  smtp = await startSmtp();
  ground = await meteringGround({
    env: {
      SMTP_URL: smtp.url,
      MAIL_FROM: 'registry@example.com',
      OPERATORS: 'Boss@example.com',
      BASE_URL: 'https://registry.example',
      OIDC_ISSUER: 'https://issuer.example',
      SESSION_SECRET: sessionSecret,
    },
  });
  pool = new pg.Pool({ connectionString: ground.url, max: 3 });
  ending = await ground.account('pro', { keys: 2 });
  await ground.query(`UPDATE api_key SET expires_at = now() + interval '3 days' WHERE account_id = $1`, [ending.id]);
  await ground.query(`UPDATE api_key SET created_at = now() - interval '1 year' WHERE id = $1`, [ending.keyIds[0]]);
  // The identifiers that are served are of last year.
  await ground.query(`INSERT INTO identifier_run (id, source, file, sha256, files, file_date, source_url, imported_at, read,
      added, changed, removed, identifiers, relations, exceptions, is_current)
    VALUES (gen_random_uuid(), 'gleif', 'lei2.csv', repeat('0', 64), '[]', '2025-11-15T08:00', 'https://gleif.example', now(),
      0, 0, 0, 0, 0, 0, 0, true)`);
  services = [await ground.start(), await ground.start()];
});
afterAll(async () => {
  await pool.end();
  await ground.close();
  await smtp.close();
});

const verified = { isEmailVerified: true };
const endedSchema = z.object({ accountId: z.guid(), userId: z.guid(), kind: z.string() });
const call = (name: string, method: string, path: string, body?: unknown, more: object = verified) =>
  services[0].get(`/api/v1${path}`, {
    method,
    headers: { ...as(name, more), 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
const alertsOf = async (name: string, more?: object) => (await call(name, 'GET', '/alerts', undefined, more)).body;
const kindsOf = async ({ id }: { id: string }) =>
  (await ground.query('SELECT kind FROM alert WHERE account_id = $1 ORDER BY id', [id])).map(({ kind }) => kind);
const mailsTo = (name: string) => smtp.received.filter(({ to }) => to.includes(`${name}@example.com`));
/** Waits until every alert so far is handed on, and no e-mail waits. */
const settle = () =>
  expect
    .poll(
      async () =>
        (
          await ground.query(`SELECT count(*)::int FROM alert LEFT JOIN alert_mail ON alert_id = alert.id
            WHERE handed_on_at IS NULL OR due_at IS NOT NULL`)
        )[0].count,
      { timeout: 60_000 },
    )
    .toBe(0);
/** A person with a verified address; their account. */
async function join(name: string): Promise<{ id: string }> {
  return { id: (await call(name, 'GET', '/auth/me')).body.data.accountId };
}
const leaked = (accountId: string | null, key: string): NewAlert => ({
  accountId,
  kind: 'key_leaked',
  key,
  data: { keyId: key, prefix: 'crd_leaked' },
});

test('a new key is an alert, in the dashboard and by one e-mail, without its secret', async () => {
  await join('ada');
  const { secret, ...apiKey } = await makeKey(services[0], 'ada');
  const { data, meta } = await alertsOf('ada');
  expect(meta).toEqual({ nextCursor: null, unread: 1 });
  const url = 'https://registry.example/dashboard/keys';
  expect(data).toMatchObject([{ kind: 'key_created', unread: true, url, data: { keyId: apiKey.id, prefix: apiKey.prefix } }]);
  const { body } = await services[1].graphql('{ alerts { unread nextCursor alerts { id kind title text url data unread } } }', {
    headers: as('ada', verified),
  });
  expect(body.data.alerts).toMatchObject({ unread: 1, nextCursor: null });
  expect(data).toMatchObject(body.data.alerts.alerts);

  await settle();
  const [mail, ...others] = mailsTo('ada');
  expect(others).toEqual([]);
  expect(mail?.headers.get('subject')).toBe('A new API key was made');
  expect(mail?.headers.get('from')).toBe('Company Registry <registry@example.com>');
  expect(mail?.headers.get('content-type')).toMatch(/^text\/plain/);
  expect(mail?.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  expect(mail?.text).toContain(`The key ${apiKey.prefix}… was made.`);
  expect(mail?.text).toContain(`\n${url}\n`);
  expect(JSON.stringify([mail, data, [...(mail?.headers ?? [])]])).not.toContain(secret.slice(-20));

  const read = await call('ada', 'POST', '/alerts/read', { upTo: data[0].id });
  expect(read.body).toEqual({ data: { unread: 0 } });
  expect((await alertsOf('ada')).data).toMatchObject([{ unread: false }]);
});

test('what is marked as read ends at the newest alert: later ones are unread', async () => {
  const { id } = await join('reader');
  expect((await call('reader', 'POST', '/alerts/read', { upTo: '999999999999999999' })).body.data).toEqual({ unread: 0 });
  // The ids get another digit, so that the order of their texts is another one.
  await ground.query(`SELECT setval(pg_get_serial_sequence('alert', 'id'), 999998)`);
  await raise(pool, leaked(id, '1'), leaked(id, '2'), leaked(id, '3'));
  const first = (await call('reader', 'GET', '/alerts?limit=2')).body;
  expect([first.data.map((alert: { id: string }) => alert.id), first.meta.unread]).toEqual([['1000001', '1000000'], 3]);
  const second = (await call('reader', 'GET', `/alerts?cursor=${first.meta.nextCursor}`)).body;
  expect([second.data.length, second.meta.nextCursor]).toEqual([1, null]);
  expect((await call('reader', 'POST', '/alerts/read', { upTo: second.data[0].id })).body.data).toEqual({ unread: 2 });
  for (const wrong of ['0', '-1', '1e3', '9'.repeat(19), ''])
    expect((await call('reader', 'POST', '/alerts/read', { upTo: wrong })).body.error.code).toBe('invalid_request');
});

test('the same cause is one alert and one e-mail, whichever instances notice it at once', async () => {
  const { id } = await join('grace');
  const before = smtp.received.length;
  await Promise.all(Array.from({ length: 10 }, () => raise(pool, leaked(id, 'same'))));
  await settle();
  expect(await kindsOf({ id })).toEqual(['key_leaked']);
  expect(smtp.received.slice(before).filter(({ to }) => to.includes('grace@example.com'))).toHaveLength(1);
});

test('80% and 100% of the quota are noticed once by all instances, and again after a change of the plan', async () => {
  const account = await ground.account('free');
  await ground.use(account, 797);
  const both = async () => {
    for (const { status } of await Promise.all(services.map((one) => ask(one, account)))) expect(status).toBe(200);
  };
  await both();
  await expect.poll(() => ground.used(account)).toBe(799);
  expect(await kindsOf(account)).toEqual([]);
  await both();
  await both();
  await expect.poll(() => kindsOf(account)).toEqual(['quota_80']);
  const rich = await ground.account('pro');
  await ground.use(rich, 99_998);
  await Promise.all(services.map((one) => ask(one, rich)));
  await expect.poll(() => kindsOf(rich)).toContain('quota_100');
  await ground.query(`UPDATE account SET plan = 'business' WHERE id = $1`, [rich.id]);
  await ground.use(rich, 800_000);
  await expect
    .poll(
      async () => {
        await ask(services[0], rich);
        const data = await ground.query(`SELECT data->>'limit' AS "limit" FROM alert WHERE account_id = $1 ORDER BY id`, [
          rich.id,
        ]);
        return data.map(({ limit }) => limit).at(-1);
      },
      { timeout: 60_000 },
    )
    .toBe('1000000');
});

test('a key that ends within a week is an alert, unless it was made for less or has a successor', async () => {
  await expect.poll(() => kindsOf(ending)).toEqual(['key_expiring']);
  const [{ data }] = (await ground.query('SELECT data FROM alert WHERE account_id = $1', [ending.id])) as [{ data: object }];
  expect(data).toMatchObject({ keyId: ending.keyIds[0] });
});

test('a key that is used after 90 days is an alert, once', async () => {
  const silent = await ground.account('pro', { keys: 3 });
  const since = (place: number, days: number) =>
    ground.query(
      `UPDATE api_key SET created_at = $2::timestamptz - interval '1 year',
      last_used_at = $2::timestamptz - $3 * interval '1 day' WHERE id = $1`,
      [silent.keyIds[place], new Date(ground.now), days],
    );
  await since(0, 91.5);
  await since(1, 80);
  for (const service of services) for (const key of silent.keys) await ask(service, silent, undefined, key);
  await expect.poll(() => kindsOf(silent)).toEqual(['key_used_again']);
  const [row] = await ground.query('SELECT data FROM alert WHERE account_id = $1', [silent.id]);
  expect(row?.['data']).toMatchObject({ keyId: silent.keyIds[0], days: 91 });
});

test('operators see what concerns the whole service, and nobody else does', async () => {
  const alert = { accountId: null, kind: 'register_overdue' as const, key: 'ee 2026-01-01', data: { register: 'ee', days: 300 } };
  const boss = { email: 'boss@EXAMPLE.com', ...verified };
  await call('boss', 'GET', '/auth/me', undefined, boss);
  await join('nobody');
  await Promise.all([raise(pool, alert), raise(pool, alert)]);
  await settle();
  const overdue = async () =>
    (await alertsOf('boss', boss)).data.map(({ kind, data }: { kind: string; data: { register: string } }) => [
      kind,
      data.register,
    ]);
  expect(await overdue()).toContainEqual(['register_overdue', 'ee']);
  // The source of identifiers is no register, and can be overdue too.
  await expect.poll(overdue).toContainEqual(['register_overdue', 'gleif']);
  expect((await alertsOf('nobody')).data).toEqual([]);
  expect(smtp.received.filter(({ text }) => text.includes('register ee')).map(({ to }) => to)).toEqual([['boss@example.com']]);
  const kinds = async (name: string, more?: object) =>
    (await call(name, 'GET', '/alert-choices', undefined, more)).body.data.choices.map(({ kind }: { kind: string }) => kind);
  expect(await kinds('boss', boss)).toContain('register_overdue');
  expect(await kinds('nobody')).not.toContain('register_overdue');
});

test('a register is overdue when an edition was missed; samples are not', () => {
  const now = new Date('2026-11-15T12:00:00Z');
  const served = (fileDate: string, sourceUrl = 'https://register.example') => ({ fileDate, importedAt: now, sourceUrl });
  const registers = [
    { id: 'aa', served: served('2026-10-29') },
    { id: 'bb', served: served('2026-10-28') },
    { id: 'cc', served: served('2026-01-01', samplesUrl) },
    { id: 'dd', served: null },
  ];
  const updateIntervals = registers.map(({ id }) => ({ register: id, days: 7 }));
  expect(overdueRegisters({ registers, updateIntervals }, now)).toEqual([
    { accountId: null, kind: 'register_overdue', key: 'bb 2026-10-28', data: { register: 'bb', days: 18 } },
  ]);
});

describe('e-mails', () => {
  test('each person chooses, and the choice is in the audit log', async () => {
    const { id } = await join('chooser');
    const before = (await call('chooser', 'GET', '/alert-choices')).body.data;
    expect(before.mailedTo).toBe('chooser@example.com');
    expect(before.choices.every(({ email }: { email: boolean }) => email)).toBe(true);
    const off = await call('chooser', 'PATCH', '/alert-choices', { choices: [{ kind: 'key_leaked', email: false }] });
    expect(off.body.data.choices).toContainEqual(expect.objectContaining({ kind: 'key_leaked', email: false }));
    expect(off.body.data.choices).toContainEqual(expect.objectContaining({ kind: 'key_created', email: true }));
    await raise(pool, leaked(id, 'off'));
    await settle();
    expect(mailsTo('chooser')).toEqual([]);
    expect((await alertsOf('chooser')).data).toHaveLength(1);
    const { body } = await call('chooser', 'GET', '/audit');
    expect(body.data).toContainEqual(expect.objectContaining({ action: 'alerts.chosen', details: { key_leaked: false } }));
    const wrong = [[], [{ kind: 'nonsense', email: true }], [off.body.data.choices[0], off.body.data.choices[0]]];
    for (const choices of wrong)
      expect((await call('chooser', 'PATCH', '/alert-choices', { choices })).body.error.code).toBe('invalid_request');
  });

  test('go to an address only if the identity provider has verified it', async () => {
    const doubtful = { isEmailVerified: false };
    const id = (await call('mallory', 'GET', '/auth/me', undefined, doubtful)).body.data.accountId;
    expect((await call('mallory', 'GET', '/alert-choices', undefined, doubtful)).body.data.mailedTo).toBeNull();
    await raise(pool, leaked(id, '1'));
    await settle();
    expect(mailsTo('mallory')).toEqual([]);
    // A token without the claim takes nothing back, and another address is not verified.
    await join('mallory');
    const mailedTo = async (more: object) => (await call('mallory', 'GET', '/alert-choices', undefined, more)).body.data.mailedTo;
    expect(await mailedTo({})).toBe('mallory@example.com');
    expect(await mailedTo({ email: 'victim@example.com' })).toBeNull();
  });

  test('a link ends them: opening it changes nothing, one click does, and again is harmless', async () => {
    const { id } = await join('linus');
    await raise(pool, leaked(id, '1'));
    await settle();
    const [mail] = mailsTo('linus');
    const [, link = ''] =
      /^<https:\/\/registry\.example(\/alerts\/end\?token=.*)>$/.exec(mail?.headers.get('list-unsubscribe') ?? '') ?? [];
    expect(mail?.text).toContain(link);
    const wants = async () =>
      (await call('linus', 'GET', '/alert-choices')).body.data.choices.find(({ kind }: { kind: string }) => kind === 'key_leaked')
        .email;
    const open = (init: RequestInit = {}, path = link) => fetch(services[1].url + path, { redirect: 'manual', ...init });
    const page = await open();
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<form method="post">')]);
    expect((await open({ method: 'HEAD' })).status).toBe(200);
    expect(await wants()).toBe(true);
    const oneClick = { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) };
    expect((await open(oneClick)).status).toBe(200);
    expect(await wants()).toBe(false);
    expect((await open(oneClick)).status).toBe(200);
    for (const path of [link.slice(0, -3), `${link}x`, '/alerts/end', '/alerts/end?token=nonsense'])
      for (const method of ['GET', 'POST']) expect((await open({ method }, path)).status).toBe(404);
    expect((await open({ method: 'DELETE' })).status).toBe(405);
    expect(JSON.stringify(services.map(({ log }) => log.text()))).not.toContain(link.slice(-40));
    // Somebody else who is signed in ends the e-mails of the link, and not their own.
    await call('linus', 'PATCH', '/alert-choices', { choices: [{ kind: 'key_leaked', email: true }] });
    await join('visitor');
    expect((await open({ ...oneClick, headers: as('visitor', verified) })).status).toBe(200);
    expect(await wants()).toBe(false);
    const others = (await call('visitor', 'GET', '/alert-choices')).body.data.choices;
    expect(others.every(({ email }: { email: boolean }) => email)).toBe(true);
    // A link that has ended does nothing, and neither does one that was sealed for another purpose.
    const [{ user_id: userId }] = await ground.query('SELECT user_id FROM alert_reader WHERE account_id = $1', [id]);
    await call('linus', 'PATCH', '/alert-choices', { choices: [{ kind: 'key_leaked', email: true }] });
    for (const [purpose, seconds, status] of [
      ['alert mails', 60, 200],
      ['alert mails', -1, 404],
      ['webhook secret', 60, 404],
    ] as const) {
      const seal = new Seal(async () => [sessionSecret], purpose, seconds, endedSchema);
      const token = await seal.close({ accountId: id, userId, kind: 'key_leaked' });
      expect((await open({}, `/alerts/end?token=${token}`)).status).toBe(status);
      if (status === 404) expect((await open(oneClick, `/alerts/end?token=${token}`)).status).toBe(404);
    }
    expect(await wants()).toBe(true);
    // The link outlives the person, and then does nothing.
    await ground.query('DELETE FROM account WHERE id = $1', [id]);
    expect((await open(oneClick)).status).toBe(200);
    expect(await ground.query('SELECT FROM alert_reader WHERE account_id = $1', [id])).toEqual([]);
  });

  test('a flood of one kind is cut off, and keeps no other kind back', async () => {
    const { id } = await join('flood');
    await raise(pool, ...Array.from({ length: 12 }, (_, place) => leaked(id, `${place}`)));
    await raise(pool, { accountId: id, kind: 'payment_failed', key: '1', data: { status: 'past_due' } });
    await settle();
    const subjects = mailsTo('flood').map(({ headers }) => headers.get('subject'));
    expect(subjects.filter((one) => one === 'An API key was found in public')).toHaveLength(5);
    expect(subjects).toContain('A payment failed');
    expect((await alertsOf('flood')).meta.unread).toBe(13);
  });

  describe('while the mail server fails', () => {
    const due = (id: string) =>
      ground.query('UPDATE alert_mail SET due_at = now() FROM alert WHERE alert.id = alert_id AND account_id = $1', [id]);
    const attempts = async (id: string) =>
      (
        await ground.query('SELECT attempts, due_at FROM alert_mail JOIN alert ON alert.id = alert_id WHERE account_id = $1', [
          id,
        ])
      )[0];

    test('they wait, no request is affected, and an account that is erased meanwhile gets none', async () => {
      const [patient, leaving, muted] = [await join('patient'), await join('leaving'), await join('muted')];
      smtp.message = '451 later';
      expect((await makeKey(services[0], 'patient')).secret).toMatch(/^crd_/);
      await raise(pool, leaked(leaving.id, '1'), leaked(muted.id, '1'));
      for (const { id } of [patient, leaving, muted]) await expect.poll(async () => (await attempts(id))?.['attempts']).toBe(1);
      expect((await call('leaving', 'DELETE', `/account?confirm=${leaving.id}`)).status).toBe(204);
      await call('muted', 'PATCH', '/alert-choices', { choices: [{ kind: 'key_leaked', email: false }] });
      smtp.message = '250 taken';
      await due(patient.id);
      await due(muted.id);
      await settle();
      expect(['patient', 'leaving', 'muted'].map((name) => mailsTo(name).length)).toEqual([1, 0, 0]);
      expect(await attempts(patient.id)).toMatchObject({ attempts: 2, due_at: null });
    });

    test('a recipient that the server refuses for good is given up at once', async () => {
      const { id } = await join('refused');
      smtp.recipient = '550 no such user';
      await raise(pool, leaked(id, '1'));
      await expect.poll(async () => attempts(id)).toMatchObject({ attempts: 1, due_at: null });
      smtp.recipient = '250 taken';
      expect(mailsTo('refused')).toEqual([]);
    });
  });
});

test('the guide lists every kind', () => {
  const guide = readFileSync(new URL('../../docs/guides/alerts.md', import.meta.url), 'utf8');
  expect([...guide.matchAll(/^\| `(\w+)` \|/gm)].map(([, kind]) => kind)).toEqual(alertKinds);
});
