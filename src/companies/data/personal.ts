import { isRawNumber } from '../../kernel/lossless-json.ts';
import { fold } from '../format/fold.ts';
import type { Content } from './content.ts';
import type { LayoutColumn } from './source-terms.ts';

/** What of a register is about natural persons, as the register declares it. */
export interface PersonalFields {
  /** Source columns; of several files: the file, or `file/column`. */
  personal?: readonly string[];
  /** JSON pointers into the record, such as /registry/directors or /registry/address/careOf. */
  personalFields?: readonly string[];
}

/** A source row as it is kept: cells, or the object of a JSON file. */
type Cells = readonly unknown[] | Record<string, unknown>;

/** Names of columns, alike in all layouts: without case, diacritics and remarks in brackets behind them. */
function columnName(text: string): string {
  const remark = text.indexOf('(');
  return fold(remark > 0 ? text.slice(0, remark) : text)
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Fields about natural persons, or some of them: which they are, and how a record looks without them. */
export class Personal {
  readonly #columns: ReadonlySet<string>;
  /** Paths below the typed fields, by name. */
  readonly #registry: readonly Path[];
  /** Answers by name of the column: there are few names and millions of questions. */
  readonly #known = new Map<string, boolean>();

  constructor({ personal = [], personalFields = [] }: PersonalFields) {
    this.#columns = new Set(personal.map(columnName));
    this.#registry = personalFields.map(registryPath);
  }

  /** Of declared fields, those that some words name: a column, or a pointer. Tells the words that name none. */
  static among(declared: PersonalFields, words: readonly string[]): { fields: string[]; unknown: string[] } {
    const all = [...(declared.personal ?? []), ...(declared.personalFields ?? [])];
    const named = (word: string) => all.find((field) => field === word || columnName(field) === columnName(word));
    return { fields: words.flatMap((word) => named(word) ?? []), unknown: words.filter((word) => !named(word)) };
  }

  /** As they are listed in an erasure: pointers begin with a slash, columns don't. */
  static of(fields: readonly string[]): Personal {
    const isPointer = (field: string) => field.startsWith('/');
    return new Personal({
      personal: fields.filter((field) => !isPointer(field)),
      personalFields: fields.filter(isPointer),
    });
  }

  without(content: Content): Content {
    if (this.#columns.size === 0 && this.#registry.length === 0) return content;
    return {
      ...content,
      registry: replaced(content.registry, this.#registry, () => []),
      sourceData: this.#keptSource(content.sourceData),
    };
  }

  /** The typed fields, with null in the place of what is about persons. */
  blankRegistry(registry: Record<string, unknown>): Record<string, unknown> {
    return replaced(registry, this.#registry, (name) => [[name, null]]);
  }

  /** The cells of a source row, likewise; of a file that is personal as a whole, no rows. */
  blankCells(layout: readonly LayoutColumn[], cells: Cells): Cells {
    if (!Array.isArray(cells))
      return Object.fromEntries(Object.entries(cells).map(([name, value]) => [name, this.#isColumn(name) ? null : value]));
    return cells.map((cell, place) => {
      const column = layout[place] ?? '';
      if (typeof column === 'string') return this.#isColumn(column) ? null : cell;
      if (this.#isColumn(column.part)) return [];
      const blank = (row: readonly unknown[]) =>
        row.map((value, at) => (this.#isColumn(`${column.part}/${column.columns[at]}`) ? null : value));
      return Array.isArray(cell) ? cell.map(blank) : cell;
    });
  }

  /** A file of several is a list of rows. */
  #keptSource(source: Record<string, unknown>): Record<string, unknown> {
    const ofRow = (part: string) => (row: unknown) =>
      isObject(row) ? Object.fromEntries(Object.entries(row).filter(([name]) => !this.#isColumn(`${part}/${name}`))) : row;
    return Object.fromEntries(
      Object.entries(source)
        .filter(([name]) => !this.#isColumn(name))
        .map(([name, value]) => [name, Array.isArray(value) ? value.map(ofRow(name)) : value]),
    );
  }

  #isColumn(name: string): boolean {
    const known = this.#known.get(name) ?? this.#columns.has(columnName(name));
    this.#known.set(name, known);
    return known;
  }
}

type Path = readonly string[];
type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawNumber(value);

/** The object with something else in the place of the fields that the paths lead to. */
function replaced(object: Fields, paths: readonly Path[], by: (name: string) => [string, unknown][]): Fields {
  return Object.fromEntries(
    Object.entries(object).flatMap(([name, value]): [string, unknown][] => {
      const below = paths.filter(([first]) => first === name).map(([, ...rest]) => rest);
      if (below.some(({ length }) => length === 0)) return by(name);
      return [[name, below.length > 0 && isObject(value) ? replaced(value, below, by) : value]];
    }),
  );
}

/** Only typed national fields are declared by pointer; what else a record has is about the company. */
function registryPath(pointer: string): Path {
  const [start, first, ...path] = pointer.split('/').map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (start !== '' || first !== 'registry' || path.length === 0 || path.includes(''))
    throw new Error(`A personal field is a pointer such as /registry/directors, not ${pointer}.`);
  return path;
}
