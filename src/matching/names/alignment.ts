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
  for (const link of linksBetween(query.words, name.words)) {
    const [places, placesInName] = [placesIn(link.query), placesIn(link.name)];
    if (places.some((place) => taken.has(place)) || placesInName.some((place) => takenInName.has(place))) continue;
    for (const place of places) taken.add(place);
    for (const place of placesInName) takenInName.add(place);
    links.push(link);
  }
  for (const find of [cutLinks, mistakenLinks])
    for (const link of find(query, name, links)) {
      links.push(link);
      taken.add(link.query[0]);
      takenInName.add(link.name[0]);
    }
  // `DBS Bank` says twice that it is a bank: Development Bank of Singapore.
  const said = links.filter(({ isShort }) => isShort).map((link) => new Set(meaningsIn(query, link.query, name, link.name)));
  const isUnsaid = ({ kind, meaning = '' }: Word) => kind === 'word' || !said.some((meant) => meant.has(meaning));
  return {
    links: links.sort((one, other) => one.query[0] - other.query[0]),
    missing: query.words.filter((word, place) => !taken.has(place) && isUnsaid(word)),
    surplus: name.words.filter((word, place) => !takenInName.has(place) && isUnsaid(word)),
  };
}

const meaningsIn = (query: Name, [from, to]: [number, number], name: Name, [start, end]: [number, number]): string[] =>
  [...query.words.slice(from, to), ...name.words.slice(start, end)].map(({ meaning = '' }) => meaning).filter(Boolean);

/** `Granite St Ins Co`: an abbreviation of any word, right after words that stand for each other. */
function cutLinks(query: Name, name: Name, links: readonly Link[]): Link[] {
  const [starts, startsInName] = [new Set<number>(), new Set<number>()];
  for (const link of links) {
    for (const place of placesIn(link.query)) starts.add(place);
    for (const place of placesIn(link.name)) startsInName.add(place);
  }
  const found: Link[] = [];
  const ends = new Map(links.map((link) => [link.query[1], link.name[1]]));
  for (const [place, word] of query.words.entries()) {
    const other = ends.get(place);
    const otherWord = other === undefined ? undefined : name.words[other];
    if (other === undefined || !otherWord || starts.has(place) || startsInName.has(other)) continue;
    const likeness = cutLikeness(word, otherWord);
    if (!likeness) continue;
    found.push({
      ...likeness,
      query: [place, place + 1],
      name: [other, other + 1],
      weight: Math.min(word.weight, otherWord.weight),
      letters: word.latin.length,
    });
    ends.set(place + 1, other + 1);
  }
  return found;
}

/** `Pernot Ricard`: a short word with one mistake, beside a rare word that is equal. */
function mistakenLinks(query: Name, name: Name, links: readonly Link[]): Link[] {
  if (links.length === 0 || query.words.length !== name.words.length) return [];
  const equal = links.some(({ score, query: [start] }) => score >= 0.93 && query.words[start]?.kind === 'word');
  const taken = new Set(links.flatMap((link) => placesIn(link.query)));
  const takenInName = new Set(links.flatMap((link) => placesIn(link.name)));
  if (!equal) return [];
  return query.words.flatMap((word, place) => {
    const other = name.words[place] as Word;
    const likeness = taken.has(place) || takenInName.has(place) ? undefined : mistakenLikeness(word, other);
    const weight = Math.min(word.weight, other.weight);
    const span: [number, number] = [place, place + 1];
    return likeness ? [{ ...likeness, query: span, name: span, weight, letters: word.latin.length }] : [];
  });
}

const placesIn = ([start, end]: [number, number]): number[] => Array.from({ length: end - start }, (_, place) => start + place);

const weightOf = (words: readonly Word[]): number => words.reduce((sum, { weight }) => sum + weight, 0);

const lettersIn = (words: readonly Word[]): number => words.reduce((sum, { latin }) => sum + latin.length, 0);

/** Neighbouring words that may be written as one. */
interface Span {
  start: number;
  end: number;
  words: readonly Word[];
  letters: number;
}

function spansOf(all: readonly Word[]): Span[] {
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
    if (!likeness) return;
    const words = query.slice(from, to);
    const [own, others] = [weightOf(words), weightOf(name.slice(start, end))];
    // Initials say as much as all words that they stand for.
    const weight = likeness.isShort ? Math.max(own, others) : Math.min(own, others);
    links.push({ ...likeness, query: [from, to], name: [start, end], weight, letters: lettersIn(words) });
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
