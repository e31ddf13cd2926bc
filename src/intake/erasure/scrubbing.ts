import type pg from 'pg';
import { before, type Content, type FieldChange, fieldAt, isDerived } from '../../company/content/content.ts';
import type { Personal } from '../../company/personal/personal.ts';
import type { Change } from '../../database/client.ts';
import { sql } from '../../database/sql.ts';
import type { DerivedFields } from '../../records/index.ts';

type LoggedChange = Pick<Change, 'version' | 'position' | 'at' | 'number' | 'canonicalName'> & { fields: FieldChange[] };

const listChanges = sql<LoggedChange>`SELECT version, position, at, number, canonical_name AS "canonicalName", fields FROM change
  WHERE entity_id = $1 ORDER BY version DESC, position DESC FOR UPDATE`;
const rewrite = sql`UPDATE change SET canonical_name = $4, fields = $5 WHERE version = $1 AND position = $2 AND at = $3`;
const findTombstone = sql<{ number: string; canonicalName: string }>`
  SELECT number, canonical_name AS "canonicalName" FROM tombstone WHERE id = $1`;
const renameTombstone = sql`UPDATE tombstone SET canonical_name = $2 WHERE id = $1`;

interface ScrubbedRecord {
  personal: Personal;
  derived: DerivedFields;
  /** Unset if it was removed. */
  served: Content | undefined;
  /** Takes what was erased from a former state. */
  onErased(before: object, after: object): void;
}

/**
 * Erases personal data from the logged changes of a record. Only the whole record shows which fields are about a person. So the
 * changes are undone from the newest to the oldest, starting with the served content, if there is any. Returns whether anything
 * was erased.
 */
export async function scrubHistory(
  client: pg.Client,
  entityId: string,
  { personal, derived, served, onErased }: ScrubbedRecord,
): Promise<boolean> {
  const { rows: changes } = await client.query(listChanges, [entityId]);
  const valueAt = (content: Content, path: string) => (isDerived(path) ? derived.valueAt(content, path) : fieldAt(content, path));
  let state = served;
  let isFound = await scrubTombstone(client, entityId, personal, changes[0]);
  for (const { version, position, at, number, canonicalName, fields } of changes) {
    const erased = (content: Content | undefined): Content | undefined =>
      content && personal.erased(content, { number: number ?? '', legalForm: content.legalForm });
    const earlier = before(state, fields);
    const old = erased(earlier);
    const now = erased(state);
    if (earlier && old) onErased(earlier, old);
    const scrubbed: FieldChange[] = fields.map((field) => {
      const [path] = field;
      // Identifiers are of companies, and the log alone has those of the past.
      if (path === '/identifiers') return field;
      return [path, old ? valueAt(old, path) : null, now ? valueAt(now, path) : null];
    });
    const name = (now ?? old)?.canonicalName ?? null;
    if (name !== canonicalName || JSON.stringify(scrubbed) !== JSON.stringify(fields)) {
      isFound = true;
      await client.query(rewrite, [version, position, at, name, JSON.stringify(scrubbed)]);
    }
    state = earlier;
  }
  return isFound;
}

/** The last change of a removed record has the whole record, unless that change was deleted because of its age. */
async function scrubTombstone(client: pg.Client, id: string, personal: Personal, last?: LoggedChange): Promise<boolean> {
  const [tombstone] = (await client.query(findTombstone, [id])).rows;
  if (!tombstone) return false;
  const { number, canonicalName } = tombstone;
  const removed = last?.fields[0]?.[1] as Content | null | undefined;
  const erased = personal.erased({ canonicalName }, { number, legalForm: removed ? removed.legalForm : undefined });
  if (erased.canonicalName === canonicalName) return false;
  await client.query(renameTombstone, [id, erased.canonicalName]);
  return true;
}
