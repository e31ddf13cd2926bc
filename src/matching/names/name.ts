import { type Spelling, spellingOf } from '../../company/scripts/scripts.ts';
import { wordsOf } from '../../company/words.ts';
import { nameWeights } from '../name-weights.ts';
import { withKnownName } from './known-names.ts';
import { isLegalForm, type WithoutForms, withoutForms } from './legal-forms.ts';
import { partsOf, prepared, withoutAcronyms } from './preparation.ts';
import { statedIn } from './stated-names.ts';
import { readAt } from './word-kinds.ts';
import { asInTable, type Kind } from './word-meanings.ts';

/* A name, taken apart for comparison. */

/** How much a word says, from 0 to 1. It is learnt from the names of a register: rare words say more. */
export type WeightOf = (word: string, country: string | undefined) => number;

export interface Word extends Spelling {
  /** Normalized. */
  text: string;
  kind: Exclude<Kind, 'stop'>;
  /** The same for words that mean the same; the value of a number. */
  meaning?: string;
  weight: number;
  /** All stop words before and after it, in Latin letters: some write them together with the word. */
  before: string;
  after: string;
  isFirst: boolean;
  /** It is written with a dot at its end, as abbreviations are. */
  isCut: boolean;
  /** The forms of the name, at its last word. */
  forms?: string[];
  /** It was not written: it stands for a known name, and has the initials of nothing. */
  isOfKnown?: true;
}

export interface Name {
  text: string;
  words: readonly Word[];
  forms: WithoutForms['forms'];
  /** Whether it ends like a name in a register, with a form or `Company`. */
  hasForm: boolean;
  /** A sentence for people, if this is not what was written but a name by which the company is known. */
  known?: string;
}

/** Longer names are compared by their first words. */
const maxWords = 24;
/** So many words are read, because forms, and parts of them that say nothing, are none of those that are compared. */
export const wordsToRead = 2 * maxWords;

/** A text is read by so many of the names that it states. No text in the lists of pairs states more than four. */
const maxNames = 5;

/** The names that a text states, as they are written and as people know the companies. */
export function namesIn(text: string, weightOf: WeightOf, country: string | undefined): Name[] {
  const texts = [...new Set(statedIn(text))].slice(0, maxNames);
  const names = texts.flatMap((part) => readingsOf(part, weightOf, country)).filter(({ words }) => words.length > 0);
  return names.length > 0 ? names : readingsOf(text, weightOf, country);
}

/** A name as it is written, and as people know the company. */
function readingsOf(text: string, weightOf: WeightOf, country: string | undefined): Name[] {
  const ready = prepared(text);
  const dotted = ready.split(/[\s(),/-]/).filter((part) => part.length > 2 && part.endsWith('.'));
  const cut = new Set(dotted.map((part) => wordsOf(part)[0]));
  const written = wordsOf(ready);
  const known = withKnownName(written);
  const name = nameOf(text, written, cut, weightOf, country);
  if (!known) return [name];
  const other = nameOf(known.words.join(' '), known.words, cut, weightOf, country);
  for (const word of other.words) if (known.name.includes(word.text)) word.isOfKnown = true;
  return [name, { ...other, known: known.explanation }];
}

function nameOf(
  text: string,
  written: readonly string[],
  cut: ReadonlySet<string | undefined>,
  weightOf: WeightOf,
  country: string | undefined,
): Name {
  const all = written.slice(0, wordsToRead).flatMap(partsOf).slice(0, wordsToRead);
  const { words, forms } = withoutForms(withoutAcronyms(all));
  const read = (list: readonly string[]) => readWords(list.slice(0, maxWords), cut, weightOf, country);
  const named = read(words);
  const last = named.at(-1);
  if (last) last.forms = forms.map((form) => form.text);
  const hasForm = forms.length > 0 || last?.meaning === 'company';
  return { text, words: named.length > 0 ? named : read(all), forms, hasForm };
}

function readWords(
  all: readonly string[],
  cut: ReadonlySet<string | undefined>,
  weightOf: WeightOf,
  country: string | undefined,
): Word[] {
  const words: Word[] = [];
  const inTable = all.map(asInTable);
  let before = '';
  for (let place = 0; place < all.length; ) {
    const { kind, meaning, length } = readAt(all, place, inTable);
    const text = all.slice(place, place + length).join(' ');
    if (kind !== 'stop') {
      const spelling = spellingOf(text.replaceAll(' ', ''));
      const [isFirst, isLast] = [words.length === 0, words.length > 0 && place + length === all.length];
      const weight = weightFor({ text, kind, isFirst: isFirst && all.length > 1, isLast }, weightOf, country);
      const known = meaning === undefined ? {} : { meaning };
      words.push({ ...spelling, text, kind, weight, before, after: '', isFirst, isCut: cut.has(text), ...known });
    }
    const isArticle = kind === 'stop' && /^[a-z]+$/.test(text);
    before = isArticle ? before + text : '';
    const last = words.at(-1);
    if (last && isArticle) last.after = before;
    place += length;
  }
  return words;
}

function weightFor(
  { text, kind, isFirst, isLast }: { text: string; kind: Exclude<Kind, 'stop'>; isFirst: boolean; isLast: boolean },
  weightOf: WeightOf,
  country: string | undefined,
): number {
  if (kind !== 'word') return nameWeights.kinds[kind];
  // `AS Roma` and `Roma`: what may be a form at the beginning says little.
  if (isFirst && isLegalForm(text)) return 0.3;
  // A few letters at the end may be a form that no table has.
  const isShort = isLast && /^[a-z]{2,3}$/.test(text);
  if (/^[a-z]$/.test(text)) return 0.35;
  return isShort ? 0.5 : weightOf(text, country);
}
