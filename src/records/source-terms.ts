import { type ActivityTerm, distinct, type LayoutColumn, type TermIds, type Terms } from '../company/content/layout.ts';
import type { Activity, SourceLayout } from '../database/client.ts';
import type { Queries } from '../database/pool.ts';
import { sql } from '../database/sql.ts';
import { tickBatch } from './tick-batch.ts';

const listActivities = sql<Activity>`SELECT id, code, label, scheme FROM activity WHERE id = ANY ($1)`;
const listLayouts = sql<Pick<SourceLayout, 'id' | 'columns'>>`SELECT id, columns FROM source_layout WHERE id = ANY ($1)`;

/** The terms of the database. They never change, so each is read once. */
export class SourceTerms implements Terms {
  readonly #activities = new Map<number, ActivityTerm>();
  readonly #layouts = new Map<number, readonly LayoutColumn[]>();
  /** One query reads all terms that are needed in one tick. */
  readonly #readActivity: (id: number) => Promise<unknown>;
  readonly #readLayout: (id: number) => Promise<unknown>;

  constructor(database: Queries) {
    this.#readActivity = tickBatch(async (ids) => {
      const { rows } = await database.query(listActivities, [ids]);
      for (const { id, code, label, scheme } of rows) this.#activities.set(id, { code, label, scheme });
      return this.#activities;
    });
    this.#readLayout = tickBatch(async (ids) => {
      const { rows } = await database.query(listLayouts, [ids]);
      for (const { id, columns } of rows) this.#layouts.set(id, distinct(columns as unknown as readonly LayoutColumn[]));
      return this.#layouts;
    });
  }

  async activities(ids: readonly number[]): Promise<ActivityTerm[]> {
    await this.learn({ activities: ids });
    return this.knownActivities(ids);
  }

  async columns(layoutId: number): Promise<readonly LayoutColumn[]> {
    await this.learn({ layouts: [layoutId] });
    return this.knownColumns(layoutId);
  }

  async learn({ activities = [], layouts = [] }: TermIds): Promise<void> {
    const unknown = activities.filter((id) => !this.#activities.has(id)).map(this.#readActivity);
    const columns = layouts.filter((id) => !this.#layouts.has(id)).map(this.#readLayout);
    await Promise.all([...unknown, ...columns]);
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
