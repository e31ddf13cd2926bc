import type pg from 'pg';
import type { Activity } from '../company/company.ts';
import { licensedBit } from '../company/facts.ts';
import type { Activity as ActivityRow } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import { Refusal } from '../kernel/errors.ts';

/**
 * A classification has some thousands of activities, and a register some hundreds of legal forms. A file with more has something
 * else in the column. The limit keeps it from filling the memory.
 */
const maxTerms = 50_000;

/** A conflicting insert would consume an id of the sequence, and ids must stay small, see format/facts.ts. */
const insertActivity = sql<Pick<ActivityRow, 'id'>>`
  WITH known AS (SELECT id FROM activity
      WHERE scheme = $1 AND code IS NOT DISTINCT FROM $2 AND label IS NOT DISTINCT FROM $3),
    new AS (INSERT INTO activity (scheme, code, label) SELECT $1, $2, $3 WHERE NOT EXISTS (SELECT FROM known)
      ON CONFLICT DO NOTHING RETURNING id)
  SELECT id FROM known UNION ALL SELECT id FROM new`;
const insertForm = sql`INSERT INTO legal_form (value)
  SELECT $1 WHERE NOT EXISTS (SELECT FROM legal_form WHERE value = $1) ON CONFLICT DO NOTHING`;
const putLabel = sql`INSERT INTO legal_form_label (register_id, value, label) VALUES ($1, $2, $3)
  ON CONFLICT (value, register_id) DO UPDATE SET label = excluded.label WHERE legal_form_label.label <> excluded.label`;

const keyOf = ({ scheme, code, label }: Activity) => `${scheme}\t${code}\t${label}`;

/**
 * The activities and legal forms of a register that the search index has numbers for. New ones are committed at once, over a
 * second connection, so that imports of different registers don't wait for each other. An import that fails may leave one that
 * no record has.
 */
export function registerTerms(side: pg.Client, registerId: string) {
  const activityIds = new Map<string, number>();
  const forms = new Set<string | null>([null]);

  async function learnActivity(activity: Activity): Promise<void> {
    const { scheme, code, label } = activity;
    if (activityIds.size >= maxTerms)
      throw new Refusal(`The file has over ${maxTerms} different activities: no classification has.`);
    const { rows } = await side.query(insertActivity, [scheme, code, label]);
    // Another import inserted it at the same time, and the next query finds it.
    if (!rows[0]) return learnActivity(activity);
    if (rows[0].id >= licensedBit) throw new Refusal('There are more activities than the search index has numbers for.');
    activityIds.set(keyOf(activity), rows[0].id);
  }

  return {
    /** Undefined until it is learnt. */
    activityId: (activity: Activity): number | undefined => activityIds.get(keyOf(activity)),
    learnActivity,
    hasForm: (form: string | null): boolean => forms.has(form),

    /** The label of a code is the same in all rows of a register. */
    learnForm: async (form: string | null, label: string | null | undefined): Promise<void> => {
      if (forms.size > maxTerms) throw new Refusal(`The file has over ${maxTerms} different legal forms: no register has.`);
      await side.query(insertForm, [form]);
      if (label) await side.query(putLabel, [registerId, form, label]);
      // A copy, because a substring keeps the whole text that was read in memory.
      forms.add(structuredClone(form));
    },
  };
}
