import type pg from 'pg';
import type { Registration } from '../company/company.ts';
import { contentColumns, contentOf, type Stored } from '../company/content/content.ts';
import { Personal } from '../company/personal/personal.ts';
import type { RegisterRules } from '../company/register.ts';
import type { Entity, Register } from '../database/client.ts';
import { fetchBatches } from '../database/cursor.ts';
import { sql } from '../database/sql.ts';
import { type CompanyKey, leiKey, leisOf } from '../identifiers/index.ts';
import { DerivedFields } from './derived-fields.ts';
import { type Provenance, runsOf } from './provenance.ts';
import { recordOf } from './published-changes.ts';
import { erasedAmong } from './record-identifiers.ts';
import { SourceTerms } from './source-terms.ts';

/** The number of records in memory at a time. */
const batchSize = 500;

type StoredRecord = Stored & Pick<Entity, 'id' | 'number' | 'registerId' | 'importRunId'>;

const listRegisterIds = sql<Pick<Register, 'id'>>`SELECT id FROM register WHERE country_code = $1`;

const listRecords = sql<StoredRecord>`SELECT id, number, register_id AS "registerId", import_run_id AS "importRunId",
    ${contentColumns} FROM entity WHERE register_id = ANY ($1)`;

/** All whole records of a country, without personal data. Needs a transaction. */
export async function* exportRecords(
  client: pg.Client,
  countryCode: string,
  registers: readonly RegisterRules[],
): AsyncGenerator<ReturnType<typeof recordOf>[]> {
  const terms = new SourceTerms(client);
  const personal = new Map(registers.map((register) => [register.id, new Personal(register)]));
  const derived = new DerivedFields(registers);
  const runs = new Map<string, Provenance>();
  let leis: Awaited<ReturnType<typeof leisOf>> = new Map();
  let erased = new Set<string>();
  const keysOf = ({ number, registrations }: StoredRecord): CompanyKey[] => {
    const keys = derived.keysOf({ countryCode, number, registrations: registrations as Registration[] });
    return keys?.numbers.map((own) => ({ registerId: keys.registerId, number: own })) ?? [];
  };
  const exported = async (row: StoredRecord) => {
    const whole = await contentOf(countryCode, row, terms);
    const content = personal.get(row.registerId)?.without(whole) ?? whole;
    const provenance = runs.get(row.importRunId) as Provenance;
    const own = keysOf(row).flatMap((key) => leis.get(leiKey(key)) ?? []);
    return recordOf(row.id, content, provenance, derived, { leis: own, isErased: erased.has(row.id) });
  };
  const { rows: served } = await client.query(listRegisterIds, [countryCode]);
  const ids = served.map(({ id }) => id);
  for await (const rows of fetchBatches(client, { name: 'whole', text: listRecords, values: [ids] }, batchSize)) {
    const unknown = new Set(rows.map(({ importRunId }) => importRunId).filter((run) => !runs.has(run)));
    for (const [id, { provenance }] of await runsOf(client, [...unknown])) runs.set(id, provenance);
    leis = await leisOf(client as never, rows.flatMap(keysOf));
    const identified = rows.filter((row) => keysOf(row).some((key) => leis.has(leiKey(key))));
    erased = await erasedAmong(
      client as never,
      identified.map(({ id }) => id),
    );
    const records: ReturnType<typeof recordOf>[] = [];
    for (const row of rows) records.push(await exported(row));
    yield records;
  }
}
