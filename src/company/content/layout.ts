import type { Activity } from '../../database/client.ts';

export type ActivityTerm = Pick<Activity, 'code' | 'label' | 'scheme'>;

/** A column of the source, or one of its files: then the cell has the rows of that file. */
export type LayoutColumn = string | { part: string; columns: readonly string[] };

/** The names of the columns in sourceData. A repeated name becomes `Name (2)`, or gets the next number that is free. */
export function distinctNames(columns: readonly string[]): readonly string[] {
  const taken = new Set(columns);
  if (taken.size === columns.length) return columns;
  const seen = new Set<string>();
  return columns.map((column) => {
    let name = column;
    for (let number = 2; seen.has(column) && taken.has(name); number++) name = `${column} (${number})`;
    seen.add(column);
    taken.add(name);
    return name;
  });
}

/** A layout with unique names. */
export function distinct(layout: readonly LayoutColumn[]): readonly LayoutColumn[] {
  const names = distinctNames(layout.map((column) => (typeof column === 'string' ? column : column.part)));
  return layout.map((column, place) => {
    const name = names[place] as string;
    return typeof column === 'string' ? name : { part: name, columns: distinctNames(column.columns) };
  });
}

/** The source of a record as it was published: by the names of its columns, and by file if there are several. */
export const sourceFields = (layout: readonly LayoutColumn[], cells: readonly unknown[]): Record<string, unknown> =>
  Object.fromEntries(
    layout.map((column, place) => {
      if (typeof column === 'string') return [column, cells[place] ?? null];
      const rows = (cells[place] ?? []) as readonly (readonly unknown[])[];
      return [column.part, rows.map((row) => sourceFields(column.columns, row))];
    }),
  );

/** The source of a record by the names of a layout that may repeat them. */
export const fieldsOfCells = (layout: readonly LayoutColumn[], cells: readonly unknown[]): Record<string, unknown> =>
  sourceFields(distinct(layout), cells);

/** Applies a change to the fields of a source, and returns its cells. */
export function changedCells(
  layout: readonly LayoutColumn[],
  cells: readonly unknown[],
  change: (fields: Record<string, unknown>) => Record<string, unknown>,
): unknown[] {
  const columns = distinct(layout);
  const fields = change(sourceFields(columns, cells));
  return columns.map((column) => {
    if (typeof column === 'string') return fields[column];
    const rows = (fields[column.part] ?? []) as readonly Record<string, unknown>[];
    return rows.map((row) => column.columns.map((name) => row[name]));
  });
}

/** Which terms a record refers to. */
export interface TermIds {
  activities?: readonly number[];
  layouts?: readonly number[];
}

/** The terms that records refer to by id: activities and the column names of sources. */
export interface Terms {
  /** Reads those that are not known yet. */
  learn(ids: TermIds): Promise<void>;
  knownActivities(ids: readonly number[]): ActivityTerm[];
  /** The column names of a source file, in its order, made unique. */
  knownColumns(layoutId: number): readonly LayoutColumn[];
}
