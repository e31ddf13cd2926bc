import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import { writeText } from '../scripts/samples/files.ts';
import { britishCompanies, writeBritishFile } from '../scripts/samples/gb.ts';
import { exceptionCsv, type GoldenLei, leiCsv, leiNumber, relationCsv } from '../scripts/samples/gleif/golden-copy.ts';
import { joinEmbeddedDatabase } from '../src/development/postgres/embedded.ts';
import { connect, say } from './database.ts';
import { importing } from './import.ts';

/** In the golden copy of August 2026: one relation for seven identifiers. */
const identifiersPerRelation = 7;
/** And one previous or transliterated name for eight identifiers. */
const identifiersPerName = 8;
/** The golden copy has over 300 columns, most of them empty: these cells stand for those that the import does not read. */
const unreadColumns = 300;

/**
 * The time and the memory of importing a golden copy of so many rows, a third of which are of British companies that are served,
 * against a plain COPY of the very same file into a table of texts without an index.
 */
export async function benchLei(rows = 100_000): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'registry-bench-'));
  const path = (name: string) => join(folder, name);
  try {
    say(`Writing a golden copy of ${rows.toLocaleString('en')} identifiers`);
    await writeBritishFile(path('gb.csv'), Math.ceil(rows / 3));
    await writeText(path('lei2.csv'), leiLines(rows));
    await writeText(path('rr.csv'), relationLines(rows));
    await writeText(path('repex.csv'), exceptionLines(rows));
    say(`It has ${Math.round((await stat(path('lei2.csv'))).size / 1e6)} MB`);
    const dataDir = path('data');
    await mkdir(dataDir);
    const database = await joinEmbeddedDatabase(dataDir, 'command', say);
    try {
      const others = [path('rr.csv'), path('repex.csv')];
      await importing('the companies', dataDir, 'gb', path('gb.csv'));
      const first = await importing('the golden copy', dataDir, 'gleif', path('lei2.csv'), others);
      const seconds = await plainCopy(database.url, path('lei2.csv'));
      say(`import: ${first.seconds.toFixed(1)} s, peak ${first.megabytes} MB; ${Math.round(rows / first.seconds)} rows/s`);
      say(
        `plain COPY of the same rows: ${seconds.toFixed(1)} s; the import takes ${(first.seconds / seconds).toFixed(2)} times as long`,
      );
    } finally {
      await database.leave();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The lines of one row and its header, with the columns that nobody reads. */
const widened = (text: string, cell: (place: number) => string): string =>
  text.replace(/\n$/, `${Array.from({ length: unreadColumns }, (_, place) => `,${cell(place)}`).join('')}\n`);

function* leiLines(rows: number): Generator<string> {
  const companies = britishCompanies(Math.ceil(rows / 3));
  yield widened(`${leiCsv([]).split('\n')[0]}\n`, (place) => `Unread.${place}`);
  for (let place = 0; place < rows; place++) {
    const company = place % 3 === 0 ? companies.next().value : undefined;
    const [name = '', number = ''] = (company as string[] | undefined) ?? [];
    const outside: GoldenLei = { lei: leiNumber(place), name: `Company ${place} Inc`, country: 'US' };
    const others = place % identifiersPerName === 0 ? [{ name: `Formerly ${name}`, type: 'PREVIOUS_LEGAL_NAME' }] : [];
    const row = company ? { ...outside, name, number, others, authority: 'RA000585', country: 'GB' } : outside;
    yield widened(`${leiCsv([row]).split('\n')[1]}\n`, (column) => (column % 10 === 0 ? '"some text"' : ''));
  }
}

function* relationLines(rows: number): Generator<string> {
  yield `${relationCsv([]).split('\n')[0]}\n`;
  for (let place = 0; place + 1 < rows; place += identifiersPerRelation)
    yield `${relationCsv([{ child: leiNumber(place), parent: leiNumber(place + 1) }]).split('\n')[1]}\n`;
}

/** Nearly every company says why it names neither a direct nor an ultimate parent. */
function* exceptionLines(rows: number): Generator<string> {
  yield `${exceptionCsv([]).split('\n')[0]}\n`;
  for (let place = 0; place < rows; place++)
    for (const category of ['DIRECT', 'ULTIMATE'] as const)
      yield `${exceptionCsv([{ lei: leiNumber(place), category, reason: 'NATURAL_PERSONS' }]).split('\n')[1]}\n`;
}

/** In seconds. */
async function plainCopy(url: string, file: string): Promise<number> {
  const client = await connect(url);
  const header: string = await new Promise((resolve) =>
    createReadStream(file, { encoding: 'utf8', end: 100_000 }).once('data', (text) => resolve(String(text).split('\n')[0] ?? '')),
  );
  const columns = header.split(',').map((_, place) => `c${place} TEXT`);
  await client.query(`CREATE TABLE plain (${columns.join(', ')})`);
  const start = performance.now();
  const copy = client.query(copyFrom('COPY plain FROM STDIN (FORMAT csv, HEADER)'));
  await pipeline(createReadStream(file, { highWaterMark: 256 * 1024 }), copy);
  const seconds = (performance.now() - start) / 1000;
  await client.query('DROP TABLE plain');
  await client.end();
  return seconds;
}
