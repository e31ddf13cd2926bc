import { basename } from 'node:path';
import { dayIn, objectIn, textIn } from '../declaration/json-fields.ts';
import { readCsv } from '../files/csv.ts';
import { readJson } from '../files/json.ts';
import { dataFilesAt, fileSha256, openFile } from '../files/open-file.ts';
import { type BadRow, type Cell, type JsonObject, type JsonValue, WrongFile } from '../files/table.ts';

/** The files of the golden copy: identifiers, relations, and why a parent is missing. */
export const goldenKinds = ['lei2', 'rr', 'repex'] as const;
type GoldenKind = (typeof goldenKinds)[number];

/** A row of any form: its values by the column names of the CSV form. */
export interface GoldenRow {
  text(column: string): string;
  /** The values of columns that are numbered, `OtherEntityName.1` and so on, each with its type and language. */
  names(list: string, item: string): { name: string; type: string; language: string }[];
  /** Whether the record was deleted: deltas mark it so. A whole file may have the mark without a value, which means nothing. */
  readonly isDeleted: boolean;
}

export interface GoldenFile {
  path: string;
  name: string;
  sha256: string;
  kind: GoldenKind;
  scope: 'whole' | 'delta';
  /** When it was published, as its name says; else the day on which it was packed. */
  day: string | undefined;
}

/** A column that only this kind of file has. */
const telling: Record<GoldenKind, string> = {
  lei2: 'Entity.LegalName',
  rr: 'Relationship.StartNode.NodeID',
  repex: 'Exception.Category',
};
const lists = ['records', 'relations', 'exceptions', 'LEIRecords', 'RelationshipRecords', 'ReportingExceptions'];

const deltaName = /(?:intra|last)-?(?:day|week|month)|delta/i;
const dayInName = /(?:^|\D)(20\d\d)-?(\d\d)-?(\d\d)(?:[-T_ ]?(\d\d)(\d\d))?(?!\d)/;

/** Finds out what a file is. `isDelta`: whatever its name says. */
export async function identifyGolden(path: string, isDelta: boolean): Promise<GoldenFile> {
  const { kind, marksDeletions, close } = await openGolden(path);
  await close();
  const sha256 = await fileSha256(path);
  const inside = await dataFilesAt(path);
  const names = [basename(path), ...inside.map(({ name }) => name)];
  const scope = isDelta || names.some((name) => deltaName.test(name)) ? 'delta' : 'whole';
  // GLEIF keeps every identifier that it ever published, so only relations and exceptions are deleted.
  if (scope === 'delta' && kind !== 'lei2' && !marksDeletions)
    throw new WrongFile(
      `${path} is a delta without a column Deletion or DeletedAt, so what was deleted is not known: take the delta as JSON.`,
    );
  const named = names.flatMap((name) => {
    const [, year, month, day, hours = '00', minutes = '00'] = dayInName.exec(name) ?? [];
    return year && dayIn(`${year}-${month}-${day}`) ? [`${year}-${month}-${day}T${hours}:${minutes}`] : [];
  });
  return { path, name: basename(path), sha256, kind, scope, day: named[0] ?? inside[0]?.packedOn };
}

interface OpenGolden {
  kind: GoldenKind;
  /** Whether its rows can say that they are deleted. */
  marksDeletions: boolean;
  batches: AsyncIterable<(GoldenRow | BadRow)[]>;
  /** From 0 to 1. */
  progress(): number;
  /** Ends the reading of a file that is not read to its end. */
  close(): Promise<void>;
}

/** Opens a file in CSV or JSON, packed or not, and finds out which kind it is. */
export async function openGolden(path: string): Promise<OpenGolden> {
  const file = await openFile(path);
  const source = file.bytes[Symbol.asyncIterator]();
  const first = await source.next();
  const start = first.done
    ? ''
    : first.value
        .toString('latin1', 0, 100)
        .replace(/^\u00ef\u00bb\u00bf/, '')
        .trimStart()[0];
  const bytes = async function* (): AsyncGenerator<Buffer> {
    if (!first.done) yield first.value;
    yield* { [Symbol.asyncIterator]: () => source };
  };
  const progress = () => (file.size > 0 ? file.bytesRead() / file.size : 1);
  const close = async () => void (await source.return?.());
  try {
    if (start === '<') throw new WrongFile(`${path} is XML: take the golden copy as CSV or JSON.`);
    const opened = start === '{' || start === '[' ? await openJson(path, bytes()) : await openCsv(path, bytes());
    return { ...opened, progress, close };
  } catch (error) {
    await close();
    throw error;
  }
}

const notGolden = (path: string): WrongFile =>
  new WrongFile(`${path} is no file of GLEIF's golden copy: it has neither identifiers nor relations nor exceptions.`);

async function openCsv(
  path: string,
  bytes: AsyncIterable<Buffer>,
): Promise<Pick<OpenGolden, 'kind' | 'marksDeletions' | 'batches'>> {
  const { columns, batches } = await readCsv(bytes, { delimiter: ',' });
  const places = new Map(columns.map((column, place) => [column.trim(), place]));
  const kind = goldenKinds.find((one) => places.has(telling[one]));
  if (!kind) throw notGolden(path);
  const needed = neededColumns[kind].filter((column) => !places.has(column));
  if (needed.length > 0) throw new WrongFile(`${path} lacks the column ${needed.join(', ')}: its format has changed.`);
  const deletion = [...places.keys()].find((column) => deletionColumn.test(column));
  const row = new CsvRow(places, deletion);
  const rows = async function* () {
    for await (const batch of batches) yield batch.map((one) => ('cells' in one ? row.with(one.cells) : one));
  };
  return { kind, marksDeletions: deletion !== undefined, batches: rows() };
}

/** Assumed from the element `gleif:Deletion` of the other forms, see docs/operators/importing.md. */
const deletionColumn = /(?:^|[.:])(?:Deletion|DeletedAt)$/;

const neededColumns: Record<GoldenKind, readonly string[]> = {
  lei2: [
    'LEI',
    'Entity.RegistrationAuthority.RegistrationAuthorityID',
    'Entity.RegistrationAuthority.RegistrationAuthorityEntityID',
    'Registration.RegistrationStatus',
  ],
  rr: ['Relationship.EndNode.NodeID', 'Relationship.RelationshipType', 'Relationship.RelationshipStatus'],
  repex: ['LEI', 'Exception.Reason.1'],
};

/** A row of a CSV file. */
class CsvRow implements GoldenRow {
  readonly #places: ReadonlyMap<string, number>;
  /** The column that says when a record was deleted. */
  readonly #deletion: string | undefined;
  readonly #cells: readonly Cell[];

  constructor(places: ReadonlyMap<string, number>, deletion: string | undefined, cells: readonly Cell[] = []) {
    this.#places = places;
    this.#deletion = deletion;
    this.#cells = cells;
  }

  get isDeleted(): boolean {
    return this.#deletion !== undefined && this.text(this.#deletion) !== '';
  }

  with(cells: readonly Cell[]): CsvRow {
    return new CsvRow(this.#places, this.#deletion, cells);
  }

  text(column: string): string {
    const place = this.#places.get(column);
    return place === undefined ? '' : String(this.#cells[place] ?? '').trim();
  }

  names(list: string, item: string) {
    const found: { name: string; type: string; language: string }[] = [];
    for (let number = 1; this.#places.has(`Entity.${list}.${item}.${number}`); number++) {
      const column = `Entity.${list}.${item}.${number}`;
      const name = this.text(column);
      if (name !== '') found.push({ name, type: this.text(`${column}.type`), language: this.text(`${column}.xmllang`) });
    }
    return found;
  }
}

async function openJson(
  path: string,
  bytes: AsyncIterable<Buffer>,
): Promise<Pick<OpenGolden, 'kind' | 'marksDeletions' | 'batches'>> {
  const batches = readJson(bytes, lists);
  const first = await batches.next();
  const record = first.value?.find((one) => 'cells' in one);
  const kind = record && 'cells' in record ? goldenKinds.find((one) => has(new JsonRecordRow(record.cells), one)) : undefined;
  if (!kind) {
    await batches.return(undefined);
    throw notGolden(path);
  }
  const rows = async function* () {
    for (let next = first; !next.done; next = await batches.next())
      yield next.value.map((one) => ('cells' in one ? new JsonRecordRow(one.cells) : one));
  };
  return { kind, marksDeletions: true, batches: rows() };
}

const has = (row: GoldenRow, kind: GoldenKind): boolean => row.text(telling[kind]) !== '';

/** What the JSON form calls the columns of the CSV form, where that is not the same path. */
const jsonPaths: readonly [RegExp, string][] = [
  [/^Relationship\.Period\.(\d+)\.startDate$/, 'Relationship.RelationshipPeriods.RelationshipPeriod.$1.StartDate'],
  [/^Relationship\.Period\.(\d+)\.endDate$/, 'Relationship.RelationshipPeriods.RelationshipPeriod.$1.EndDate'],
  [/^Relationship\.Period\.(\d+)\.periodType$/, 'Relationship.RelationshipPeriods.RelationshipPeriod.$1.PeriodType'],
  [/^Relationship\.Quantifiers\.(\d+)\.(\w+)$/, 'Relationship.RelationshipQuantifiers.RelationshipQuantifier.$1.$2'],
  [/^Exception\.Category$/, 'ExceptionCategory'],
  [/^Exception\.Reason\.(\d+)$/, 'ExceptionReason.$1'],
];

/** A record of a JSON file: every value is under `$`, and attributes begin with `@`. */
class JsonRecordRow implements GoldenRow {
  readonly #record: JsonObject;

  /** Some editions wrap each record in an object of one member. */
  constructor(record: JsonObject) {
    const [only, ...others] = Object.values(record);
    const inner = others.length === 0 ? objectIn(only) : {};
    this.#record = Object.keys(inner).length > 0 && !('$' in inner) ? inner : record;
  }

  get isDeleted(): boolean {
    const mark = at(this.#record, ['Extension', 'gleif:Deletion']);
    return valueIn(mark) !== '' || Object.keys(objectIn(mark)).length > 0;
  }

  text(column: string): string {
    const [pattern, path = column] = jsonPaths.find(([one]) => one.test(column)) ?? [];
    const spelt = pattern ? column.replace(pattern, path) : column;
    return valueIn(at(this.#record, spelt.split('.'))) || valueIn(at(this.#record, column.split('.')));
  }

  names(list: string, item: string) {
    const found = listOf(at(this.#record, ['Entity', list, item]));
    return found.flatMap((one) => {
      const name = valueIn(one);
      const { '@type': type, '@xml:lang': language } = objectIn(one);
      return name === '' ? [] : [{ name, type: textIn(type), language: textIn(language) }];
    });
  }
}

const listOf = (value: JsonValue | undefined): readonly JsonValue[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value as JsonValue];

/** The value at a path. A number counts the items of a list from 1; a single item may stand without its list. */
function at(start: JsonValue | undefined, path: readonly string[]): JsonValue | undefined {
  let value = start;
  for (const name of path) value = /^\d+$/.test(name) ? listOf(value)[Number(name) - 1] : objectIn(value)[name];
  return value;
}

const valueIn = (value: JsonValue | undefined): string => textIn(objectIn(value)['$'] ?? value);
