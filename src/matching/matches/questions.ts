import type { Companies } from '../../companies/index.ts';
import { type Name, namesIn, type Word } from '../names/name.ts';
import type { MatchQuery } from '../query.ts';
import type { KnownWords } from '../vocabulary/known-words.ts';
import type { FoundWord } from '../vocabulary/vocabulary-thread.ts';

type Question = Parameters<Companies['services']['candidates']['find']>[0][number];

/** A word that is searched for, and about how many names have it or what may be meant by it. */
interface Wanted {
  text: string;
  meant: readonly string[];
  frequency: number;
}

/** A word that so few names have is searched for alone. */
const few = 200;
/** Names are told apart by their rarest words. */
const mostWords = 6;
/** Frequent words are hardly ever misspelt. */
const frequent = 2_000;

/**
 * What the search is asked for a query: names that have one of its rarest words, if few names have it, or else two of the three
 * rarest ones. So a name is found although one of them is spelt beyond recognition.
 */
export async function questionsOf({ name, country }: MatchQuery, words: KnownWords, version: string): Promise<Question[]> {
  const names = namesIn(name, words.weightOf, country).slice(0, 2);
  const asked = await Promise.all(names.map(async (one) => combined(await wantedIn(one, words, version))));
  const different = new Map(asked.flat().map((some) => [some.map(({ text }) => text).join(' '), some]));
  return [...different.values()].map((some) => ({ words: some, country }));
}

/** The words of a name, and pairs of neighbours that are one word elsewhere; the rarest first. */
async function wantedIn({ words }: Name, known: KnownWords, version: string): Promise<Wanted[]> {
  const single = words.flatMap(({ text }) => text.split(' '));
  const joined = words.slice(1).flatMap((word, place) => joinable(words[place] as Word, word));
  const found = await known.find([...single, ...joined], version);
  const of = (text: string): Wanted => {
    const { count, meant } = found.get(text) as FoundWord;
    const some = count > frequent ? [] : meant;
    return { text, meant: some.map((one) => one.text), frequency: some.reduce((sum, one) => sum + one.count, count) };
  };
  const isThere = (text: string) => (found.get(text)?.count ?? 0) > 0;
  const all = [...new Set(single)].map(of);
  const some = [...all.filter(({ text }) => text.length > 1), ...joined.filter(isThere).map(of)];
  return (some.length > 0 ? some : all).sort((one, other) => one.frequency - other.frequency).slice(0, mostWords);
}

const joinable = (one: Word, other: Word): string[] =>
  one.script === 'latin' && other.script === 'latin' ? [one.text.replaceAll(' ', '') + other.text.replaceAll(' ', '')] : [];

function combined(wanted: readonly Wanted[]): Wanted[][] {
  // What no name has is told by its beginning at most.
  const there = wanted.filter(({ frequency }) => frequency > 0);
  const unknown = wanted.filter(({ frequency }) => frequency === 0).map((one) => [one]);
  const [first, second, third] = there;
  if (!first) return unknown;
  if (!second) return [[first], ...unknown];
  const alone = there.filter(({ frequency }) => frequency <= few).slice(0, 3);
  const pairs = [
    [first, second],
    ...(third
      ? [
          [first, third],
          [second, third],
        ]
      : []),
  ].filter((pair) => !pair.some((one) => alone.includes(one)));
  return [
    ...alone.map((one) => [one]),
    ...pairs,
    ...(pairs.length > 0 && there.length > 3 ? [there.slice(0, 4)] : []),
    ...unknown,
  ];
}
