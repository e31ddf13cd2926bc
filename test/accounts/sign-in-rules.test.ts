import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openPool } from '../support/billing.ts';
import { Browser } from '../support/browser/browser.ts';
import { ForeignIssuer } from '../support/browser/issuer.ts';
import { signIn, signInAtAll, withCookie } from '../support/browser/sign-in.ts';
import { createDatabase } from '../support/database.ts';
import { type Answer, startTestService, type TestService } from '../support/service.ts';

/** Two instances on one database. Everybody signs in at the one issuer, the people of Acme at the other, which has groups. */
let everybody: ForeignIssuer;
let acme: ForeignIssuer;
let instances: [TestService, TestService];
let pool: pg.Pool;
let drop: () => Promise<void>;
let start: () => Promise<TestService>;
beforeAll(async () => {
  [everybody, acme] = [await ForeignIssuer.start(), await ForeignIssuer.start()];
  acme.userinfo = {};
  const { url, ...own } = await createDatabase();
  const env = {
    ...signInAtAll(everybody, { acme: { issuer: acme, domains: ['acme.example'], groupsClaim: 'groups' } }),
    OPERATORS: 'boss@registry.example',
  };
  start = () => startTestService({ databaseUrl: url, env, revalidationIntervalMs: 100 });
  instances = [await start(), await start()];
  pool = openPool(url);
  drop = own.drop;
});
afterAll(async () => {
  await pool.end();
  for (const instance of instances) await instance.stop();
  for (const issuer of [everybody, acme]) await issuer.stop();
  await drop();
});

interface Person {
  issuer: ForeignIssuer;
  claims: Record<string, unknown>;
}
const claimsOf = (name: string) => ({ sub: name, email: `${name}@acme.example`, email_verified: true, name });
const atAcme = (name: string, ...groups: string[]): Person => ({ issuer: acme, claims: { ...claimsOf(name), groups } });
const elsewhere = (name: string): Person => ({ issuer: everybody, claims: claimsOf(name) });

/** Asks as a person, in an account that is not the one that they made if it is named. */
async function ask({ issuer, claims }: Person, method: string, path: string, account?: string, body?: unknown, instance = 0) {
  const headers = {
    authorization: `Bearer ${await issuer.token(claims)}`,
    ...(account && { 'x-account-id': account }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  return (instances[instance] as TestService).get(`/api/v1${path}`, init);
}
const codeOf = ({ status, body }: Answer) => body?.error?.code ?? status;
const profile = async (person: Person) => (await ask(person, 'GET', '/auth/me')).body.data as { id: string; accountId: string };
const rules = '/account/sign-in-rules';
const toRequire = (person: Person, account: string | undefined, ...groupRoles: { group: string; role: string }[]) =>
  ask(person, 'PATCH', rules, account, { requiredIssuer: acme.url, groupRoles });
const toEnd = (person: Person, account?: string) => ask(person, 'PATCH', rules, account, { requiredIssuer: null });
const invite = async (person: Person, role: string, account?: string): Promise<string> => {
  const { body, text } = await ask(person, 'POST', '/invitations', account, { role });
  expect(body.data, text).toBeDefined();
  return body.data.token;
};
const accept = (person: Person, token: string) => ask(person, 'POST', '/invitations/accept', undefined, { token });
/** An account of a person on the largest plan, with members. */
async function team(owner: Person, members: [Person, string][]): Promise<string> {
  const { accountId } = await profile(owner);
  await pool.query("UPDATE account SET plan = 'business' WHERE id = $1", [accountId]);
  for (const [member, role] of members) expect(codeOf(await accept(member, await invite(owner, role)))).toBe(200);
  return accountId;
}
const keyOf = async (person: Person, account: string): Promise<string> =>
  (await ask(person, 'POST', '/api-keys', account, { name: 'test' })).body.data.secret;
const uses = async (secret: string, instance = 0) =>
  (await (instances[instance] as TestService).get('/api/v1/countries', { headers: { 'x-api-key': secret } })).status;
/** An instance that refused a key refuses it for ten seconds more: so a new one is asked. */
async function usesAnew(secret: string): Promise<number> {
  const fresh = await start();
  const { status } = await fresh.get('/api/v1/countries', { headers: { 'x-api-key': secret } });
  await fresh.stop();
  return status;
}
/** What each instance answers to a person who asks for the account. */
const entrance = async (person: Person, account: string) =>
  Promise.all([0, 1].map(async (instance) => codeOf(await ask(person, 'GET', '/account', account, undefined, instance))));
const patient = { timeout: 60_000, interval: 50 };
/** Where an answer counts as a failed credential, of which an address has few. */
const seldom = { timeout: 60_000, interval: 500 };
const audited = async (account: string): Promise<string[]> =>
  (
    await pool.query(
      "SELECT action || coalesce(' ' || (details->>'because'), '') AS entry FROM audit_entry WHERE account_id = $1",
      [account],
    )
  ).rows.map(({ entry }) => entry);

describe('an issuer is required', () => {
  test('by an owner alone whose address it has verified, in a domain that is entered for it', async () => {
    const refused: [string, Person][] = [
      ['of another issuer', elsewhere('ann')],
      ['not verified', { issuer: acme, claims: { ...claimsOf('abe'), email_verified: false } }],
      ['of another domain', { issuer: acme, claims: { ...claimsOf('amy'), email: 'amy@example.com' } }],
      ['of a domain that ends alike', { issuer: acme, claims: { ...claimsOf('ari'), email: 'ari@notacme.example' } }],
    ];
    for (const [why, person] of refused) {
      expect(codeOf(await toRequire(person, undefined)), why).toBe('invalid_request');
      expect((await ask(person, 'GET', rules)).body.data, why).toEqual({ requiredIssuer: null, groupRoles: [], requirable: [] });
    }
    const owner = atAcme('bea');
    const other = await ask(owner, 'PATCH', rules, undefined, { requiredIssuer: everybody.url });
    expect(codeOf(other), 'the issuer for everybody').toBe('invalid_request');
    const account = await team(owner, [
      [atAcme('bob'), 'admin'],
      [atAcme('ben'), 'billing'],
    ]);
    for (const name of ['bob', 'ben']) expect(codeOf(await toRequire(atAcme(name), account))).toBe('insufficient_role');
    expect(codeOf(await toRequire(atAcme('stranger'), account))).toBe('account_not_found');
    expect((await toRequire(owner, account)).body.data).toEqual({
      requiredIssuer: acme.url,
      groupRoles: [],
      requirable: [{ issuer: acme.url, name: 'acme', hasGroups: true }],
    });
    const { body } = await instances[1].graphql('mutation { changeSignInRules { requiredIssuer } signInRules: __typename }', {
      headers: { authorization: `Bearer ${await acme.token(atAcme('bob').claims)}`, 'x-account-id': account },
    });
    expect(body.errors[0].extensions.code).toBe('insufficient_role');
  });

  test('and members who are signed in elsewhere are out everywhere, with the sessions that they have, until it is not', async () => {
    const [owner, guest] = [atAcme('cat'), elsewhere('cem')];
    const account = await team(owner, [[guest, 'admin']]);
    const link = await invite(guest, 'member', account);
    const secret = await keyOf(guest, account);
    everybody.person = guest.claims;
    const cookie = await signIn(instances[1].url, new Browser(), {}, '?issuer=default');
    const byCookie = async () =>
      codeOf(await withCookie(instances[1].url, cookie, '/api/v1/account', { headers: { 'x-account-id': account } }));
    expect(await byCookie()).toBe(200);

    expect((await toRequire(owner, undefined)).status).toBe(200);
    await expect.poll(() => entrance(guest, account), patient).toEqual(['issuer_required', 'issuer_required']);
    await expect.poll(byCookie, patient).toBe('issuer_required');
    const { body } = await ask(guest, 'GET', '/account', account);
    expect(body.error.message).toContain(acme.url);
    expect((await ask(guest, 'GET', '/memberships')).body.data).toMatchObject([
      { barred: null },
      { accountId: account, barred: 'issuer' },
    ]);
    expect((await ask(owner, 'GET', '/members')).body.data).toMatchObject([{ barred: null }, { barred: 'issuer' }]);
    expect(await uses(secret), 'a program of the account goes on').toBe(200);
    expect(codeOf(await accept(atAcme('cia'), link)), 'what they invited has ended').toBe('invitation_not_found');

    expect((await toEnd(owner)).status).toBe(200);
    await expect.poll(() => entrance(guest, account), patient).toEqual([200, 200]);
    expect(await audited(account)).toEqual(
      expect.arrayContaining(['sign_in_rules.changed', 'member.barred issuer', 'member.restored', 'invitation.revoked']),
    );
  });

  test('and who made the account elsewhere gets another one, and nobody else the account', async () => {
    const [founder, owner] = [elsewhere('dan'), atAcme('dot')];
    const account = await team(founder, [[owner, 'owner']]);
    expect((await toRequire(owner, account)).status).toBe(200);
    expect(codeOf(await ask(founder, 'GET', '/account', account))).toBe('issuer_required');
    const home = (await ask(founder, 'GET', '/account')).body.data.id;
    expect(home).not.toBe(account);
    expect(codeOf(await ask(elsewhere('eve'), 'GET', '/account', account)), 'the id tells nobody else').toBe('account_not_found');

    const { id } = await profile(owner);
    for (const answer of [
      await ask(owner, 'DELETE', `/members/${id}`, account),
      await ask(owner, 'PATCH', `/members/${id}`, account, { role: 'member' }),
    ])
      expect(codeOf(answer), 'the other owner cannot get in').toBe('last_owner');
  });

  test('and an invitation is for people of that issuer, and is not used up by others', async () => {
    const owner = atAcme('fay');
    await team(owner, []);
    expect((await toRequire(owner, undefined)).status).toBe(200);
    const link = await invite(owner, 'member');
    expect(codeOf(await accept(elsewhere('fay'), link))).toBe('issuer_required');
    expect(codeOf(await accept(atAcme('flo'), link))).toBe(200);
  });
});

describe('groups of the issuer', () => {
  const [admins, staff] = [
    { group: 'admins', role: 'owner' },
    { group: 'staff', role: 'member' },
  ];

  test('give members their roles, and who has none is out with their keys until they have one', async () => {
    const owner = atAcme('gil', 'admins');
    const account = await team(owner, [[atAcme('gus', 'staff'), 'admin']]);
    const secret = await keyOf(atAcme('gus', 'staff'), account);
    expect((await toRequire(owner, undefined, admins, staff)).status).toBe(200);
    const roleOf = async (...groups: string[]) => {
      const { body } = await ask(atAcme('gus', ...groups), 'GET', '/memberships', account);
      return body.error?.code ?? body.data.find(({ accountId }: { accountId: string }) => accountId === account).role;
    };
    expect(await roleOf('staff')).toBe('member');
    expect(await roleOf('staff', 'admins')).toBe('owner');
    expect(await uses(secret)).toBe(200);

    expect(await roleOf('others')).toBe('issuer_required');
    await expect.poll(() => entrance(atAcme('gus', 'others'), account), patient).toEqual(['issuer_required', 'issuer_required']);
    for (const instance of [0, 1]) await expect.poll(() => uses(secret, instance), patient).toBe(401);
    expect(await roleOf('staff')).toBe('member');

    const { issuer, claims } = atAcme('gus');
    const silent = { issuer, claims: { ...claims, groups: undefined } };
    expect(codeOf(await ask(silent, 'GET', '/account', account)), 'a token that does not name them').toBe('issuer_required');
    expect(await usesAnew(secret), 'and says nothing of the person').toBe(200);
    expect(await audited(account)).toEqual(
      expect.arrayContaining(['member.role_changed groups', 'member.barred groups', 'member.restored']),
    );
  });

  test('end the invitations that are above what they leave to a person', async () => {
    const owner = atAcme('gia', 'admins');
    const account = await team(owner, [[atAcme('gwen', 'admins'), 'owner']]);
    const rules = [admins, { group: 'staff', role: 'admin' }];
    expect((await toRequire(owner, undefined, ...rules)).status).toBe(200);
    const gwen = atAcme('gwen', 'admins');
    const [above, within] = [await invite(gwen, 'owner', account), await invite(gwen, 'admin', account)];
    expect((await ask(atAcme('gwen', 'staff'), 'GET', '/account', account)).status).toBe(200);
    expect(codeOf(await accept(atAcme('gabe', 'admins'), above))).toBe('invitation_not_found');
    expect(codeOf(await accept(atAcme('gabe', 'staff'), within))).toBe(200);
    const last = await invite(atAcme('gwen', 'admins'), 'owner', account);
    expect(codeOf(await ask(atAcme('gwen', 'others'), 'GET', '/account', account))).toBe('issuer_required');
    expect((await ask(atAcme('gwen', 'admins'), 'GET', '/account', account)).status).toBe(200);
    expect(codeOf(await accept(atAcme('gene', 'admins'), last))).toBe('invitation_not_found');
  });

  test('never make members, and decide on an invitation', async () => {
    const owner = atAcme('hal', 'admins');
    const account = await team(owner, []);
    expect((await toRequire(owner, undefined, admins, staff)).status).toBe(200);
    expect(codeOf(await ask(atAcme('ivy', 'admins'), 'GET', '/account', account))).toBe('account_not_found');
    const link = await invite(owner, 'admin');
    expect(codeOf(await accept(atAcme('ivy', 'others'), link))).toBe('issuer_required');
    expect((await accept(atAcme('ivy', 'staff'), link)).body.data).toMatchObject({ accountId: account, role: 'member' });
  });

  test('cannot lock out the last owner, neither when they are given roles nor later', async () => {
    const owner = atAcme('jan', 'admins');
    const account = await team(owner, [[atAcme('joe', 'staff'), 'member']]);
    expect(codeOf(await toRequire(owner, undefined, staff))).toBe('last_owner');
    for (const wrong of [[staff, staff], [{ group: '', role: 'member' }], [{ group: 'x', role: 'king' }]])
      expect(codeOf(await toRequire(owner, undefined, admins, ...wrong))).toBe('invalid_request');
    const { body } = await ask(owner, 'PATCH', rules, undefined, { requiredIssuer: null, groupRoles: [staff] });
    expect(body.error.code).toBe('invalid_request');
    expect((await toRequire(owner, undefined, admins, staff)).status).toBe(200);
    expect((await ask(atAcme('jan'), 'GET', '/account', account)).status, 'without a group').toBe(200);
    expect((await ask(atAcme('jan'), 'GET', '/members', account)).body.data).toMatchObject([
      { role: 'owner' },
      { role: 'member' },
    ]);
    expect((await ask(atAcme('joe', 'admins'), 'GET', '/account', account)).status).toBe(200);
    await pool.query("UPDATE user_profile SET groups = '{stale}' WHERE subject = 'jan'");
    expect(codeOf(await ask(atAcme('jan', 'others'), 'GET', '/account', account)), 'once there is another owner').toBe(
      'issuer_required',
    );
  });
});

describe('the issuer is asked again about open sessions', () => {
  const admins = { group: 'admins', role: 'owner' };
  const staff = { group: 'staff', role: 'member' };
  beforeEach(() => {
    acme.refreshes = true;
  });

  /** An account of the owner that requires Acme, and a member who signed in there by browser. */
  async function signedIn(ownerName: string, name: string) {
    const owner = atAcme(ownerName, 'admins');
    const account = await team(owner, [[atAcme(name, 'staff'), 'member']]);
    const secret = await keyOf(atAcme(name, 'staff'), account);
    expect((await toRequire(owner, undefined, admins, staff)).status).toBe(200);
    const cookie = await openSession(name);
    const byCookie = async (instance = 1, used = cookie) => {
      const headers = { 'x-account-id': account };
      const answer = await withCookie((instances[instance] as TestService).url, used, '/api/v1/memberships', { headers });
      const found = answer.body.data?.find(({ accountId }: { accountId: string }) => accountId === account);
      return found?.role ?? codeOf(answer);
    };
    const members = async () =>
      (await ask(owner, 'GET', '/members')).body.data.map(({ barred }: { barred: string | null }) => barred);
    return { owner, account, secret, cookie, byCookie, members };
  }
  async function openSession(name: string): Promise<string> {
    acme.person = atAcme(name, 'staff').claims;
    return signIn(instances[0].url, new Browser(), {}, '?issuer=acme');
  }
  const makeDue = (name: string) =>
    pool.query(
      'UPDATE session SET look_at = now() WHERE user_id = (SELECT id FROM user_profile WHERE subject = $1 AND issuer = $2)',
      [name, acme.url],
    );

  test('and a changed group counts without another sign-in', async () => {
    const { byCookie, account } = await signedIn('lea', 'leo');
    expect(await byCookie()).toBe('member');
    acme.directory.set('leo', atAcme('leo', 'admins').claims);
    await makeDue('leo');
    await expect.poll(() => byCookie(0), patient).toBe('owner');
    acme.directory.set('leo', atAcme('leo').claims);
    await makeDue('leo');
    for (const instance of [0, 1]) await expect.poll(() => byCookie(instance), patient).toBe('issuer_required');

    const { issuer, claims } = atAcme('leo', 'admins');
    const older = { issuer, claims: { ...claims, iat: Math.floor(Date.now() / 1000) - 60 } };
    expect(await entrance(older, account), 'a token from before does not bring the group back').toEqual(
      Array(2).fill('issuer_required'),
    );
    expect(await byCookie(1)).toBe('issuer_required');
  });

  test('and who is removed there loses everything, until they can sign in again', async () => {
    const { byCookie, secret, account, members } = await signedIn('mia', 'max');
    expect([await byCookie(0), await byCookie(1), await uses(secret)]).toEqual(['member', 'member', 200]);
    acme.removed.add('max');
    await makeDue('max');
    for (const instance of [0, 1]) await expect.poll(() => byCookie(instance), seldom).toBe('invalid_session');
    for (const instance of [0, 1]) await expect.poll(() => uses(secret, instance), patient).toBe(401);
    const earlier = { issuer: acme, claims: { ...atAcme('max', 'staff').claims, iat: Math.floor(Date.now() / 1000) - 60 } };
    expect(codeOf(await ask(earlier, 'GET', '/account', account)), 'a token from before').toBe('issuer_required');
    expect(await members()).toEqual([null, 'refused']);
    expect(await audited(account)).toContain('member.barred refused');

    acme.removed.delete('max');
    expect(await byCookie(0, await openSession('max'))).toBe('member');
    expect(await usesAnew(secret)).toBe(200);
  });

  test('and the end of one session is not that of the person, nor is an issuer that is away', async () => {
    const { byCookie, secret, members } = await signedIn('nan', 'ned');
    acme.forgetRefreshTokens();
    const second = await openSession('ned');
    await makeDue('ned');
    await expect.poll(() => byCookie(0), seldom).toBe('invalid_session');
    expect(await byCookie(0, second)).toBe('member');

    acme.status = 500;
    const asked = acme.count('/token');
    await makeDue('ned');
    await expect.poll(() => acme.count('/token'), patient).toBeGreaterThan(asked);
    acme.status = 200;
    expect([await byCookie(0, second), await uses(secret), ...(await members())]).toEqual(['member', 200, null, null]);
  });

  test('and at userinfo where there is no refresh token; where it cannot be asked at all, the session ends alone', async () => {
    acme.refreshes = false;
    const { byCookie, secret, members } = await signedIn('ona', 'oli');
    const asked = acme.count('/userinfo');
    await makeDue('oli');
    await expect.poll(() => acme.count('/userinfo'), patient).toBe(asked + 1);
    expect(await byCookie(0)).toBe('member');

    acme.expiresIn = 0;
    const brief = await openSession('oli');
    acme.expiresIn = 60;
    await pool.query(
      'UPDATE session SET look_at = now() WHERE look_at IS NOT NULL AND created_at = (SELECT max(created_at) FROM session)',
    );
    await expect.poll(() => byCookie(0, brief), seldom).toBe('invalid_session');
    expect([await uses(secret), ...(await members())]).toEqual([200, null, null]);

    acme.removed.add('oli');
    await makeDue('oli');
    await expect.poll(() => byCookie(0), seldom).toBe('invalid_session');
    await expect.poll(members, patient).toEqual([null, 'refused']);
  });
});

test('an issuer vouches for addresses of its own domains alone: that of a customer makes no operator', async () => {
  const boss = { ...claimsOf('boss'), email: 'boss@registry.example' };
  const seen = async (issuer: ForeignIssuer) => {
    const headers = { authorization: `Bearer ${await issuer.token({ ...boss, groups: [] })}` };
    return (await instances[0].graphql('{ accounts(pageSize: 1) { meta { total } } }', { headers })).body.errors?.[0].extensions
      .code;
  };
  expect(await seen(everybody)).toBeUndefined();
  expect(await seen(acme)).toBe('operator_required');
});

test('the export has the rules and the groups of the person', async () => {
  const owner = atAcme('kay', 'admins');
  await team(owner, []);
  expect((await toRequire(owner, undefined, { group: 'admins', role: 'owner' })).status).toBe(200);
  const { body } = await ask(owner, 'GET', '/account/export');
  expect(body.data ?? body).toMatchObject({
    account: { requiredIssuer: acme.url, groupRoles: { admins: 'owner' } },
    users: [{ groups: ['admins'] }],
    members: [{ role: 'owner', barred: null }],
  });
});
