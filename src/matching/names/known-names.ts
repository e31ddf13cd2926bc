import { wordsOf } from '../../companies/index.ts';
import { isLegalForm } from './legal-forms.ts';
import { Phrases, rowsOf } from './tables.ts';
import { meanings } from './word-meanings.ts';

/* Names by which people know large companies, and that no rule finds in the official ones: Sinopec, 3M, Munich Re. */

const isStop = (word: string): boolean => meanings.get(word)?.kind === 'stop';

const known = new Phrases<string[]>();
for (const { key, phrases } of rowsOf('known-names.csv'))
  for (const phrase of phrases) {
    const words = wordsOf(phrase);
    known.add(words.filter((word) => !isStop(word)).join(' '), wordsOf(key));
  }

export const isKnownName = (word: string): boolean => known.get(word) !== undefined;

/** Fewer Latin letters mean a company only if the name has nothing else: `BA`, but not `BA Fencing`. */
const fewLetters = /^[a-z0-9]{1,3}$/;

/** An article and a form may stand before a name. */
const mostBefore = 3;

/** The words of a name that begins with another name of a known company, with the known one instead of it. */
export function withKnownName(all: readonly string[]): { words: string[]; says: string } | undefined {
  // Most names begin with no word of these, which this finds out quickly.
  if (!all.some((word, place) => place < mostBefore && known.begins(word))) return undefined;
  const words = all.filter((word) => !isStop(word));
  const start = words.length > 1 && isLegalForm(words[0] as string) && !known.at(words, 0) ? 1 : 0;
  const found = known.at(words, start);
  if (!found) return undefined;
  const end = start + found.length;
  const name = words.slice(start, end).join(' ');
  const rest = words.slice(end);
  if (fewLetters.test(name) && !rest.every((word) => isLegalForm(word) || meanings.get(word)?.kind === 'filler'))
    return undefined;
  return {
    words: [...words.slice(0, start), ...found.meaning, ...rest],
    says: `\`${name}\` is known as \`${found.meaning.join(' ')}\`.`,
  };
}
