import { createHmac } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AccountChanges } from '../../src/accounts/changes.ts';
import { accountStandings } from '../../src/accounts/standings.ts';
import { Repetition } from '../../src/background/repeat.ts';
import { isSigned } from '../../src/billing/signature.ts';
import { newId } from '../../src/development/payments/objects.ts';
import {
  type AccountRow,
  accountRow,
  authenticate,
  createAccount,
  deliver,
  done,
  duplicate,
  type Event,
  end,
  Life,
  openPool,
  post,
  settings,
  signatureOf,
  stale,
  start,
} from '../support/billing.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let pool: pg.Pool;
let accountId: string;
let life: Life;
beforeAll(async () => {
  service = await startTestService({ authenticate, payments: settings });
  pool = openPool(service.databaseUrl);
});
afterAll(async () => {
  await pool.end();
  await service.stop();
});
beforeEach(async () => {
  accountId = await createAccount(pool);
  life = new Life(accountId);
});

const account = () => accountRow(pool, accountId);
const send = async (event: object) => {
  const { status, body } = await deliver(service.url, event);
  expect(status).toBe(200);
  return body;
};
const free = { plan: 'free', status: 'none', start: null, end: null, ending: false };
const pro = { plan: 'pro', status: 'active', start, end, ending: false };
const outcome = async ({ id }: Event) =>
  (await pool.query('SELECT outcome FROM payment_event WHERE id = $1', [id])).rows[0]?.outcome;

describe('the signature comes first', () => {
  const payload = () => JSON.stringify(life.event('created', { metadata: { accountId } }));
  const refused = async (body: string | Buffer, headers: Record<string, string>) => {
    const answer = await post(service.url, body, headers);
    expect([answer.status, answer.body.error?.code]).toEqual([400, 'invalid_signature']);
    expect(await account()).toEqual(free);
  };

  test.each(['Stripe-Signature', 'Payment-Signature'])('it is taken from the header %s', async (name) => {
    const body = payload();
    expect((await post(service.url, body, { [name]: signatureOf(body) })).body).toEqual(done);
    expect(await account()).toEqual(pro);
  });

  test('one right signature is enough: of two headers, and of two v1 while secrets are rotated', async () => {
    const body = payload();
    const right = signatureOf(body);
    const [time, v1] = right.split(',');
    const old = signatureOf(body, { secret: 'whsec_old' }).split(',')[1];
    await refused(body, { 'stripe-signature': `${time},${old},v1=${'0'.repeat(64)}` });
    const third = `${time},${old},v1=${'0'.repeat(64)},${v1}`;
    await refused(body, { 'stripe-signature': third });
    expect(isSigned(Buffer.from(body), ['', '', right], settings.webhookSecret, new Date()), 'a third is not looked at').toBe(
      false,
    );
    expect((await post(service.url, body, { 'stripe-signature': `${time},${old},${v1},v0=ab` })).body).toEqual(done);
    expect((await post(service.url, body, { 'stripe-signature': 't=1,v1=ab', 'payment-signature': right })).body).toEqual(
      duplicate,
    );
  });

  test('none, a wrong one, or a damaged one is refused', async () => {
    const body = payload();
    const right = signatureOf(body);
    await refused(body, {});
    for (const wrong of [
      '',
      'x',
      't=',
      'v1=',
      `${right},t=1`,
      right.replace('v1=', 'v0='),
      right.slice(0, -1),
      right.replace(/t=\d+/, 't=x'),
    ])
      await refused(body, { 'stripe-signature': wrong });
    await refused(body, { 'stripe-signature': signatureOf(body, { secret: 'whsec_other' }) });
    await refused('', { 'stripe-signature': right });
  });

  test('it is over the bytes: one altered, and the same JSON written anew, are refused', async () => {
    const body = payload();
    const headers = { 'stripe-signature': signatureOf(body) };
    for (const place of [0, Math.floor(body.length / 2), body.length - 1]) {
      const altered = Buffer.from(body);
      altered[place] = (altered[place] ?? 0) ^ 1;
      await refused(altered, headers);
    }
    await refused(JSON.stringify(JSON.parse(body), null, 2), headers);
    await refused(`${body}\n`, headers);
    await refused(`\u{feff}${body}`, headers);
    expect((await post(service.url, body, headers)).body).toEqual(done);
  });

  test.each([
    ['old', -301],
    ['in the future', 310],
  ])('a timestamp over five minutes off is refused: %s', async (_what, seconds) => {
    const body = payload();
    await refused(body, { 'stripe-signature': signatureOf(body, { at: new Date(Date.now() + seconds * 1000) }) });
    const nearly = new Date(Date.now() + Math.sign(seconds) * 290_000);
    expect((await post(service.url, body, { 'stripe-signature': signatureOf(body, { at: nearly }) })).body).toEqual(done);
  });

  test('a body over 1 MB is refused, whatever its signature; one just below is taken', async () => {
    const event = life.event('created', { metadata: { accountId } });
    const padded = (size: number) => {
      const text = JSON.stringify({ ...event, padding: '' });
      return text.replace('"padding":""', `"padding":"${'x'.repeat(size - text.length)}"`);
    };
    const [large, larger] = [padded(1_000_000), padded(1_000_001)];
    const answer = await post(service.url, larger, { 'stripe-signature': signatureOf(larger) });
    expect([answer.status, answer.body.error.code]).toEqual([413, 'payload_too_large']);
    expect((await post(service.url, large, { 'stripe-signature': signatureOf(large) })).body).toEqual(done);
  });

  test('a packed body is refused', async () => {
    const body = gzipSync(payload());
    const answer = await post(service.url, body, { 'content-encoding': 'gzip', 'stripe-signature': signatureOf(payload()) });
    expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_request']);
  });

  test('the type of the content does not matter', async () => {
    const body = payload();
    const headers = { 'content-type': 'text/plain', 'stripe-signature': signatureOf(body) };
    expect((await post(service.url, body, headers)).body).toEqual(done);
  });
});

test.each([
  ['no JSON', 'hello'],
  ['no object', '[]'],
  ['null', 'null'],
  ['nothing of an event', '{}'],
  ['no id', '{"type":"x","created":1,"data":{"object":{}}}'],
  ['an id that cannot be kept', '{"id":"a\\u0000","type":"x","created":1,"data":{"object":{}}}'],
  ['a time that is none', '{"id":"evt_x","type":"x","created":"now","data":{"object":{}}}'],
  ['no object of its own', '{"id":"evt_x","type":"x","created":1,"data":{}}'],
])('a signed body that is no event is the sender\u2019s mistake: %s', async (_what, body) => {
  const answer = await post(service.url, body, { 'stripe-signature': signatureOf(body) });
  expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_request']);
});

describe('a hostile event is answered once and for all: never with a 5xx, after which it would be sent again for days', () => {
  const deep = (levels: number, [open, close]: [string, string]) => open.repeat(levels) + close.repeat(levels);
  /** The bare event with something put into its object. */
  const withObject = (inner: string) => `{"id":"${newId('evt')}","type":"x","created":1,"data":{"object":{${inner}}}}`;
  const answerTo = async (body: string) => {
    const { status, body: answer } = await post(service.url, body, { 'stripe-signature': signatureOf(body) });
    return [status, answer.error?.code];
  };
  const brackets: [string, string] = ['[', ']'];

  test.each([
    ['200,000 lists in its object', () => withObject(`"a":${deep(200_000, brackets)}`)],
    ['140,000 objects in its object', () => withObject(`"a":${deep(140_000, ['{"a":', '}']).replace(':}', ':1}')}`)],
    ['200,000 lists beside its object', () => `{"a":${deep(200_000, brackets)},${withObject('').slice(1)}`],
    ['as many as PostgreSQL takes or does not', () => withObject(`"a":${deep(5_000, brackets)}`)],
    ['nothing but levels', () => deep(400_000, brackets)],
    ['an id of 900 kB', () => `{"id":"${'x'.repeat(900_000)}","type":"x","created":1,"data":{"object":{}}}`],
    ['a kind of 900 kB', () => `{"id":"evt_x","type":"${'x'.repeat(900_000)}","created":1,"data":{"object":{}}}`],
    ['an id that is half a character', () => '{"id":"evt_\\ud800","type":"x","created":1,"data":{"object":{}}}'],
    ['a time of 900,000 digits', () => `{"id":"evt_x","type":"x","created":${'9'.repeat(900_000)},"data":{"object":{}}}`],
    ['a time of -0.5', () => '{"id":"evt_x","type":"x","created":-0.5,"data":{"object":{}}}'],
  ])('refused: %s', async (_what, body) => {
    expect(await answerTo(body())).toEqual([400, 'invalid_request']);
  });

  test.each([
    ['levels that are text', () => withObject(`"a":"${'['.repeat(200_000)}","b":"\\\\","c":"\\"[[["`)],
    ['half a character', () => withObject('"a":"\\ud800","\\udfff":1')],
    ['a NUL character', () => withObject('"a":"\\u0000","\\u0000":"\\u0000"')],
    ['a number of 900,000 digits', () => withObject(`"a":${'9'.repeat(900_000)}`)],
    ['a number beyond all', () => withObject('"a":1e999999,"b":-1e-999999')],
    ['a name given twice', () => withObject('"a":1,"a":2')],
    [
      'a customer of 900 kB',
      () => JSON.stringify({ ...life.event('updated'), data: { object: { customer: 'x'.repeat(900_000) } } }),
    ],
    ['a customer that is half a character', () => withObject('"customer":"cus_\\ud800"')],
  ])('acknowledged and recorded, without effect: %s', async (_what, body) => {
    expect(await answerTo(body())).toEqual([200, undefined]);
    expect(await account()).toEqual(free);
  });

  test('a subscription whose words cannot be kept has no effect', async () => {
    const event = life.event('updated', { metadata: { accountId } });
    Object.assign(event.data.object, { customer: 'cus_\ud800' });
    expect(await send(event)).toEqual(done);
    expect(await outcome(event)).toBe('ignored');
  });
});

test('a signed body that is not even text is no event either', async () => {
  const body = Buffer.from([0xff, 0x7b, 0x7d]);
  const t = Math.floor(Date.now() / 1000);
  const v1 = createHmac('sha256', settings.webhookSecret).update(`${t}.`).update(body).digest('hex');
  const answer = await post(service.url, body, { 'stripe-signature': `t=${t},v1=${v1}` });
  expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_request']);
});

test('without a payment provider events are refused with 503', async () => {
  const without = await startTestService({ databaseUrl: service.databaseUrl });
  const answer = await deliver(without.url, life.event('created'));
  expect([answer.status, answer.body.error.code]).toEqual([503, 'billing_unavailable']);
  await without.stop();
});

describe('what an event does', () => {
  const cases: [status: Parameters<Life['event']>[1] & { status: string }, AccountRow][] = [
    [{ status: 'active' }, pro],
    [{ status: 'trialing' }, { ...pro, status: 'trialing' }],
    [{ status: 'past_due' }, { ...pro, status: 'past_due' }],
    [
      { status: 'active', plan: 'business', ending: true },
      { ...pro, plan: 'business', ending: true },
    ],
    ...(['paused', 'unpaid', 'incomplete', 'incomplete_expired', 'canceled'] as const).map(
      (status) => [{ status }, { ...free, status }] as [{ status: typeof status }, AccountRow],
    ),
  ];
  test.each(cases)('%j', async (turn, expected) => {
    await send(life.event('created', { at: 1, status: 'active', metadata: { accountId } }));
    expect(await send(life.event('updated', { at: 2, ...turn }))).toEqual(done);
    expect(await account()).toEqual(expected);
  });

  test('all six kinds, through a whole life, with the history of the plan and its causes', async () => {
    const events = [
      life.completed({ at: 1 }),
      life.event('created', { at: 2, status: 'incomplete' }),
      life.event('updated', { at: 3 }),
      life.event('updated', { at: 4, plan: 'business' }),
      life.event('paused', { at: 5, plan: 'business' }),
      life.event('resumed', { at: 6, plan: 'business' }),
      life.event('deleted', { at: 7, plan: 'business' }),
    ];
    for (const event of events) expect(await send(event)).toEqual(done);
    expect(await account()).toEqual({ ...free, status: 'canceled' });
    const { body } = await service.graphql('{ planChanges { from to at eventId } }', {
      headers: { authorization: `Bearer ${accountId}` },
    });
    const change = (from: string, to: string, event: Event | undefined) => ({
      from,
      to,
      eventId: event?.id,
      at: expect.any(String),
    });
    expect(body.data.planChanges).toEqual([
      change('business', 'free', events[6]),
      change('free', 'business', events[5]),
      change('business', 'free', events[4]),
      change('pro', 'business', events[3]),
      change('free', 'pro', events[2]),
    ]);
    const { rows: audited } = await pool.query(
      'SELECT action, user_id, subject, details FROM audit_entry WHERE account_id = $1 ORDER BY id DESC',
      [accountId],
    );
    const entry = ({ from, to, eventId }: { from: string; to: string; eventId: string }) => ({
      action: 'plan.changed',
      user_id: null,
      subject: eventId,
      details: { from, to },
    });
    expect(audited, 'the audit log has the same').toEqual(body.data.planChanges.map(entry));
  });

  test('the history of one account is not shown to another', async () => {
    await send(life.event('created', { metadata: { accountId } }));
    const { body } = await service.graphql('{ planChanges { to } }', {
      headers: { authorization: `Bearer ${await createAccount(pool)}` },
    });
    expect(body.data.planChanges).toEqual([]);
  });

  test('an end that is set for the end of the period counts, however the provider says it', async () => {
    const event = life.event('created', { metadata: { accountId } });
    Object.assign(event.data.object, { cancel_at_period_end: false, cancel_at: end.getTime() / 1000 });
    await send(event);
    expect(await account()).toEqual({ ...pro, ending: true });
  });

  test('the shape of older versions is understood: the period beside the items, the customer whole', async () => {
    const event = life.event('created', { metadata: { accountId } });
    const { items, ...rest } = event.data.object as never as { items: { data: { price: object }[] } };
    const [item] = items.data;
    const old = {
      ...rest,
      customer: { id: life.customer, object: 'customer' },
      items: { data: [{ price: item?.price }] },
      current_period_start: start.getTime() / 1000,
      current_period_end: end.getTime() / 1000,
    };
    expect(await send({ ...event, data: { object: old } })).toEqual(done);
    expect(await account()).toEqual(pro);
  });
});

describe('order', () => {
  beforeEach(() => send(life.completed({ at: 1 })));

  test('an older event is stale and changes nothing; it is recorded', async () => {
    await send(life.event('updated', { at: 20, plan: 'business' }));
    const older = life.event('updated', { at: 19, status: 'unpaid' });
    expect(await send(older)).toEqual(stale);
    expect(await outcome(older)).toBe('stale');
    expect(await account()).toMatchObject({ plan: 'business', status: 'active' });
    expect(await send(older)).toEqual({ received: true, duplicate: true, stale: true });
  });

  test('in the same second an end stands over all, whichever comes first', async () => {
    await send(life.event('deleted', { at: 20 }));
    for (const kind of ['created', 'updated', 'paused', 'resumed'] as const)
      expect(await send(life.event(kind, { at: 20 }))).toEqual(stale);
    expect(await account()).toEqual({ ...free, status: 'canceled' });
  });

  test('in the same second a beginning yields to the rest, whichever comes first', async () => {
    expect(await send(life.event('updated', { at: 20, plan: 'business' }))).toEqual(done);
    expect(await send(life.event('created', { at: 20, status: 'incomplete' }))).toEqual(stale);
    expect(await account()).toMatchObject({ plan: 'business' });
  });

  test('in the same second the others count in order of arrival', async () => {
    for (const [kind, plan] of [
      ['resumed', 'free'],
      ['paused', 'free'],
      ['updated', 'pro'],
    ] as const) {
      expect(await send(life.event(kind, { at: 20, ...(plan === 'free' && { status: 'paused' }) }))).toEqual(done);
      expect(await account()).toMatchObject({ plan });
    }
  });

  test('a checkout that is told late changes nothing, and is stale', async () => {
    await send(life.event('updated', { at: 20 }));
    expect(await send(life.completed({ at: 10 }))).toEqual(stale);
    expect(await account()).toEqual(pro);
  });

  test('a checkout that is told first does not make the subscription\u2019s own events stale', async () => {
    await send(life.completed({ at: 50 }));
    expect(await send(life.event('updated', { at: 20 }))).toEqual(done);
    expect(await account()).toEqual(pro);
  });
});

describe('whose it is', () => {
  test('what is told of an unknown customer is kept, and counts once it is tied', async () => {
    const newest = life.event('updated', { at: 30, plan: 'business' });
    expect(await send(newest)).toEqual(done);
    expect(await send(life.event('created', { at: 20 }))).toEqual(stale);
    expect(await account()).toEqual(free);
    expect(await send(life.completed({ at: 10 }))).toEqual(done);
    expect(await account()).toEqual({ ...pro, plan: 'business' });
    const { rows } = await pool.query('SELECT event_id FROM plan_change WHERE account_id = $1', [accountId]);
    expect(rows, 'the kept event is the cause').toEqual([{ event_id: newest.id }]);
  });

  test('the metadata ties too, also on an event that is stale itself', async () => {
    await send(life.event('updated', { at: 30 }));
    expect(await send(life.event('created', { at: 20, metadata: { accountId } }))).toEqual(stale);
    expect(await account()).toEqual(pro);
  });

  test('a customer that we made is known', async () => {
    await pool.query('UPDATE account SET customer_id = $2 WHERE id = $1', [accountId, life.customer]);
    await send(life.event('created'));
    expect(await account()).toEqual(pro);
  });

  test('a checkout ties the subscription also where the account has another customer', async () => {
    await pool.query('UPDATE account SET customer_id = $2 WHERE id = $1', [accountId, newId('cus')]);
    await send(life.completed({ at: 1 }));
    await send(life.event('created', { at: 2 }));
    expect(await account()).toEqual(pro);
  });

  test.each([
    'nobody',
    '00000000-0000-4000-8000-000000000000',
    '',
    'a\u0000b',
    '7'.repeat(300),
  ])('an account that is not ours is acknowledged, recorded and logged, and changes nothing: %j', async (name) => {
    const tied = life.completed({ reference: name });
    const named = new Life(accountId).event('created', { metadata: { accountId: name } });
    expect(await send(tied)).toEqual(done);
    expect(await send(named)).toEqual(done);
    expect([await outcome(tied), await outcome(named)]).toEqual(['ignored', 'applied']);
    expect(await account()).toEqual(free);
    for (const { id } of [tied, named])
      expect(service.log.entries().filter(({ eventId }) => eventId === id)).toMatchObject([{ level: 40 }]);
  });

  test('a customer of one account cannot be claimed for another', async () => {
    await send(life.completed());
    await send(life.event('created'));
    const other = await createAccount(pool);
    const claim = new Life(other, life.customer).completed({ at: 2000 });
    await send(claim);
    expect(await outcome(claim)).toBe('ignored');
    expect(await accountRow(pool, other)).toEqual(free);
    expect(await account()).toEqual(pro);
  });
});

test('the account shows how it stands, over REST and GraphQL', async () => {
  await send(life.event('created', { plan: 'business', ending: true, metadata: { accountId } }));
  const headers = { authorization: `Bearer ${accountId}` };
  const billing = { status: 'active', currentPeriodEnd: end.toISOString(), cancelAtPeriodEnd: true };
  expect((await service.get('/api/v1/account', { headers })).body.data).toMatchObject({ plan: { id: 'business' }, billing });
  const query = '{ account { plan { id } billing { status currentPeriodEnd cancelAtPeriodEnd } } }';
  expect((await service.graphql(query, { headers })).body.data.account).toEqual({ plan: { id: 'business' }, billing });
});

test('what meters the account follows at once: whoever has our answer is counted by the new plan', async () => {
  const headers = { authorization: `Bearer ${accountId}` };
  const usage = async () => (await service.get('/api/v1/account', { headers })).body.data.usage;
  expect(await usage()).toMatchObject({ limit: 1_000 });
  await send(life.event('created', { plan: 'business', metadata: { accountId } }));
  expect(await usage()).toMatchObject({ limit: 1_000_000, periodEnd: end.toISOString() });
  await send(life.event('deleted', { at: 2000, plan: 'business' }));
  expect(await usage()).toMatchObject({ limit: 1_000 });
});

test('what meters the account follows by itself', async () => {
  const changes = new AccountChanges(pool, () => performance.now());
  const standings = accountStandings(pool, changes);
  const repetition = new Repetition({ name: 'test', everyMs: 100, run: () => changes.poll() });
  expect(await standings.of(accountId)).toMatchObject({ plan: { id: 'free' }, period: undefined });
  await send(life.event('created', { plan: 'business', metadata: { accountId } }));
  await expect.poll(() => standings.of(accountId)).toMatchObject({ plan: { id: 'business' }, period: { start, end } });
  await repetition.close();
});

describe('two subscriptions of one account', () => {
  test('the end of an old one takes nothing from a newer one that lives', async () => {
    const newer = new Life(accountId, life.customer);
    await send(life.event('created', { at: 10, metadata: { accountId } }));
    await send(newer.event('created', { at: 20, plan: 'business' }));
    await send(life.event('deleted', { at: 30 }));
    expect(await account()).toEqual({ ...pro, plan: 'business' });
    await send(newer.event('deleted', { at: 40, plan: 'business' }));
    expect(await account()).toEqual({ ...free, status: 'canceled' });
  });

  test('of two that live the one with the newest event counts, in whatever order they are told', async () => {
    const newer = new Life(accountId, life.customer);
    await send(newer.event('created', { at: 20, plan: 'business', metadata: { accountId } }));
    await send(life.event('created', { at: 10 }));
    expect(await account()).toMatchObject({ plan: 'business' });
    await send(life.event('updated', { at: 30 }));
    expect(await account()).toMatchObject({ plan: 'pro' });
  });
});

describe('what is unknown is acknowledged, recorded and logged, and changes nothing', () => {
  test.each([
    ['a price', () => life.event('updated', { at: 2000, price: 'price_other' })],
    [
      'a kind',
      () => ({ ...life.event('updated', { at: 2000, status: 'unpaid' }), type: 'customer.subscription.trial_will_end' }),
    ],
    ['a shape', () => ({ ...life.event('updated', { at: 2000 }), data: { object: { id: life.id } } })],
    ['a status', () => life.event('updated', { at: 2000, status: 'dormant' as never })],
    ['a checkout without a subscription', () => life.completed({ at: 2000, subscription: null })],
    ['a checkout without an account', () => life.completed({ at: 2000, reference: null })],
  ])('%s', async (_what, make) => {
    await send(life.event('created', { at: 1000, metadata: { accountId } }));
    const event = make() as Event;
    expect(await send(event)).toEqual(done);
    expect(await outcome(event)).toBe('ignored');
    expect(service.log.entries().filter(({ eventId }) => eventId === event.id)).toMatchObject([{ level: 40, kind: event.type }]);
    expect(await account()).toEqual(pro);
    expect(await send(event)).toEqual(duplicate);
    expect(await send(life.event('updated', { at: 1500, plan: 'business' })), 'nothing became stale by it').toEqual(done);
  });

  test('but an end is an end, whatever the price was last; and of a price that was never ours nothing is shown', async () => {
    await send(life.event('created', { at: 1000, metadata: { accountId } }));
    await send(life.event('deleted', { at: 2000, price: 'price_other' }));
    expect(await account()).toEqual({ ...free, status: 'canceled' });
    const other = await createAccount(pool);
    await send(new Life(other).event('deleted', { price: 'price_other', metadata: { accountId: other } }));
    expect(await accountRow(pool, other)).toEqual(free);
  });

  test('and what is paused or unpaid gives no plan, whatever its price has become', async () => {
    await send(life.event('created', { at: 1000, metadata: { accountId } }));
    await send(life.event('paused', { at: 2000, price: 'price_other' }));
    expect(await account()).toEqual({ ...free, status: 'paused' });
    await send(life.event('updated', { at: 3000, status: 'unpaid', price: 'price_other' }));
    expect(await account()).toEqual({ ...free, status: 'unpaid' });
  });

  test('an end with another price is shown as one also where it is told before the beginning', async () => {
    await send(life.event('deleted', { at: 2000, price: 'price_other' }));
    expect(await send(life.event('created', { at: 1000, metadata: { accountId } }))).toEqual(stale);
    expect(await account()).toEqual({ ...free, status: 'canceled' });
  });
});

test('coming back from the checkout changes nothing', async () => {
  await send(life.event('created', { status: 'incomplete', metadata: { accountId } }));
  for (const path of ['/billing/paid', '/billing/cancelled', '/billing/returned']) {
    const { status, text } = await service.get(`${path}?session_id=cs_1`);
    expect([status, text]).toEqual([200, expect.stringContaining('<h1>')]);
    expect((await service.get(path, { method: 'POST' })).status).toBe(405);
  }
  expect(await account()).toMatchObject({ plan: 'free' });
});

test('nothing of a delivery reaches the log, least of all a secret', () => {
  expect(service.log.text()).not.toMatch(/whsec|v1=|sk_test|ada@example/);
});

test('a payment that fails is one alert for its period, however often it is tried', async () => {
  const next = { start: end, end: new Date('2027-01-01T00:00:00Z') };
  await send(life.completed());
  await send(life.event('created'));
  await send(life.event('updated', { at: 2000, status: 'past_due' }));
  await send(life.event('updated', { at: 3000, status: 'past_due' }));
  await send(life.event('updated', { at: 4000, status: 'unpaid' }));
  const alerts = async () => (await pool.query('SELECT kind, data FROM alert WHERE account_id = $1', [accountId])).rows;
  expect(await alerts()).toEqual([{ kind: 'payment_failed', data: { status: 'past_due' } }]);
  await send(life.event('updated', { at: 5000, ...next }));
  await send(life.event('updated', { at: 6000, status: 'past_due', ...next }));
  expect(await alerts()).toHaveLength(2);
});
