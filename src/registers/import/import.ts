import { basename, join } from 'node:path';
import { type Intake, openIntake } from '../../intake/index.ts';
import { type DatedFile, fileDateOf } from '../declaration/file-date.ts';
import { type Edition, nothingServed, type Register, type Snapshot, type SourceRow } from '../declaration/register.ts';
import { dataFilesAt, fileSha256 } from '../files/open-file.ts';
import { WrongFile } from '../files/table.ts';
import { type FoundFile, type FoundParts, findParts } from '../layouts/find-parts.ts';
import { findPieces } from '../layouts/find-pieces.ts';
import { type ImportOptions, type ImportSummary, nothingToDo } from './import-job.ts';
import {
  droppedParts,
  refuseConflicts,
  refuseDay,
  refuseEmpty,
  refuseForgotten,
  refuseGarbled,
  refuseLosses,
  refuseRejects,
} from './import-limits.ts';
import { Phases } from './phases.ts';
import { ReadCounts, readSource } from './read-source.ts';
import { Rejects } from './rejects.ts';
import { samplesUrl } from './sample-source.ts';

interface Job {
  options: ImportOptions;
  source: Source;
  intake: Intake;
  phases: Phases;
}

/** Imports a source as the new state of its register, or applies an update of some companies. All rows are imported or none. */
export async function importRegister(options: ImportOptions): Promise<ImportSummary> {
  const { register, sourceUrl = register.sourceUrl } = options;
  const phases = new Phases(options.progress);
  try {
    const source = await identifySource(options);
    const intake = await openIntake({ ...options, file: basename(options.path), sourceUrl, samplesUrl, phases });
    try {
      return await importSource({ options, source, intake, phases });
    } finally {
      await intake.close();
    }
  } finally {
    phases.end();
  }
}

async function importSource(job: Job): Promise<ImportSummary> {
  const { options, source, intake } = job;
  const { register } = options;
  const { served, stored } = intake;
  const isReleased = options.allowRemovals && (served?.heldBack ?? 0) > 0;
  if (served?.sha256 === source.sha256 && served.revision === register.revision && !isReleased) return nothingToDo;
  const { files, isUpdate = false } = source;
  refuseForgotten(source, served, options);
  const snapshot = await register.open(options.path, files && { files, isUpdate, connect: options.connect, stored });
  try {
    const { edition } = snapshot;
    if (edition?.since !== undefined && !isUpdateDue(served, register, edition)) return nothingToDo;
    return await importRows(job, snapshot);
  } finally {
    await snapshot.close();
  }
}

async function importRows({ options, source, intake, phases }: Job, snapshot: Snapshot<SourceRow>): Promise<ImportSummary> {
  const { register, sourceUrl } = options;
  const isUpdate = snapshot.edition?.since !== undefined;
  const servedDate = servedDay(intake.served);
  const known = { served: servedDate, earlier: intake.served?.earlierDate };
  const day = async () => (sourceUrl === samplesUrl ? undefined : fileDateOf(register.dated, source.dated, snapshot.day?.()));
  refuseDay(await day(), known, options);
  const stamp = options
    .now()
    .toISOString()
    .replaceAll(/[-:]|\.\d+/g, '');
  const rejects = new Rejects(join(options.rejectsDir, `${register.id}-${stamp}.csv`));
  const delivery = await intake.begin(snapshot);
  const reading = new ReadCounts();
  phases.begin('reading', () => ({ rows: snapshot.rows?.() ?? reading.read, share: snapshot.progress() }));
  await readSource(snapshot, { register, delivery, rejects }, reading);
  const { read, persons, respelt } = reading;
  refuseRejects(rejects, read, isUpdate);
  const fileDate = await day();
  refuseDay(fileDate, known, options);
  refuseEmpty(delivery.taken, isUpdate, options);
  if (sourceUrl !== samplesUrl) refuseGarbled(delivery, intake.served, options);
  const unknownStates = reading.unknownStates.list.map(({ text, rows }) => ({ state: text, rows }));
  const unknownForms = reading.unknownForms.list.map(({ text, rows }) => ({ form: text, rows }));
  const counts = { read, rejected: rejects.count, persons, unknownStates, unknownForms };
  // Without a file that it had before, every record may change, as the operator said.
  const allowChange = options.allowChange || droppedParts(source, intake.served, options).length > 0;
  const repeated = snapshot.repeated?.();
  const finished = { ...source, fileDate, ...counts, repeated, removesDoubtful: options.allowRemovals ?? false };
  const delivered = await delivery.finish(finished, {
    losses: (losses) => refuseLosses(losses, isUpdate, { ...options, allowChange }),
    repeated: refuseConflicts(options),
  });
  return {
    ...delivered,
    ...counts,
    rejectsFile: rejects.count > 0 ? rejects.path : undefined,
    respelt,
    missing: source.missing ?? [],
    fileDate: fileDate ?? null,
    servedDate: servedDate ?? null,
    sameFile: false,
  };
}

/** The day or month of the served data, if it is known. Samples have none. */
function servedDay(served: Intake['served']): string | undefined {
  return served && !served.isSample ? (served.fileDate ?? undefined) : undefined;
}

/**
 * Whether an update must still be applied: false if the served data has it already. Throws if an edition in between is missing,
 * because an update has only the changes since the edition before it.
 */
function isUpdateDue(served: Intake['served'], register: Register, { id, since = '' }: Edition): boolean {
  if (!served?.edition) throw new WrongFile(nothingServed);
  if (served.edition >= id) return false;
  if (served.edition < since) {
    throw new WrongFile(
      `Updates are missing: this one leads from edition ${since} to ${id}, but ${served.edition} is served. ` +
        'Import those in between first, or the full edition.',
    );
  }
  // Records that are not in the update would keep the result of the old mapping.
  if (served.revision !== register.revision)
    throw new WrongFile('The reading of this register has changed since the last import: import the full edition first.');
  return true;
}

/** The source of an import: its files, with their names and hashes. */
interface Source extends Partial<Pick<FoundParts, 'files' | 'isUpdate' | 'missing'>> {
  name: string;
  sha256: string;
  /** Each of its files, if it is several files or may be. */
  found?: readonly FoundFile[];
  /** The files that have the day of the source: if there are several files, those with the companies. */
  dated: readonly DatedFile[];
}

async function identifySource({ register, path, morePaths = [], without = [] }: ImportOptions): Promise<Source> {
  const paths = [path, ...morePaths];
  if (register.parts) {
    const found = await findParts(register.parts, paths, without);
    const companies = register.parts
      .filter(({ role }) => role === 'companies')
      .flatMap(({ name }) => found.files.get(name) ?? []);
    return { ...found, dated: companies };
  }
  if (without.length > 0) throw new WrongFile(`The register ${register.id} has no optional files to be left out.`);
  if (register.pieces) {
    const found = await findPieces(register.pieces, paths);
    return { ...found, dated: [...found.files.values()] };
  }
  if (morePaths.length > 0) throw new WrongFile(`The register ${register.id} is published as one file: name that one alone.`);
  const sha256 = await fileSha256(path);
  const inside = await dataFilesAt(path).catch(() => []);
  // A workbook is an archive too, but the names of the files in it say nothing about the source.
  const dated = inside.length === 1 ? inside.map((file) => ({ ...file, path })) : [{ name: basename(path), path }];
  return { name: basename(path), sha256, dated };
}
