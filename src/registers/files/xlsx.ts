import { posix } from 'node:path';
import { SharedStrings } from './shared-strings.ts';
import { type Batches, WrongFile } from './table.ts';
import type { Strings } from './xlsx-cell.ts';
import { Package } from './xlsx-package.ts';
import { readSheet } from './xlsx-sheet.ts';
import { unescapeOoxml } from './xlsx-text.ts';
import { type Attributes, parseXml } from './xml.ts';
import { damaged, type ZipPart } from './zip-part.ts';

export interface Workbook {
  /** The names of the sheets, in their order. */
  readonly sheets: readonly string[];
  /** Whether its dates count from 1904, as on old Macs; for `excelDate`. */
  readonly date1904: boolean;
  /**
   * Cells are dense from column A to the last one with a value; rows without a value are left out. Dates are
   * serial numbers. Damage at the end of the file is reported at the end, after rows were returned.
   */
  rows(sheet: string): Batches;
  /** Packed bytes of the sheet that was opened last, and of the shared strings if they were read for it. */
  progress(): { read: number; total: number };
  close(): Promise<void>;
}

/** The parts that list the contents are small, and are read at once. */
const maxIndexBytes = 8 * 1024 ** 2;

/** Reads an XLSX workbook of any size in little memory. Throws WrongFile if it is none, at once or while reading its rows. */
export async function openWorkbook(path: string): Promise<Workbook> {
  const archive = await Package.open(path);
  try {
    return makeWorkbook(archive, await readIndex(archive));
  } catch (error) {
    archive.close();
    throw error;
  }
}

interface Index {
  date1904: boolean;
  /** The part of each sheet, by its name. */
  sheets: Map<string, string>;
  sharedStrings: string | undefined;
}

function makeWorkbook(archive: Package, index: Index): Workbook {
  let strings: Promise<SharedStrings> | undefined;
  let reading: ZipPart[] = [];

  const loadStrings = (): Promise<Strings> => {
    if (strings) return strings;
    if (index.sharedStrings === undefined) return Promise.resolve({ get: refuse });
    const part = archive.part(index.sharedStrings);
    reading.push(part);
    strings = SharedStrings.load(part);
    return strings;
  };

  async function* rows(name: string): Batches {
    const sheet = index.sheets.get(name);
    if (sheet === undefined)
      throw new WrongFile(`The workbook has no sheet ${quoted([name])}; it has ${quoted(index.sheets.keys())}.`);
    const part = archive.part(sheet);
    reading = [part];
    yield* readSheet(part.name, part.bytes(), await loadStrings());
  }

  return {
    sheets: [...index.sheets.keys()],
    date1904: index.date1904,
    rows,
    progress: () => ({
      read: reading.reduce((sum, part) => sum + part.packedRead, 0),
      total: reading.reduce((sum, part) => sum + part.packedSize, 0),
    }),
    close: async () => {
      archive.close();
      const loaded = await strings?.catch(() => undefined);
      strings = undefined;
      await loaded?.close();
    },
  };
}

function refuse(number: number): never {
  throw damaged(`a cell refers to shared string ${number}, and there are none`);
}

async function readIndex(archive: Package): Promise<Index> {
  if (!archive.has('_rels/.rels')) throw notAWorkbook('a zip archive of something else');
  const workbook = (await relations(archive, '_rels/.rels')).find(({ type }) => type === 'officeDocument')?.target;
  if (workbook === undefined) throw notAWorkbook('a package of something else');
  const index: Index = { date1904: false, sheets: new Map(), sharedStrings: undefined };
  const ids: { name: string; id: string | undefined }[] = [];
  let root: string | undefined;
  await parse(archive, workbook, (name, attributes) => {
    root ??= name;
    if (root !== 'workbook') throw notAWorkbook('an Office document of another kind');
    if (name === 'workbookPr') index.date1904 = ['1', 'true', 'on'].includes(attributes['date1904'] ?? '');
    if (name === 'sheet') ids.push({ name: unescapeOoxml(attributes['name'] ?? ''), id: relationId(attributes) });
  });
  const { dir, base } = posix.parse(workbook);
  const related = await relations(archive, posix.join(dir, '_rels', `${base}.rels`));
  index.sharedStrings = related.find(({ type }) => type === 'sharedStrings')?.target;
  for (const { name, id } of ids) {
    const target = related.find((relation) => relation.id === id)?.target;
    if (target === undefined || !archive.has(target)) throw damaged(`its sheet ${quoted([name])} is missing`);
    index.sheets.set(name, target);
  }
  if (index.sheets.size === 0) throw damaged('it has no sheets');
  return index;
}

interface Relation {
  id: string;
  /** The last word of the type: the part before it differs between the editions of the standard. */
  type: string;
  target: string;
}

async function relations(archive: Package, part: string): Promise<Relation[]> {
  const found: Relation[] = [];
  const folder = posix.join('/', posix.dirname(part), '..');
  await parse(archive, part, (name, { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode }) => {
    if (name !== 'Relationship' || mode === 'External') return;
    found.push({ id, type: type.slice(type.lastIndexOf('/') + 1), target: posix.resolve(folder, target).slice(1) });
  });
  return found;
}

function parse(archive: Package, part: string, open: (name: string, attributes: Attributes) => void): Promise<void> {
  return parseXml(part, archive.part(part, maxIndexBytes).bytes(), { open, text: () => {}, close: () => {} });
}

/** `r:id`, with any prefix of its namespace. */
function relationId(attributes: Attributes): string | undefined {
  return Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1];
}

const notAWorkbook = (what: string): WrongFile => new WrongFile(`The file is no XLSX workbook, but ${what}.`);

const quoted = (names: Iterable<string>): string => Array.from(names, (name) => JSON.stringify(name)).join(', ');

const dayMs = 86_400_000;
const lastDay = Date.UTC(9999, 11, 31);

/**
 * The ISO date of an Excel serial number, or null if there is no such day: 0, negative and impossible numbers, and
 * 29 February 1900, which exists only in Excel.
 */
export function excelDate(serial: number, date1904 = false): string | null {
  const number = Math.floor(serial);
  if (!(number >= 1) || (number === 60 && !date1904)) return null;
  const start = date1904 ? Date.UTC(1904, 0, 1) : number < 60 ? Date.UTC(1899, 11, 31) : Date.UTC(1899, 11, 30);
  const time = start + number * dayMs;
  return time > lastDay ? null : new Date(time).toISOString().slice(0, 10);
}
