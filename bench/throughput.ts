import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import type pg from 'pg';
import { hashOf, mintSecret, prefixOf } from '../src/accounts/keys/key-format.ts';
import { connect, launcher, say, server, withCompanies } from './database.ts';
import { installPostgraphile, postgraphileQueries, prepareForPostgraphile } from './postgraphile.ts';

/** Many short rounds in turn: what else the machine does then falls on both sides alike. */
const [connections, seconds, rounds] = [32, 3, 9];
/** The largest plan: with so many keys neither limit is ever reached. */
const [accounts, keysEach] = [20, 20];

/** So many records are asked for again and again. */
const hotIds = 5_000;

interface Side {
  name: string;
  url: string;
  process: ChildProcess;
}

interface Figures {
  perSecond: number;
  p50: number;
  p99: number;
  /** Microseconds of processor time of the server's process. */
  cpu: number;
  megabytes: number;
  /** Answers that were no 200, in all rounds together. */
  others: number;
}

const withoutLog = 'no log';
const allSides = ['service', withoutLog, 'reference', 'PostGraphile'];

/**
 * Requests per second of the service, of the service without its request log, of a reference by hand under the same load (see
 * reference.ts), and of PostGraphile without limits. `chosen` selects some of these.
 */
export async function benchThroughput(rows = 500_000, chosen = allSides): Promise<void> {
  const place = await server();
  const redis = await startRedis();
  const sides: Side[] = [];
  try {
    const url = await withCompanies(place.url, rows);
    const client = await connect(url);
    await indexForReference(client);
    if (chosen.includes('PostGraphile')) {
      await prepareForPostgraphile(client);
      await installPostgraphile();
    }
    const loads = await prepareLoads(client).finally(() => client.end());
    const env = { ...process.env, DATABASE_URL: url, REDIS_URL: redis.url, PORT: '0' };
    const service = {
      ...env,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      OIDC_ISSUER: 'https://issuer.example',
      SESSION_SECRET: randomBytes(32).toString('base64'),
    };
    const ours = [process.execPath, fileURLToPath(new URL('reference.ts', import.meta.url))];
    const peer = [process.execPath, fileURLToPath(new URL('postgraphile.ts', import.meta.url))];
    const starts: Record<string, [words: string[], env: NodeJS.ProcessEnv]> = {
      service: [[launcher], { ...service, NODE_OPTIONS: `--import ${new URL('log-switch.mjs', import.meta.url)}` }],
      reference: [ours, env],
      PostGraphile: [peer, { ...env, GRAPHILE_ENV: 'production' }],
    };
    for (const name of chosen) if (starts[name]) sides.push(await start(name, ...starts[name]));
    const [first] = sides;
    if (first?.name === 'service' && chosen.includes(withoutLog)) sides.splice(1, 0, { ...first, name: withoutLog });
    say(`\n${rows.toLocaleString('en')} records, ${connections} connections, keys of ${accounts} accounts`);
    say(`medians of ${rounds} rounds of ${seconds} s, in turn`);
    for (const [what, load] of Object.entries(loads)) await compare(what, load, sides);
  } finally {
    for (const side of sides) side.process.kill();
    redis.process.kill();
    await place.leave();
  }
}

/** What the reference searches: a narrow table with a trigram index, as anyone would have it. */
async function indexForReference(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`SELECT to_regclass('reference_entry') IS NOT NULL AS known`);
  if (rows[0].known) return;
  await client.query('CREATE EXTENSION IF NOT EXISTS pg_trgm');
  await client.query('CREATE TABLE reference_entry AS SELECT id, search_text AS text FROM entity');
  await client.query('ALTER TABLE reference_entry ADD PRIMARY KEY (id)');
  await client.query('CREATE INDEX ON reference_entry USING GIN (text gin_trgm_ops)');
  await client.query('VACUUM (ANALYZE) reference_entry');
}

interface Request {
  path: string;
  headers: Record<string, string>;
  method?: 'POST';
  body?: string;
}

interface Load {
  rest(count: number): Request;
  /** The same for the peer, which has GraphQL alone. */
  graphql?(count: number): { query: string; variables: object };
}

const requestOf = ({ rest, graphql }: Load, { name }: Side, count: number): Request =>
  name === 'PostGraphile' && graphql
    ? {
        path: '/graphql',
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(graphql(count)),
      }
    : rest(count);

/** Keys made anew for this run, ids and fragments spread over the table. */
async function prepareLoads(client: pg.Client): Promise<Record<string, Load>> {
  const keys: string[] = [];
  await client.query(`DELETE FROM account WHERE email = 'bench@example.com'`);
  for (let account = 0; account < accounts; account++) {
    const { rows } = await client.query(
      `INSERT INTO account (email, plan) VALUES ('bench@example.com', 'business') RETURNING id`,
    );
    const secrets = Array.from({ length: keysEach }, () => mintSecret());
    await client.query(
      `INSERT INTO api_key (account_id, name, prefix, hash)
       SELECT $1, 'bench', prefix, hash FROM unnest($2::text[], $3::bytea[]) AS key (prefix, hash)`,
      [rows[0].id, secrets.map(prefixOf), secrets.map(hashOf)],
    );
    keys.push(...secrets);
  }
  // Neither in the order of the table nor of the index, and the same in every run.
  const ids = (await client.query('SELECT id FROM entity ORDER BY md5(id::text) LIMIT 200000')).rows.map(
    ({ id }) => id as string,
  );
  const fragments = await selective(client);
  const key = (count: number) => ({ 'x-api-key': keys[count % keys.length] ?? '' });
  const record = (among: number): Load => ({
    rest: (count) => ({ path: `/api/v1/entities/${ids[count % among]}`, headers: key(count) }),
    graphql: (count) => ({ query: postgraphileQueries.entity, variables: { id: ids[count % among] } }),
  });
  const fragment = (count: number) => fragments[count % fragments.length] ?? '';
  return {
    'GET /entities/{id} (5,000 hot ones)': record(Math.min(hotIds, ids.length)),
    'GET /entities/{id} (all)': record(ids.length),
    'GET /countries': { rest: (count) => ({ path: '/api/v1/countries', headers: key(count) }) },
    'GET /entities?q= (selective)': {
      rest: (count) => ({ path: `/api/v1/entities?q=${encodeURIComponent(fragment(count))}`, headers: key(count) }),
      graphql: (count) => ({ query: postgraphileQueries.search, variables: { q: fragment(count) } }),
    },
  };
}

/** Beginnings of names that few others have: far more of them than anyone remembers. */
async function selective(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query(
    `SELECT DISTINCT ON (left(text, 9)) left(text, 12) AS fragment
     FROM (SELECT search_text AS text FROM entity ORDER BY md5(id::text) LIMIT 60000) AS spread`,
  );
  return rows.map(({ fragment }) => fragment.split('\u0001')[0].trim()).filter((fragment) => fragment.length > 8);
}

async function compare(what: string, load: Load, all: Side[]): Promise<void> {
  const sides = all.filter(({ name }) => load.graphql || name !== 'PostGraphile');
  const measured = new Map(sides.map(({ name }) => [name, [] as Figures[]]));
  let count = 0;
  const next = (side: Side) => () => requestOf(load, side, count++);
  for (const side of sides) await drive(side, next(side), 3);
  for (let round = 0; round < rounds; round++) {
    // Each comes first as often as the others.
    const first = round % sides.length;
    for (const side of [...sides.slice(first), ...sides.slice(0, first)])
      measured.get(side.name)?.push(await drive(side, next(side), seconds));
  }
  say(`\n${what}`);
  for (const { name } of sides) say(`  ${name.padEnd(12)} ${show(medians(measured.get(name) ?? []))}`);
  // Of each round by itself, and then the median.
  const ratio = (other: string, figure: 'perSecond' | 'cpu') => {
    const [ours = [], theirs = []] = [measured.get('service'), measured.get(other)];
    return median(ours.map((one, round) => one[figure] / (theirs[round]?.[figure] ?? 1))).toFixed(2);
  };
  for (const { name } of sides.slice(1))
    say(`  ${ratio(name, 'perSecond')} of the requests per second of ${name}, ${ratio(name, 'cpu')} of its CPU per request`);
}

/** One round. Only a 200 counts as a request; whatever else was answered is told. */
async function drive({ name, url, process: child }: Side, next: () => Request, duration: number): Promise<Figures> {
  child.send({ isLogged: name !== withoutLog });
  const before = cpuOf(child);
  const result = await autocannon({
    url,
    connections,
    duration,
    requests: [{ setupRequest: (request) => ({ ...request, method: 'GET', ...next() }) }],
  });
  const requests = result['2xx'];
  return {
    perSecond: requests / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    cpu: ((cpuOf(child) - before) / requests) * 1e6,
    others: result.non2xx + result.errors,
    megabytes: Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024,
  };
}

/** Seconds of processor time that a process has used; Linux tells in hundredths. */
function cpuOf({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

function medians(figures: Figures[]): Figures {
  const of = (name: keyof Figures) => median(figures.map((one) => one[name]));
  return {
    perSecond: of('perSecond'),
    p50: of('p50'),
    p99: of('p99'),
    cpu: of('cpu'),
    megabytes: of('megabytes'),
    others: figures.reduce((sum, { others }) => sum + others, 0),
  };
}

const show = ({ perSecond, p50, p99, cpu, megabytes, others }: Figures) =>
  [
    `${Math.round(perSecond).toLocaleString('en').padStart(6)} requests/s`,
    `p50 ${p50} ms`,
    `p99 ${p99} ms`,
    `CPU ${Math.round(cpu)} µs a request`,
    `${Math.round(megabytes)} MB`,
    ...(others > 0 ? [`${others} no 200`] : []),
  ].join('   ');

async function start(name: string, [program = '', ...words]: string[], env: NodeJS.ProcessEnv): Promise<Side> {
  const child = spawn(program, words, { env, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  const output = (child.stdout as Readable).setEncoding('utf8');
  for await (const text of output) {
    const url = /"url":"([^"]+)"/.exec(text)?.[1];
    if (url) {
      // Its log goes nowhere, and is read all the same: a full pipe would stop it.
      output.resume();
      return { name, url, process: child };
    }
  }
  throw new Error(`The ${name} did not start.`);
}

async function startRedis() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  const port = typeof address === 'object' ? address?.port : 0;
  const words = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const child = spawn('redis-server', words, { stdio: 'ignore' });
  await once(child, 'spawn');
  return { url: `redis://127.0.0.1:${port}`, process: child };
}
