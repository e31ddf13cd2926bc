import { randomUUID } from 'node:crypto';
import { Personal } from '../company/personal/personal.ts';
import type { RegisterRules } from '../company/register.ts';
import { sql } from '../database/sql.ts';
import { DerivedFields } from '../records/index.ts';
import { comparedCells } from './alignment.ts';
import { isBaseline } from './change-log.ts';
import { Delivery, type DeliveryParts, type IntakeParts, type IntakeSource } from './delivery.ts';
import { erasedIds } from './erasure/erasure.ts';
import { beginImport, connectLocked, endImport } from './lock.ts';
import { Merging } from './merge.ts';
import { layoutOf, wasImported } from './runs.ts';
import { dropSamples } from './sample-records.ts';
import { type ServedRun, servedRun } from './served-run.ts';
import { Staging } from './staging.ts';
import { StoredSources } from './stored-sources.ts';

/** Imports the companies of one source into a register. No other import of the register runs until it is closed. */
export interface Intake {
  /** The served import, which the source is compared with. */
  served: ServedRun | undefined;
  /** The source rows of the served records. An update of some files is applied to them. */
  stored: StoredSources;
  /**
   * Begins the transaction of the import. Readers see only the old data until the delivery is finished, and only the new data
   * afterwards. An error before that, even a killed process, changes nothing.
   */
  begin(source: IntakeSource): Promise<Delivery>;
  /** Rolls back an unfinished import, and unlocks the register. */
  close(): Promise<void>;
}

export async function openIntake(parts: IntakeParts): Promise<Intake> {
  const { register, connect, samplesUrl, file, now } = parts;
  return connectLocked(connect, register.id, async ({ client, side, close }) => {
    // The staged rows are read several times. PostgreSQL refuses the setting if the connection has used temporary tables.
    await client.query("SET temp_buffers = '256MB'").catch(() => {});
    await beginImport(client, { registerId: register.id, file, at: now() });
    const served = await servedRun(client, register.id, samplesUrl);
    const begin = (source: IntakeSource) => beginDelivery({ ...parts, client, side, served, source });
    const end = () => endImport(side, register.id).catch(() => {});
    return { served, stored: new StoredSources(side, register), begin, close: () => end().then(close) };
  });
}

/** In bytes: reading so much takes longer than a statement takes to begin, and it fits into the buffers on the way. */
const usualMergedSize = 3_000_000;
const countServed = sql<Record<'count', string>>`SELECT count(*) FROM entity WHERE register_id = $1`;

async function beginDelivery(parts: DeliveryParts): Promise<Delivery> {
  const { register, sourceUrl, samplesUrl, client, side, served, source, phases, returnsOld } = parts;
  await client.query('BEGIN');
  // A few simple queries compare millions of rows. They need no detailed statistics.
  await client.query("SET LOCAL work_mem = '256MB'; SET LOCAL jit = off; SET LOCAL default_statistics_target = 10");
  const { rows: counts } = await client.query(countServed, [register.id]);
  const current = Number(counts[0]?.count);
  if (current === 0 || served?.isSample) phases.expectFirst();

  const layoutId = await layoutOf(side, source.columns);
  const base = baseOf(served, register) ?? { id: layoutId, columns: source.columns };
  const rows = { runId: randomUUID(), layoutId, importedAt: parts.now() };
  // Real data that replaces samples is compared with nothing.
  const isOverSamples = served?.isSample === true && sourceUrl !== samplesUrl;
  const samples = isOverSamples ? await dropSamples(client, register.id) : undefined;
  const isNew = isOverSamples || (current === 0 && (await isBaseline(client, register.id)));
  // Scattered rows of one company are joined in the staging table, so the rows cannot become records directly.
  const isFirst = isNew && !source.join && (isOverSamples || !(await wasImported(client, register.id)));
  const about = { ...rows, registerId: register.id, countryCode: register.country.code };
  const noted = { ...about, personal: new Personal(register), derived: new DerivedFields([register]) };
  const merging = isNew
    ? undefined
    : await Merging.open({ ...{ client, side }, about: noted, allCellsCount: !source.isPassing, returnsOld });
  const staging = await Staging.open({
    ...{ client, side, register },
    first: isFirst ? rows : undefined,
    // Rows that are joined are merged when they are complete.
    merging: source.join ? undefined : merging,
    mergedSize: parts.mergedSize ?? usualMergedSize,
    special: await erasedIds(client, register.id),
  });
  const compared = comparedCells(source, base.columns);
  return new Delivery(parts, { ...rows, baseLayoutId: base.id, current, samples, isNew, isFirst, staging, merging, compared });
}

/** Undefined if all hashes are computed again, by the columns of this file: after samples, and with a new mapping. */
function baseOf(served: ServedRun | undefined, register: RegisterRules): ServedRun['base'] | undefined {
  return served && !served.isSample && served.revision === register.revision ? served.base : undefined;
}
