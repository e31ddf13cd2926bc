import { type Cell, WrongFile } from '../files/table.ts';

/** A number or a date, which no name of a column has. */
const isValue = /^[\d\s./:-]{4,}$|\d{5}/;

/** Reads a value from the cells of a row, or from a record of a JSON file. */
export type Reader<Value, Source = readonly Cell[]> = (source: Source) => Value;

/** Reads an object: each field by its own reader. */
export function record<Fields extends Record<string, Reader<unknown>>>(
  fields: Fields,
): Reader<{ [Name in keyof Fields]: ReturnType<Fields[Name]> }> {
  const names = Object.keys(fields);
  const readers = Object.values(fields);
  return (source) => {
    const object: Record<string, unknown> = {};
    // A loop over Object.entries would cost more than most readers.
    for (let place = 0; place < names.length; place++) object[names[place] as string] = readers[place]?.(source);
    return object as { [Name in keyof Fields]: ReturnType<Fields[Name]> };
  };
}

/**
 * The columns of a file, found by name. Publishers vary the case of names and the space around them, so neither is compared; the
 * source fields keep both.
 */
export class Columns {
  readonly #normalize: (name: string) => string;
  readonly #names: readonly string[];
  readonly #places: Map<string, number>;
  readonly #missing: string[] = [];
  /** The optional columns that were looked for, and that this edition lacks. */
  readonly absent = new Set<string>();

  constructor(names: readonly string[], normalize = (name: string) => name.trim().toLowerCase()) {
    this.#normalize = normalize;
    this.#names = names;
    // If two columns have the same name, the first one is used.
    this.#places = new Map(names.map((name, place) => [normalize(name), place] as const).reverse());
  }

  /** The text of a required column, or a value made from it. `check` reports all missing columns together. */
  need(name: string): Reader<string>;
  need<Value>(name: string, interpret: (text: string) => Value): Reader<Value>;
  need(name: string, interpret?: (text: string) => unknown): Reader<unknown> {
    if (!this.has(name)) this.#missing.push(name);
    return interpret ? this.read(name, interpret) : this.maybe(name);
  }

  /** The text of an optional column. */
  maybe(name: string): Reader<string> {
    const place = this.#places.get(this.#normalize(name));
    if (place !== undefined) return (cells) => textOf(cells[place]);
    this.absent.add(name);
    return () => '';
  }

  /** The text of an optional column, or null. */
  text(name: string): Reader<string | null> {
    return this.read(name, orNull);
  }

  /** A value made from the text of an optional column. The text is empty if the column is missing. */
  read<Value>(name: string, interpret: (text: string) => Value): Reader<Value> {
    const text = this.maybe(name);
    return (cells) => interpret(text(cells));
  }

  /** Columns that are read as if they were optional, but must be there. */
  require(...names: readonly string[]): void {
    for (const name of names) this.need(name);
  }

  /** The cell itself. */
  cell(name: string): Reader<Cell> {
    const place = this.#places.get(this.#normalize(name));
    if (place === undefined) this.#missing.push(name);
    return place === undefined ? () => null : (cells) => cells[place] ?? null;
  }

  has(name: string): boolean {
    return this.#places.has(this.#normalize(name));
  }

  check(): void {
    if (this.#missing.length === 0) return;
    const names = [...new Set(this.#missing)].map((name) => `"${name}"`).join(', ');
    const found = this.#names.slice(0, 5).join(', ').slice(0, 200);
    // The first row of a file without its header may be about a person, and failures are logged and stored.
    const shown = this.#names.some((name) => isValue.test(name.trim())) ? 'It is a row of data' : `It starts with: ${found}`;
    throw new WrongFile(`This is not the file of this register: the header lacks ${names}. ${shown}.`);
  }
}

export function textOf(cell: Cell | undefined): string {
  if (cell === '') return cell;
  return typeof cell === 'string' ? cell.trim() : cell === null || cell === undefined ? '' : String(cell);
}

export const orNull = (text: string): string | null => (text === '' ? null : text);

/** A whole number, or null if the text has none. */
export function integerOf(text: string): number | null {
  return text !== '' && /^-?\d{1,15}$/.test(text) ? Number(text) : null;
}

/** A number with or without decimals, or null if the text has none. */
export function decimalOf(text: string): number | null {
  return /^-?\d{1,15}(?:\.\d{1,6})?$/.test(text) ? Number(text) : null;
}

/** A table of codes. */
export const tableOf = <Value = string>(table: Readonly<Record<string, Value>>): ReadonlyMap<string, Value> =>
  new Map(Object.entries(table));

/** The value of a code in a table, or null. */
export const valueIn =
  <Value>(table: ReadonlyMap<string, Value>) =>
  (code: string): Value | null =>
    table.get(code) ?? null;

/** The words true and false; null for any other text. */
export const trueOrFalse = (text: string): boolean | null => (text === 'true' ? true : text === 'false' ? false : null);

/** 1 is true, and any other text false; null if there is none. */
export const oneIsTrue = (text: string): boolean | null => (text === '' ? null : text === '1');
