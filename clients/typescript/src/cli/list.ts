import { cellOf } from './csv.ts';
import { hasColours, type Shell, write } from './shell.ts';
import { fitted, jsonLine, plain, widthOf } from './text.ts';

export type Format = 'table' | 'ndjson' | 'json' | 'csv';
type Value = string | number | boolean | null | undefined;

/** A column of a list: in CSV under the name of its field, and in tables if it has a title. */
export interface Column<Item> {
  field?: string;
  value(item: Item): Value;
  title?: string;
  /** On a narrow terminal the columns with the highest rank are left out. 0 by default. */
  rank?: number;
  /** It may be cut to make the table fit. */
  shrinks?: boolean;
}

/** No column is cut below this. */
const narrowest = 16;
const gap = 2;

/** Prints items as they come, in one of the formats. */
export class List<Item> {
  readonly #shell: Shell;
  readonly #signal: AbortSignal;
  readonly #format: Format;
  readonly #columns: readonly Column<Item>[];
  #layout: { column: Column<Item>; width: number }[] | undefined;
  #count = 0;

  constructor(shell: Shell, signal: AbortSignal, format: Format, columns: readonly Column<Item>[]) {
    this.#shell = shell;
    this.#signal = signal;
    this.#format = format;
    this.#columns = columns;
  }

  /** Adds items. In a table the first ones decide about the widths of the columns. */
  async add(items: readonly Item[]): Promise<void> {
    if (items.length === 0) return;
    const text = this.#text(items);
    this.#count += items.length;
    await write(this.#shell.stdout, text, this.#signal);
  }

  async end(): Promise<void> {
    if (this.#format === 'json') await write(this.#shell.stdout, this.#count === 0 ? '[]\n' : '\n]\n', this.#signal);
    if (this.#format === 'csv' && this.#count === 0) await write(this.#shell.stdout, this.#csvHead(), this.#signal);
  }

  #text(items: readonly Item[]): string {
    if (this.#format === 'table') return this.#table(items);
    if (this.#format === 'ndjson') return items.map((item) => `${jsonLine(item)}\n`).join('');
    if (this.#format === 'csv')
      return (this.#count === 0 ? this.#csvHead() : '') + items.map((item) => this.#csvRow(item)).join('');
    const texts = items.map((item) => jsonLine(item, 2).replaceAll('\n', '\n  '));
    return `${this.#count === 0 ? '[\n  ' : ',\n  '}${texts.join(',\n  ')}`;
  }

  #csvHead(): string {
    return `${this.#columns.flatMap(({ field }) => field ?? []).join(',')}\r\n`;
  }

  #csvRow(item: Item): string {
    const cells = this.#columns.flatMap(({ field, value }) => (field ? [value(item)] : []));
    // On a terminal the text of others must not act.
    const shown = this.#shell.stdout.isTTY ? cells.map((cell) => (typeof cell === 'string' ? plain(cell) : cell)) : cells;
    return `${shown.map((cell) => cellOf(cell)).join(',')}\r\n`;
  }

  #table(items: readonly Item[]): string {
    const shown = this.#columns.filter(({ title }) => title !== undefined);
    const rows = items.map((item) => shown.map(({ value }) => plain(String(value(item) ?? ''))));
    const isFirst = this.#layout === undefined;
    this.#layout ??= layout(shown, rows, this.#shell.stdout.columns ?? 80);
    const places = this.#layout.map(({ column, width }) => ({ place: shown.indexOf(column), width, title: column.title ?? '' }));
    const line = (cells: readonly string[]) =>
      places
        .map(({ place, width }) => fitted(cells[place] ?? '', width))
        .join(' '.repeat(gap))
        .trimEnd();
    const head = line(shown.map(({ title = '' }) => title));
    const bold = hasColours(this.#shell.stdout, this.#shell.env) ? `\x1b[1m${head}\x1b[0m` : head;
    return [...(isFirst ? [bold] : []), ...rows.map(line)].map((one) => `${one}\n`).join('');
  }
}

/** The columns that fit, and their widths. */
function layout<Item>(columns: readonly Column<Item>[], rows: readonly string[][], room: number) {
  const all = columns.map((column, place) => ({
    column,
    width: Math.max(widthOf(column.title ?? ''), ...rows.map((cells) => widthOf(cells[place] ?? ''))),
  }));
  const least = ({ column, width }: (typeof all)[number]) => (column.shrinks ? Math.min(width, narrowest) : width);
  const total = (kept: typeof all, of: (one: (typeof all)[number]) => number) =>
    kept.reduce((sum, one) => sum + of(one) + gap, -gap);
  let kept = all;
  while (kept.length > 1 && total(kept, least) > room) {
    const last = Math.max(...kept.map(({ column }) => column.rank ?? 0));
    if (last === 0) break;
    kept = kept.filter(({ column }) => (column.rank ?? 0) < last);
  }
  for (let over = total(kept, ({ width }) => width) - room; over > 0; over--) {
    const [widest] = kept
      .filter(({ column, width }) => column.shrinks && width > narrowest)
      .toSorted((a, b) => b.width - a.width);
    if (!widest) break;
    widest.width--;
  }
  return kept;
}
