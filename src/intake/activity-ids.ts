import type pg from 'pg';
import type { Activity } from '../company/company.ts';
import { licensedBit } from '../company/facts.ts';
import type { Activity as ActivityRow } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import { Refusal } from '../kernel/errors.ts';

/**
 * A classification has some thousands of activities. A file with more has something else in the column. The limit keeps it from
 * filling the memory.
 */
const most = 50_000;

/** A conflicting insert would consume an id of the sequence, and ids must stay small, see format/facts.ts. */
const learnActivity = sql<Pick<ActivityRow, 'id'>>`
  WITH known AS (SELECT id FROM activity
      WHERE scheme = $1 AND code IS NOT DISTINCT FROM $2 AND label IS NOT DISTINCT FROM $3),
    new AS (INSERT INTO activity (scheme, code, label) SELECT $1, $2, $3 WHERE NOT EXISTS (SELECT FROM known)
      ON CONFLICT DO NOTHING RETURNING id)
  SELECT id FROM known UNION ALL SELECT id FROM new`;

/**
 * The ids of a register's activities. New ones are committed at once, over a second connection, so that imports of different
 * registers don't wait for each other. An import that fails may leave an activity that no record has.
 */
export class ActivityIds {
  readonly #client: pg.Client;
  readonly #ids = new Map<string, number>();

  constructor(client: pg.Client) {
    this.#client = client;
  }

  known(activity: Activity): number | undefined {
    return this.#ids.get(keyOf(activity));
  }

  async learn(activity: Activity): Promise<number> {
    const { scheme, code, label } = activity;
    if (this.#ids.size >= most) throw new Refusal(`The file has over ${most} different activities: no classification has.`);
    const { rows } = await this.#client.query(learnActivity, [scheme, code, label]);
    // Another import inserted it at the same time, and the next query finds it.
    if (!rows[0]) return this.learn(activity);
    if (rows[0].id >= licensedBit) throw new Refusal('There are more activities than the search index has numbers for.');
    this.#ids.set(keyOf(activity), rows[0].id);
    return rows[0].id;
  }
}

const keyOf = ({ scheme, code, label }: Activity) => `${scheme}\t${code}\t${label}`;
