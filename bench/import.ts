import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream, readFileSync } from 'node:fs';
import { appendFile, copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { writeBritishFile } from '../scripts/samples/gb.ts';
import { writeMoldovanWorkbook } from '../scripts/samples/md.ts';
import { EmbeddedDatabase } from '../src/database/embedded.ts';
import { connect, main, say } from './database.ts';

interface Figure {
  what: string;
  rows: number;
  seconds: number;
  /** Peak of the importer process. */
  megabytes?: number;
}

/**
 * The speed of importing a British file, against a plain COPY of the very same normalized rows into a table with the same
 * indexes; then the memory of importing the largest files.
 */
export async function benchImport(rows = 1_000_000): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'registry-bench-'));
  const dataDir = join(folder, 'data');
  const [first, again, workbook] = ['companies.csv', 'companies-again.csv', 'companies.xlsx'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  await mkdir(dataDir);
  const workbookRows = Math.min(rows, 300_000);
  const [many, few] = [rows.toLocaleString('en'), workbookRows.toLocaleString('en')];
  say(`Writing a British file of ${many} companies and a Moldovan workbook of ${few}`);
  await writeBritishFile(first, rows);
  await copyFile(first, again);
  // Another hash, the same rows.
  await appendFile(again, '\r\n');
  await writeMoldovanWorkbook(workbook, workbookRows);

  const database = await EmbeddedDatabase.join(dataDir, 'command', say);
  try {
    const figures: Figure[] = [await importing('first import', dataDir, 'gb', first)];
    figures.push(await plainCopy(database.url, folder));
    figures.push(await importing('import of the same rows in another file', dataDir, 'gb', again));
    figures.push(await importing('import of the Moldovan workbook', dataDir, 'md', workbook));
    report(figures);
  } finally {
    await database.leave();
    await rm(folder, { recursive: true, force: true });
  }
}

/** One import, in a process of its own, as a person runs it. */
export async function importing(
  what: string,
  dataDir: string,
  register: string,
  file: string,
  flags: string[] = [],
): Promise<Figure> {
  const words = ['--max-semi-space-size=32', ...flags, main, 'import', register, file];
  const { output, megabytes } = await watched(words, { DATA_DIR: dataDir, DATABASE_URL: '' });
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
  const child = spawn(process.execPath, words, { env: { ...process.env, ...env }, stdio: ['ignore', 'inherit', 'pipe'] });
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
  for (const table of ['entity', 'search_bucket']) {
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
  return { what: 'plain COPY of the same rows', rows, seconds };
}

function report(figures: Figure[]): void {
  const plain = figures.find(({ what }) => what.startsWith('plain'));
  const rate = ({ rows, seconds }: Figure) => rows / seconds;
  for (const figure of figures) {
    const ratio =
      plain && figure.what.includes('Moldovan') ? '' : `  ${(rate(figure) / rate(plain ?? figure)).toFixed(2)} of plain COPY`;
    const memory = figure.megabytes === undefined ? '' : `  peak ${figure.megabytes} MB`;
    const perSecond = Math.round(rate(figure)).toLocaleString('en');
    const what = figure.what.padEnd(42);
    say(`${what} ${figure.rows} rows  ${figure.seconds.toFixed(1)} s  ${perSecond} rows/s${ratio}${memory}`);
  }
}
