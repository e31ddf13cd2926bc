import { type Likeness, likenessOf, spanLikeness } from './likeness.ts';
import type { Name, Word } from './name.ts';

/** Words of the query that stand for words of the name. */
interface Link extends Likeness {
  /** The places of the words, from the first to before the last. */
  query: [start: number, end: number];
  name: [start: number, end: number];
  weight: number;
}

export interface Alignment {
  links: readonly Link[];
  /** Words of the query that the name lacks. */
  missing: readonly Word[];
  /** Words of the name that the query lacks. */
  surplus: readonly Word[];
}

/** So many words are joined to one at most. */
const longestSpan = 6;

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
  return {
    links: links.sort((one, other) => one.query[0] - other.query[0]),
    missing: query.words.filter((_, place) => !taken.has(place)),
    surplus: name.words.filter((_, place) => !takenInName.has(place)),
  };
}

const placesIn = ([start, end]: [number, number]): number[] => Array.from({ length: end - start }, (_, place) => start + place);

const weightOf = (words: readonly Word[]): number => words.reduce((sum, { weight }) => sum + weight, 0);

/** All links that are possible. Equal words at equal places come first. */
function linksBetween(query: readonly Word[], name: readonly Word[]): Link[] {
  const links: Link[] = [];
  const add = (from: number, to: number, start: number, end: number, likeness: Likeness | undefined) => {
    if (!likeness) return;
    const weight = Math.min(weightOf(query.slice(from, to)), weightOf(name.slice(start, end)));
    links.push({ ...likeness, query: [from, to], name: [start, end], weight });
  };
  for (const [place, word] of query.entries())
    for (const [other, otherWord] of name.entries()) {
      add(place, place + 1, other, other + 1, likenessOf(word, otherWord));
      for (let length = 2; length <= longestSpan; length++) {
        if (place + length <= query.length)
          add(place, place + length, other, other + 1, spanLikeness(query.slice(place, place + length), otherWord));
        if (other + length <= name.length)
          add(place, place + 1, other, other + length, spanLikeness(name.slice(other, other + length), word));
      }
    }
  const distance = ({ query: [from], name: [start] }: Link) => Math.abs(from - start);
  return links.sort((one, other) => other.score - one.score || other.weight - one.weight || distance(one) - distance(other));
}
