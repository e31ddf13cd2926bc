import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type NewAlert, raise } from '../../src/alerts/index.ts';
import { createDatabase } from '../support/database.ts';
import { processes } from '../support/process.ts';
import { type Smtp, smtpSteps, startSmtp } from '../support/servers/smtp.ts';

const started = processes();
let database: Awaited<ReturnType<typeof createDatabase>>;
let smtp: Smtp;
let pool: pg.Pool;
beforeAll(async () => {
  [database, smtp] = await Promise.all([createDatabase(), startSmtp()]);
  pool = new pg.Pool({ connectionString: database.url, max: 2 });
});
afterEach(() => started.endAll());
afterAll(async () => {
  await pool.end();
  await smtp.close();
  await database.drop();
});

const secret = randomBytes(32).toString('base64url');
const start = () =>
  started.run(
    {
      ...{ DATABASE_URL: database.url, SESSION_SECRET: secret, NODE_ENV: 'test', LOG_LEVEL: 'info' },
      ...{ SMTP_URL: smtp.url, MAIL_FROM: 'registry@example.com' },
    },
    'start',
  );
const query = async (text: string, values: unknown[] = []) => (await pool.query(text, values)).rows;

/** An account with a person who gets e-mails. */
async function addPerson(name: string): Promise<string> {
  const [{ id }] = await query(`INSERT INTO account (plan) VALUES ('pro') RETURNING id`);
  const email = `${name}@example.com`;
  const [person] = await query(
    `INSERT INTO user_profile (account_id, issuer, subject, email, verified_email)
     VALUES ($1, 'https://issuer.example', $2, $2, $2) RETURNING id`,
    [id, email],
  );
  await query(`INSERT INTO membership (account_id, user_id, role) VALUES ($1, $2, 'owner') ON CONFLICT DO NOTHING`, [
    id,
    person.id,
  ]);
  return id;
}
const leaked = (accountId: string, key: string): NewAlert => ({
  ...{ accountId, kind: 'key_leaked', key },
  data: { keyId: key, prefix: 'crd_leaked' },
});
const idsOf = (name: string) =>
  smtp.received.filter(({ to }) => to.includes(`${name}@example.com`)).map(({ headers }) => headers.get('message-id'));
/** A busy machine may fail to note in time what was sent. Then it is sent again after five minutes. */
const patient = { timeout: 400_000 };
/** Lets the time go by that e-mails wait, also those of an instance that was killed. */
const passTime = () => query('UPDATE alert_mail SET due_at = now() WHERE due_at IS NOT NULL');

test('e-mails come at least once, and twice only if the instance that sent one was killed before it noted that', async () => {
  const account = await addPerson('ada');
  smtp.isSilentAt = 'message';
  const first = [start(), start()];
  await Promise.all(first.map((one) => one.url()));
  await Promise.all(Array.from({ length: 5 }, () => raise(pool, leaked(account, 'one'))));
  await expect.poll(() => idsOf('ada').length, { timeout: 60_000 }).toBe(1);
  for (const one of first) await one.end('SIGKILL');
  smtp.isSilentAt = undefined;
  const second = [start(), start()];
  await Promise.all(second.map((one) => one.url()));
  // It may be on its way still, so the others leave it alone for five minutes.
  const [{ wait }] = await query(
    'SELECT extract(epoch FROM due_at - now())::int AS wait FROM alert_mail WHERE due_at IS NOT NULL',
  );
  expect(wait).toBeGreaterThan(60);
  await passTime();
  await expect.poll(() => idsOf('ada').length, { timeout: 60_000 }).toBe(2);
  expect(new Set(idsOf('ada')).size, 'a mailbox can tell the repetition').toBe(1);
  await expect.poll(() => query('SELECT FROM alert_mail WHERE due_at IS NOT NULL'), patient).toEqual([]);

  // Many, while one instance after another is killed.
  const names = Array.from({ length: 40 }, (_, place) => `person${place}`);
  const accounts = await Promise.all(names.map(addPerson));
  const before = smtp.received.length;
  const all = accounts.flatMap((id) => ['1', '2', '3'].map((key) => leaked(id, key)));
  await raise(pool, ...all);
  const running = [...second];
  const kills = 4;
  for (let kill = 1; kill <= kills; kill++) {
    await expect.poll(() => smtp.received.length - before, { timeout: 60_000, interval: 5 }).toBeGreaterThan(kill * 15);
    await running.shift()?.end('SIGKILL');
    running.push(start());
  }
  const unsent = (condition: string) =>
    expect
      .poll(() => query(`SELECT FROM alert LEFT JOIN alert_mail ON alert_id = alert.id WHERE ${condition}`), patient)
      .toEqual([]);
  await unsent('EXISTS (SELECT FROM outbox) OR due_at <= now()');
  await passTime();
  await unsent('due_at IS NOT NULL');
  const sent = names.map(idsOf);
  expect(sent.map((ids) => new Set(ids).size)).toEqual(names.map(() => 3));
  // An instance sends one at a time. Two of them may have been sending when the time was made to pass.
  expect(sent.flat().length - all.length).toBeLessThanOrEqual(kills + 2);

  // A server that does not even greet delays e-mails, and no request and no stop.
  smtp.isSilentAt = 'greeting';
  const connections = smtp.connections;
  const hanging = await addPerson('hanging');
  await raise(pool, leaked(hanging, 'one'));
  await expect.poll(() => smtp.connections, { timeout: 60_000 }).toBeGreaterThan(connections);
  const [last] = running.slice(-1);
  const ready = `${await last?.url()}/api/v1/health/ready`;
  await expect.poll(async () => (await fetch(ready)).status).toBe(200);
  // While it is tried, it is due in five minutes; after the failure, in one.
  const delayed = `SELECT attempts, due_at BETWEEN now() AND now() + interval '2 minutes' AS later
    FROM alert_mail WHERE sent_at IS NULL`;
  await expect.poll(() => query(delayed), { timeout: 60_000 }).toEqual([{ attempts: 1, later: true }]);
  expect(await running[0]?.end('SIGTERM')).toBe(0);
  smtp.isSilentAt = undefined;
  await passTime();
  await expect.poll(() => idsOf('hanging').length, { timeout: 60_000 }).toBe(1);
});

test('an e-mail whose instance is killed at any step of sending it comes, and twice only if the server had it already', async () => {
  await passTime();
  for (const step of smtpSteps) {
    const account = await addPerson(step);
    smtp.isSilentAt = step;
    const silences = smtp.silences;
    const instance = start();
    await instance.url();
    await raise(pool, leaked(account, 'one'));
    await expect.poll(() => smtp.silences, { timeout: 60_000, interval: 5 }).toBeGreaterThan(silences);
    await instance.end('SIGKILL');
  }
  smtp.isSilentAt = undefined;
  await passTime();
  await start().url();
  await expect.poll(() => smtpSteps.filter((step) => idsOf(step).length === 0), { timeout: 60_000 }).toEqual([]);
  const all = smtpSteps.map(idsOf);
  // The server had one of them, whichever was being sent when it fell silent behind the message.
  expect(all.flat().length).toBeLessThanOrEqual(smtpSteps.length + 1);
  expect(all.map((ids) => new Set(ids).size)).toEqual(smtpSteps.map(() => 1));
  await expect.poll(() => query('SELECT FROM alert_mail WHERE due_at IS NOT NULL'), patient).toEqual([]);
});
