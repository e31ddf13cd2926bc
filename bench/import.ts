import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { quotedLine, writeText } from '../scripts/samples/files.ts';
import { britishCompanies, britishHeader } from '../scripts/samples/gb.ts';
import { writeMoldovanWorkbook } from '../scripts/samples/md.ts';
import { joinEmbeddedDatabase } from '../src/development/postgres/embedded.ts';
import { connect, launcher, say } from './database.ts';

interface Figure {
  what: string;
  rows: number;
  seconds: number;
  /** Peak of the importer process. */
  megabytes?: number;
}

/**
 * The speed of importing a British file into an empty register, upon the samples that every newcomer has, and again with no
 * record changed, one in a hundred, and all; against a plain COPY of the very same normalized rows into a table with the same
 * indexes. Then the memory of importing the largest workbook.
 */
export async function benchImport(rows = 1_000_000): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'registry-bench-'));
  const path = (name: string) => join(folder, name);
  const workbookRows = Math.min(rows, 300_000);
  const [many, few] = [rows.toLocaleString('en'), workbookRows.toLocaleString('en')];
  say(`Writing British files of ${many} companies and a Moldovan workbook of ${few}`);
  const editions = { first: () => false, same: () => false, few: (place: number) => place % 100 === 0, all: () => true };
  for (const [name, isChanged] of Object.entries(editions)) await writeEdition(path(name), rows, name, isChanged);
  await writeMoldovanWorkbook(path('workbook.xlsx'), workbookRows);

  const figures: Figure[] = [];
  try {
    await withServer(path('newcomer'), async (dataDir) => {
      for (const command of ['migrate', 'samples']) await watched([command], { DATA_DIR: dataDir, DATABASE_URL: '' });
      figures.push(await importing('upon the samples', dataDir, 'gb', path('first')));
    });
    await withServer(path('empty'), async (dataDir, url) => {
      const british = async (what: string, file: string) =>
        figures.push(await importing(what, dataDir, 'gb', path(file), ['--allow-change']));
      await british(firstImport, 'first');
      figures.push(await plainCopy(url, folder));
      await british('of the same rows in another file', 'same');
      await british('with 1 in 100 changed', 'few');
      await british('with all changed', 'all');
      figures.push(await importing('of the Moldovan workbook', dataDir, 'md', path('workbook.xlsx')));
    });
    report(figures);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const plainRows = 'plain COPY of the same rows';
const nameColumn = 0;
const firstImport = 'into an empty register';

/** A British file in which some names are other ones. */
export async function writeEdition(
  path: string,
  rows: number,
  name: string,
  isChanged: (place: number) => boolean,
): Promise<void> {
  function* lines(): Generator<string> {
    yield `${britishHeader}\r\n`;
    let place = 0;
    for (const row of britishCompanies(rows))
      yield quotedLine(isChanged(place++) ? row.with(nameColumn, `${row[nameColumn]} ${name}`) : row, '\r\n');
    // Another hash, the same rows.
    if (name === 'same') yield '\r\n';
  }
  await writeText(path, lines());
}

export async function withServer(dataDir: string, work: (dataDir: string, url: string) => Promise<void>): Promise<void> {
  await mkdir(dataDir);
  const database = await joinEmbeddedDatabase(dataDir, 'command', say);
  try {
    await work(dataDir, database.url);
  } finally {
    await database.leave();
  }
}

/** One import, in a process of its own, as a person runs it. */
export async function importing(
  what: string,
  dataDir: string,
  register: string,
  file: string,
  options: string[] = [],
  nodeOptions = '',
): Promise<Figure> {
  const env = { DATA_DIR: dataDir, DATABASE_URL: '', NODE_OPTIONS: nodeOptions };
  const { output, megabytes } = await watched(['import', register, file, ...options], env);
  const [, rows, seconds] = /read (\d+),.* in ([\d.]+) seconds/.exec(output) ?? [];
  if (!rows) throw new Error(`The import failed: ${output}`);
  return { what, rows: Number(rows), seconds: Number(seconds), megabytes };
}

/** Runs a command to its end, and watches its memory. */
export async function watched(
  words: string[],
  env: NodeJS.ProcessEnv,
): Promise<{ output: string; seconds: number; megabytes: number }> {
  const start = performance.now();
  const child = spawn(launcher, words, { env: { ...process.env, ...env }, stdio: ['ignore', 'inherit', 'pipe'] });
  let [output, megabytes] = ['', 0];
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const watch = setInterval(() => {
    megabytes = Math.max(megabytes, peakOf(child.pid));
  }, 50);
  const [code] = await once(child, 'close');
  clearInterval(watch);
  if (code !== 0) throw new Error(`It failed: ${output}`);
  return { output, seconds: (performance.now() - start) / 1000, megabytes };
}

/** In megabytes; Linux alone tells. */
function peakOf(pid: number | undefined): number {
  try {
    return Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024);
  } catch {
    return 0;
  }
}

/**
 * The same rows as the import left them, into tables with the same indexes, and nothing else: no reading, no comparing, no
 * transaction around it.
 */
async function plainCopy(url: string, folder: string): Promise<Figure> {
  const client = await connect(url);
  let [rows, seconds] = [0, 0];
  for (const table of ['entity', 'search_segment']) {
    const file = join(folder, table);
    await pipeline(client.query(copyTo(`COPY ${table} TO STDOUT`)), createWriteStream(file));
    await client.query(`CREATE TABLE plain (LIKE ${table} INCLUDING ALL)`);
    const start = performance.now();
    const copy = client.query(copyFrom('COPY plain FROM STDIN'));
    await pipeline(createReadStream(file, { highWaterMark: 256 * 1024 }), copy);
    seconds += (performance.now() - start) / 1000;
    rows = Math.max(rows, copy.rowCount);
    await client.query('DROP TABLE plain');
  }
  await client.end();
  return { what: plainRows, rows, seconds };
}

/** Each against the first import and against the plain COPY: the machines are noisy, so read the ratios. */
function report(figures: Figure[]): void {
  const first = figures.find(({ what }) => what === firstImport);
  const plain = figures.find(({ what }) => what === plainRows);
  for (const { what, rows, seconds, megabytes } of figures) {
    const perRow = seconds / rows;
    const against = (other: Figure | undefined) => (other ? perRow / (other.seconds / other.rows) : Number.NaN).toFixed(2);
    const memory = megabytes === undefined ? '' : `, peak ${megabytes} MB`;
    const speed = `${rows} rows in ${seconds.toFixed(1)} s, ${Math.round(1 / perRow).toLocaleString('en')} rows/s`;
    say(`${what.padEnd(34)} ${speed}: ${against(first)} of the first import, ${against(plain)} of plain COPY${memory}`);
  }
}
