import { columns, statuses } from '../format/facts.ts';
import { fold } from '../format/fold.ts';
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
  fragment: string,
  ranges: Range[],
  limit: number,
  { counter, version, caller }: Asking,
): Promise<Position[]> {
  const bytes = Buffer.from(fragment);
  const question = (begins: Beginning, status: Range[]): Question => ({
    fragment: { bytes, ...(begins && { begins }) },
    ranges: [...ranges, ...status],
  });
  // All names are read twice at most: once for words that begin so, once for the fragment anywhere.
  const [ofWords, ofAll] = [question('word', []), question(undefined, [])];
  const asked = tiers.map(([begins, status]) => ({ question: question(begins, [status]), wider: begins ? ofWords : ofAll }));
  return counter.best(asked, limit, version, caller);
}

/** Where a folded fragment stands in a name as it is written. */
export function rangesIn(name: string, fragment: string): MatchRange[] {
  // For each unit of the folded text: the character of the name that it comes from.
  const origins: MatchRange[] = [];
  let [folded, place] = ['', 0];
  for (const character of name) {
    const part = fold(character);
    const origin = { start: place, end: place + character.length };
    for (let unit = 0; unit < part.length; unit++) origins.push(origin);
    folded += part;
    place += character.length;
  }
  const ranges: MatchRange[] = [];
  for (let at = folded.indexOf(fragment); at >= 0; at = folded.indexOf(fragment, at + fragment.length))
    ranges.push({ start: origins[at]?.start ?? 0, end: markedEnd(name, origins[at + fragment.length - 1]?.end ?? 0) });
  return ranges;
}

/** The end of a match, with the combining marks that follow its last letter. */
function markedEnd(name: string, end: number): number {
  const [marks = ''] = /^\p{M}*/u.exec(name.slice(end)) ?? [];
  return end + marks.length;
}
