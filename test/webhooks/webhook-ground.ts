import pg from 'pg';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect } from 'vitest';
import { inTransaction } from '../../src/database/transaction.ts';
import { announceAll } from '../../src/webhooks/announce.ts';
import { type ChangesGround, changesGround, type Row, smallRegister } from '../support/changes.ts';
import { expectMessage } from '../support/contract.ts';
import { type Received, startReceiver } from '../support/servers/receiver.ts';

/* A service that tells of changes, a receiver beside it, and what tests of both do often. */

export let ground: ChangesGround;
export let receiver: Awaited<ReturnType<typeof startReceiver>>;
export let pool: pg.Pool;

export const md = smallRegister('md');
export const row = (number: string, name: string): Row => ({ number, name });
export const absent = '00000000-0000-4000-8000-000000000000';

/** Has all of it before the tests of a file. After the deadline an answer is late. */
export function useWebhookGround({ deadlineMs = 400 } = {}): void {
  beforeAll(async () => {
    receiver = await startReceiver();
    ground = await changesGround({ webhooks: { deadlineMs, intervalMs: 20, resolve: async () => ['8.8.8.8', '10.0.0.1'] } });
    pool = new pg.Pool({ connectionString: ground.url });
    await ground.importRows(md, [row('1', 'Alfa'), row('2', 'Beta')]);
  });
  afterAll(async () => {
    await pool.end();
    await ground.close();
    receiver.close();
  });
}

export async function call(method: string, path: string, body?: unknown, secret = ground.secret, headers = {}) {
  return ground.service.get(`/api/v1${path}`, {
    method,
    headers: { 'x-api-key': secret, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

let paths = 0;
/** An endpoint with a path of its own at the receiver. */
export async function endpoint(more: object = {}, secret?: string, events = ['watch_list.changed', 'alert.raised']) {
  const path = `/${++paths}`;
  const { status, body } = await call('POST', '/webhook-endpoints', { url: receiver.url + path, events, ...more }, secret);
  expect(status).toBe(201);
  return { path, id: body.data.id as string, secret: body.data.secret as string };
}
export const endpointsAt = '/webhook-endpoints';
export const deliveries = async (id: string, query = '', secret?: string) =>
  (await call('GET', `${endpointsAt}/${id}/deliveries${query}`, undefined, secret)).body;
export const outcomes = async (id: string) => (await deliveries(id)).data.map(({ outcome }: { outcome: string }) => outcome);
export const state = async (id: string) => (await call('GET', `${endpointsAt}/${id}`)).body.data;
/** What a receiver makes of a message, which is as the contract has it. */
export function verified(secret: string, { text, headers, body }: Received): unknown {
  expectMessage(body);
  return new Webhook(secret).verify(text, headers as Record<string, string>);
}
/** Tells of something that happened, to the account of the endpoints. */
export const tell = (
  subject: string,
  data: Record<string, string | number> = {},
  accountId = ground.accountId,
  topic = 'alert.raised',
) => inTransaction(pool, (client) => announceAll(client, [{ accountId, topic, subject, data }]));
/** Lets the time go by that messages wait. */
export const makeDue = (id: string) => ground.query('UPDATE webhook_message SET due_at = now() WHERE endpoint_id = $1', [id]);
export const arrived = (path: string, count: number) => expect.poll(() => receiver.at(path).length, { interval: 20 }).toBe(count);
