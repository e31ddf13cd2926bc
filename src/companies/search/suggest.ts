import { columns } from '../format/facts.ts';
import { fold, foldedPieces } from '../format/fold.ts';
import { statuses } from '../values.ts';
import type { Asking, Position } from './counter.ts';
import type { Needle, Question, Range } from './question.ts';

/** Where in a name the fragment stands, in UTF-16 units, the end exclusive. */
export interface MatchRange {
  start: number;
  end: number;
}

const active = statuses.indexOf('active');
const isActive: Range = { column: 'status', from: active, to: active };
const isNotActive: Range = { column: 'status', from: active + 1, to: columns.status.mask };

type Beginning = Needle['begins'];

/** What is suggested, best first. */
const tiers: [Beginning, Range][] = [
  ['line', isActive],
  ['word', isActive],
  ['line', isNotActive],
  ['word', isNotActive],
  [undefined, isActive],
  [undefined, isNotActive],
];

/** Where the suggested records stand, best first. */
export async function suggestedPositions(
  { fragment, meant, ranges }: Question,
  limit: number,
  { counter, version, caller }: Asking,
): Promise<Position[]> {
  if (!fragment) return [];
  const question = (begins: Beginning, status: Range[]): Question => ({
    // A number that is meant counts as a match anywhere.
    ...(begins ? { fragment: { ...fragment, begins } } : { fragment, ...(meant && { meant }) }),
    ranges: [...ranges, ...status],
  });
  // All names are read twice at most: once for words that begin so, once for the fragment anywhere.
  const [ofWords, ofAll] = [question('word', []), question(undefined, [])];
  const asked = tiers.map(([begins, status]) => ({ question: question(begins, [status]), wider: begins ? ofWords : ofAll }));
  return counter.best(asked, limit, version, caller);
}

/** Where what was typed stands in a name as it is written. */
export function rangesIn(name: string, typed: string): MatchRange[] {
  const fragment = fold(typed.trim());
  // For each unit of the folded name: the piece of the name that it comes from.
  const origins: MatchRange[] = [];
  let [folded, place] = ['', 0];
  for (const { piece, part, isPlain } of foldedPieces(name)) {
    // A piece of several plain characters has as many as before.
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
