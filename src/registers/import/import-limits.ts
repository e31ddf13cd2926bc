import type { Intake } from '../../companies/index.ts';
import { isBefore } from '../declaration/file-date.ts';
import { WrongFile } from '../files/table.ts';
import type { FoundParts } from '../layouts/find-parts.ts';
import type { Delivery, ImportOptions } from './import-job.ts';
import type { Rejects } from './rejects.ts';

type Losses = Parameters<Parameters<Delivery['finish']>[1]>[0];

/** Of all rows, the share that may be rejected; of the records that are served, the shares that may be removed and changed. */
const limits = { rejected: 0.01, removed: 0.2, changed: 0.5 };
/** A small update may have so many rejects: it would hold up all that follow. */
const rejectedInUpdate = 10;
/** Fewer records say little, where as many came as went. */
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
 * A source that takes much of what is served was cut off, or is another one. Heads are not enough: other companies may have taken
 * the place of those that went.
 */
export async function refuseLosses(
  { current, staged, removed, differing, changed: findChanged }: Losses,
  isUpdate: boolean,
  { register, allowShrink, allowChange }: ImportOptions,
): Promise<void> {
  // To tell which records their source changed takes time, so that is asked only if it matters.
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
  // A name may be that of a person.
  const shown = (example: string) => (register.hasPersons ? example.split(' ')[0] : example);
  const said = problems.map(
    ({ what, count, examples, share }) =>
      `${what} ${count} of the ${current} companies that are served, over ${share}, such as ${examples.map(shown).join('; ')}`,
  );
  const flags = problems.map(({ flag }) => flag).join(' ');
  throw new WrongFile(`The ${isUpdate ? 'update' : 'file'} ${said.join(', and ')}: ${allowed(flags)}`);
}

/** A file without companies is never right, unless somebody says so. */
export function refuseEmpty(taken: number, isUpdate: boolean, { allowShrink }: ImportOptions): void {
  if (taken === 0 && !isUpdate && !allowShrink) throw new WrongFile('The file has no companies: nothing was imported.');
}

/** A full file must not be older than what is served, be that a full file or an update. */
export function refuseOlder(day: string | undefined, served: string | undefined, { allowOlder }: ImportOptions): void {
  if (allowOlder || day === undefined || served === undefined || !isBefore(day, served)) return;
  throw new WrongFile(`The file is of ${day}, and what is served is of ${served}: ${allowed('--allow-older')}`);
}

/** What an optional file gave before, such as activities, must not vanish because somebody forgot it. */
export function refuseForgotten(
  { files, isUpdate }: Pick<FoundParts, 'files' | 'isUpdate'>,
  served: Intake['served'],
  options: ImportOptions,
): void {
  if (isUpdate || !served || served.isSample) return;
  const isLeftOut = (name: string) => options.without?.some((word) => name.toLowerCase().startsWith(word.toLowerCase()));
  const forgotten = (options.register.parts ?? []).filter(
    ({ name, optional }) => optional && !files.has(name) && served.parts.includes(name) && !isLeftOut(name),
  );
  if (forgotten.length === 0) return;
  const [names, flags] = [forgotten.map(({ file }) => file), forgotten.map(({ name }) => `--without ${name}`)];
  const said = `${names.join(', ')} ${names.length > 1 ? 'are' : 'is'} not among the files, but what is served has`;
  throw new WrongFile(`${said} ${names.length > 1 ? 'them' : 'it'}: ${allowed(flags.join(' '))}`);
}
