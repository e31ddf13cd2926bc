import type { Intake } from '../../intake/index.ts';
import { futureFile, isBefore, isFuture } from '../declaration/file-date.ts';
import type { Part } from '../declaration/part.ts';
import { WrongFile } from '../files/table.ts';
import type { FoundParts } from '../layouts/find-parts.ts';
import type { Delivery, ImportOptions } from './import-job.ts';
import type { Rejects } from './rejects.ts';

type Judges = Parameters<Delivery['finish']>[1];
type Losses = Parameters<Judges['losses']>[0];
type Problem = { what: string; count: number; examples: readonly string[]; limit: number; flag: string };

/** The share of all rows that may be rejected, and the share of the served records that may be changed. */
const limits = { rejected: 0.01, changed: 0.5 };
/**
 * The share of the served records that may be removed: of a register of which nothing is known, at most of any, and at least of
 * any. In between it is a multiple of what its earlier imports removed. Of a small register a few companies are a large share.
 */
const removal = { unknown: 0.1, max: 0.2, min: 0.05, usualTimes: 3 };
/** With fewer than `few` records a register has the highest limit, and with fewer than `some` none below that of unknown ones. */
const small = { few: 100, some: 500 };
/** The shares of the served records that may have a sign of a damaged file, or a multiple of what earlier imports had. */
const signLimits = { names: 0.05, days: 0.01, letters: 0.005, zeros: 0.01, conflicts: 0.01, usualTimes: 2 };
/** The share of the companies of a first file whose names may have letters of a wrong encoding. */
const firstLetters = 0.01;
/** A small update may have so many rejects, because a refused update would block all that follow. */
const rejectedInUpdate = 10;
/** If the number of records stays about the same, fewer losses than these are no sign of a wrong file. */
const minCount = 10;

const allowed = (flags: string) => `nothing was imported. If that is right, add ${flags}.`;

export function refuseRejects(rejects: Rejects, read: number, isUpdate: boolean): void {
  if (rejects.count <= Math.max(read * limits.rejected, isUpdate ? rejectedInUpdate : 0)) return;
  throw new WrongFile(
    `${rejects.count} of ${read} rows were rejected, over 1 %: nothing was imported. ` +
      `${rejects.path} has them with their reasons.`,
  );
}

const percent = (share: number) => `${Math.round(share * 1_000) / 10} %`;
const isOver = ({ count, limit }: Pick<Problem, 'count' | 'limit'>, of: number) => count >= minCount && count > of * limit;
const signLimit = (name: 'names' | 'days' | 'letters' | 'zeros' | 'conflicts', usual: Losses['usual']) =>
  Math.max(signLimits[name], signLimits.usualTimes * (usual[name] ?? 0));

function removalOf({ current, staged, removed, usual }: Losses, isUpdate: boolean): Problem[] {
  const ofUsual = usual.removed === undefined ? removal.unknown : removal.usualTimes * usual.removed;
  const least = current < small.few ? removal.max : current < small.some ? removal.unknown : removal.min;
  const limit = Math.min(Math.max(ofUsual, least), removal.max);
  const problem = { what: isUpdate ? 'removes' : 'lacks', ...removed, limit, flag: '--allow-shrink' };
  // Of a few records any loss is a large share.
  const isSmaller = isUpdate || staged < current * (1 - removal.max);
  if (isOver(problem, current)) return [problem];
  return isSmaller && removed.count > current * removal.max ? [{ ...problem, limit: removal.max }] : [];
}

/** Signs of a damaged file, though it does not change too much. */
function signsOf({ current, signs, usual }: Losses): Problem[] {
  const said = {
    names: 'changes the name and nothing else of',
    days: 'swaps day and month of',
    letters: 'brings letters of a wrong encoding to',
    zeros: 'drops leading zeros of',
  };
  return (['names', 'days', 'letters', 'zeros'] as const)
    .map((name) => ({
      what: said[name],
      ...(name === 'names' ? signs.names : signs.of(name)),
      limit: signLimit(name, usual),
      flag: '--allow-change',
    }))
    .filter((problem) => isOver(problem, current));
}

/**
 * Refuses a source that removes or changes many served records, or changes them as only a mistake does: it is incomplete,
 * damaged, or a wrong file. Comparing the numbers of records is not enough, because other companies may replace the removed ones.
 */
export async function refuseLosses(losses: Losses, isUpdate: boolean, options: ImportOptions): Promise<void> {
  const { current, differing, signs, changed: findChanged } = losses;
  const { register, allowShrink, allowChange } = options;
  // The query for records that their source changed is slow, so it runs only if its result matters.
  const mayChange = allowChange || differing < minCount || differing <= current * limits.changed;
  const found = mayChange ? { count: 0, examples: [] } : await findChanged();
  // A publisher that adds a column changes every record, and nothing is lost by it.
  const changed = { what: 'changes', ...found, count: found.count - signs.newColumns.count, limit: limits.changed };
  const changes = isOver(changed, current) ? [{ ...changed, flag: '--allow-change' }] : allowChange ? [] : signsOf(losses);
  const problems = [...(allowShrink ? [] : removalOf(losses, isUpdate)), ...changes];
  if (problems.length === 0) return;
  // A name may be a person's name, and failures are logged and stored.
  const hasPersons = register.hasPersons || register.persons?.some(({ fields }) => fields?.includes('/canonicalName'));
  const shown = (example: string) => (hasPersons ? example.split(' ')[0] : example);
  const of = (count: number) => (current === 1 ? 'the only company that is' : `${count} of the ${current} companies that are`);
  const said = problems.map(
    ({ what, count, examples, limit }) =>
      `${what} ${of(count)} served, over ${percent(limit)}, such as ${examples.map(shown).join('; ')}`,
  );
  const flags = [...new Set(problems.map(({ flag }) => flag))].join(' ');
  const common = changes.length > 0 && signs.common.length > 0 ? ` Of the changed ones: ${signs.common.join('; ')}.` : '';
  throw new WrongFile(`The ${isUpdate ? 'update' : 'file'} ${said.join(', and ')}: ${allowed(flags)}${common}`);
}

/** Refuses a source that has many companies twice, with other content: only one of the rows can be right. */
export const refuseConflicts =
  ({ allowChange }: ImportOptions): Judges['repeated'] =>
  ({ conflicting, examples }, staged, usual) => {
    const limit = signLimit('conflicts', usual);
    if (allowChange || !isOver({ count: conflicting, limit }, staged)) return;
    const said = `${conflicting} of its ${staged} companies again with other content, over ${percent(limit)}`;
    throw new WrongFile(`The file has ${said}, such as ${examples.slice(0, 3).join('; ')}: ${allowed('--allow-change')}`);
  };

/** Refuses a first file whose names were read in a wrong encoding. Later ones are compared with what is served. */
export function refuseGarbled({ garbled, taken }: Delivery, served: Intake['served'], { allowChange }: ImportOptions): void {
  if (allowChange || (served && !served.isSample)) return;
  if (!isOver({ ...garbled, limit: firstLetters }, taken)) return;
  const said = `${garbled.count} of ${taken} companies have names in a wrong encoding, over ${percent(firstLetters)}`;
  throw new WrongFile(`${said}, such as those of ${garbled.examples.join('; ')}: ${allowed('--allow-change')}`);
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

/**
 * Refuses a file of the future, and a full file that is older than the served file or update, or than the one before if the day
 * of that is unknown. A served day in the future is a mistake, and counts as unknown.
 */
export function refuseDay(day: string | undefined, { served, earlier }: KnownDays, options: ImportOptions): void {
  const { allowOlder, now, today = now } = options;
  if (day && isFuture(day, today())) throw new WrongFile(futureFile(day, today()));
  const known = [served, earlier].find((one) => one && !isFuture(one, today()));
  if (allowOlder || !day || !known || !isBefore(day, known)) return;
  const other = known === served ? `what is served is of ${served}` : `a file of ${earlier} was imported before`;
  throw new WrongFile(`The file is of ${day}, and ${other}: ${allowed('--allow-older')}`);
}

type ImportedParts = Partial<Pick<FoundParts, 'files' | 'isUpdate'>>;

/** The optional files that were imported before, and that an import does without. */
export function droppedParts(
  { files, isUpdate }: ImportedParts,
  served: Intake['served'],
  { register }: ImportOptions,
): readonly Part[] {
  if (!files || isUpdate || !served || served.isSample) return [];
  return (register.parts ?? []).filter(({ name, optional }) => optional && !files.has(name) && served.parts.includes(name));
}

/** Refuses an import without an optional file that was imported before, because its data, such as activities, would be lost. */
export function refuseForgotten(found: ImportedParts, served: Intake['served'], options: ImportOptions): void {
  const isLeftOut = (name: string) => options.without?.some((word) => name.toLowerCase().startsWith(word.toLowerCase()));
  const forgotten = droppedParts(found, served, options).filter(({ name }) => !isLeftOut(name));
  if (forgotten.length === 0) return;
  const names = forgotten.map(({ file }) => file);
  const flags = forgotten.map(({ name }) => `--without ${name}`);
  const said = `${names.join(', ')} ${names.length > 1 ? 'are' : 'is'} not among the files, but what is served has`;
  throw new WrongFile(`${said} ${names.length > 1 ? 'them' : 'it'}: ${allowed(flags.join(' '))}`);
}
