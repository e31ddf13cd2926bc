import { wordsOf } from '../../company/words.ts';
import { formBefore, isLegalForm } from './legal-forms.ts';
import { Phrases, rowsOf } from './tables.ts';
import { isKnownWord, isStopWord, meanings } from './word-meanings.ts';

/* Names by which people know large companies, and that no rule finds in the official ones: Sinopec, 3M, Munich Re. */

/** Words that mean the same are the same here: `Mining and Mfg` is Mining and Manufacturing. */
const meant = (word: string): string => (meanings.get(word)?.meaning ?? word).replaceAll(' ', '');

const others = new Map<string, string[]>();
const known = new Phrases<string[]>(function* (all) {
  for (const { key, phrases } of rowsOf('known-names.csv')) {
    const name = wordsOf(key);
    others.set(name.join(' '), phrases);
    for (const phrase of phrases) {
      const words = phrase.split(' ').filter((word) => !isStopWord(word));
      all.add(words.map(meant).join(' '), name);
      yield;
    }
  }
});

/** The other names of a company by its known name, which may have a form: `Sinopec Ltd`. */
export function otherNamesOf(all: readonly string[]): readonly string[] {
  known.ready();
  const words = all.filter((word) => !isLegalForm(word));
  return others.get(all.join(' ')) ?? others.get(words.join(' ')) ?? [];
}

export const isKnownName = (word: string): boolean => known.get(meant(word)) !== undefined;

/** Few Latin letters and surnames mean a company only if the name has nothing else: `BA`, but not `BA Fencing`. */
const fewLetters = /^[a-z0-9]{1,3}$/;

/** An article and a form may stand before a name. */
const maxBefore = 6;

/** The words of a name that begins with another name of a known company, with the known one instead of it. */
export function withKnownName(all: readonly string[]): { words: string[]; name: string[]; explanation: string } | undefined {
  // Most names begin with no word of these, which this finds out quickly.
  if (!all.some((word, place) => place < maxBefore && known.begins(meant(word)))) return undefined;
  const words = all.filter((word) => !isStopWord(word));
  const sought = words.map(meant);
  const start = known.at(sought, 0) ? 0 : formBefore(words);
  const found = known.at(sought, start);
  if (!found) return undefined;
  const end = start + found.length;
  const name = words.slice(start, end).join(' ');
  const rest = words.slice(end);
  if (
    (fewLetters.test(name) || isKnownWord(name)) &&
    !rest.every((word) => isLegalForm(word) || meanings.get(word)?.kind === 'filler')
  )
    return undefined;
  return {
    words: [...words.slice(0, start), ...found.meaning, ...rest],
    name: found.meaning,
    explanation: `\`${name}\` is known as \`${found.meaning.join(' ')}\`.`,
  };
}
