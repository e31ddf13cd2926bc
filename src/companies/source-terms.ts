import type pg from 'pg';
import type { Activity, SourceLayout } from '../database/client.ts';

export type ActivityTerm = Pick<Activity, 'code' | 'label' | 'scheme'>;

/** The terms that records refer to: activities and column names. They are few and never change, so each is read once. */
export class SourceTerms {
  readonly #database: Pick<pg.Pool, 'query'>;
  readonly #activities = new Map<number, ActivityTerm>();
  readonly #layouts = new Map<number, string[]>();

  constructor(database: Pick<pg.Pool, 'query'>) {
    this.#database = database;
  }

  async activities(ids: readonly number[]): Promise<ActivityTerm[]> {
    const unknown = ids.filter((id) => !this.#activities.has(id));
    if (unknown.length > 0) {
      const { rows } = await this.#database.query<Activity>('SELECT id, code, label, scheme FROM activity WHERE id = ANY ($1)', [
        unknown,
      ]);
      for (const { id, code, label, scheme } of rows) this.#activities.set(id, { code, label, scheme });
    }
    return ids.flatMap((id) => this.#activities.get(id) ?? []);
  }

  /** The column names of a source file, in its order. */
  async columns(layoutId: number): Promise<string[]> {
    const known = this.#layouts.get(layoutId);
    if (known) return known;
    const { rows } = await this.#database.query<Pick<SourceLayout, 'columns'>>(
      'SELECT columns FROM source_layout WHERE id = $1',
      [layoutId],
    );
    if (!rows[0]) throw new Error(`There is no source layout ${layoutId}.`);
    const columns = rows[0].columns as string[];
    this.#layouts.set(layoutId, columns);
    return columns;
  }
}
