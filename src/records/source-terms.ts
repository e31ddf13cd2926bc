import type pg from 'pg';
import { type ActivityTerm, distinct, type LayoutColumn, type TermIds, type Terms } from '../company/content/layout.ts';
import type { Activity, SourceLayout } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import { TickBatch } from './tick-batch.ts';

const listActivities = sql<Activity>`SELECT id, code, label, scheme FROM activity WHERE id = ANY ($1)`;
const listLayouts = sql<Pick<SourceLayout, 'id' | 'columns'>>`SELECT id, columns FROM source_layout WHERE id = ANY ($1)`;

/** The terms of the database. They never change, so each is read once. */
export class SourceTerms implements Terms {
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
