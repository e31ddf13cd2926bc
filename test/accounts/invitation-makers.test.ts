import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '../../src/kernel/access/powers.ts';
import { openPool } from '../support/billing.ts';
import { createDatabase } from '../support/database.ts';
import { as, join, sessions } from '../support/people.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** Two instances on one database. */
let instances: [TestService, TestService];
let pool: pg.Pool;
let drop: () => Promise<void>;
beforeAll(async () => {
  const { url, ...own } = await createDatabase();
  const now = new Date();
  const start = () => startTestService({ sessions, databaseUrl: url, date: () => now });
  instances = [await start(), await start()];
  pool = openPool(url);
  drop = own.drop;
});
afterAll(async () => {
  await pool.end();
  for (const instance of instances) await instance.stop();
  await drop();
});

interface Asked {
  method?: string;
  account?: string;
  body?: unknown;
  headers?: Record<string, string>;
  instance?: number;
}
const ask = (name: string, path: string, { method, account, body, headers, instance = 0 }: Asked = {}) =>
  (instances[instance] as TestService).get(`/api/v1${path}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...as(name),
      ...(account && { 'x-account-id': account }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
const codeOf = ({ status, body }: Awaited<ReturnType<typeof ask>>) => body?.error?.code ?? status;
const idOf = async (name: string): Promise<string> => (await ask(name, '/auth/me')).body.data.id;
const accept = (name: string, token: string, instance = 0) => ask(name, '/invitations/accept', { body: { token }, instance });
const lookUp = (name: string, token: string) => ask(name, '/invitations/lookup', { body: { token } });

/** An account with two owners, on the largest plan: `first` made it, `second` is in it. */
async function owners(first: string, second: string): Promise<string> {
  const account = await join(instances[0], first, second, 'owner');
  await pool.query("UPDATE account SET plan = 'business' WHERE id = $1", [account]);
  return account;
}
const invite = async (name: string, role: Role, account: string): Promise<string> => {
  const { body, text } = await ask(name, '/invitations', { account, body: { role } });
  expect(body.data, text).toBeDefined();
  return body.data.token;
};
const setRole = async (by: string, account: string, name: string, role: Role, instance = 0) =>
  ask(by, `/members/${await idOf(name)}`, { method: 'PATCH', account, body: { role }, instance });
const openIn = async (name: string, account: string): Promise<Role[]> =>
  (await ask(name, '/invitations', { account })).body.data.map(({ role }: { role: Role }) => role).sort();
const rolesIn = async (name: string, account: string): Promise<Role[]> =>
  (await ask(name, '/members', { account })).body.data.map(({ role }: { role: Role }) => role).sort();

describe('an invitation above what its maker may give', () => {
  test('ends with the demotion of its maker, and what they may still give stays open', async () => {
    const account = await owners('ada', 'bob');
    const [owner, admin] = [await invite('bob', 'owner', account), await invite('bob', 'admin', account)];
    const own = await invite('ada', 'owner', account);
    expect(codeOf(await setRole('ada', account, 'bob', 'admin'))).toBe(200);
    expect(await openIn('ada', account)).toEqual(['admin', 'owner']);
    expect(codeOf(await lookUp('eve', owner))).toBe('invitation_not_found');
    for (const instance of [0, 1]) expect(codeOf(await accept('eve', owner, instance))).toBe('invitation_not_found');
    expect(codeOf(await accept('eve', admin))).toBe(200);
    expect(codeOf(await accept('fay', own))).toBe(200);
    expect(await rolesIn('ada', account)).toEqual(['admin', 'admin', 'owner', 'owner']);
    const { rows } = await pool.query("SELECT user_id FROM audit_entry WHERE account_id = $1 AND action = 'invitation.revoked'", [
      account,
    ]);
    expect(rows).toEqual([{ user_id: await idOf('ada') }]);
  });

  test('stays ended when its maker is an owner again, and is not handed out again for its Idempotency-Key', async () => {
    const account = await owners('cem', 'dan');
    const again = () =>
      ask('dan', '/invitations', { account, body: { role: 'owner' }, headers: { 'idempotency-key': 'one-invitation' } });
    const first = (await again()).body.data.token;
    expect(codeOf(await setRole('cem', account, 'dan', 'admin'))).toBe(200);
    expect(codeOf(await again())).toBe('insufficient_role');
    expect(codeOf(await setRole('cem', account, 'dan', 'owner'))).toBe(200);
    expect(codeOf(await accept('eli', first))).toBe('invitation_not_found');
    expect((await again()).status).toBe(409);
  });

  test('ends when its maker demotes themselves, leaves, or is removed', async () => {
    const account = await owners('gil', 'hal');
    const demoted = await invite('hal', 'owner', account);
    expect(codeOf(await setRole('hal', account, 'hal', 'admin'))).toBe(200);
    expect(codeOf(await accept('ivy', demoted))).toBe('invitation_not_found');
    const left = await invite('hal', 'admin', account);
    expect((await ask('hal', `/members/${await idOf('hal')}`, { method: 'DELETE', account })).status).toBe(204);
    expect(codeOf(await accept('ivy', left))).toBe('invitation_not_found');
    expect(await openIn('gil', account)).toEqual([]);
  });

  test('cannot be accepted although it was left open, as by a build before', async () => {
    const account = await owners('jan', 'kim');
    const token = await invite('kim', 'owner', account);
    const kim = await idOf('kim');
    await pool.query("UPDATE membership SET role = 'admin' WHERE account_id = $1 AND user_id = $2", [account, kim]);
    expect(codeOf(await lookUp('lea', token))).toBe('invitation_not_found');
    expect(codeOf(await accept('lea', token))).toBe('invitation_not_found');
    expect(await openIn('jan', account)).toEqual([]);
    await pool.query("UPDATE membership SET role = 'owner', barred = 'refused' WHERE account_id = $1 AND user_id = $2", [
      account,
      kim,
    ]);
    expect(codeOf(await accept('lea', token))).toBe('invitation_not_found');
    await pool.query('DELETE FROM membership WHERE account_id = $1 AND user_id = $2', [account, kim]);
    expect(codeOf(await accept('lea', token))).toBe('invitation_not_found');
    expect(await rolesIn('jan', account)).toEqual(['owner']);
  });

  test('is accepted before the demotion or not at all, also at the same moment on two instances', async () => {
    const account = await owners('mia', 'ned');
    for (let round = 0; round < 12; round += 1) {
      expect(codeOf(await setRole('mia', account, 'ned', 'owner'))).toBe(200);
      const token = await invite('ned', 'owner', account);
      const [accepted, demoted] = await Promise.all([
        accept(`guest${round}`, token, round % 2),
        setRole('mia', account, 'ned', 'admin', 1),
      ]);
      expect(codeOf(demoted)).toBe(200);
      expect([200, 'invitation_not_found']).toContain(codeOf(accepted));
      const { rows } = await pool.query(
        `SELECT action, details ->> 'to' AS "to" FROM audit_entry WHERE account_id = $1
           AND action IN ('member.added', 'member.role_changed') ORDER BY at DESC, id DESC LIMIT 2`,
        [account],
      );
      // Whoever is made an owner by this link is so before its maker is none.
      if (codeOf(accepted) === 200) expect(rows[0]).toEqual({ action: 'member.role_changed', to: 'admin' });
      else expect(codeOf(await accept(`guest${round}`, token))).toBe('invitation_not_found');
    }
  });
});
