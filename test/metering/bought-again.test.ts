import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Event, Life, post, settings, signatureOf } from '../support/billing.ts';
import { ask, limitsOf, type MeteringGround, meteringGround, type TestAccount } from '../support/metering.ts';
import type { TestService } from '../support/service.ts';

let ground: MeteringGround;
let service: TestService;
beforeAll(async () => {
  ground = await meteringGround({ payments: settings });
  service = await ground.start();
});
afterAll(() => ground.close());

/** Signed by the clock of the ground. */
async function tell(event: Event): Promise<void> {
  const payload = JSON.stringify(event);
  const signature = signatureOf(payload, { at: new Date(ground.now) });
  expect((await post(service.url, payload, { 'stripe-signature': signature })).status).toBe(200);
}
const seconds = (date: string) => Date.parse(date) / 1000;
/** A subscription from its first day on, for a month. */
function bought(account: TestAccount, begun: string, end: string, plan: 'pro' | 'business' = 'pro') {
  const life = new Life(account.id);
  const turn = { plan, start: new Date(begun), end: new Date(end), metadata: { accountId: account.id } };
  const send = async (kind: 'created' | 'updated' | 'deleted', at: string, more = {}) => {
    ground.now = Date.parse(at);
    await tell(life.event(kind, { ...turn, at: seconds(at), ...more }));
  };
  return {
    begin: () => send('created', begun),
    end: (at: string) => send('deleted', at),
    renew: (at: string, until: string) => send('updated', at, { start: new Date(end), end: new Date(until) }),
  };
}
const left = async (account: TestAccount) => {
  const { status, headers } = await ask(service, account);
  const { period, periodReset } = limitsOf({ headers });
  return { status, limit: period[0], left: period[1], until: periodReset?.slice(0, 10) };
};

test('cancelled and bought again inside the period: it goes on with what was used, until the new period is over', async () => {
  const account = await ground.account();
  const first = bought(account, '2026-11-05T10:00:00Z', '2026-12-05T10:00:00Z');
  await first.begin();
  await ground.use(account, 99_998, '2026-11-05T10:00:00Z');
  expect(await left(account)).toEqual({ status: 200, limit: 100_000, left: 1, until: '2026-12-05' });
  await first.end('2026-11-10T10:00:00Z');
  expect(await left(account), 'the free plan has its month').toMatchObject({ status: 200, limit: 1_000, until: '2026-12-01' });

  const second = bought(account, '2026-11-10T10:00:00Z', '2026-12-10T10:00:00Z');
  await second.begin();
  expect(await left(account)).toEqual({ status: 200, limit: 100_000, left: 0, until: '2026-12-10' });
  expect((await left(account)).status).toBe(429);
  ground.now = Date.parse('2026-12-07T10:00:00Z');
  expect((await left(account)).status, 'the first period is over, its quota is not new').toBe(429);
  await second.renew('2026-12-10T10:00:00Z', '2027-01-10T10:00:00Z');
  expect(await left(account)).toEqual({ status: 200, limit: 100_000, left: 99_999, until: '2027-01-10' });
});

test('of a period that began in the month before the use counts too; a larger plan adds what it is larger by', async () => {
  const account = await ground.account();
  const first = bought(account, '2026-10-20T00:00:00Z', '2026-11-20T00:00:00Z');
  await first.begin();
  await ground.use(account, 100_000, '2026-10-20T00:00:00Z');
  await first.end('2026-11-10T00:00:00Z');
  await bought(account, '2026-11-11T00:00:00Z', '2026-12-11T00:00:00Z', 'business').begin();
  expect(await left(account)).toMatchObject({ status: 200, limit: 1_000_000, left: 899_999 });
});

test('bought again once the paid period is over, and bought for the first time: a new quota', async () => {
  const account = await ground.account();
  await ground.use(account, 1_000, '2026-11-01T00:00:00Z');
  const first = bought(account, '2026-11-05T00:00:00Z', '2026-12-05T00:00:00Z');
  await first.begin();
  expect(await left(account)).toMatchObject({ status: 200, left: 99_999 });
  await ground.use(account, 100_000, '2026-11-05T00:00:00Z');
  await first.end('2026-11-06T00:00:00Z');
  await bought(account, '2026-12-06T00:00:00Z', '2027-01-06T00:00:00Z').begin();
  expect(await left(account)).toMatchObject({ status: 200, left: 99_999 });
});

test('a purchase that was never paid opens no quota for the next', async () => {
  const account = await ground.account();
  const life = new Life(account.id);
  const turn = {
    start: new Date('2026-11-01T00:00:00Z'),
    end: new Date('2026-12-01T00:00:00Z'),
    metadata: { accountId: account.id },
  };
  for (const status of ['incomplete', 'incomplete_expired'] as const)
    await tell(life.event('updated', { ...turn, status, at: status.length }));
  await ground.use(account, 1_000, '2026-11-01T00:00:00Z');
  await bought(account, '2026-11-05T00:00:00Z', '2026-12-05T00:00:00Z').begin();
  expect(await left(account)).toMatchObject({ status: 200, left: 99_999 });
});
