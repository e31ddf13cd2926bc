import { columns } from '../format/facts.ts';
import { fold, foldedPieces } from '../format/fold.ts';
import { statuses } from '../values.ts';
import type { Position, SearchContext } from './counter.ts';
import type { Needle, Question, Range } from './question.ts';

/** A place of the fragment in a name, in UTF-16 units, the end exclusive. */
export interface MatchRange {
  start: number;
  end: number;
}

const active = statuses.indexOf('active');
const isActive: Range = { column: 'status', from: active, to: active };
const isNotActive: Range = { column: 'status', from: active + 1, to: columns.status.mask };

type Beginning = Needle['begins'];

/** The kinds of matches, best first. */
const tiers: [Beginning, Range][] = [
  ['line', isActive],
  ['word', isActive],
  ['line', isNotActive],
  ['word', isNotActive],
  [undefined, isActive],
  [undefined, isNotActive],
];

/** The positions of the suggested records, best first. */
export async function suggestedPositions(
  { fragment, meant, ranges }: Question,
  limit: number,
  { counter, version, caller }: SearchContext,
): Promise<Position[]> {
  if (!fragment) return [];
  const question = (begins: Beginning, status: Range[]): Question => ({
    // A number that the fragment may mean is a match anywhere.
    ...(begins ? { fragment: { ...fragment, begins } } : { fragment, ...(meant && { meant }) }),
    ranges: [...ranges, ...status],
  });
  // All names are read twice at most: once for words that begin with the fragment, once for the fragment anywhere.
  const ofWords = question('word', []);
  const ofAll = question(undefined, []);
  const wanted = tiers.map(([begins, status]) => ({ question: question(begins, [status]), wider: begins ? ofWords : ofAll }));
  return counter.best(wanted, limit, version, caller);
}

/** The places of the typed text in an unfolded name. */
export function rangesIn(name: string, typed: string): MatchRange[] {
  const fragment = fold(typed.trim());
  // For each unit of the folded name: the piece of the name that it comes from.
  const origins: MatchRange[] = [];
  let folded = '';
  let place = 0;
  for (const { piece, part, isPlain } of foldedPieces(name)) {
    // Folding keeps the length of a plain piece.
    for (let unit = 0; unit < part.length; unit++)
      origins.push(isPlain ? { start: place + unit, end: place + unit + 1 } : { start: place, end: place + piece.length });
    folded += part;
    place += piece.length;
  }
  const ranges: MatchRange[] = [];
  for (let at = folded.indexOf(fragment); at >= 0; at = folded.indexOf(fragment, at + fragment.length))
    ranges.push({ start: origins[at]?.start ?? 0, end: origins[at + fragment.length - 1]?.end ?? 0 });
  return ranges;
}
