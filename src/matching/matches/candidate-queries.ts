import type { Companies } from '../../companies/index.ts';
import { wordsOf } from '../../company/words.ts';
import { otherNamesOf } from '../names/known-names.ts';
import { isLegalForm } from '../names/legal-forms.ts';
import { type Name, namesIn, type WeightOf, type Word, wordsToRead } from '../names/name.ts';
import { isStopWord } from '../names/word-meanings.ts';

type Services = Companies['services'];
type CandidateQuery = Parameters<Services['candidates']['find']>[0][number];

/** A word that is searched for, and about how many names have it or what may be meant by it. */
interface SearchedWord {
  text: string;
  meant: readonly string[];
  frequency: number;
}

/** A word that so few names have is searched for alone. */
const few = 200;
/** So many rare words are searched for. */
const maxAlone = 2;
/** Names are told apart by their rarest words. */
const maxWords = 6;
/** So many of the names that a query states are searched for. */
const maxTyped = 3;
/** So many other names of a known company are searched for. */
const maxKnown = 5;
/** Words of which the rarest is in more names find too many. */
const selective = 10_000;
/** A word that no name has is searched for as the beginning of others, unless it is shorter. */
const minUnknownLetters = 4;

/** Where the words of names are looked up, how much they say, and for whom. */
interface Vocabulary {
  knownWords: Services['knownWords'];
  weightOf: WeightOf;
  version: string;
  caller: string;
}

/**
 * What the search is asked for the names of a query: names that have one of its rarest words, if few names have it, or else two
 * of the three rarest ones. So a name is found although one of them is spelt beyond recognition.
 */
export async function candidateQueries(
  typed: readonly Name[],
  country: string | undefined,
  vocabulary: Vocabulary,
): Promise<CandidateQuery[]> {
  const written = typed.slice(0, maxTyped);
  const known = written.flatMap(({ text }) => otherNamesOf(wordsOf(text))).slice(0, maxKnown);
  const names = [...written, ...known.flatMap((other) => namesIn(other, vocabulary.weightOf, country).slice(0, 1))];
  const wanted = await Promise.all(names.map(async (one) => combined(await wantedIn(one, vocabulary))));
  const different = new Map(wanted.flat().map((some) => [some.map(({ text }) => text).join(' '), some]));
  return [...different.values()].map((words) => ({ words, country, isRare: words.length === 1 }));
}

/** The words of a name, and pairs of neighbours that are one word elsewhere; the rarest first. */
async function wantedIn({ text: name, words }: Name, { knownWords, version, caller }: Vocabulary): Promise<SearchedWord[]> {
  // The search has more words of `AT&T` or `O'Brien` than the comparison.
  const written = wordsOf(name)
    .slice(0, wordsToRead)
    .filter((word) => word !== '&');
  const own = new Set([...words.flatMap(({ text }) => text.split(' ')), ...written.filter(isTelling)]);
  const joined = words.slice(1).flatMap((word, place) => joinable(words[place] as Word, word));
  await knownWords.read(version);
  const found = await knownWords.find([...own, ...written, ...(await knownWords.among(joined, caller))], version, caller);
  const of = (text: string): SearchedWord => {
    const { count = 0, meant = [] } = found.get(text) ?? {};
    return { text, meant: meant.map((one) => one.text), frequency: meant.reduce((sum, one) => sum + one.count, count) };
  };
  const some = new Set([...own].filter((text) => text.length > 1).concat(joined.filter((text) => found.has(text))));
  const wanted = [...some].map(of);
  const isEnough = wanted.some(({ frequency }) => frequency > 0);
  const all = isEnough ? wanted : [...new Set([...some, ...own, ...written])].map(of);
  return all.sort((one, other) => one.frequency - other.frequency).slice(0, maxWords);
}

const isTelling = (word: string): boolean => !isLegalForm(word) && !isStopWord(word);

const joinable = (one: Word, other: Word): string[] =>
  one.script === 'latin' && other.script === 'latin' ? [one.text.replaceAll(' ', '') + other.text.replaceAll(' ', '')] : [];

function combined(wanted: readonly SearchedWord[]): SearchedWord[][] {
  const there = wanted.filter(({ frequency }) => frequency > 0);
  const alone = there.filter(({ frequency }) => frequency <= few).slice(0, maxAlone);
  if (alone.length === maxAlone) return alone.map((one) => [one]);
  const unknown = wanted.filter(({ frequency, text }) => frequency === 0 && text.length >= minUnknownLetters).map((one) => [one]);
  const rest = there.filter((one) => !alone.includes(one));
  const isVain = unknown.length > 0 && rest.length === 1 && (rest[0]?.frequency ?? 0) > selective;
  return [...alone.map((one) => [one]), ...unknown, ...(alone.length > 0 ? others(rest) : isVain ? [] : pairs(rest))];
}

/** The other words together, if they find few names. */
const others = (rest: readonly SearchedWord[]): SearchedWord[][] =>
  rest.length > 1 && (rest[0]?.frequency ?? 0) <= selective ? [rest.slice(0, 4)] : [];

/** Without a rare word: a name may lack any one of the three rarest. */
function pairs(rest: readonly SearchedWord[]): SearchedWord[][] {
  const [first, second, third] = rest;
  if (!first || !second) return rest.map((one) => [one]);
  if (!third) return [[first, second]];
  return [[first, second], [first, third], [second, third], ...(rest.length > 3 ? [rest.slice(0, 4)] : [])];
}
