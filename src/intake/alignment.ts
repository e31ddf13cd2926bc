import { isDeepStrictEqual } from 'node:util';
import type { SourceRow } from '../company/company.ts';
import { distinctNames, type LayoutColumn } from '../company/content/layout.ts';

/*
 * Puts the cells of a source row into the order of other columns. The content hash of a record uses the columns of the register's
 * first file, so a new column without values or a moved column changes no hash.
 */

type Cells = readonly unknown[];

interface AlignmentRules {
  /**
   * Columns that differ in every edition, such as its date: they do not count as a change of the record. `part` is the file that
   * the column is in, if there are several.
   */
  isPassing?: ((column: string, part?: string) => boolean) | undefined;
  /** The value for a column that the file lacks. */
  emptyCell?: null | '';
  /** Leave out the other columns. */
  isCut?: boolean;
}

const isEmpty = (cell: unknown): boolean => cell === '' || cell === null || cell === undefined;

const plainName = (name: string): string => name.trim().toLowerCase();

/**
 * Finds the places of wanted names. A publisher that writes its header in other letters, or with other blanks, means the same
 * columns: so a name that is missing is that of the only other one which differs in these alone.
 */
function placesIn(names: readonly string[], wanted: readonly string[]): (name: string) => number {
  const others = new Map<string, number>();
  const exact = new Set(wanted);
  names.forEach((name, place) => {
    if (!exact.has(name)) others.set(plainName(name), others.has(plainName(name)) ? -1 : place);
  });
  return (name) => {
    const place = names.indexOf(name);
    return place >= 0 ? place : (others.get(plainName(name)) ?? -1);
  };
}

/** A row of plain cells. Cells of other columns follow the wanted ones, as one object, if they are not empty. */
function rowAlignment(
  from: readonly string[],
  to: readonly string[],
  rules: AlignmentRules,
  part?: string,
): (row: Cells) => Cells {
  const { isPassing = () => false, emptyCell = '', isCut = false } = rules;
  const names = distinctNames(from);
  const wanted = distinctNames(to);
  const placeOf = placesIn(names, wanted);
  const places = to.flatMap((column, place) => (isPassing(column, part) ? [] : [placeOf(wanted[place] as string)]));
  const known = new Set(wanted.map((name) => names[placeOf(name)]));
  const others = from.flatMap((column, place) => {
    const name = names[place] as string;
    return isCut || known.has(name) || isPassing(column, part) ? [] : [{ name, place }];
  });
  return (row) => {
    const cells: unknown[] = places.map((place) => (place < 0 ? emptyCell : row[place]));
    const more = others.filter(({ place }) => !isEmpty(row[place])).map(({ name, place }) => [name, row[place]] as const);
    if (more.length > 0) cells.push(Object.fromEntries(more));
    return cells;
  };
}

const plainColumns = (columns: readonly LayoutColumn[]) => columns.filter((column) => typeof column === 'string');
const partColumns = (columns: readonly LayoutColumn[]) => columns.filter((column) => typeof column !== 'string');

/** Converts cells from some columns to others; undefined if the columns are the same and all count. Parts come last. */
export function alignment(
  from: readonly LayoutColumn[],
  to: readonly LayoutColumn[],
  rules: AlignmentRules = {},
): ((cells: Cells) => Cells) | undefined {
  if (!rules.isPassing && isDeepStrictEqual(from, to)) return undefined;
  const row = rowAlignment(plainColumns(from), plainColumns(to), rules);
  const given = partColumns(from);
  const wanted = partColumns(to);
  const start = from.length - given.length;
  const place = (part: string) => given.findIndex((one) => one.part === part);
  const parts = wanted.map(({ part, columns }) => {
    const at = place(part);
    return { at: start + at, align: at < 0 ? undefined : rowAlignment(given[at]?.columns ?? [], columns, rules, part) };
  });
  // Of a file that the wanted columns lack, only cells with values count, as of any other new column.
  const others = given
    .filter(({ part }) => !rules.isCut && !wanted.some((one) => one.part === part))
    .map(({ part, columns }) => ({ part, at: start + place(part), align: rowAlignment(columns, [], rules, part) }));
  return (cells) => {
    const plain = start > 0 ? row(cells.slice(0, start)) : [];
    const rows = parts.map(({ at, align }) => (align ? ((cells[at] ?? []) as readonly Cells[]).map(align) : []));
    const more = others
      .map(({ part, at, align }) => [part, ((cells[at] ?? []) as readonly Cells[]).map(align)] as const)
      .filter(([, some]) => some.length > 0);
    return [...plain, ...rows, ...(more.length > 0 ? [Object.fromEntries(more)] : [])];
  };
}

/** How the rows of a source are compared with those of another file. */
export interface ComparedSource extends Pick<AlignmentRules, 'isPassing'> {
  /** The columns of the source. If it is several files, a file can be one column, with its rows in one cell. */
  columns: readonly LayoutColumn[];
  /** Converts the remaining cells before they are compared. Unset: they are compared as they are. */
  compared?(cells: Cells): Cells;
  /** What an empty cell holds; unset: an empty text. */
  emptyCell?: null;
}

/**
 * Selects the cells that are compared to detect a change: those of the base columns, in their order, without columns that differ
 * in every edition, then those of columns that the base lacks. Undefined if all cells are compared as they are.
 */
export function comparedCells(
  { columns, isPassing, emptyCell, compared = (cells) => cells }: ComparedSource,
  base: readonly LayoutColumn[],
): ((cells: SourceRow['cells']) => Cells) | undefined {
  const align = alignment(columns, base, { isPassing, ...(emptyCell === null && { emptyCell }) });
  return align && ((cells) => compared(align(cells as Cells)));
}
