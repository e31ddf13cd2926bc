import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import pg from 'pg';
import { startService } from '../../app/service.ts';
import type { ServiceOptions } from '../../app/service-options.ts';
import { type EdgeLimits, edgeLimits } from '../../rest/edge/edge-limits.ts';
import { loadConfig } from '../../src/config/config.ts';
import { createLogger } from '../../src/kernel/logging.ts';
import type { Principal } from '../../src/kernel/principal.ts';
import type { ErrorResponse } from './bodies.ts';
import { readByClient } from './by-client.ts';
import { expectDocumented } from './contract.ts';
import { createDatabase } from './database.ts';

// biome-ignore lint/suspicious/noExplicitAny: where a test names no operation, it says itself what the body must be.
type Untyped = any;

/** With the body that an operation of the contract has, as in `get<Bodies['listPlans']>(…)`, or that of a failure. */
export interface Answer<Body = Untyped> {
  status: number;
  headers: Headers;
  body: Body & ErrorResponse;
  text: string;
}

/** Lines of a log, as they were written. */
export function captureLog(level = 'trace') {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  return {
    logger: createLogger(level, stream),
    text: () => lines.join(''),
    entries: () => lines.map((line) => JSON.parse(line)),
  };
}

async function request(url: string, path: string, init: RequestInit) {
  const response = await fetch(url + path, { redirect: 'manual', ...init });
  return { response, text: await response.text() };
}

/** Calls a path and holds the answer against the OpenAPI document. */
export async function call<Body = Untyped>(url: string, path: string, init: RequestInit = {}): Promise<Answer<Body>> {
  const { response, text } = await (readByClient(url, path, init) ?? request(url, path, init));
  const json = response.headers.get('content-type')?.startsWith('application/json') && text !== '';
  const body = json ? JSON.parse(text) : undefined;
  expectDocumented(init.method ?? 'GET', path.replace(/\?.*/, ''), response, body);
  return { status: response.status, headers: response.headers, body, text };
}

export const someone = {
  kind: 'session',
  accountId: '7d9bd0d1-8d0a-4a0e-9a53-0f6a1f1f6a01',
  userId: 'a1c1d2c5-5d3a-4c55-9d06-3b1de2b3a702',
  role: 'owner',
} as const satisfies Principal;

/** The account of whoever that is, on the largest plan. */
export async function addSomeone(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query(`INSERT INTO account (id, plan) VALUES ($1, 'business')`, [someone.accountId]);
  await client.end();
}

/** For tests that ask very much at a time: on a busy machine all of it is answered, however late. */
export const patientLimits: EdgeLimits = { ...edgeLimits, headers: 120_000, body: 120_000, answer: 120_000, request: 240_000 };

export interface TestOptions extends Partial<Omit<ServiceOptions, 'logger'>> {
  env?: Record<string, string>;
  databaseUrl?: string;
}

/** The whole service in this process, on a database of its own. */
export async function startTestService({ env = {}, databaseUrl, ...surroundings }: TestOptions = {}) {
  const database = databaseUrl ? { url: databaseUrl, drop: async () => {} } : await createDatabase();
  const log = captureLog();
  const dataDir = await mkdtemp(join(tmpdir(), 'registry-data-'));
  // One thread of the search is enough for a few records. Its own tests have more.
  const defaults = { PORT: '0', NODE_ENV: 'test', DATABASE_URL: database.url, DATA_DIR: dataDir, SEARCH_THREADS: '1' };
  const clear = async () => {
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
  const start = async () => startService(loadConfig({ ...defaults, ...env }), { ...surroundings, logger: log.logger });
  const service = await start().catch(async (error) => {
    await clear();
    throw error;
  });
  return {
    ...service,
    log,
    databaseUrl: database.url,
    get: <Body = Untyped>(path: string, init?: RequestInit) => call<Body>(service.url, path, init),
    graphql: (query: string, init: RequestInit = {}) =>
      call(service.url, '/graphql', {
        method: 'POST',
        body: JSON.stringify({ query }),
        ...init,
        headers: { 'content-type': 'application/json', authorization: 'Bearer session', ...init.headers },
      }),
    stop: async () => {
      await service.stop();
      await clear();
    },
  };
}

export type TestService = Awaited<ReturnType<typeof startTestService>>;
