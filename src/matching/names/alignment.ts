import { cutLikeness, type Likeness, likenessOf, mistakenLikeness } from './likeness.ts';
import type { Name, Word } from './name.ts';
import { maxDifference, spanLikeness } from './span-likeness.ts';

/** Words of the query that stand for words of the name. */
interface Link extends Likeness {
  /** The places of the words, from the first to before the last. */
  query: [start: number, end: number];
  name: [start: number, end: number];
  weight: number;
  /** How many letters the words of the query have. */
  letters: number;
  /** One word has the initials of the whole other name. */
  isWhole?: true;
}

export interface Alignment {
  links: readonly Link[];
  /** Words of the query that the name lacks. */
  missing: readonly Word[];
  /** Words of the name that the query lacks. */
  surplus: readonly Word[];
}

/** So many words are joined to one at most. */
const maxSpan = 6;

/** Pairs the words of two names, the best pairs first. */
export function align(query: Name, name: Name): Alignment {
  const [taken, takenInName] = [new Set<number>(), new Set<number>()];
  const links: Link[] = [];
  const take = (link: Link): void => {
    links.push(link);
    for (const place of placesIn(link.query)) taken.add(place);
    for (const place of placesIn(link.name)) takenInName.add(place);
  };
  for (const link of linksBetween(query.words, name.words))
    if (!placesIn(link.query).some((place) => taken.has(place)) && !placesIn(link.name).some((place) => takenInName.has(place)))
      take(link);
  /** Pairs two words that no link has, if they are alike. */
  const pair = (place: number, other: number, likenessOf: (one: Word, other: Word) => Likeness | undefined): boolean => {
    const [word, otherWord] = [query.words[place], name.words[other]];
    const likeness = word && otherWord && !taken.has(place) && !takenInName.has(other) && likenessOf(word, otherWord);
    if (likeness) take(linkOf(query.words, [place, place + 1], name.words, [other, other + 1], likeness));
    return Boolean(likeness);
  };
  // `Granite St Ins Co`: an abbreviation of any word, right after words that stand for each other.
  const ends = new Map(links.map((link) => [link.query[1], link.name[1]]));
  for (const place of query.words.keys()) {
    const other = ends.get(place);
    if (other !== undefined && pair(place, other, cutLikeness)) ends.set(place + 1, other + 1);
  }
  // `Pernot Ricard`: a short word with one mistake, beside a rare word that is equal.
  const hasEqual = links.some(({ score, query: [start] }) => score >= 0.93 && query.words[start]?.kind === 'word');
  if (hasEqual && query.words.length === name.words.length)
    for (const place of query.words.keys()) pair(place, place, mistakenLikeness);
  // `DBS Bank` says twice that it is a bank: Development Bank of Singapore.
  const initialed = links.filter(({ isShort }) => isShort);
  const said = new Set(initialed.flatMap((link) => meaningsIn(query, link.query).concat(meaningsIn(name, link.name))));
  const isNew = ({ kind, meaning = '' }: Word) => kind === 'word' || !said.has(meaning);
  return {
    links: links.sort((one, other) => one.query[0] - other.query[0]),
    missing: query.words.filter((word, place) => !taken.has(place) && isNew(word)),
    surplus: name.words.filter((word, place) => !takenInName.has(place) && isNew(word)),
  };
}

const meaningsIn = ({ words }: Name, [start, end]: [number, number]): string[] =>
  words.slice(start, end).flatMap(({ meaning }) => meaning || []);

const placesIn = ([start, end]: [number, number]): number[] => Array.from({ length: end - start }, (_, place) => start + place);

const weightOf = (words: readonly Word[]): number => words.reduce((sum, { weight }) => sum + weight, 0);

const lettersIn = (words: readonly Word[]): number => words.reduce((sum, { latin }) => sum + latin.length, 0);

function linkOf(
  query: readonly Word[],
  [from, to]: [number, number],
  name: readonly Word[],
  [start, end]: [number, number],
  likeness: Likeness,
): Link {
  const words = query.slice(from, to);
  const [own, others] = [weightOf(words), weightOf(name.slice(start, end))];
  // Initials say as much as all words that they stand for.
  const weight = likeness.isShort ? Math.max(own, others) : Math.min(own, others);
  return { ...likeness, query: [from, to], name: [start, end], weight, letters: lettersIn(words) };
}

/** Neighbouring words that may be written as one. */
function spansOf(all: readonly Word[]) {
  return all.flatMap((_, start) =>
    Array.from({ length: Math.max(0, Math.min(maxSpan, all.length - start) - 1) }, (_one, place) => {
      const end = start + place + 2;
      const words = all.slice(start, end);
      return { start, end, words, letters: lettersIn(words) };
    }),
  );
}

/** Most words are far too short or too long for a span, which this finds out quickly. */
const mayBeOne = (letters: number, words: readonly Word[], { latin, text, script }: Word): boolean =>
  Math.abs(letters - latin.length) <= maxDifference ||
  text[0] === words[0]?.latin[0] ||
  text[0] === words[0]?.text[0] ||
  script === 'han' ||
  text.length === words.length;

/** A letter alone is paired after the words, because it may belong to one of them: `A T & T` is AT&T. */
const rank = ({ score, letters, isWhole }: Link): number => (isWhole ? 1.1 : letters === 1 ? score - 0.1 : score);

/** Initials of a whole name of several words come before its words, if the other name has no other rare word. */
const isWhole = ([from, to]: [number, number], words: readonly Word[], others: readonly Word[]): boolean =>
  to - from === words.length && to - from > 2 && others.filter(({ kind }) => kind === 'word').length === 1;

/** All links that are possible. Equal words at equal places come first. */
function linksBetween(query: readonly Word[], name: readonly Word[]): Link[] {
  const links: Link[] = [];
  const add = (from: number, to: number, start: number, end: number, likeness: Likeness | undefined) => {
    if (likeness) links.push(linkOf(query, [from, to], name, [start, end], likeness));
  };
  const [spans, spansOfName] = [spansOf(query), spansOf(name)];
  for (const [place, word] of query.entries())
    for (const [other, otherWord] of name.entries()) add(place, place + 1, other, other + 1, likenessOf(word, otherWord));
  for (const { start, end, words, letters } of spans)
    for (const [other, word] of name.entries())
      if (mayBeOne(letters, words, word)) add(start, end, other, other + 1, spanLikeness(words, word));
  for (const { start, end, words, letters } of spansOfName)
    for (const [place, word] of query.entries())
      if (mayBeOne(letters, words, word)) add(place, place + 1, start, end, spanLikeness(words, word));
  const distance = ({ query: [from], name: [start] }: Link) => Math.abs(from - start);
  for (const link of links)
    if (link.isShort && (isWhole(link.query, query, name) || isWhole(link.name, name, query))) link.isWhole = true;
  return links.sort((one, other) => rank(other) - rank(one) || other.weight - one.weight || distance(one) - distance(other));
}
