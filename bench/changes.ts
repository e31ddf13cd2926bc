import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { quotedLine, writeText } from '../scripts/samples/files.ts';
import { britishCompanies, britishHeader } from '../scripts/samples/gb.ts';
import { hashOf, mintSecret, prefixOf } from '../src/accounts/keys/key-format.ts';
import { joinEmbeddedDatabase } from '../src/development/postgres/embedded.ts';
import { connect, launcher, say } from './database.ts';
import { importing, watched } from './import.ts';

const withoutLog = fileURLToPath(new URL('without-log.mjs', import.meta.url));
const nameColumn = 0;
const pageSize = 1_000;

/**
 * What the log of changes costs an import of which one record in a hundred changed, against the same import without the log; the
 * time of a page of the feed at its beginning and at its end; the memory of a snapshot.
 */
export async function benchChanges(rows = 1_000_000): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'registry-bench-'));
  const dataDir = join(folder, 'data');
  await mkdir(dataDir);
  const database = await joinEmbeddedDatabase(dataDir, 'command', say);
  /** The edition that is made, and the last one with other names throughout. */
  let [edition, base] = [0, 0];
  /** Every `each`th name is another one. */
  const change = async (each: number, nodeOptions = ''): Promise<number> => {
    edition += 1;
    const file = join(folder, `companies-${edition}.csv`);
    if (each === 1) base = edition;
    await writeText(
      file,
      lines(rows, (place) => (place % each === 0 ? edition : base)),
    );
    const { seconds, megabytes } = await importing('', dataDir, 'gb', file, ['--allow-change'], nodeOptions);
    await rm(file);
    const what = each === 1 ? 'all' : `1 of ${each}`;
    say(`import with ${what} changed${nodeOptions ? ', without the log' : ''}: ${seconds.toFixed(1)} s, peak ${megabytes} MB`);
    return seconds;
  };
  try {
    say(`${rows.toLocaleString('en')} companies`);
    await change(1);
    const ratios: number[] = [];
    for (let round = 0; round < 3; round++) {
      const logged = await change(100);
      ratios.push(logged / (await change(100, `--import=${withoutLog}`)));
    }
    say(`with the log: ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')} of the time without it`);
    await change(1);
    await follow(database.url, dataDir);
    const { seconds, megabytes } = await watched(['snapshot', 'gb'], { DATA_DIR: dataDir, DATABASE_URL: '' });
    say(`snapshot: ${seconds.toFixed(1)} s, peak ${megabytes} MB`);
  } finally {
    await database.leave();
    await rm(folder, { recursive: true, force: true });
  }
}

function* lines(rows: number, editionOf: (place: number) => number): Generator<string> {
  yield `${britishHeader}\r\n`;
  let place = 0;
  for (const row of britishCompanies(rows))
    yield quotedLine(row.with(nameColumn, `${row[nameColumn]} ${editionOf(place++)}`), '\r\n');
}

/** Reads the whole feed, page by page, as a client does. */
async function follow(databaseUrl: string, dataDir: string): Promise<void> {
  const key = mintSecret();
  const client = await connect(databaseUrl);
  const { rows } = await client.query(`INSERT INTO account (plan) VALUES ('business') RETURNING id`);
  await client.query(`INSERT INTO api_key (account_id, name, prefix, hash) VALUES ($1, 'bench', $2, $3)`, [
    rows[0].id,
    prefixOf(key),
    hashOf(key),
  ]);
  await client.end();
  const service = spawn(launcher, {
    env: { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, PORT: '0' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const output = service.stdout.setEncoding('utf8');
  let url: string | undefined;
  for await (const text of output) {
    url = /"url":"([^"]+)"/.exec(text)?.[1];
    if (url) break;
  }
  const times: number[] = [];
  let [cursor, changes, hasMore] = ['start', 0, true];
  while (hasMore) {
    const start = performance.now();
    const answer = await fetch(`${url}/api/v1/changes?limit=${pageSize}&cursor=${cursor}`, { headers: { 'x-api-key': key } });
    if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`);
    const { data, meta } = (await answer.json()) as { data: unknown[]; meta: { nextCursor: string; hasMore: boolean } };
    times.push(performance.now() - start);
    changes += data.length;
    ({ nextCursor: cursor, hasMore } = meta);
  }
  service.kill();
  await once(service, 'exit');
  const median = (some: number[]) => some.toSorted((a, b) => a - b)[Math.floor(some.length / 2)]?.toFixed(1);
  const tenth = Math.ceil(times.length / 10);
  const [first, last] = [median(times.slice(1, tenth + 1)), median(times.slice(-tenth - 1, -1))];
  say(`${changes.toLocaleString('en')} changes in ${times.length} pages: first tenth ${first} ms a page, last tenth ${last} ms`);
}
