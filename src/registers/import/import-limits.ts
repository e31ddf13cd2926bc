import type { Intake } from '../../companies/index.ts';
import { isBefore } from '../declaration/file-date.ts';
import type { Part } from '../declaration/part.ts';
import { WrongFile } from '../files/table.ts';
import type { FoundParts } from '../layouts/find-parts.ts';
import type { Delivery, ImportOptions } from './import-job.ts';
import type { Rejects } from './rejects.ts';

type Losses = Parameters<Parameters<Delivery['finish']>[1]>[0];

/** The share of all rows that may be rejected, and the shares of the served records that may be removed and changed. */
const limits = { rejected: 0.01, removed: 0.2, changed: 0.5 };
/** A small update may have so many rejects, because a refused update would block all that follow. */
const rejectedInUpdate = 10;
/** If the number of records stays about the same, fewer losses than these are no sign of a wrong file. */
const fewest = 10;

const allowed = (flags: string) => `nothing was imported. If that is right, add ${flags}.`;

export function refuseRejects(rejects: Rejects, read: number, isUpdate: boolean): void {
  if (rejects.count <= Math.max(read * limits.rejected, isUpdate ? rejectedInUpdate : 0)) return;
  throw new WrongFile(
    `${rejects.count} of ${read} rows were rejected, over 1 %: nothing was imported. ` +
      `${rejects.path} has them with their reasons.`,
  );
}

/**
 * Refuses a source that removes or changes many served records: it is incomplete, or it is a wrong file. Comparing the numbers of
 * records is not enough, because other companies may replace the removed ones.
 */
export async function refuseLosses(
  { current, staged, removed, differing, changed: findChanged }: Losses,
  isUpdate: boolean,
  { register, allowShrink, allowChange }: ImportOptions,
): Promise<void> {
  // The query for records that their source changed is slow, so it runs only if its result matters.
  const mayChange = allowChange || differing < fewest || differing <= current * limits.changed;
  const changed = mayChange ? { count: 0, examples: [] } : await findChanged();
  const isShrinking = isUpdate || staged < current * (1 - limits.removed) || removed.count >= fewest;
  const problems = [
    ...(!allowShrink && isShrinking && removed.count > current * limits.removed
      ? [{ what: isUpdate ? 'removes' : 'lacks', ...removed, share: '20 %', flag: '--allow-shrink' }]
      : []),
    ...(changed.count >= fewest && changed.count > current * limits.changed
      ? [{ what: 'changes', ...changed, share: '50 %', flag: '--allow-change' }]
      : []),
  ];
  if (problems.length === 0) return;
  // A name may be a person's name, and failures are logged and stored.
  const hasPersons = register.hasPersons || register.persons?.some(({ fields }) => fields?.includes('/canonicalName'));
  const shown = (example: string) => (hasPersons ? example.split(' ')[0] : example);
  const of = (count: number) => (current === 1 ? 'the only company that is' : `${count} of the ${current} companies that are`);
  const said = problems.map(
    ({ what, count, examples, share }) => `${what} ${of(count)} served, over ${share}, such as ${examples.map(shown).join('; ')}`,
  );
  const flags = problems.map(({ flag }) => flag).join(' ');
  throw new WrongFile(`The ${isUpdate ? 'update' : 'file'} ${said.join(', and ')}: ${allowed(flags)}`);
}

/** Refuses a file without companies, unless an option allows it. */
export function refuseEmpty(taken: number, isUpdate: boolean, { allowShrink }: ImportOptions): void {
  if (taken === 0 && !isUpdate && !allowShrink) throw new WrongFile('The file has no companies: nothing was imported.');
}

/** The day of the served file, and that of the last file before it that has one. */
interface KnownDays {
  served: string | undefined;
  earlier: string | null | undefined;
}

/** Refuses a full file that is older than the served file or update, or than the one before if the day of that is unknown. */
export function refuseOlder(day: string | undefined, { served, earlier }: KnownDays, { allowOlder }: ImportOptions): void {
  const known = served ?? earlier;
  if (allowOlder || !day || !known || !isBefore(day, known)) return;
  const other = served ? `what is served is of ${served}` : `a file of ${earlier} was imported before`;
  throw new WrongFile(`The file is of ${day}, and ${other}: ${allowed('--allow-older')}`);
}

type Found = Partial<Pick<FoundParts, 'files' | 'isUpdate'>>;

/** The optional files that were imported before, and that an import does without. */
export function droppedParts({ files, isUpdate }: Found, served: Intake['served'], { register }: ImportOptions): readonly Part[] {
  if (!files || isUpdate || !served || served.isSample) return [];
  return (register.parts ?? []).filter(({ name, optional }) => optional && !files.has(name) && served.parts.includes(name));
}

/** Refuses an import without an optional file that was imported before, because its data, such as activities, would be lost. */
export function refuseForgotten(found: Found, served: Intake['served'], options: ImportOptions): void {
  const isLeftOut = (name: string) => options.without?.some((word) => name.toLowerCase().startsWith(word.toLowerCase()));
  const forgotten = droppedParts(found, served, options).filter(({ name }) => !isLeftOut(name));
  if (forgotten.length === 0) return;
  const names = forgotten.map(({ file }) => file);
  const flags = forgotten.map(({ name }) => `--without ${name}`);
  const said = `${names.join(', ')} ${names.length > 1 ? 'are' : 'is'} not among the files, but what is served has`;
  throw new WrongFile(`${said} ${names.length > 1 ? 'them' : 'it'}: ${allowed(flags.join(' '))}`);
}
