import type { Registration } from '../company/company.ts';
import type { Content } from '../company/content/content.ts';
import type { RecordIdentifier } from '../company/identifiers.ts';
import type { OtherName } from '../company/other-names.ts';
import type { Queries } from '../database/pool.ts';
import { sql } from '../database/sql.ts';
import { type IdentifierReads, identifierRuns, type StoredLei } from '../identifiers/index.ts';
import { ResultCache } from '../kernel/result-cache.ts';
import type { DerivedFields } from './derived-fields.ts';
import type { Provenance } from './provenance.ts';
import type { CompanyRecord, Records } from './records.ts';
import { tickBatch } from './tick-batch.ts';

export interface ServedIdentifier extends RecordIdentifier {
  /** Null if the record's own provenance says where it comes from. */
  provenance: Provenance | null;
}

const listErased = sql<{ id: string }>`SELECT DISTINCT entity_id AS id FROM erasure WHERE entity_id = ANY ($1)`;

/** Those of some records from which anything was erased. */
export async function erasedAmong(database: Queries, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await database.query(listErased, [ids]);
  return new Set(rows.map(({ id }) => id));
}

/** The identifiers of records, joined by register and number. */
export function recordIdentifiers(pool: Queries, reads: IdentifierReads, records: Records, derived: DerivedFields) {
  const runs = new ResultCache<Provenance | undefined>(100);
  const provenanceOf = (runId: string) => runs.get(runId, async () => (await identifierRuns(pool, [runId])).get(runId));
  /** Whether anything was erased from a record. One query reads all that are asked for in one tick. */
  const isErased = tickBatch(async (ids: string[]) => new Map([...(await erasedAmong(pool, ids))].map((id) => [id, true])));

  /** How identifiers name a record: its register, and its numbers. */
  async function keysOf(record: CompanyRecord) {
    const { countryCode, number } = record;
    const { registrations = [] } = derived.hasFurtherNumbers(countryCode)
      ? (record.past ?? (await records.part(record, 'registrations')) ?? {})
      : {};
    return derived.keysOf({ countryCode, number, registrations: registrations as Registration[] });
  }

  /** The LEIs of a record, doubtful ones too. */
  async function leis(record: CompanyRecord): Promise<StoredLei[]> {
    const keys = await keysOf(record);
    const found = keys?.numbers.map((number) => reads.of({ registerId: keys.registerId, number })) ?? [];
    return (await Promise.all(found)).flat();
  }

  /** The LEIs of a record with where they come from: of a record of the past, those that were there then. */
  async function servedLeis(record: CompanyRecord): Promise<(StoredLei & { provenance: Provenance | undefined })[]> {
    const moment = record.past?.moment;
    const known = await leis(record);
    const all = await Promise.all(known.map(async (one) => ({ ...one, provenance: await provenanceOf(one.runId) })));
    return all.filter(({ provenance }) => !moment || (provenance?.importedAt ?? moment) <= moment);
  }

  return {
    keysOf,
    leis,

    /** All identifiers of a record: those of the past, if it is a record of the past. */
    async of(record: CompanyRecord): Promise<ServedIdentifier[]> {
      if (record.past?.identifiers) return record.past.identifiers.map((one) => ({ ...one, provenance: null }));
      const served = await servedLeis(record);
      const { registry = {} } = record.past ?? (await records.part(record, 'registry')) ?? {};
      return derived.identifiersWith({ ...record, registry: registry as Content['registry'] }, served).map((one) => {
        const found = served.find(({ lei }) => one.scheme === 'LEI' && lei === one.value);
        return { ...one, provenance: found?.provenance ?? null };
      });
    },

    /** The names that sources of identifiers add. A record whose names were erased gets none. */
    async furtherNames(record: CompanyRecord, registry: object): Promise<OtherName[]> {
      if (record.past?.otherNames) return record.past.otherNames.filter(({ source }) => source);
      const served = await servedLeis(record);
      if (!served.some(({ names }) => names)) return [];
      const found = derived.furtherNames({ ...record, registry: registry as Content['registry'] }, served);
      return found.length === 0 || (await isErased(record.id)) ? [] : found;
    },
  };
}

export type RecordIdentifiers = ReturnType<typeof recordIdentifiers>;
