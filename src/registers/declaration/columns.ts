import { type Cell, WrongFile } from '../files/table.ts';

/** Takes something from a row. */
export type Reader<Value> = (cells: readonly Cell[]) => Value;

/** An object whose fields are each read from the row. */
export function record<Fields extends Record<string, Reader<unknown>>>(
  fields: Fields,
): Reader<{ [Name in keyof Fields]: ReturnType<Fields[Name]> }> {
  const [names, readers] = [Object.keys(fields), Object.values(fields)];
  return (cells) => {
    const object: Record<string, unknown> = {};
    // Taking pairs apart would cost more than most readers.
    for (let place = 0; place < names.length; place++) object[names[place] as string] = readers[place]?.(cells);
    return object as { [Name in keyof Fields]: ReturnType<Fields[Name]> };
  };
}

/**
 * The columns of a file, found by name. Publishers are careless with the space around names and with their case, so neither
 * is compared; the source fields keep both.
 */
export class Columns {
  readonly #alike: (name: string) => string;
  readonly #names: readonly string[];
  readonly #places: Map<string, number>;
  readonly #missing: string[] = [];

  constructor(names: readonly string[], alike = (name: string) => name.trim().toLowerCase()) {
    this.#alike = alike;
    this.#names = names;
    // Of two columns with one name the first counts.
    this.#places = new Map(names.map((name, place) => [alike(name), place] as const).reverse());
  }

  /** The text of a column that must be there. Absences are told together, by `check`. */
  need(name: string): Reader<string> {
    if (!this.has(name)) this.#missing.push(name);
    return this.maybe(name);
  }

  /** The text of a column that not every edition has. */
  maybe(name: string): Reader<string> {
    const place = this.#places.get(this.#alike(name));
    return place === undefined ? () => '' : (cells) => textOf(cells[place]);
  }

  /** What the text of a column means; the text is empty where an edition lacks the column. */
  read<Value>(name: string, interpret: (text: string) => Value): Reader<Value> {
    const text = this.maybe(name);
    return (cells) => interpret(text(cells));
  }

  /** The cell itself. */
  cell(name: string): Reader<Cell> {
    const place = this.#places.get(this.#alike(name));
    if (place === undefined) this.#missing.push(name);
    return place === undefined ? () => null : (cells) => cells[place] ?? null;
  }

  has(name: string): boolean {
    return this.#places.has(this.#alike(name));
  }

  check(): void {
    if (this.#missing.length === 0) return;
    const names = [...new Set(this.#missing)].map((name) => `"${name}"`).join(', ');
    const found = this.#names.slice(0, 5).join(', ');
    throw new WrongFile(
      `This is not the file of this register: the header lacks ${names}. It starts with: ${found.slice(0, 200)}.`,
    );
  }
}

export function textOf(cell: Cell | undefined): string {
  if (cell === '') return cell;
  return typeof cell === 'string' ? cell.trim() : cell === null || cell === undefined ? '' : String(cell);
}

export const orNull = (text: string): string | null => (text === '' ? null : text);

/** A whole number, or null where there is none. */
export function integerOf(text: string): number | null {
  return text !== '' && /^-?\d{1,15}$/.test(text) ? Number(text) : null;
}

/** A number with or without decimals, or null where there is none. */
export function decimalOf(text: string): number | null {
  return /^-?\d{1,15}(?:\.\d{1,6})?$/.test(text) ? Number(text) : null;
}
