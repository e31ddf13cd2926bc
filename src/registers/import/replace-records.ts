import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type pg from 'pg';
import {
  dropRepeated,
  dropSamples,
  type Editions,
  isBaseline,
  keepErased,
  keepIds,
  keptIds,
  lossesOf,
  merge,
  noteFormerIds,
  Personal,
  publishChanges,
} from '../../companies/index.ts';
import { sql } from '../../database/sql.ts';
import type { Register, Snapshot, SourceRow } from '../declaration/register.ts';
import { comparedCells } from './compared-cells.ts';
import type { ImportOptions, ImportSummary } from './import-job.ts';
import { changesUnasked, refuseEmpty, refuseLosses, refuseOlder, refuseRejects } from './import-limits.ts';
import type { Source } from './import-source.ts';
import type { Phases } from './phases.ts';
import { Reading, readSource } from './read-source.ts';
import { Rejects } from './rejects.ts';
import { describeRegister, layoutOf, nextOrdinal, recordRun, wasImported } from './run-record.ts';
import { samplesUrl } from './sample-source.ts';
import type { ServedRun } from './served-run.ts';

/** What an import works with. */
export interface Job {
  options: ImportOptions;
  client: pg.Client;
  /** For what must not wait for the transaction of the import, such as new activities. */
  side: pg.Client;
  phases: Phases;
  source: Source;
}

/** What an import is measured by. */
interface Measures {
  served: ServedRun | undefined;
  /** The day of the source, or its month, as far as it is known by now. */
  day(): Promise<string | undefined>;
}

const countServed = sql<Record<'count', string>>`SELECT count(*) FROM entity WHERE register_id = $1`;

interface Replaced extends ImportSummary {
  /** What became of the copy of the search index, if there is one. */
  editions: Editions | undefined;
}

/** Makes the records of a register those of a source, in the transaction of the client. */
export async function replaceRecords(job: Job, snapshot: Snapshot<SourceRow>, { served, day }: Measures): Promise<Replaced> {
  const { options, client, side, phases, source } = job;
  const { register } = options;
  const importedAt = options.now();
  const stamp = importedAt.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const rejects = new Rejects(join(options.rejectsDir, `${register.id}-${stamp}.csv`));
  const isUpdate = snapshot.edition?.since !== undefined;
  const { rows: counts } = await client.query(countServed, [register.id]);
  const current = Number(counts[0]?.count);
  if (current === 0 || served?.isSample) phases.expectFirst();

  const runId = randomUUID();
  const layoutId = await layoutOf(side, snapshot.columns);
  const base = baseOf(served, register) ?? { id: layoutId, columns: snapshot.columns };
  const rows = { runId, layoutId, importedAt };
  // Real data in the place of samples has nothing to be compared with.
  const isOverSamples = served?.isSample === true && options.sourceUrl !== samplesUrl;
  const samples = isOverSamples ? await dropSamples(client, register.id) : undefined;
  const isNew = isOverSamples || (current === 0 && (await isBaseline(client, register.id)));
  // Rows of one company that stand apart are brought together in the staging table.
  const isFirst = isNew && !snapshot.join && (isOverSamples || !(await wasImported(client, register)));
  if (served?.isOfOlderBuild && !isOverSamples) await noteFormerIds(client, register);
  const reading = new Reading();
  phases.begin('reading', () => ({ rows: snapshot.rows?.() ?? reading.read, share: snapshot.progress() }));
  const compared = comparedCells(snapshot, base.columns);
  await readSource(snapshot, { client, side, register, rejects, first: isFirst ? rows : undefined, compared }, reading);
  const { read, persons } = reading;
  refuseRejects(rejects, read, isUpdate);
  const fileDate = await day();
  refuseOlder(fileDate, served, options);

  phases.begin('comparing', () => ({ rows: read }));
  const repeated = await dropRepeated(client, isFirst ? runId : undefined);
  await keepIds(client, register.id);
  await keepErased(client, register, { runId, columns: snapshot.columns });
  await client.query('ANALYZE staged (id, content_hash)');
  const staged = reading.taken - repeated.rows;
  refuseEmpty(staged, isUpdate, options);
  const kept = await keptIds(client, reading.kept);
  const removed = isUpdate ? await keptIds(client, reading.removed) : undefined;
  const judge = async () => {
    // Whoever allows any change is not told what changes, so nobody has to look.
    const mostChanged = options.allowChange ? current : changesUnasked(current);
    const asked = { layoutId, allCellsCount: !snapshot.isPassing, mostChanged };
    refuseLosses(await lossesOf(client, asked), { current, staged, isUpdate }, options);
  };

  await describeRegister(client, register);
  const ordinal = await nextOrdinal(client);
  const about = { registerId: register.id, countryCode: register.country.code, ...rows };
  const context = { ...about, ordinal, personal: new Personal(register) };
  // Objects of a JSON file have no columns.
  const isJson = snapshot.columns.length === 0;
  const scope = { kept, removed, isNew, samples, staged, isJson, judge: served?.isSample ? undefined : judge };
  const difference = await merge(client, context, scope, phases);
  const unknownStates = reading.unknownStates.list;
  const summary = { ...difference, read, rejected: rejects.count, persons, repeated, unknownStates };
  const recorded = { ...source, edition: snapshot.edition?.id, fileDate, layoutId, baseLayoutId: base.id };
  await recordRun(client, options, recorded, context, summary);
  const records = current + difference.added - difference.removed;
  const editions = await options.indexCopy?.write(client, side);
  // The same file is read anew only where our reading of it has changed.
  const reason = served?.sha256 === source.sha256 ? 'mapping' : 'source';
  // Last, for imports of other registers wait from here to the commit.
  await publishChanges(client, about, { reason, records, isBaseline: isNew, side, now: options.now });
  return {
    ...summary,
    rejectsFile: rejects.count > 0 ? rejects.path : undefined,
    respelt: reading.respelt,
    missing: source.missing ?? [],
    fileDate: fileDate ?? null,
    servedDate: served?.day ?? null,
    sameFile: false,
    editions,
  };
}

/** Where all hashes are made anew, they are made by the columns of this file: in samples' place, and by a new mapping. */
function baseOf(served: ServedRun | undefined, register: Register): ServedRun['base'] {
  return served && !served.isSample && served.revision === register.revision ? served.base : undefined;
}
