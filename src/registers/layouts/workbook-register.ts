import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Snapshot } from '../declaration/register.ts';
import { piecesOf } from '../files/bad-row.ts';
import { openFile } from '../files/open-file.ts';
import { type BadRow, type Batches, type Row, WrongFile } from '../files/table.ts';
import { openWorkbook, type Workbook } from '../files/xlsx.ts';

/** A text for comparison: without diacritics, case and extra space. */
export const plain = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll(/\s+/g, ' ').trim().toLowerCase();

/** The name of a sheet or column for comparison: also without remarks in brackets, and without space at a slash. */
export function headingOf(name: string): string {
  const normalized = plain(name).replaceAll(/ ?\/ ?/g, '/');
  const remark = normalized.endsWith(')') ? normalized.indexOf('(') : -1;
  return remark < 0 ? normalized : normalized.slice(0, remark).trimEnd();
}

/** There may be a few titles above the header. */
const rowsToHeader = 20;

/** The first sheet with one of these names, from its header on: the row that contains the given names. */
export async function openSheet(workbook: Workbook, names: string[], header: string[]) {
  const wanted = new Set(names.map(headingOf));
  const name = workbook.sheets.find((sheet) => wanted.has(headingOf(sheet)));
  if (name === undefined) {
    throw new WrongFile(
      `The workbook has no sheet "${names.join('" or "')}". It has: ${workbook.sheets.join(', ').slice(0, 200)}.`,
    );
  }
  const batches = workbook.rows(name)[Symbol.asyncIterator]();
  const opening = await batches.next();
  const first = opening.done ? [] : opening.value;
  const place = first.slice(0, rowsToHeader).findIndex((row) => 'cells' in row && isHeader(row, header));
  const found = first[place];
  if (!found || !('cells' in found))
    throw new WrongFile(`The sheet "${name}" has no header with "${header.join('" and "')}" in its first rows.`);
  const columns = found.cells.map((cell) => String(cell ?? ''));
  async function* rest(): Batches {
    yield first.slice(place + 1).map((row) => padded(row, columns.length));
    for (let next = await batches.next(); !next.done; next = await batches.next())
      yield next.value.map((row) => padded(row, columns.length));
  }
  // The texts above the header.
  const titles = first
    .slice(0, place)
    .flatMap((row) => ('cells' in row ? row.cells.filter((cell) => typeof cell === 'string') : []));
  return { titles, columns, batches: rest() };
}

function isHeader({ cells }: Row, header: string[]): boolean {
  const names = new Set(cells.map((cell) => headingOf(String(cell ?? ''))));
  return header.every((name) => names.has(headingOf(name)));
}

/** In the file a row ends with its last cell; a record has a cell for every column. */
function padded(row: Row | BadRow, width: number): Row | BadRow {
  if (!('cells' in row) || row.cells.length === width) return row;
  if (row.cells.length < width) return { ...row, cells: [...row.cells, ...Array<null>(width - row.cells.length).fill(null)] };
  if (row.cells.slice(width).every((cell) => cell === null || cell === '')) return { ...row, cells: row.cells.slice(0, width) };
  return {
    line: row.line,
    problem: `the row has ${row.cells.length} cells, the header ${width}`,
    text: JSON.stringify(row.cells).slice(0, 2_000),
    pieces: piecesOf(JSON.stringify(row.cells)),
  };
}

/** Opens a workbook and makes a snapshot of it. A packed one is first unpacked to a temporary file, for random access. */
export async function withWorkbook(
  path: string,
  read: (workbook: Workbook) => Promise<Omit<Snapshot, 'progress' | 'close'>>,
): Promise<Snapshot> {
  const { workbook, discard } = await openPacked(path);
  const close = async () => {
    await workbook.close();
    await discard();
  };
  try {
    return {
      ...(await read(workbook)),
      progress: () => workbook.progress().read / (workbook.progress().total || 1),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openPacked(path: string): Promise<{ workbook: Workbook; discard: () => Promise<void> }> {
  try {
    return { workbook: await openWorkbook(path), discard: async () => {} };
  } catch (error) {
    const file = error instanceof WrongFile ? await openFile(path).catch(() => undefined) : undefined;
    if (!file || !/\.xlsx$/i.test(file.name.replace(/\.gz$/i, ''))) throw error;
    const folder = await mkdtemp(join(tmpdir(), 'company-registry-'));
    const discard = () => rm(folder, { recursive: true, force: true });
    try {
      const unpacked = join(folder, 'workbook.xlsx');
      await pipeline(Readable.from(file.bytes), createWriteStream(unpacked));
      return { workbook: await openWorkbook(unpacked), discard };
    } catch (inner) {
      await discard();
      throw inner;
    }
  }
}
