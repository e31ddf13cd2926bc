import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { sql } from '../../database/sql.ts';
import type { RegisterRules } from '../format/register.ts';
import { comparedCells } from './alignment.ts';
import { isBaseline } from './change-log.ts';
import { Delivery, type DeliveryParts, type IntakeParts, type IntakeSource } from './delivery.ts';
import { noteFormerIds } from './kept-ids.ts';
import { lockRegister } from './lock.ts';
import { layoutOf, wasImported } from './runs.ts';
import { dropSamples } from './sample-records.ts';
import { type ServedRun, servedRun } from './served-run.ts';
import { Staging } from './staging.ts';
import { StoredSources } from './stored-sources.ts';

/** Takes the companies of one source into a register. No other import of the register runs until it is closed. */
export interface Intake {
  /** What the source is judged by. */
  served: ServedRun | undefined;
  /** The source rows of the served records: what an update of some files is applied to. */
  stored: StoredSources;
  /**
   * Begins the transaction of the import. Readers see the old data whole until the delivery is finished, and the new data whole
   * from then on; whatever goes wrong before, even a kill, leaves nothing behind.
   */
  begin(source: IntakeSource): Promise<Delivery>;
  /** Undoes what is not finished, and frees the register. */
  close(): Promise<void>;
}

export async function openIntake(parts: IntakeParts): Promise<Intake> {
  const { register, connect, samplesUrl } = parts;
  const client = await connect();
  let side: pg.Client | undefined;
  const close = async () => void (await Promise.all([client.end(), side?.end()]));
  try {
    side = await connect();
    const connections = { client, side };
    // The server holds the lock of a killed import until it notices the kill: within a second, also during a long query.
    await client.query("SET client_connection_check_interval = '1s'");
    // The staged rows are gone through some times. PostgreSQL refuses it to a connection that has had temporary tables.
    await client.query("SET temp_buffers = '128MB'").catch(() => {});
    await lockRegister(client, register.id);
    const served = await servedRun(client, register.id, samplesUrl);
    const begin = (source: IntakeSource) => beginDelivery({ ...parts, ...connections, served, source });
    return { served, stored: new StoredSources(side, register), begin, close };
  } catch (error) {
    await close();
    throw error;
  }
}

const countServed = sql<Record<'count', string>>`SELECT count(*) FROM entity WHERE register_id = $1`;

async function beginDelivery(parts: DeliveryParts): Promise<Delivery> {
  const { register, sourceUrl, samplesUrl, client, side, served, source, phases } = parts;
  await client.query('BEGIN');
  // Millions of rows are compared at once, by few and simple queries.
  await client.query("SET LOCAL work_mem = '256MB'; SET LOCAL jit = off");
  const { rows: counts } = await client.query(countServed, [register.id]);
  const current = Number(counts[0]?.count);
  if (current === 0 || served?.isSample) phases.expectFirst();

  const layoutId = await layoutOf(side, source.columns);
  const base = baseOf(served, register) ?? { id: layoutId, columns: source.columns };
  const rows = { runId: randomUUID(), layoutId, importedAt: parts.now() };
  // Real data in the place of samples has nothing to be compared with.
  const isOverSamples = served?.isSample === true && sourceUrl !== samplesUrl;
  const samples = isOverSamples ? await dropSamples(client, register.id) : undefined;
  const isNew = isOverSamples || (current === 0 && (await isBaseline(client, register.id)));
  // Rows of one company that stand apart are brought together in the staging table.
  const isFirst = isNew && !source.join && (isOverSamples || !(await wasImported(client, register.id)));
  if (served?.isOfOlderBuild && !isOverSamples) await noteFormerIds(client, register);
  const staging = await Staging.open({ client, side, register, first: isFirst ? rows : undefined });
  const compared = comparedCells(source, base.columns);
  return new Delivery(parts, { ...rows, baseLayoutId: base.id, current, samples, isNew, isFirst, staging, compared });
}

/** Where all hashes are made anew, they are made by the columns of this file: in samples' place, and by a new mapping. */
function baseOf(served: ServedRun | undefined, register: RegisterRules): ServedRun['base'] {
  return served && !served.isSample && served.revision === register.revision ? served.base : undefined;
}
