import type { Companies } from '../../companies/index.ts';
import { namesIn } from '../names/name.ts';
import type { MatchQuery } from '../query.ts';

type Question = Parameters<Companies['services']['candidates']['find']>[0][number];

/** What the search is asked for a query: all words of each name that it states, and the two that say most. */
export function questionsOf({ name, country }: MatchQuery): Question[] {
  const asked = namesIn(name, () => 1, country).flatMap(({ words }) => {
    const texts = words.map(({ text }) => text);
    const latin = words.map((word) => word.latin);
    // The same number may be written otherwise.
    const said = words.filter(({ kind }) => kind !== 'number');
    const rarest = said.toSorted((one, other) => other.weight - one.weight || other.text.length - one.text.length);
    return [texts, latin, rarest.slice(0, 2).map(({ text }) => text)];
  });
  const different = new Map(asked.map((words) => [words.toSorted().join(' '), words]));
  return [...different.values()].map((words) => ({ words, country }));
}
