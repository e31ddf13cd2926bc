import type { Registration } from '../company/company.ts';
import type { RecordIdentifier } from '../company/identifiers.ts';
import type { OtherName } from '../company/other-names.ts';
import type { Queries } from '../database/pool.ts';
import { sql } from '../database/sql.ts';
import { type IdentifierReads, identifierRuns, type StoredLei } from '../identifiers/index.ts';
import { ResultCache } from '../kernel/result-cache.ts';
import type { DerivedFields } from './derived-fields.ts';
import type { Provenance } from './provenance.ts';
import type { EntityRecord, Records } from './records.ts';
import { TickBatch } from './tick-batch.ts';

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

interface Parts {
  pool: Queries;
  reads: IdentifierReads;
  records: Records;
  derived: DerivedFields;
}

/** The identifiers of records, joined by register and number. */
export class RecordIdentifiers {
  readonly #parts: Parts;
  readonly #runs = new ResultCache<Provenance | undefined>(100);
  /** The erased ones among the records that are asked for in one tick. */
  readonly #erased = new TickBatch(async (ids: string[]) => {
    return new Map([...(await erasedAmong(this.#parts.pool, ids))].map((id) => [id, true]));
  });

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The LEIs of a record, doubtful ones too. */
  async leis(record: EntityRecord): Promise<StoredLei[]> {
    const { reads } = this.#parts;
    const keys = await this.keysOf(record);
    const found = await Promise.all(keys?.numbers.map((own) => reads.of({ registerId: keys.registerId, number: own })) ?? []);
    return found.flat();
  }

  /** How identifiers name a record: its register, and its numbers. */
  async keysOf(record: EntityRecord): Promise<ReturnType<DerivedFields['keysOf']>> {
    const { derived } = this.#parts;
    const { countryCode, number } = record;
    const registrations = derived.hasFurtherNumbers(countryCode) ? await this.#registrations(record) : [];
    return derived.keysOf({ countryCode, number, registrations });
  }

  /** All identifiers of a record: those of the past, if it is a record of the past. */
  async of(record: EntityRecord): Promise<ServedIdentifier[]> {
    if (record.past?.identifiers) return record.past.identifiers.map((one) => ({ ...one, provenance: null }));
    const leis = await this.#served(record);
    const all = this.#parts.derived.identifiersWith({ ...record, registry: await this.#registry(record) }, leis);
    return all.map((one) => {
      const found = leis.find(({ lei }) => one.scheme === 'LEI' && lei === one.value);
      return { ...one, provenance: found?.provenance ?? null };
    });
  }

  /** The names that sources of identifiers add. A record whose names were erased gets none. */
  async furtherNames(record: EntityRecord, registry: object): Promise<OtherName[]> {
    if (record.past?.otherNames) return record.past.otherNames.filter(({ source }) => source);
    const leis = await this.#served(record);
    if (!leis.some(({ names }) => names)) return [];
    const { derived } = this.#parts;
    const found = derived.furtherNames({ ...record, registry: registry as Record<string, unknown> }, leis);
    if (found.length === 0) return [];
    return (await this.#erased.find(record.id)) ? [] : found;
  }

  /** The LEIs of a record with where they come from: of a record of the past, those that were there then. */
  async #served(record: EntityRecord): Promise<(StoredLei & { provenance: Provenance | undefined })[]> {
    const leis = await this.leis(record);
    const moment = record.past?.moment;
    const all = await Promise.all(leis.map(async (one) => ({ ...one, provenance: await this.#provenance(one.runId) })));
    return all.filter(({ provenance }) => !moment || (provenance?.importedAt ?? moment) <= moment);
  }

  async #registrations(record: EntityRecord): Promise<Registration[]> {
    const { registrations = [] } = record.past ?? (await this.#parts.records.part(record, 'registrations')) ?? {};
    return registrations as Registration[];
  }

  async #registry(record: EntityRecord): Promise<Record<string, unknown>> {
    const { registry = {} } = record.past ?? (await this.#parts.records.part(record, 'registry')) ?? {};
    return registry as Record<string, unknown>;
  }

  #provenance(runId: string): Promise<Provenance | undefined> {
    return this.#runs.get(runId, async () => (await identifierRuns(this.#parts.pool, [runId])).get(runId));
  }
}
