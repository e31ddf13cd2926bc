import type pg from 'pg';
import type { Activity, SourceLayout } from '../../database/client.ts';
import { sql } from '../../database/sql.ts';
import { TickBatch } from './tick-batch.ts';

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
function distinct(layout: readonly LayoutColumn[]): readonly LayoutColumn[] {
  const names = distinctNames(layout.map((column) => (typeof column === 'string' ? column : column.part)));
  return layout.map((column, place) => {
    const name = names[place] as string;
    return typeof column === 'string' ? name : { part: name, columns: distinctNames(column.columns) };
  });
}

const named = (columns: readonly string[], cells: readonly unknown[]): Record<string, unknown> =>
  Object.fromEntries(columns.map((column, place) => [column, cells[place] ?? null]));

/** The source of a record as it was published: by the names of its columns, and by file if there are several. */
export const sourceFields = (layout: readonly LayoutColumn[], cells: readonly unknown[]): Record<string, unknown> =>
  Object.fromEntries(
    layout.map((column, place) => {
      if (typeof column === 'string') return [column, cells[place] ?? null];
      const rows = (cells[place] ?? []) as readonly (readonly unknown[])[];
      return [column.part, rows.map((row) => named(column.columns, row))];
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

const listActivities = sql<Activity>`SELECT id, code, label, scheme FROM activity WHERE id = ANY ($1)`;
const listLayouts = sql<Pick<SourceLayout, 'id' | 'columns'>>`SELECT id, columns FROM source_layout WHERE id = ANY ($1)`;

interface TermIds {
  activities?: readonly number[];
  layouts?: readonly number[];
}

/** The terms that records refer to by id: activities and the column names of sources. They never change, so each is read once. */
export class SourceTerms {
  readonly #database: Pick<pg.Pool, 'query'>;
  readonly #activities = new Map<number, ActivityTerm>();
  readonly #layouts = new Map<number, readonly LayoutColumn[]>();
  /** One query reads all terms that are needed in one tick. */
  readonly #unknownActivities = new TickBatch((ids: number[]) => this.#readActivities(ids));
  readonly #unknownLayouts = new TickBatch((ids: number[]) => this.#readLayouts(ids));

  constructor(database: Pick<pg.Pool, 'query'>) {
    this.#database = database;
  }

  async activities(ids: readonly number[]): Promise<ActivityTerm[]> {
    await this.learn({ activities: ids });
    return this.knownActivities(ids);
  }

  /** The column names of a source file, in its order, made unique. */
  async columns(layoutId: number): Promise<readonly LayoutColumn[]> {
    await this.learn({ layouts: [layoutId] });
    return this.knownColumns(layoutId);
  }

  knows({ activities = [], layouts = [] }: TermIds): boolean {
    return activities.every((id) => this.#activities.has(id)) && layouts.every((id) => this.#layouts.has(id));
  }

  /** Reads those that are not known yet. */
  async learn({ activities = [], layouts = [] }: TermIds): Promise<void> {
    const unknown = activities.filter((id) => !this.#activities.has(id)).map((id) => this.#unknownActivities.find(id));
    const columns = layouts.filter((id) => !this.#layouts.has(id)).map((id) => this.#unknownLayouts.find(id));
    await Promise.all([...unknown, ...columns]);
  }

  async #readActivities(ids: readonly number[]): Promise<ReadonlyMap<number, ActivityTerm>> {
    const { rows } = await this.#database.query(listActivities, [ids]);
    for (const { id, code, label, scheme } of rows) this.#activities.set(id, { code, label, scheme });
    return this.#activities;
  }

  async #readLayouts(ids: readonly number[]): Promise<ReadonlyMap<number, readonly LayoutColumn[]>> {
    const { rows } = await this.#database.query(listLayouts, [ids]);
    for (const { id, columns } of rows) this.#layouts.set(id, distinct(columns as unknown as readonly LayoutColumn[]));
    return this.#layouts;
  }

  knownActivities(ids: readonly number[]): ActivityTerm[] {
    return ids.flatMap((id) => this.#activities.get(id) ?? []);
  }

  knownColumns(layoutId: number): readonly LayoutColumn[] {
    const columns = this.#layouts.get(layoutId);
    if (!columns) throw new Error(`There is no source layout ${layoutId}.`);
    return columns;
  }
}
