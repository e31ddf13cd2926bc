import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, vi } from 'vitest';
import { deliver, Life } from '../support/billing.ts';
import type { DrillGround } from './ground.ts';

/** No record has this id. */
const nobody = '/api/v1/entities/00000000-0000-5000-8000-000000000000';
/** Statuses that a client may see while servers come and go. */
const expected = new Set([200, 201, 304, 400, 404, 429, 503]);

/** In milliseconds: what is lost is lost at any rate of requests, and other tests want the processor too. */
const pause = 25;

/** All that clients were told. */
export class Notes {
  /** Answers that use a unit, by account; and those of each minute of a key, by its end. */
  readonly units = new Map<string, number>();
  readonly minutes = new Map<string, Map<string, number>>();
  readonly statuses = new Map<number, number>();
  readonly wrong: string[] = [];
  slowest = 0;

  /** Sends a request, and writes down what came of it. */
  async send(url: string, path: string, init: RequestInit = {}): Promise<Response | undefined> {
    const start = performance.now();
    try {
      const response = await fetch(url + path, { ...init, signal: AbortSignal.timeout(120_000) });
      const text = await response.text();
      this.status(response.status, `${path}: ${text.slice(0, 300)}`);
      return new Response([204, 304].includes(response.status) ? null : text, response);
    } catch (error) {
      this.wrong.push(`${path}: no answer: ${(error as Error).message}`);
      return undefined;
    } finally {
      this.slowest = Math.max(this.slowest, performance.now() - start);
    }
  }

  status(status: number, what: string): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    if (!expected.has(status)) this.wrong.push(`${status} ${what}`);
  }

  use(accountId: string, { status, headers }: Response): void {
    if (![200, 304, 404].includes(status)) return;
    // A 304 costs nothing, and counts in the minute.
    if (status !== 304) this.units.set(accountId, (this.units.get(accountId) ?? 0) + 1);
    const minutes = this.minutes.get(accountId) ?? new Map<string, number>();
    this.minutes.set(accountId, minutes);
    const end = headers.get('x-ratelimit-reset') ?? 'none';
    minutes.set(end, (minutes.get(end) ?? 0) + 1);
  }
}

/** Someone with a session. */
export async function person(ground: DrillGround, sub: string = randomUUID()) {
  const token = await ground.issuer.token({ sub, email: `${sub}@example.com`, exp: Math.floor(Date.now() / 1000) + 3_600 });
  return { authorization: `Bearer ${token}` };
}

export const newKey = (session: { authorization: string }): RequestInit => ({
  method: 'POST',
  headers: { ...session, 'content-type': 'application/json' },
  body: '{"name":"drill"}',
});

/** An account on a plan, with a key. */
export async function customer(ground: DrillGround, plan: string) {
  const session = await person(ground);
  const [url = ''] = ground.urls;
  const data = await vi.waitFor(
    async () => {
      const answer = await fetch(`${url}/api/v1/api-keys`, newKey(session));
      expect(answer.status).toBe(201);
      return (await answer.json()).data;
    },
    { timeout: 60_000 },
  );
  const [{ account_id: id }] = await ground.postgres.query('SELECT account_id FROM api_key WHERE id = $1', [data.id]);
  await ground.postgres.query('UPDATE account SET plan = $2 WHERE id = $1', [id, plan]);
  return { id: id as string, key: data.secret as string, session };
}

export type Customer = Awaited<ReturnType<typeof customer>>;

/** Asks for company data in all the ways that count, until told to stop. */
export async function reader({ urls }: DrillGround, notes: Notes, { id, key }: Customer, isOver: () => boolean): Promise<void> {
  let etag: string | null = null;
  const paths = ['/api/v1/countries', nobody, '/api/v1/entities?q=a', '/api/v1/countries', '/api/v1/entities/nonsense'];
  for (let sent = 0; !isOver(); sent++, await delay(pause)) {
    const headers = { 'x-api-key': key, ...(etag && sent % 3 === 0 && { 'if-none-match': etag }) };
    const path = paths[sent % paths.length] ?? '';
    const answer = await notes.send(urls[sent % urls.length] ?? '', path, { headers });
    if (answer) notes.use(id, answer);
    if (path === '/api/v1/countries') etag = answer?.headers.get('etag') ?? etag;
  }
}

/** Makes keys for ever new people; gives those that were promised. */
export async function keyMaker(ground: DrillGround, notes: Notes, isOver: () => boolean): Promise<string[]> {
  const secrets: string[] = [];
  for (let made = 0; !isOver(); made++, await delay(pause)) {
    const answer = await notes.send(ground.urls[made % 3] ?? '', '/api/v1/api-keys', newKey(await person(ground)));
    if (answer?.status === 201) secrets.push((await answer.json()).data.secret);
  }
  return secrets;
}

/** Tells of a subscription that changes all the time, each event again until it is taken; gives the plan that was told last. */
export async function provider({ urls }: DrillGround, notes: Notes, { id }: Customer, isOver: () => boolean): Promise<string> {
  const life = new Life(id);
  const [start, end] = [new Date(Date.now() - 86_400_000), new Date(Date.now() + 86_400_000)];
  for (let at = 1; ; at++, await delay(pause)) {
    const plan = at % 2 ? 'pro' : 'business';
    const event = life.event('updated', { at, plan, start, end, metadata: { accountId: id } });
    for (let tries = 0, status = 0; status !== 200; tries++) {
      status = await deliver(urls[tries % urls.length] ?? '', event).then(
        (answer) => answer.status,
        () => 0,
      );
      notes.status(status, 'webhook');
    }
    if (isOver()) return plan;
  }
}
