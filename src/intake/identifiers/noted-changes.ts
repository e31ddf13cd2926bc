import type pg from 'pg';
import { Personal } from '../../company/personal/personal.ts';
import type { RegisterRules } from '../../company/register.ts';
import { CopyIn } from '../../database/copy-in.ts';
import { DerivedFields, identifiedChanges } from '../../records/index.ts';
import { createNotedIdentifiers } from '../change-log.ts';
import { type IdentifiedRow, indexNames, listIdentified } from './further-names.ts';

/** Notes the changes of records whose identifiers differ, and indexes their names. Needs the transaction of the import. */
export async function noteIdentified(
  client: pg.Client,
  { registers, isNoted }: { registers: readonly RegisterRules[]; isNoted: boolean },
): Promise<{ isIndexed: boolean }> {
  await client.query(createNotedIdentifiers);
  await client.query('ANALYZE lei_before');
  const derived = new DerivedFields(registers);
  const personal = new Map(registers.map((register) => [register.id, new Personal(register)]));
  const note = async (rows: readonly IdentifiedRow[]) => {
    const copy = new CopyIn(client, 'noted_identifiers');
    for (const row of rows) {
      const own = personal.get(row.registerId)?.without(row) ?? row;
      const [old, now] = [row.before ?? [], row.after ?? []].map((leis) => derived.identified(own, leis, row.isErased));
      const fields = identifiedChanges(old, now);
      if (fields.length === 0) continue;
      const json = JSON.stringify(fields);
      const texts = [row.countryCode, row.number, row.canonicalName, json];
      const sent = copy.begin(
        6,
        texts.reduce((sum, text) => sum + text.length, 0),
      );
      copy.values.text(row.countryCode);
      copy.values.uuid(row.id);
      copy.values.text(row.number);
      copy.values.text(row.canonicalName);
      copy.values.uuid(row.importRunId);
      copy.values.text(json);
      if (sent) await sent;
    }
    await copy.close();
  };
  const query = { name: 'identified_records', text: listIdentified };
  return indexNames(client, { registers, query, onBatch: isNoted ? note : undefined });
}
