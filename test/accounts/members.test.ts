import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Role } from '../../src/kernel/access/powers.ts';
import { openPool } from '../support/billing.ts';
import { createDatabase } from '../support/database.ts';
import { as, join, sessions } from '../support/people.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** Two instances on one database, at one moment, so that the minute does not end. */
let instances: [TestService, TestService];
let pool: pg.Pool;
let drop: () => Promise<void>;
beforeAll(async () => {
  const { url, ...own } = await createDatabase();
  const now = new Date();
  const start = () =>
    startTestService({ sessions, databaseUrl: url, databaseDate: () => now, env: { OPERATORS: 'boss@example.com' } });
  instances = [await start(), await start()];
  pool = openPool(url);
  drop = own.drop;
});
afterAll(async () => {
  await pool.end();
  for (const instance of instances) await instance.stop();
  await drop();
});

const patient = { timeout: 60_000, interval: 50 };
const json = { 'content-type': 'application/json' };

/** Asks as a person, in an account that is not the one that they made if it is named. */
const ask = (name: string, method: string, path: string, account?: string, body?: unknown, instance = instances[0]) =>
  instance.get(`/api/v1${path}`, {
    method,
    headers: { ...as(name), ...(account && { 'x-account-id': account }), ...(body !== undefined && json) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
const codeOf = ({ status, body }: Awaited<ReturnType<typeof ask>>) => body?.error?.code ?? status;
const profile = async (name: string) => (await ask(name, 'GET', '/auth/me')).body.data as { id: string; accountId: string };
const rolesIn = async (name: string, account?: string): Promise<string[]> =>
  (await ask(name, 'GET', '/members', account)).body.data.map(({ role }: { role: Role }) => role);
const newKey = async (name: string, account?: string): Promise<{ id: string; secret: string }> => {
  const answer = await ask(name, 'POST', '/api-keys', account, { name: 'test' });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data;
};
const uses = async (secret: string, instance = instances[0]) =>
  (await instance.get('/api/v1/countries', { headers: { 'x-api-key': secret } })).status;
/** On the largest plan, so that everybody can have keys. */
const pay = async (name: string) => {
  const { accountId } = await profile(name);
  await pool.query("UPDATE account SET plan = 'business' WHERE id = $1", [accountId]);
  return accountId;
};
const inviteTo = async (name: string, role: Role, account?: string): Promise<string> =>
  (await ask(name, 'POST', '/invitations', account, { role })).body.data.token;
const accept = (name: string, token: string, instance = instances[0]) =>
  ask(name, 'POST', '/invitations/accept', undefined, { token }, instance);

describe('an account that is chosen', () => {
  test('is one that the person is in; without a choice it is the one that they made', async () => {
    const account = await join(instances[0], 'ada', 'bob', 'member');
    const own = (await profile('bob')).accountId;
    expect(own).not.toBe(account);
    expect((await ask('bob', 'GET', '/account')).body.data.id).toBe(own);
    for (const chosen of [account, account.toUpperCase()])
      expect((await ask('bob', 'GET', '/account', chosen)).body.data).toMatchObject({ id: account, email: 'ada@example.com' });
    expect((await ask('bob', 'GET', '/memberships')).body.data).toMatchObject([
      { accountId: own, role: 'owner', isHome: true },
      { accountId: account, role: 'member', isHome: false, email: 'ada@example.com' },
    ]);
    const { body } = await instances[1].graphql('{ account { id } members { role } }', {
      headers: { ...as('bob'), 'x-account-id': account },
    });
    expect(body.data).toEqual({ account: { id: account }, members: [{ role: 'owner' }, { role: 'member' }] });
  });

  test('is not there for anybody else, over REST and GraphQL', async () => {
    const { accountId } = await profile('ada');
    for (const chosen of [accountId, '00000000-0000-4000-8000-000000000000', 'nonsense', `${accountId}, ${accountId}`]) {
      expect(codeOf(await ask('eve', 'GET', '/account', chosen))).toBe('account_not_found');
      const { status, body } = await instances[0].graphql('{ me { id } }', { headers: { ...as('eve'), 'x-account-id': chosen } });
      expect([status, body.error.code]).toEqual([404, 'account_not_found']);
    }
    expect((await instances[0].get('/api/v1/account', { headers: { 'x-account-id': accountId } })).status).toBe(401);
  });
});

describe('an invitation', () => {
  test('is used once, also by two at once on two instances', async () => {
    await pay('cem');
    const token = await inviteTo('cem', 'admin');
    const answers = await Promise.all(['dan', 'eli', 'fay'].map((name, place) => accept(name, token, instances[place % 2])));
    expect(answers.map(codeOf).sort()).toEqual([200, 'invitation_not_found', 'invitation_not_found']);
    expect((await rolesIn('cem')).sort()).toEqual(['admin', 'owner']);
    expect(codeOf(await accept('dan', token))).toBe('invitation_not_found');
  });

  test('has a link whose token is in the fragment, and is listed without it', async () => {
    const { body } = await ask('gil', 'POST', '/invitations', undefined, { role: 'billing', note: ' Grace ' });
    expect(body.data).toMatchObject({ role: 'billing', note: 'Grace' });
    expect(new URL(body.data.url).hash).toBe(`#${body.data.token}`);
    const listed = await ask('gil', 'GET', '/invitations');
    expect(listed.body.meta.count).toBe(1);
    expect(listed.text).not.toContain('cri_');
    const read = () => ask('hal', 'POST', '/invitations/lookup', undefined, { token: body.data.token });
    const { expiresAt } = body.data;
    expect((await read()).body.data).toEqual({ email: 'gil@example.com', role: 'billing', expiresAt });
    const days = (Date.parse(expiresAt) - Date.parse(body.data.createdAt)) / 86_400_000;
    expect(days).toBeCloseTo(7, 3);
    expect((await ask('gil', 'DELETE', `/invitations/${body.data.id}`)).status).toBe(204);
    expect(codeOf(await accept('hal', body.data.token))).toBe('invitation_not_found');
    expect(codeOf(await read())).toBe('invitation_not_found');
    expect(codeOf(await ask('gil', 'DELETE', `/invitations/${body.data.id}`))).toBe('invitation_not_found');
    expect(instances[0].log.text()).not.toContain(body.data.token);
  });

  test('ends after its days, with the membership or the power of who made it, and for who is in already', async () => {
    const account = await pay('ida');
    await join(instances[0], 'ida', 'jan', 'admin');
    const [late, mine, second] = [
      await inviteTo('ida', 'member'),
      await inviteTo('jan', 'member', account),
      await inviteTo('ida', 'member'),
    ];
    await pool.query(
      "UPDATE invitation SET expires_at = now() WHERE account_id = $1 AND created_by = (SELECT id FROM user_profile WHERE subject = 'ida')",
      [account],
    );
    for (const token of [late, second]) expect(codeOf(await accept('kim', token))).toBe('invitation_not_found');
    expect(codeOf(await accept('ida', mine))).toBe('already_member');
    const { id } = await profile('jan');
    expect((await ask('ida', 'PATCH', `/members/${id}`, undefined, { role: 'member' })).body.data.role).toBe('member');
    expect(codeOf(await accept('kim', mine))).toBe('invitation_not_found');
    expect(codeOf(await accept('kim', 'cri_nonsense'))).toBe('invitation_not_found');
  });

  test('is limited by the plan, and an admin invites no owner', async () => {
    const account = await join(instances[0], 'leo', 'mia', 'admin');
    expect(codeOf(await ask('mia', 'POST', '/invitations', account, { role: 'owner' }))).toBe('insufficient_role');
    const token = await inviteTo('mia', 'member', account);
    expect(codeOf(await ask('leo', 'POST', '/invitations', undefined, { role: 'member' }))).toBe('member_limit_reached');
    expect(codeOf(await accept('ned', token))).toBe(200);
    expect(codeOf(await ask('leo', 'POST', '/invitations', undefined, { role: 'nonsense' }))).toBe('invalid_request');
  });
});

describe('owners', () => {
  test('are never gone: the last one can neither leave nor become something else', async () => {
    const account = await join(instances[0], 'ola', 'pia', 'admin');
    const [{ id: ola }, { id: pia }] = [await profile('ola'), await profile('pia')];
    expect(codeOf(await ask('ola', 'DELETE', `/members/${ola}`))).toBe('last_owner');
    expect(codeOf(await ask('ola', 'PATCH', `/members/${ola}`, undefined, { role: 'admin' }))).toBe('last_owner');
    for (const method of ['PATCH', 'DELETE'])
      expect(
        codeOf(await ask('pia', method, `/members/${ola}`, account, method === 'PATCH' ? { role: 'admin' } : undefined)),
      ).toBe('insufficient_role');
    expect(codeOf(await ask('pia', 'PATCH', `/members/${pia}`, account, { role: 'owner' }))).toBe('insufficient_role');
    expect(codeOf(await ask('ola', 'DELETE', '/members/nonsense'))).toBe('member_not_found');
    expect(codeOf(await ask('ola', 'PATCH', `/members/${(await profile('eve')).id}`, undefined, { role: 'admin' }))).toBe(
      'member_not_found',
    );
  });

  test('who remove each other at once: one succeeds', async () => {
    const account = await join(instances[0], 'quy', 'rex', 'owner');
    const [{ id: quy }, { id: rex }] = [await profile('quy'), await profile('rex')];
    const answers = await Promise.all([
      ask('quy', 'DELETE', `/members/${rex}`, account),
      ask('rex', 'DELETE', `/members/${quy}`, account, undefined, instances[1]),
    ]);
    expect(answers.map(codeOf).sort()).toEqual([204, 'account_not_found']);
    const { rows } = await pool.query('SELECT role FROM membership WHERE account_id = $1', [account]);
    expect(rows).toEqual([{ role: 'owner' }]);
  });

  test('who leave at once: one stays', async () => {
    const account = await join(instances[0], 'sam', 'tom', 'owner');
    const [{ id: sam }, { id: tom }] = [await profile('sam'), await profile('tom')];
    const answers = await Promise.all([
      ask('sam', 'DELETE', `/members/${sam}`, account),
      ask('tom', 'DELETE', `/members/${tom}`, account, undefined, instances[1]),
    ]);
    expect(answers.map(codeOf).sort()).toEqual([204, 'last_owner']);
  });
});

describe('a member', () => {
  test('has keys of their own, which others manage only if they manage the account', async () => {
    const account = await pay('una');
    await join(instances[0], 'una', 'vic', 'member');
    const [theirs, own] = [await newKey('una'), await newKey('vic', account)];
    const listed = async (name: string) =>
      (await ask(name, 'GET', '/api-keys', account)).body.data.map(({ id }: { id: string }) => id);
    expect(await listed('vic')).toEqual([own.id]);
    expect((await ask('vic', 'GET', '/account', account)).body.data.apiKeys).toHaveLength(1);
    expect((await listed('una')).sort()).toEqual([theirs.id, own.id].sort());
    const paths = [`/api-keys/${theirs.id}`, `/api-keys/${theirs.id}/rotate`, `/api-keys/${theirs.id}/reconcile-address`];
    for (const [place, path] of paths.entries())
      expect(codeOf(await ask('vic', place === 0 ? 'DELETE' : 'POST', path, account))).toBe('api_key_not_found');
    expect((await ask('una', 'POST', `/api-keys/${theirs.id}/reconcile-address`)).status).toBe(201);
    expect(codeOf(await ask('vic', 'DELETE', `/api-keys/${theirs.id}/reconcile-address`, account))).toBe(
      'reconcile_address_not_found',
    );
    expect((await ask('una', 'DELETE', `/api-keys/${own.id}`)).status).toBe(204);
  });

  test('sees the names of their own keys alone, in the usage, the request log and the audit log', async () => {
    const account = await pay('lea');
    await join(instances[0], 'lea', 'max', 'member');
    const make = async (name: string, keyName: string) => {
      const { body } = await ask(name, 'POST', '/api-keys', account, { name: keyName });
      expect(await uses(body.data.secret)).toBe(200);
      return body.data as { prefix: string };
    };
    const [theirs, own] = [await make('lea', 'secret plan'), await make('max', 'mine')];
    const query = `{ usage { byKey { keyName } } requestLog { entries { key { name prefix } } }
      audit { entries { action apiKey { name } } } }`;
    const namesFor = async (name: string) => {
      const { body } = await instances[0].graphql(query, { headers: { ...as(name), 'x-account-id': account } });
      const { usage, requestLog, audit } = body.data;
      const made = audit.entries.filter(({ action }: { action: string }) => action === 'api_key.created');
      return {
        usage: usage.byKey.flatMap(({ keyName }: { keyName: string | null }) => keyName ?? []).toSorted(),
        log: requestLog.entries.flatMap(({ key }: { key: { name: string } | null }) => key?.name ?? []).toSorted(),
        audit: made.flatMap(({ apiKey }: { apiKey: { name: string } | null }) => apiKey?.name ?? []).toSorted(),
      };
    };
    const all = ['mine', 'secret plan'];
    await vi.waitFor(async () => expect(await namesFor('lea')).toEqual({ usage: all, log: all, audit: all }), patient);
    const seen = ['mine', theirs.prefix].toSorted();
    expect(await namesFor('max')).toEqual({ usage: seen, log: seen, audit: ['mine'] });
    expect(own.prefix).not.toBe(theirs.prefix);
    const rest = await ask('max', 'GET', '/request-log', account);
    expect(rest.text).toContain(theirs.prefix);
    expect(rest.text).not.toContain('secret plan');
  });

  test('who is removed is out on every instance within a second, with their keys', async () => {
    const account = await pay('wes');
    await join(instances[0], 'wes', 'xia', 'member');
    const { secret } = await newKey('xia', account);
    const { id } = await profile('xia');
    for (const instance of instances) {
      expect((await ask('xia', 'GET', '/account', account, undefined, instance)).status).toBe(200);
      expect(await uses(secret, instance)).toBe(200);
    }
    expect((await ask('wes', 'DELETE', `/members/${id}`)).status).toBe(204);
    expect(codeOf(await ask('xia', 'GET', '/account', account))).toBe('account_not_found');
    expect(await uses(secret)).toBe(401);
    await vi.waitFor(async () => {
      expect(codeOf(await ask('xia', 'GET', '/account', account, undefined, instances[1]))).toBe('account_not_found');
      expect(await uses(secret, instances[1])).toBe(401);
    }, patient);
    const { body } = await ask('wes', 'GET', '/audit');
    expect(body.data.map(({ action }: { action: string }) => action)).toEqual(
      expect.arrayContaining(['invitation.created', 'member.added', 'api_key.revoked', 'member.removed']),
    );
    expect((await ask('xia', 'GET', '/account')).status, 'their own account stays').toBe(200);
  });

  test('who leaves can hand the keys over', async () => {
    const account = await pay('yan');
    for (const [name, role] of [
      ['zoe', 'member'],
      ['abe', 'billing'],
    ] as const)
      await join(instances[0], 'yan', name, role);
    const key = await newKey('zoe', account);
    const [{ id: zoe }, { id: yan }, { id: abe }] = [await profile('zoe'), await profile('yan'), await profile('abe')];
    for (const heir of [abe, zoe, 'nonsense'])
      expect(codeOf(await ask('zoe', 'DELETE', `/members/${zoe}?handOverTo=${heir}`, account))).toBe('member_not_found');
    expect((await ask('zoe', 'DELETE', `/members/${zoe}?handOverTo=${yan}`, account)).status).toBe(204);
    expect(await uses(key.secret)).toBe(200);
    expect((await ask('yan', 'DELETE', `/members/${abe}`)).status).toBe(204);
    expect(await uses(key.secret)).toBe(200);
  });

  test('who is being removed makes no key that stays', async () => {
    const account = await pay('ben');
    await join(instances[0], 'ben', 'cat', 'member');
    const { id } = await profile('cat');
    const making = Array.from({ length: 6 }, (_, place) =>
      ask('cat', 'POST', '/api-keys', account, { name: 'late' }, instances[place % 2]),
    );
    expect((await ask('ben', 'DELETE', `/members/${id}`)).status).toBe(204);
    for (const answer of await Promise.all(making)) expect([201, 'account_not_found']).toContain(codeOf(answer));
    const { rows } = await pool.query('SELECT FROM api_key WHERE account_id = $1 AND created_by = $2 AND revoked_at IS NULL', [
      account,
      id,
    ]);
    expect(rows).toEqual([]);
  });
});

describe('a person who signs up three times', () => {
  const quota = async (name: string, account: string, instance = instances[0]) =>
    (await ask(name, 'GET', '/account', account, undefined, instance)).body.data.usage.used;

  test('has one month and one minute for all free accounts; a paid one has its own', async () => {
    const accounts: string[] = [];
    for (const heir of ['dee', 'eva']) {
      const account = await join(instances[0], 'cleo', heir, 'owner');
      accounts.push(account);
      const key = await newKey('cleo');
      expect(await uses(key.secret)).toBe(200);
      const { id } = await profile('cleo');
      await pool.query("UPDATE account SET created_at = created_at - interval '1 day' WHERE id = $1", [account]);
      expect((await ask('cleo', 'DELETE', `/members/${id}?handOverTo=${(await profile(heir)).id}`)).status).toBe(204);
      expect(codeOf(await ask('cleo', 'GET', '/account', account))).toBe('account_not_found');
    }
    const last = (await profile('cleo')).accountId;
    expect(new Set([...accounts, last]).size).toBe(3);
    const key = await newKey('cleo');
    expect(await uses(key.secret)).toBe(200);
    expect([await quota('dee', accounts[0] ?? ''), await quota('eva', accounts[1] ?? ''), await quota('cleo', last)]).toEqual([
      3, 3, 3,
    ]);
    const { headers } = await instances[0].get('/api/v1/countries', { headers: { 'x-api-key': key.secret } });
    expect([headers.get('x-monthly-quota-remaining'), headers.get('x-ratelimit-remaining')]).toEqual(['996', '56']);

    const operator = as('boss', { isEmailVerified: true });
    const seen = await instances[0].graphql(`{ accounts(alikeTo: "${last}") { items { id members alike } } }`, {
      headers: operator,
    });
    expect(seen.body.data.accounts.items.map(({ id }: { id: string }) => id).sort()).toEqual([...accounts, last].sort());
    expect(seen.body.data.accounts.items[0]).toMatchObject({ id: last, members: 1, alike: expect.arrayContaining(accounts) });

    await pool.query("UPDATE account SET plan = 'pro' WHERE id = $1", [accounts[0]]);
    // The others notice it at once, though nothing of theirs has changed.
    for (const instance of instances)
      await vi.waitFor(async () => expect(await quota('cleo', last, instance)).toBe(0), { timeout: 60_000, interval: 50 });
    expect([await quota('dee', accounts[0] ?? ''), await quota('eva', accounts[1] ?? '')]).toEqual([4, 0]);
  });

  test('by another spelling of one mailbox is seen by operators', async () => {
    const ids = await Promise.all(
      ['tim.one@example.org', 'timone+b@Example.org'].map(async (email, place) => {
        const { body } = await instances[0].get('/api/v1/auth/me', { headers: as(`tim ${place}`, { email }) });
        return body.data.accountId as string;
      }),
    );
    const { body } = await instances[0].graphql(`{ accounts(id: "${ids[0]}") { items { alike } } }`, {
      headers: as('boss', { isEmailVerified: true }),
    });
    expect(body.data.accounts.items[0].alike.toSorted()).toEqual(ids.toSorted());
  });

  test('gets a second new account a day after the first', async () => {
    for (const [place, heir] of ['gus', 'hue'].entries()) {
      const account = await join(instances[0], 'fox', heir, 'owner');
      const { id } = await profile('fox');
      const answer = await ask('fox', 'DELETE', `/members/${id}`, account);
      expect(codeOf(answer)).toBe(place === 0 ? 204 : 'return_too_soon');
    }
  });
});

describe('an erasure', () => {
  const erase = (name: string, account: string) => ask(name, 'DELETE', `/account?confirm=${account}`, account);

  test('takes an owner; members lose the account and keep theirs, also who made it', async () => {
    const account = await join(instances[0], 'ivy', 'joe', 'owner');
    await join(instances[0], 'ivy', 'kit', 'member');
    const before = await profile('joe');
    expect(codeOf(await erase('kit', account))).toBe('insufficient_role');
    const token = await (async () => {
      await pool.query("UPDATE account SET plan = 'pro' WHERE id = $1", [account]);
      return inviteTo('joe', 'member', account);
    })();
    await pool.query("UPDATE account SET plan = 'free' WHERE id = $1", [account]);
    const me = await profile('ivy');
    expect((await erase('joe', account)).status).toBe(204);
    for (const name of ['ivy', 'joe', 'kit'])
      expect(codeOf(await ask(name, 'GET', '/account', account))).toBe('account_not_found');
    expect(await profile('joe')).toEqual(before);
    expect(await profile('ivy')).toMatchObject({ id: me.id });
    expect((await profile('ivy')).accountId).not.toBe(account);
    expect(codeOf(await accept('lea', token))).toBe('invitation_not_found');
  });

  test('of a person ends their memberships and keys elsewhere, unless an account would have no owner', async () => {
    const account = await pay('max');
    await join(instances[0], 'max', 'nia', 'owner');
    const { id: max } = await profile('max');
    const { secret } = await newKey('nia', account);
    expect((await ask('max', 'DELETE', `/members/${max}`)).status).toBe(204);
    const own = (await profile('nia')).accountId;
    const refused = await erase('nia', own);
    expect([codeOf(refused), refused.body.error?.message]).toEqual(['last_owner', expect.stringContaining(account)]);
    await join(instances[0], 'nia', 'zed', 'member');
    const token = await inviteTo('nia', 'owner', account);
    expect((await accept('max', token)).status).toBe(200);
    expect((await erase('nia', own)).status).toBe(204);
    expect(await uses(secret)).toBe(401);
    expect(await rolesIn('max', account)).toEqual(['owner']);
  });
});

test('an export is for owners, and has the members and no secret', async () => {
  const account = await join(instances[0], 'ron', 'sue', 'admin');
  expect(codeOf(await ask('sue', 'GET', '/account/export', account))).toBe('insufficient_role');
  const { body, text } = await ask('ron', 'GET', '/account/export');
  expect(body.data.members).toHaveLength(2);
  const { users } = body.data;
  expect(users.map(({ email }: { email: string }) => email).sort()).toEqual(['ron@example.com', 'sue@example.com']);
  expect(users.find(({ email }: { email: string }) => email === 'sue@example.com').subject).toBeNull();
  expect(body.data.invitations).toMatchObject([{ role: 'admin' }]);
  expect(text).not.toContain('cri_');
});
