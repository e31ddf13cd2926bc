import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, importSamples } from '../imports.ts';
import { runHere, ServiceProcess } from '../process.ts';
import { call } from '../service.ts';
import { type LargeRequest, largestRequests } from './requests.ts';

/** A time in which nothing else ran, as the service logs it: by the clock and of the processor, in milliseconds. */
interface Stop {
  ms: number;
  cpuMs: number;
  ran: Record<string, number>;
}

/** A service with samples, in a process of its own, and the largest requests of an account of it. The database is migrated. */
export async function largestGround(databaseUrl: string) {
  await importSamples(databaseUrl, 'gb', 'md', 'no', 'ee');
  const dataDir = await mkdtemp(join(tmpdir(), 'registry-largest-'));
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, OPERATORS: 'large@example.com' };
  const service = new ServiceProcess({ ...env, LOG_LEVEL: 'info' });
  const url = await service.readyUrl();
  const { port } = new URL(url);
  const client = await connect(databaseUrl);
  const { rows } = await client.query('SELECT id FROM entity ORDER BY id LIMIT 1');

  /** A person's account on the largest plan, with a key. */
  async function account(email: string) {
    const { output: session } = await runHere({ ...env, PORT: port }, 'token', email);
    const asked = { headers: { authorization: `Bearer ${session}`, 'content-type': 'application/json' }, method: 'POST' };
    await call(url, '/api/v1/account', { headers: asked.headers });
    await client.query("UPDATE account SET plan = 'business'");
    const made = await call(url, '/api/v1/api-keys', { ...asked, body: JSON.stringify({ name: 'large' }) });
    const { id, secret } = made.body.data;
    const address = await call(url, `/api/v1/api-keys/${id}/reconcile-address`, asked);
    return { session, secret, token: new URL(address.body.data.url).pathname.split('/').at(-1) ?? '' };
  }

  const { session, secret, token } = await account('large@example.com');
  const makeList = async (list: object): Promise<string> => {
    const headers = { 'x-api-key': secret, 'content-type': 'application/json' };
    const { body } = await call(url, '/api/v1/watch-lists', { headers, method: 'POST', body: JSON.stringify(list) });
    return body.data.id;
  };
  const [listId, filterListId] = [await makeList({ name: 'companies' }), await makeList({ name: 'filter', filter: { q: 'a' } })];

  async function send({ method, path, access, body }: LargeRequest): Promise<{ status: number; text: string }> {
    const isForm = body instanceof URLSearchParams;
    const headers = {
      accept: 'application/json, text/event-stream',
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      ...(access === 'key' && { 'x-api-key': secret }),
      ...(access === 'session' && { authorization: `Bearer ${session}` }),
    };
    const sent = body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) };
    const response = await fetch(url + path, { method, headers, ...sent });
    return { status: response.status, text: (await response.text()).slice(0, 300) };
  }

  return {
    url,
    requests: largestRequests({ entityId: rows[0].id, listId, filterListId, token }),
    send,
    secret,
    account,
    stops: (): Stop[] =>
      service.output
        .split('\n')
        .filter((line) => line.includes('the event loop stood still'))
        .map((line) => JSON.parse(line)),
    close: async () => {
      await client.end();
      await service.end('SIGKILL');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
