import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createDatabase } from '../../support/database.ts';
import { connect, importSamples } from '../../support/imports.ts';
import { processes, runHere, type ServiceProcess } from '../../support/process.ts';
import { call } from '../../support/service.ts';
import { type Ground, type LargeRequest, largestRequests, refusedAnyway } from './requests.ts';

/** A time in which nothing else ran, as the service logs it: by the clock and of the processor, in milliseconds. */
interface Stop {
  ms: number;
  cpuMs: number;
  ran: Record<string, number>;
}
const stopsOf = ({ output }: ServiceProcess): Stop[] =>
  output
    .split('\n')
    .filter((line) => line.includes('the event loop stood still'))
    .map((line) => JSON.parse(line));

/** In milliseconds: a probe is answered so soon, whatever others ask at that time. */
const longestProbe = 250;
/** A busy machine can delay a probe in one round. What holds the event loop delays it in each. */
const rounds = 3;

const { run, endAll } = processes();
let database: Awaited<ReturnType<typeof createDatabase>>;
let dataDir: string;
let service: ServiceProcess;
let url: string;
let ground: Ground;
let secrets: { key: string; session: string };
let probe: Worker;

beforeAll(async () => {
  database = await createDatabase();
  await importSamples(database.url, 'gb', 'md', 'no', 'ee');
  dataDir = await mkdtemp(join(tmpdir(), 'registry-largest-'));
  const env = { DATABASE_URL: database.url, DATA_DIR: dataDir, OPERATORS: 'large@example.com' };
  service = run({ ...env, LOG_LEVEL: 'info' });
  url = await service.url();
  const isReady = async () => (await call(url, '/api/v1/health/ready')).status === 200;
  await vi.waitUntil(isReady, { timeout: 180_000, interval: 100 });
  const { port } = new URL(url);
  const { output: session } = await runHere({ ...env, PORT: port }, 'token', 'large@example.com');
  const asked = { headers: { authorization: `Bearer ${session}`, 'content-type': 'application/json' }, method: 'POST' };
  await call(url, '/api/v1/account', { headers: asked.headers });
  const client = await connect(database.url);
  await client.query("UPDATE account SET plan = 'business'");
  const { rows } = await client.query('SELECT id FROM entity ORDER BY id LIMIT 1');
  await client.end();
  // The plan counts within a second.
  const made = await call(url, '/api/v1/api-keys', { ...asked, body: JSON.stringify({ name: 'large' }) });
  const { id, secret } = made.body.data;
  const address = await call(url, `/api/v1/api-keys/${id}/reconcile-address`, asked);
  const makeList = async (list: object): Promise<string> => {
    const headers = { 'x-api-key': secret, 'content-type': 'application/json' };
    const { body } = await call(url, '/api/v1/watch-lists', { headers, method: 'POST', body: JSON.stringify(list) });
    return body.data.id;
  };
  const [listId, filterListId] = [await makeList({ name: 'companies' }), await makeList({ name: 'filter', filter: { q: 'a' } })];
  secrets = { key: secret, session };
  const token = new URL(address.body.data.url).pathname.split('/').at(-1) ?? '';
  ground = { entityId: rows[0].id, listId, filterListId, token };
  probe = new Worker(new URL('./probe-thread.ts', import.meta.url), { workerData: url });
});
afterAll(async () => {
  await probe?.terminate();
  await endAll();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function send({ method, path, access, body }: LargeRequest): Promise<{ status: number; text: string }> {
  const isForm = body instanceof URLSearchParams;
  const headers = {
    accept: 'application/json, text/event-stream',
    ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
    ...(access === 'key' && { 'x-api-key': secrets.key }),
    ...(access === 'session' && { authorization: `Bearer ${secrets.session}` }),
  };
  const sent = body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) };
  const response = await fetch(url + path, { method, headers, ...sent });
  return { status: response.status, text: (await response.text()).slice(0, 300) };
}

const longest = async (): Promise<{ longestMs: number; asked: number }> => {
  probe.postMessage('');
  return (await once(probe, 'message'))[0];
};

test('with the largest input of every operation at once, a probe is answered within 250 ms', { timeout: 300_000 }, async () => {
  const requests = largestRequests(ground);
  let last = { longestMs: Number.POSITIVE_INFINITY, asked: 0 };
  let stops: Stop[] = [];
  for (let round = 0; round < rounds && last.longestMs > longestProbe; round += 1) {
    await longest();
    const before = stopsOf(service).length;
    const answers = await Promise.all(requests.map(async (request) => ({ ...request, ...(await send(request)) })));
    last = await longest();
    stops = stopsOf(service).slice(before);
    // A 503 is the deadline of its own request. A mistake of ours is 500, and what is refused as too large is not the largest.
    const mistakes = answers.filter(({ name, status }) => {
      const [operation = ''] = name.split(':');
      return status === 500 || status === 413 || (status === 400 && !(operation in refusedAnyway));
    });
    expect(mistakes.map(({ name, status, text }) => `${name} ${status} ${text}`)).toEqual([]);
  }
  expect(last.asked).toBeGreaterThan(1);
  // The rest of what a probe waited for was other work of the machine.
  const ours = Math.min(last.longestMs, Math.max(0, ...stops.map(({ cpuMs }) => cpuMs)));
  expect(ours, JSON.stringify({ last, stops }, null, 1)).toBeLessThan(longestProbe);
});
