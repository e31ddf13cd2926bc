import type pg from 'pg';
import {
  before,
  type CompanyReads,
  type Content,
  contentOf,
  type EntityRecord,
  type FieldChange,
  type Personal,
  type SourceTerms,
  type Stored,
  storedColumns,
  storedValue,
} from '../companies/index.ts';
import type { Change, Entity } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import { Failure } from '../kernel/errors.ts';
import { type Entry, type EntryRow, entriesOf, entryColumns, runsOf } from './entry.ts';
import type { SettledClock } from './settled-clock.ts';

interface HistoryParts {
  pool: pg.Pool;
  reads: Pick<CompanyReads, 'newestVersion'>;
  settled: SettledClock;
  terms: SourceTerms;
  /** The personal data of each register. */
  personal: ReadonlyMap<string, Personal>;
}

type Now = Stored & Pick<Entity, 'registerId' | 'countryCode' | 'importRunId'>;
type Step = Pick<Change, 'previousRun'> & { fields: FieldChange[] };

const nowColumns = [
  ...(Object.keys(storedColumns) as (keyof Stored)[]).map((name) => `${storedValue('entity', name)} AS "${name}"`),
  'register_id AS "registerId", country_code AS "countryCode", import_run_id AS "importRunId"',
].join(', ');

const countChanges = sql<{ total: number; known: boolean }>`
  SELECT (SELECT count(*)::int FROM change WHERE entity_id = $1 AND version <= $2) AS total,
    EXISTS (SELECT FROM entity WHERE id = $1) OR EXISTS (SELECT FROM tombstone WHERE id = $1) AS known`;

const listChanges = sql<EntryRow>`
  SELECT ${entryColumns} FROM change JOIN change_set USING (version) WHERE entity_id = $1 AND version <= $4
  ORDER BY change.version DESC, change.position DESC LIMIT $2 OFFSET $3`;

const findSteps = sql<Partial<Now> & { steps: Step[] }>`SELECT ${nowColumns}, coalesce((
    SELECT json_agg(json_build_object('previousRun', previous_run, 'fields', fields) ORDER BY version DESC, position DESC)
    FROM change WHERE entity_id = wanted.id
      AND version > coalesce((SELECT version FROM change_set WHERE at <= $2 ORDER BY version DESC LIMIT 1), 0)
  ), '[]') AS steps
  FROM (SELECT $1::uuid AS id) AS wanted LEFT JOIN entity ON entity.id = wanted.id`;

/** Records that were removed before the log of changes existed have the moment at which the import began. */
const findRemoved = sql<{ at: Date }>`SELECT coalesce(change_set.at, removed_at) AS at
  FROM tombstone LEFT JOIN change_set USING (import_run_id) WHERE tombstone.id = $1`;

/** The past of single records: all changes of a record, and its state at a moment. */
export class History {
  readonly #parts: HistoryParts;

  constructor(parts: HistoryParts) {
    this.#parts = parts;
  }

  /** Newest first. Undefined for an id that was never served. A removed record has a history too. */
  async page(id: string, page: number, pageSize: number): Promise<{ items: Entry[]; total: number } | undefined> {
    const { pool, reads } = this.#parts;
    const newest = await reads.newestVersion();
    const { rows: counted } = await pool.query({ name: 'history total', text: countChanges, values: [id, newest] });
    const { total = 0, known = false } = counted[0] ?? {};
    if (total === 0 && !known) return undefined;
    const values = [id, pageSize, (page - 1) * pageSize, newest];
    const { rows } = await pool.query({ name: 'history', text: listChanges, values });
    return { items: await entriesOf(pool, rows), total };
  }

  /** Until when a removed record was served; undefined for one that is served, or never was. */
  async removedAt(id: string): Promise<Date | undefined> {
    const { rows } = await this.#parts.pool.query({ name: 'removed', text: findRemoved, values: [id] });
    return rows[0]?.at;
  }

  /**
   * The record as it was served at a moment, without personal data; undefined if it was not served then. A moment that is not
   * over yet is refused, because the answer for a moment must never change. The changes since then are undone on the current
   * record. One statement reads both, so no import comes in between.
   */
  async at(id: string, moment: Date): Promise<EntityRecord | undefined> {
    const { pool, settled, terms, personal } = this.#parts;
    const until = await settled.until(moment);
    if (moment > until)
      throw new Failure(
        'invalid_request',
        `asOf: must be over. It is ${until.toISOString()}; without asOf you get the record of now.`,
      );
    const { rows } = await pool.query({ name: 'record at', text: findSteps, values: [id, moment] });
    const [row] = rows;
    if (!row) return undefined;
    const { steps, ...now } = row;
    let content: Content | undefined;
    let run: string | null = null;
    if (now.registerId) {
      const whole = await contentOf((now as Now).countryCode, now as Now, terms);
      content = personal.get(now.registerId)?.without(whole) ?? whole;
      run = (now as Now).importRunId;
    }
    for (const { fields, previousRun } of steps) {
      content = before(content, fields);
      run = previousRun;
    }
    const came = run && content && (await runsOf(pool, [run])).get(run);
    if (!content || !came || came.servedSince > moment) return undefined;
    const { provenance, servedSince } = came;
    const { registry, sourceData, registrations, registeredAt, ...summary } = content;
    // Contents that earlier builds stored lack these.
    const { endedAt = null, endKind = null, legalFormLabel = null } = content;
    return {
      id,
      ...summary,
      registeredAt: registeredAt === null ? null : new Date(registeredAt),
      endedAt: endedAt === null ? null : new Date(endedAt),
      endKind,
      legalFormLabel,
      updatedAt: provenance.importedAt,
      past: { registry, sourceData, registrations, provenance, servedSince },
    };
  }
}
