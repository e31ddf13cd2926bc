import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { Personal } from '../company/personal/personal.ts';
import type { RegisterRules } from '../company/register.ts';
import { sql } from '../database/sql.ts';
import { DerivedFields } from '../records/index.ts';
import type { IndexCopy } from '../search/index.ts';
import { type ComparedSource, comparedCells } from './alignment.ts';
import { erasedIds } from './erasure/erasure.ts';
import { createRemoved, type IntakePhases, openMerging } from './merge.ts';
import { layoutOf, type ServedRun } from './runs.ts';
import { openStaging } from './staging.ts';

export interface IntakeOptions {
  register: RegisterRules;
  file: string;
  /** Where the source was published. */
  sourceUrl: string;
  /** The source URL of invented companies, which any other source replaces. */
  samplesUrl: string;
  connect(): Promise<pg.Client>;
  /** A copy of the search index outside the database, such as ClickHouse. */
  indexCopy?: Pick<IndexCopy, 'write' | 'tidy'> | undefined;
  /** So much is compared and written at a time, while more is read. Some megabytes by default. */
  mergedBytes?: number | undefined;
  /** Whether the database returns former values, as PostgreSQL 18 does. By default its version says it. */
  returnsOld?: boolean | undefined;
  now(): Date;
  phases: IntakePhases;
}

/** The properties of a source that are known before its rows are read. */
export interface IntakeSource extends ComparedSource {
  /** If the source states it. Every update needs one, and so does every source that an update can be applied to. */
  edition?: Edition | undefined;
  /** Set where a company may have several rows: see `scattered` of its delivery. */
  join?: unknown;
}

/** The edition of a source. Ids are compared as text, so a later one must sort after an earlier one. */
interface Edition {
  id: string;
  /** Set for an update: the oldest edition that it can be applied to. Unset: the source is the whole register. */
  since?: string;
}

/** An import that has connected to the database, and the source that it takes. */
export interface OpenedIntake extends IntakeOptions {
  client: pg.Client;
  /** A second connection, for what must be committed at once, such as new activities. */
  side: pg.Client;
  served: ServedRun | undefined;
  source: IntakeSource;
}

/** Reading so much takes longer than a statement takes to begin, and it fits into the buffers on the way. */
const usualMergedBytes = 3_000_000;
const findState = sql<{ current: number; isPublished: boolean; wasImported: boolean }>`
  SELECT (SELECT count(*)::int FROM entity WHERE register_id = $1) AS current,
    EXISTS (SELECT FROM change_set WHERE register_id = $1) AS "isPublished",
    EXISTS (SELECT FROM import_run WHERE register_id = $1) AS "wasImported"`;

/** The state of an import after its transaction has begun. */
export type Begun = Awaited<ReturnType<typeof begin>>;

/** Begins the transaction of an import, and finds out what its rows are compared with. */
export async function begin(opened: OpenedIntake) {
  const { register, sourceUrl, samplesUrl, client, side, served, source, phases, returnsOld } = opened;
  await client.query('BEGIN');
  // A few simple queries compare millions of rows. They need no detailed statistics.
  await client.query("SET LOCAL work_mem = '256MB'; SET LOCAL jit = off; SET LOCAL default_statistics_target = 10");
  const [state] = (await client.query(findState, [register.id])).rows;
  const { current = 0, isPublished = false, wasImported = false } = state ?? {};
  if (current === 0 || served?.isSample) phases.expectFirst();

  const layoutId = await layoutOf(side, source.columns);
  // After samples, and with a new mapping, all hashes are computed again, by the columns of this file.
  const isComparable = served && !served.isSample && served.revision === register.revision;
  const base = isComparable ? served.base : { id: layoutId, columns: source.columns };
  // Real data that replaces samples is compared with nothing.
  const isOverSamples = served?.isSample === true && sourceUrl !== samplesUrl;
  const samples = isOverSamples ? await dropSamples(client, register.id) : undefined;
  // If no change of the register was ever published, its import is one entry, however many records it has.
  const isNew = isOverSamples || (current === 0 && !isPublished);
  // Rows are written as records directly. But scattered rows of one company are joined in the staging table first.
  const isFirst = isNew && !source.join && (isOverSamples || !wasImported);
  const logged = {
    runId: randomUUID(),
    layoutId,
    importedAt: opened.now(),
    registerId: register.id,
    countryCode: register.country.code,
    personal: new Personal(register),
    derived: new DerivedFields([register]),
  };
  const merging = isNew
    ? undefined
    : await openMerging({ client, side, about: logged, allCellsCount: !source.isPassing, returnsOld });
  const staging = await openStaging({
    ...{ client, side, register },
    first: isFirst ? logged : undefined,
    // Rows that are joined are merged when they are complete.
    merging: source.join ? undefined : merging,
    mergedBytes: opened.mergedBytes ?? usualMergedBytes,
    special: await erasedIds(client, register.id),
  });
  /** Selects the cells that are compared to detect a change; undefined: all cells of the row. */
  const compared = comparedCells(source, base.columns);
  return { logged, baseLayoutId: base.id, current, samples, isNew, isFirst, staging, merging, compared };
}

const dropTombstones = sql`DELETE FROM tombstone WHERE register_id = $1`;
const dropChanges = sql`DELETE FROM change USING change_set WHERE change.version = change_set.version AND register_id = $1`;
const expireCursors = sql`UPDATE change_set SET is_dropped = true WHERE NOT is_dropped`;
const noteLines = sql`INSERT INTO removed SELECT id, search_text FROM entity WHERE register_id = $1`;
const dropRecords = sql`DELETE FROM entity WHERE register_id = $1`;

/**
 * Deletes the samples of a register with their logged changes, because the next import is a baseline. Older cursors expire:
 * clients that followed the changes have invented companies. Writes the lines that the search index loses to the table "removed",
 * and returns their number.
 */
async function dropSamples(client: pg.Client, registerId: string): Promise<number> {
  await client.query(createRemoved);
  await client.query(expireCursors);
  for (const statement of [dropTombstones, dropChanges, noteLines]) await client.query(statement, [registerId]);
  return (await client.query(dropRecords, [registerId])).rowCount ?? 0;
}
