import { type FieldChange, isSame } from '../../company/content/content.ts';

/*
 * Signs of a damaged file, counted among the changes that an import notes anyway: names that change while nothing else does, days
 * with day and month swapped, letters of a wrong encoding. What the changes have in common says why a file changes so much.
 */

/** What a value became. */
const becomings = {
  days: 'day and month are swapped',
  letters: 'letters are in a wrong encoding',
  zeros: 'leading zeros are missing',
  case: 'only capital and small letters differ',
  emptied: 'a value is missing',
} as const;
type Becoming = keyof typeof becomings;

/** Records, and the numbers of three of them. */
export interface Counted {
  count: number;
  examples: string[];
}

/** The signs of a damaged file that are counted for each import. */
export const countedSigns = ['names', 'days', 'letters', 'zeros', 'conflicts'] as const;
export type SignCounts = Record<(typeof countedSigns)[number], number>;

/** How many examples of each sign are kept, and how many different lists of columns are counted. */
const max = { examples: 3, lists: 200, named: 4 };

/**
 * UTF-8 that was read as Latin: a letter that begins a sequence of bytes, and a sign that none has inside a word. Control
 * characters and U+FFFD; and a question mark in the place of a letter.
 */
const garbled =
  /[ÂÃÄÅÐÑâĂĹ][\u0080-\u00a9\u00ab-\u00b9\u00bb-\u00bfˇ˘˛łľ‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ€]|[\u0080-\u009f\ufffd]|\p{L}\?\p{L}/u;

/** Whether a text seems to have been read in a wrong encoding. */
export const isGarbled = (text: string): boolean => garbled.test(text);

const dayParts = /^(\d{1,4})([-./])(\d{1,2})\2(\d{1,4})(?!\d)/;

/** Whether a day has another day's number as its month, and the other way round. */
function isSwapped(before: string, after: string): boolean {
  const [, a, , b, c] = dayParts.exec(before) ?? [];
  const [, x, , y, z] = dayParts.exec(after) ?? [];
  // What is missing is NaN, which is the same as nothing.
  const same = (one?: string, other?: string) => Number(one) === Number(other);
  return a?.length === 4
    ? same(a, x) && same(b, z) && same(c, y) && !same(b, c)
    : same(c, z) && same(a, y) && same(b, x) && !same(a, b);
}

function becomingOf(before: string, after: string): Becoming | undefined {
  if (after === '') return 'emptied';
  if (before.startsWith('0') && before.replace(/^0+/, '') === after) return 'zeros';
  if (isSwapped(before, after)) return 'days';
  if (isGarbled(after) && !isGarbled(before)) return 'letters';
  return before.toLowerCase() === after.toLowerCase() ? 'case' : undefined;
}

/** A change of one value of the source. */
interface ColumnChange {
  column: string;
  before: string;
  after: string;
  isNew: boolean;
}

const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
const source = '/sourceData';

/** A list or an object, but not a number that keeps its digits. */
const isNested = (value: unknown): value is Record<string, unknown> =>
  Array.isArray(value) || (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype);

/** The values of a column that differ: in a register of several files a column has rows, and in JSON anything. */
function valueChanges(column: string, before: unknown, after: unknown, isNew = false): ColumnChange[] {
  if (!isNested(before) || !isNested(after)) {
    const change = { column, before: textOf(before), after: textOf(after), isNew };
    return change.before === change.after ? [] : [change];
  }
  const isList = Array.isArray(after);
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !isSame(before[name], after[name]),
  );
  return names.flatMap((name) => valueChanges(isList ? column : `${column}.${name}`, before[name], after[name]));
}

/** The values of a source that differ. A column whose name differs in its case alone is the same. */
function columnChanges(changes: readonly FieldChange[]): ColumnChange[] {
  return changes.flatMap(([path, before, after]): ColumnChange[] => {
    if (path.startsWith(`${source}/`)) return valueChanges(path.slice(source.length + 1), before, after);
    if (path !== source) return [];
    const former = new Map<string, unknown>(Object.entries(before ?? {}).map(([name, value]) => [plainName(name), value]));
    const found = Object.entries(after ?? {});
    const names = new Set(found.map(([column]) => plainName(column)));
    return [
      ...found.flatMap(([column, value]) =>
        valueChanges(column, former.get(plainName(column)), value, !former.has(plainName(column))),
      ),
      ...[...former].filter(([name]) => !names.has(name)).flatMap(([column, value]) => valueChanges(column, value, undefined)),
    ];
  });
}

const plainName = (name: string): string => name.trim().toLowerCase();

/**
 * Whether nothing but the name changed, and what repeats it. The columns do not tell: those about persons are missing, such as an
 * address with a c/o part, but what was read from them is not.
 */
function isOnlyName(changes: readonly FieldChange[]): boolean {
  const [, , name] = changes.find(([path]) => path === '/canonicalName') ?? [];
  if (typeof name !== 'string') return false;
  const text = JSON.stringify(name).slice(1, -1);
  return changes.every(
    ([path, , after]) =>
      path === source || path.startsWith(`${source}/`) || path === '/otherNames' || JSON.stringify(after ?? null).includes(text),
  );
}

const nothingCounted = () => ({ count: 0, examples: [] as string[], columns: new Set<string>() });

export class Signs {
  /** Changed records whose source changed. */
  #records = 0;
  readonly #becomings = new Map(Object.keys(becomings).map((name) => [name as Becoming, nothingCounted()]));
  /** The lists of columns that changed together. */
  readonly #lists = new Map<string, number>();
  /** Records of which only the name changed. */
  readonly names: Counted = nothingCounted();
  /** Records that differ only by columns that the served file lacks: no reason to refuse a file. */
  readonly newColumns = nothingCounted();

  /** Sees the changed fields of a record. */
  see(number: string, changes: readonly FieldChange[]): void {
    const columns = columnChanges(changes);
    if (columns.length === 0) return;
    if (columns.every(({ isNew }) => isNew)) {
      for (const { column } of columns) this.newColumns.columns.add(column);
      count(this.newColumns, number);
      return;
    }
    this.#records += 1;
    const list = [...new Set(columns.map(({ column }) => column))].join('\n');
    if (this.#lists.has(list) || this.#lists.size < max.lists) this.#lists.set(list, (this.#lists.get(list) ?? 0) + 1);
    if (columns.length === 1 && isOnlyName(changes)) count(this.names, number);
    const seen = new Set<Becoming>();
    for (const { column, before, after } of columns) {
      const becoming = before === '' ? undefined : becomingOf(before, after);
      const counted = becoming && this.#becomings.get(becoming);
      if (!counted) continue;
      if (counted.columns.size < max.lists) counted.columns.add(column);
      if (!seen.has(becoming)) count(counted, number);
      seen.add(becoming);
    }
  }

  /** Records with a value that became so. */
  of(becoming: 'days' | 'letters' | 'zeros'): Counted {
    return this.#becomings.get(becoming) ?? nothingCounted();
  }

  /** What most of the changes have in common, as sentences. */
  get common(): string[] {
    const isMost = (records: number) => records > this.#records / 2;
    const said = [...this.#becomings]
      .filter(([, { count }]) => isMost(count))
      .sort(([, one], [, other]) => other.count - one.count)
      .map(([becoming, { count, columns }]) => `in ${count} of them ${becomings[becoming]} (${listed([...columns])})`);
    const [list] = [...this.#lists].sort(([, one], [, other]) => other - one);
    if (list && isMost(list[1])) said.push(`${list[1]} of them differ only in ${listed(list[0].split('\n'))}`);
    return said;
  }
}

export function count(counted: Counted, number: string): void {
  counted.count += 1;
  if (counted.examples.length < max.examples) counted.examples.push(number);
}

const listed = (names: readonly string[]): string =>
  `${names.slice(0, max.named).join(', ')}${names.length > max.named ? ` and ${names.length - max.named} more` : ''}`;
