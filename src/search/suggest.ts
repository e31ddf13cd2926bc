import { columns } from '../company/facts.ts';
import { normalize, normalizedPieces } from '../company/normalization.ts';
import { separator } from '../company/search-text.ts';
import { statuses } from '../company/values.ts';
import { bestByScore, type Position, type SearchContext, type Tier } from './counter.ts';
import type { Needle, Query, Range, TypedWords } from './query/query.ts';
import { allowedEdits, looksLikeNumber } from './query/words/interpretations.ts';
import { wordPlaces } from './query/words/name-match.ts';

/** A place of the fragment in a name, in UTF-16 units, the end exclusive. */
export interface MatchRange {
  start: number;
  end: number;
}

const active = statuses.indexOf('active');
const isActive: Range = { column: 'status', from: active, to: active };
const isNotActive: Range = { column: 'status', from: active + 1, to: columns.status.mask };

type Beginning = Needle['begins'];

/** The kinds of names that have the typed text, best first. */
const textTiers: [Beginning, Range][] = [
  ['document', isActive],
  ['word', isActive],
  ['document', isNotActive],
  ['word', isNotActive],
  [undefined, isActive],
  [undefined, isNotActive],
];
/** Names that begin with it: they are neighbours, so only their segments are read. */
const beginningTiers = [isActive, isNotActive].map((status): [Beginning, Range] => ['document', status]);

/**
 * Of one word the text comes first, anywhere in the names. Of several, names that begin with the text come first, and then names
 * with all words in any order; only if there is none, the text is looked for inside the names. If nothing matches, words may have
 * typing mistakes. The positions are the best first.
 */
export async function suggest(typed: readonly string[], query: Query, limit: number, context: SearchContext) {
  const hasWords = typed.length > 0 && context.counter.hasScores;
  const isPhrase = hasWords && typed.length > 1;
  const byWords = (isFuzzy: boolean, known: Position[] = []) =>
    suggestedByWords({ typed, isFuzzy }, query, limit, known, context);
  const byText = (tiers = textTiers) => suggestedPositions(query, limit, context, tiers);
  const first = await byText(isPhrase ? beginningTiers : textTiers);
  const exact = hasWords ? await byWords(false, first) : first;
  const found = exact.length === 0 && isPhrase ? await byText() : exact;
  const isFuzzy = found.length === 0 && hasWords && typed.some((word) => allowedEdits(word) > 0);
  return { positions: isFuzzy ? await byWords(true) : found, isFuzzy };
}

/** The positions of records whose number, or whose name, has the typed text, best first. */
export async function suggestedPositions(
  { fragment, meant, ranges, countries }: Query,
  limit: number,
  { counter, version, caller }: SearchContext,
  tiers = textTiers,
): Promise<Position[]> {
  if (!fragment) return [];
  const query = (begins: Beginning, status: Range[]): Query => ({
    // A number that the fragment may mean is a match anywhere.
    ...(begins ? { fragment: { ...fragment, begins } } : { fragment, ...(meant && { meant }) }),
    ranges: [...ranges, ...status],
    countries,
  });
  // All names are read twice at most: once for words that begin with the fragment, once for the fragment anywhere.
  const ofBeginnings = query(tiers === beginningTiers ? 'document' : 'word', []);
  const ofAll = query(undefined, []);
  const wanted = tiers.map(([begins, status]) => ({
    query: query(begins, [status]),
    wider: begins ? ofBeginnings : ofAll,
  }));
  // Names that begin with a number need not have it as their number.
  const isApart = tiers === beginningTiers;
  const ofNumbers = numberTiers({ fragment, meant, ranges, countries }).map((tier) => ({ ...tier, isApart }));
  return counter.best([...ofNumbers, ...wanted], limit, version, caller);
}

/** A number comes first: the whole one that the fragment may mean, then numbers that begin with it. */
function numberTiers({ fragment, meant, ranges, countries }: Query): Tier[] {
  const text = Buffer.from(fragment?.bytes ?? []).toString();
  const whole: Query = { numbers: meant, ranges, countries };
  const begun: Query = { fragment: { bytes: Buffer.from(separator + text) }, ranges, countries };
  return [
    ...(meant ? [{ query: whole, wider: whole }] : []),
    ...(looksLikeNumber(text)
      ? [isActive, isNotActive].map((status) => ({ query: { ...begun, ranges: [...ranges, status] }, wider: begun }))
      : []),
  ];
}

/** Known positions, and after them the best matches of typed words, in any name, that are new. */
async function suggestedByWords(
  words: TypedWords,
  { ranges, countries }: Query,
  limit: number,
  known: readonly Position[],
  context: SearchContext,
): Promise<Position[]> {
  if (known.length >= limit) return [...known];
  const found = await bestByScore({ words, hasOtherNames: true, ranges, countries }, limit + known.length, context);
  const isNew = ({ segment, document }: Position) => !known.some((one) => one.segment === segment && one.document === document);
  return [...known, ...found.filter(isNew)].slice(0, limit);
}

/** The places of the typed text in a name as published; if it does not have the text, those of the typed words. */
export function rangesIn(name: string, typed: string, words: TypedWords): MatchRange[] {
  const fragment = normalize(typed.trim());
  // For each unit of the normalized name: the piece of the name that it comes from.
  const origins: MatchRange[] = [];
  let normalized = '';
  let place = 0;
  for (const { piece, part, isPlain } of normalizedPieces(name)) {
    // Normalization keeps the length of a plain piece.
    for (let unit = 0; unit < part.length; unit++)
      origins.push(isPlain ? { start: place + unit, end: place + unit + 1 } : { start: place, end: place + piece.length });
    normalized += part;
    place += piece.length;
  }
  const ranges: MatchRange[] = [];
  for (let at = normalized.indexOf(fragment); at >= 0; at = normalized.indexOf(fragment, at + fragment.length))
    ranges.push({ start: at, end: at + fragment.length });
  const found = ranges.length > 0 ? ranges : wordPlaces(words, normalized);
  return found.map(({ start, end }) => ({ start: origins[start]?.start ?? 0, end: origins[end - 1]?.end ?? 0 }));
}
