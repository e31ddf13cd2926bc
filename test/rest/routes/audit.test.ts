import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { audit } from '../../../src/accounts/audit.ts';
import type { Bodies } from '../../support/bodies.ts';
import { Browser } from '../../support/browser/browser.ts';
import { ForeignIssuer } from '../../support/browser/issuer.ts';
import { signIn, signInAt, withCookie } from '../../support/browser/sign-in.ts';
import { startTestService, type TestService } from '../../support/service.ts';

let issuer: ForeignIssuer;
let service: TestService;
let pool: pg.Pool;
beforeAll(async () => {
  issuer = await ForeignIssuer.start();
  service = await startTestService({ env: signInAt(issuer) });
  pool = new pg.Pool({ connectionString: service.databaseUrl }).on('error', () => {});
});
afterAll(async () => {
  await pool.end();
  await service.stop();
  await issuer.stop();
});

const path = '/api/v1/audit';
const as = async (sub: string) => ({ headers: { authorization: `Bearer ${await issuer.token({ sub })}` } });
const read = async (sub: string, query = '') => {
  const { status, body, text } = await service.get<Bodies['readAudit']>(path + query, await as(sub));
  expect(status, text).toBe(200);
  return body;
};
const accountOf = async (sub: string): Promise<string> =>
  (await service.get<Bodies['getProfile']>('/api/v1/auth/me', await as(sub))).body.data.accountId;
/** An account with so many entries, the oldest first. */
const fill = async (sub: string, count: number) => {
  const accountId = await accountOf(sub);
  for (let number = 0; number < count; number++)
    await audit(pool, { accountId, action: 'plan.changed', subject: String(number), details: { number } });
};

describe('sign-ins', () => {
  test('are in it from beginning to end, each with who did it and how, and nothing that tells who that is', async () => {
    issuer.person = { sub: 'ada', email: 'ada@example.com', name: 'Ada Lovelace' };
    const [browser, headers] = [new Browser(), { 'user-agent': 'Firefox/140 Linux <ada@example.com>' }];
    await signIn(service.url, browser, headers);
    const second = await signIn(service.url, browser, headers);
    const [, other = ''] = [await signIn(service.url), await signIn(service.url)];
    const id = async (cookie: string) =>
      (await withCookie(service.url, cookie, '/api/v1/sessions')).body.data.find((one: { current: boolean }) => one.current).id;
    const me = (await withCookie(service.url, second, '/api/v1/auth/me')).body.data;
    const [own, ended] = [await id(second), await id(other)];
    await withCookie(service.url, second, `/api/v1/sessions/${ended}`, { method: 'DELETE' });
    await withCookie(service.url, second, '/api/v1/sessions', { method: 'DELETE' });
    await withCookie(service.url, second, '/auth/logout', { method: 'POST' });
    await withCookie(service.url, second, '/auth/logout', { method: 'POST' });

    const { data, meta } = await read('ada');
    expect(meta).toEqual({ nextCursor: null });
    expect(data.map(({ action, details }) => [action, ...Object.values(details ?? {})])).toEqual([
      ['session.ended', 'signed out'],
      ['session.ended', 'ended by the account'],
      ['session.ended', 'ended by the account'],
      ['session.started', null],
      ['session.started', null],
      ['session.started', 'Firefox on Linux'],
      ['session.ended', 'replaced by another sign-in'],
      ['session.started', 'Firefox on Linux'],
    ]);
    expect([data[0]?.subject, data[2]?.subject]).toEqual([own, ended]);
    for (const entry of data) expect(entry).toMatchObject({ userId: me.id, at: expect.stringMatching(/Z$/) });
    expect(JSON.stringify(data)).not.toMatch(/example\.com|lovelace|eyJ/i);
    expect(service.log.text()).not.toContain(own);
  });

  test('that fail are not; nor is a token, which begins nowhere with us', async () => {
    await fill('tom', 1);
    expect((await read('tom')).data.map(({ action }) => action)).toEqual(['plan.changed']);
  });
});

describe('the pages', () => {
  test('lead from the newest entry to the oldest, each once, also while new ones come', async () => {
    await fill('bob', 12);
    await fill('eve', 2);
    const seen: string[] = [];
    let cursor: string | null = '';
    for (let page = 0; cursor !== null; page++) {
      const { data, meta } = await read('bob', `?limit=5${cursor && `&cursor=${cursor}`}`);
      seen.push(...data.map(({ subject }) => String(subject)));
      if (page === 0) await fill('bob', 1);
      cursor = meta.nextCursor;
    }
    expect(seen).toEqual(Array.from({ length: 12 }, (_, index) => String(11 - index)));
  });

  test('end without a cursor, also where the last one is full', async () => {
    await fill('cleo', 4);
    const { meta } = await read('cleo', '?limit=2');
    expect((await read('cleo', `?limit=2&cursor=${meta.nextCursor}`)).meta.nextCursor).toBeNull();
    expect((await read('cleo', '?limit=4')).meta.nextCursor).toBeNull();
    expect((await read('nobody yet')).data).toEqual([]);
  });

  test('have fifty entries unless it is said, a hundred at most', async () => {
    await fill('dan', 101);
    expect((await read('dan')).data).toHaveLength(50);
    expect((await read('dan', '?limit=100')).data).toHaveLength(100);
  });

  test('of another account are not shown, whichever cursor is sent: it is a place, not a right', async () => {
    await fill('victim', 3);
    await fill('attacker', 1);
    await fill('victim', 3);
    const { meta } = await read('victim', '?limit=1');
    expect((await read('attacker', `?cursor=${meta.nextCursor}`)).data).toHaveLength(1);
  });

  test.each([
    '?cursor=',
    '?cursor=x',
    '?cursor=1',
    '?cursor=AAAAAAAAAAA',
    '?cursor=__________8',
    '?cursor=AAAAAAAAEmd',
    '?cursor=AAAAAAAAEmc%3D',
    `?cursor=${'A'.repeat(5_000)}`,
    '?cursor=%27%3B--',
    '?limit=0',
    '?limit=101',
    '?limit=-1',
    '?limit=1e1',
    '?limit=x',
    '?page=2',
    '?limit=1&limit=2',
  ])('%s is refused', async (query) => {
    const { status, body } = await service.get(path + query, await as('ada'));
    expect([status, body.error.code]).toEqual([400, 'invalid_request']);
  });
});

test('over GraphQL it is the same log, with the same limits', async () => {
  await fill('gil', 3);
  const ask = (query: string) => as('gil').then((init) => service.graphql(query, init));
  const { body } = await ask('{ audit(limit: 2) { entries { id action subject userId details at } nextCursor } }');
  const { data, meta } = await read('gil', '?limit=2');
  expect(body.data.audit).toEqual({ entries: data, nextCursor: meta.nextCursor });
  const next = await ask(`{ audit(cursor: "${meta.nextCursor}") { entries { subject } nextCursor } }`);
  expect(next.body.data.audit).toEqual({ entries: [{ subject: '0' }], nextCursor: null });
  for (const args of [
    'cursor: "x"',
    'cursor: "\\u0000"',
    `cursor: "${'A'.repeat(5_000)}"`,
    'limit: 0',
    'limit: 101',
    'limit: -1',
  ])
    expect((await ask(`{ audit(${args}) { nextCursor } }`)).body.errors[0].extensions.code, args).toBe('invalid_request');
});
