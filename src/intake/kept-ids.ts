import type pg from 'pg';
import { plainNumber } from '../company/company.ts';
import type { RegisterRules } from '../company/register.ts';
import type { Entity } from '../database/client.ts';
import { fetchBatches } from '../database/cursor.ts';
import { sql } from '../database/sql.ts';
import { entityId } from './entity-id.ts';

/*
 * An id is made from the normalized number. Older builds made it from the number as written in the file. Their records keep
 * their ids: the table "kept_id" maps the id that would be made now to the id that is kept.
 */

/** How a register makes the ids of its companies. */
export type IdRule = Pick<RegisterRules, 'id' | 'scheme' | 'normalizeNumber' | 'idNumber'> & { country: { code: string } };

/** The id of a company, however its number is spelt. */
export function companyId(
  { country, scheme, normalizeNumber = plainNumber, idNumber = normalizeNumber }: IdRule,
  number: string,
) {
  return entityId(country.code, scheme, idNumber(number));
}

type Known = Pick<Entity, 'id' | 'number'>;

const batchSize = 5_000;
const listServed = sql<Known>`SELECT id, number FROM entity WHERE register_id = $1`;
const listRemoved = sql<Known>`SELECT id, number FROM tombstone WHERE register_id = $1 ORDER BY removed_at DESC`;

/** The id of a served record replaces an id that was stored before. */
const keepServed = sql`INSERT INTO kept_id (derived_id, id, register_id)
  SELECT DISTINCT ON (derived) derived, id, $3 FROM unnest($1::uuid[], $2::uuid[]) AS former (derived, id)
  WHERE NOT EXISTS (SELECT FROM entity WHERE entity.id = derived) ORDER BY derived, id
  ON CONFLICT (derived_id) DO UPDATE SET id = excluded.id`;

/** Of several removed records the last one keeps its id. None does if the company is served. */
const keepRemoved = sql`INSERT INTO kept_id (derived_id, id, register_id)
  SELECT DISTINCT ON (derived) derived, former.id, $3
  FROM unnest($1::uuid[], $2::uuid[]) AS former (derived, id) JOIN tombstone USING (id)
  WHERE NOT EXISTS (SELECT FROM entity WHERE entity.id = derived)
    AND NOT EXISTS (SELECT FROM tombstone AS other WHERE other.id = derived AND other.removed_at > tombstone.removed_at)
  ORDER BY derived, tombstone.removed_at DESC
  ON CONFLICT DO NOTHING`;

/** Stores the ids that an older build made for served and removed records. Needs a transaction. */
export async function noteFormerIds(client: pg.Client, rule: IdRule): Promise<void> {
  const { normalizeNumber = plainNumber, idNumber: spelling = normalizeNumber } = rule;
  for (const [list, keep, name] of [
    [listServed, keepServed, 'former_served'],
    [listRemoved, keepRemoved, 'former_removed'],
  ] as const) {
    for await (const rows of fetchBatches(client, { name, text: list, values: [rule.id] }, batchSize)) {
      const former = rows.flatMap(({ id, number }) => {
        // Nearly all numbers are normalized already.
        if (spelling(number) === number) return [];
        const derived = companyId(rule, number);
        // An id that is not made from the number is made from a value with only one spelling, so it needs no entry.
        return derived !== id && entityId(rule.country.code, rule.scheme, number) === id ? [{ derived, id }] : [];
      });
      if (former.length === 0) continue;
      await client.query(keep, [former.map(({ derived }) => derived), former.map(({ id }) => id), rule.id]);
    }
  }
}

const findKept = sql`SELECT FROM kept_id WHERE register_id = $1 LIMIT 1`;
const giveFormerIds = sql`UPDATE staged SET id = kept_id.id FROM kept_id WHERE staged.id = kept_id.derived_id`;

/** Whether companies of a register have ids that an older build made. */
export async function hasKeptIds(client: pg.Client, registerId: string): Promise<boolean> {
  const { rowCount } = await client.query(findKept, [registerId]);
  return rowCount !== 0;
}

/** Gives the staged rows the ids that their companies had before. */
export async function keepIds(client: pg.Client, registerId: string): Promise<void> {
  if (await hasKeptIds(client, registerId)) await client.query(giveFormerIds);
}

const listKept = sql<Pick<Entity, 'id'>>`SELECT coalesce(kept_id.id, wanted) AS id
  FROM unnest($1::uuid[]) AS wanted LEFT JOIN kept_id ON derived_id = wanted`;

/** The ids to use instead of ids that are not staged. */
export async function keptIds(client: pg.Client, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await client.query(listKept, [ids]);
  return rows.map(({ id }) => id);
}
