import type pg from 'pg';
import type { Change } from '../../database/client.ts';
import { sql } from '../../database/sql.ts';
import { before, type Content, type FieldChange, fieldAt } from '../data/content.ts';
import type { Personal } from '../data/personal.ts';

type Told = Pick<Change, 'version' | 'position' | 'at' | 'number' | 'canonicalName'> & { fields: FieldChange[] };

const listTold = sql<Told>`SELECT version, position, at, number, canonical_name AS "canonicalName", fields FROM change
  WHERE entity_id = $1 ORDER BY version DESC, position DESC FOR UPDATE`;
const rewrite = sql`UPDATE change SET canonical_name = $4, fields = $5 WHERE version = $1 AND position = $2 AND at = $3`;
const findTombstone = sql<{ number: string; canonicalName: string }>`
  SELECT number, canonical_name AS "canonicalName" FROM tombstone WHERE id = $1`;
const renameTombstone = sql`UPDATE tombstone SET canonical_name = $2 WHERE id = $1`;

/**
 * Erases from all that was told of a record; its content is given if it is served. The past is gone through from the end, change
 * by change: what is about a person is known from the record as a whole, and not from a field alone. Tells whether there was
 * anything.
 */
export async function scrubHistory(
  client: pg.Client,
  entityId: string,
  personal: Personal,
  served: Content | undefined,
): Promise<boolean> {
  const { rows: told } = await client.query(listTold, [entityId]);
  let state = served;
  let isFound = await scrubTombstone(client, entityId, personal, told[0]);
  for (const { version, position, at, number, canonicalName, fields } of told) {
    const erased = (content: Content | undefined): Content | undefined =>
      content && personal.erased(content, { number: number ?? '', legalForm: content.legalForm });
    const earlier = before(state, fields);
    const [old, now] = [erased(earlier), erased(state)];
    const scrubbed: FieldChange[] = fields.map(([path]) => [
      path,
      old ? fieldAt(old, path) : null,
      now ? fieldAt(now, path) : null,
    ]);
    const name = (now ?? old)?.canonicalName ?? null;
    if (name !== canonicalName || JSON.stringify(scrubbed) !== JSON.stringify(fields)) {
      isFound = true;
      await client.query(rewrite, [version, position, at, name, JSON.stringify(scrubbed)]);
    }
    state = earlier;
  }
  return isFound;
}

/** The last change of a removed record has all of it, unless that is no longer kept. */
async function scrubTombstone(client: pg.Client, id: string, personal: Personal, last: Told | undefined): Promise<boolean> {
  const { rows } = await client.query(findTombstone, [id]);
  const [tombstone] = rows;
  if (!tombstone) return false;
  const { number, canonicalName } = tombstone;
  const removed = last?.fields[0]?.[1] as Content | null | undefined;
  const erased = personal.erased({ canonicalName }, { number, legalForm: removed ? removed.legalForm : undefined });
  if (erased.canonicalName === canonicalName) return false;
  await client.query(renameTombstone, [id, erased.canonicalName]);
  return true;
}
