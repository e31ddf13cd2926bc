import { hash } from 'node:crypto';
import { basename } from 'node:path';
import { gleif, type LeiStaging } from '../../identifiers/index.ts';
import { openIdentifierIntake } from '../../intake/index.ts';
import { registers } from '../countries/registers.ts';
import { WrongFile } from '../files/table.ts';
import { KeySet } from '../layouts/key-set.ts';
import { type GoldenFile, type GoldenRow, goldenKinds, identifyGolden, openGolden } from './golden-copy.ts';
import { refuseDifference, refuseGoldenDay, refuseUnreadable } from './golden-limits.ts';
import { exceptionOf, leiOf, relationOf } from './rows.ts';

type IntakeOptions = Parameters<typeof openIdentifierIntake>[0];

export interface GleifOptions extends Pick<IntakeOptions, 'connect' | 'indexCopy' | 'now' | 'progress' | 'samplesUrl'> {
  /** The golden copy or a delta of it: identifiers, and perhaps relations and exceptions, in any order. */
  paths: readonly string[];
  sourceUrl?: string | undefined;
  /** The files have only what changed, whatever their names say. */
  isDelta?: boolean;
  /** Accepts files that lack over 20 % of the served identifiers. */
  allowShrink?: boolean;
  /** By which a file is of the future. Unset: `now`. */
  today?: () => Date;
  /** Accepts files that are older than what is served. */
  allowOlder?: boolean;
}

/** What came of an import: undefined if the files are served already. */
export type GleifSummary =
  | (Awaited<ReturnType<Awaited<ReturnType<typeof openIdentifierIntake>>['finish']>> & { rejected: number })
  | undefined;

/** Imports GLEIF's golden copy, or a delta of it. All rows are imported or none. */
export async function importGleif(options: GleifOptions): Promise<GleifSummary> {
  const { paths, sourceUrl = gleif.sourceUrl, progress } = options;
  const files = await identifyFiles(paths, options.isDelta ?? false);
  const sha256 = files.length === 1 ? (files[0] as GoldenFile).sha256 : hashOf(files);
  const intake = await openIdentifierIntake({ ...options, file: basename(paths[0] ?? ''), registers, sourceUrl });
  try {
    if (intake.served?.sha256 === sha256) return undefined;
    const [day] = files.flatMap((file) => file.day ?? []);
    refuseGoldenDay(day, intake.served?.fileDate ?? undefined, options);
    if (!intake.served && files.some(({ scope }) => scope === 'delta'))
      throw new WrongFile('A delta needs the whole golden copy before it: nothing was imported.');
    const related = new KeySet();
    const staging = await intake.begin((lei) => related.add(lei));
    const reading = { read: 0, rejected: 0 };
    // The identifiers come last: of the companies outside of our registers, only those that a relation names are kept.
    const order = files.toSorted((one, other) => goldenKinds.indexOf(other.kind) - goldenKinds.indexOf(one.kind));
    for (const [place, file] of order.entries()) {
      const { batches, progress: share } = await openGolden(file.path);
      const take = takerOf(file, staging, related, intake);
      const show = () => progress(`reading ${file.kind}`, reading.read, (0.8 * (place + share())) / order.length);
      await readRows(file, batches, { take, reading, show });
      await staging.close();
    }
    const named = files.map(({ name, sha256: own }) => ({ name, sha256: own }));
    const scopes = Object.fromEntries(files.map(({ kind, scope }) => [kind, scope]));
    const file = named.map(({ name }) => name).join(', ');
    const about = { file, sha256, files: named, fileDate: day ?? null, read: reading.read, scopes };
    const finished = await intake.finish(about, (difference) => refuseDifference(difference, options));
    return { ...finished, rejected: reading.rejected };
  } finally {
    await intake.close();
  }
}

const hashOf = (files: readonly GoldenFile[]): string => hash('sha256', files.map(({ sha256 }) => sha256).join(' '), 'hex');

/** The files by kind. Each kind may come once. */
async function identifyFiles(paths: readonly string[], isDelta: boolean): Promise<GoldenFile[]> {
  const files: GoldenFile[] = [];
  for (const path of paths) {
    const file = await identifyGolden(path, isDelta);
    const other = files.find(({ kind }) => kind === file.kind);
    if (other) throw new WrongFile(`${other.name} and ${file.name} are files of the same kind, ${file.kind}: name one of them.`);
    files.push(file);
  }
  return files.sort((one, other) => goldenKinds.indexOf(one.kind) - goldenKinds.indexOf(other.kind));
}

type KnownIdentifiers = Pick<Awaited<ReturnType<typeof openIdentifierIntake>>, 'authorities' | 'isLei'>;

/** Takes a row. Returns a promise that must be awaited before the next one, or false for a row that cannot be used. */
type Take = (row: GoldenRow) => Promise<void> | undefined | false;

function takerOf(
  { kind, scope }: GoldenFile,
  staging: LeiStaging,
  related: KeySet,
  { authorities, isLei }: KnownIdentifiers,
): Take {
  if (kind === 'rr')
    return (row) => {
      const relation = relationOf(row);
      if (!isLei(relation.child) || !isLei(relation.parent) || relation.kind === '') return false;
      related.add(relation.child);
      related.add(relation.parent);
      return staging.relation(relation);
    };
  if (kind === 'repex')
    return (row) => {
      const exception = exceptionOf(row);
      return isLei(exception.lei) ? staging.exception(exception) : false;
    };
  return (row) => {
    const lei = leiOf(row, authorities);
    if (!isLei(lei.lei)) return false;
    // A delta may say that a served identifier is no longer of one of our registers.
    return lei.registerId !== null || scope === 'delta' || related.has(lei.lei) ? staging.lei(lei) : undefined;
  };
}

async function readRows(
  { name }: GoldenFile,
  batches: Awaited<ReturnType<typeof openGolden>>['batches'],
  { take, reading, show }: { take: Take; reading: { read: number; rejected: number }; show(): void },
): Promise<void> {
  const before = { ...reading };
  let isLastBad = false;
  for await (const batch of batches) {
    for (const row of batch) {
      reading.read += 1;
      isLastBad = 'problem' in row;
      const taken = 'problem' in row ? false : take(row);
      if (taken === false) reading.rejected += 1;
      else if (taken) await taken;
    }
    show();
  }
  refuseUnreadable(name, { read: reading.read - before.read, rejected: reading.rejected - before.rejected, isLastBad });
}
