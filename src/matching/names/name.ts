import { wordsOf } from '../../companies/index.ts';
import { nameWeights } from '../name-weights.ts';
import { isKnownName, withKnownName } from './known-names.ts';
import { isLegalForm, type WithoutForms, withoutForms } from './legal-forms.ts';
import { isTens, numberIn } from './numerals.ts';
import { places } from './places.ts';
import { isAscii, partsOf, prepared, withoutAcronyms } from './preparation.ts';
import { type Spelling, spellingOf } from './scripts.ts';
import { type Kind, meanings } from './word-meanings.ts';

/* A name, taken apart for comparison. */

/** How much a word says, from 0 to 1. It is learnt from the names of a register: rare words say more. */
export type WeightOf = (word: string, country: string | undefined) => number;

export interface Word extends Spelling {
  /** Folded. */
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
const mostWords = 24;

/** Where another name of the same company begins. */
const formerly = /\b(?:(?:formerly|previously)(?: known as)?|vormals|ehemals|anciennement|tidligere|tidigare|entinen)\b/gi;
const tradingAs = /\b(?:trading as|doing business as|also known as|[fa]\/?k\/?a|t\/a|d\/?b\/?a)\b/gi;

/** A state at the end of a name in the files of the SEC (`/DE/`), and who owns a shop: `Inh. Franz Hubmann`. */
const additions = / \/[A-Z]{2,3}\/? ?$|(?<=\S )(?:inh|inhaber|inhaberin|prop|proprietor)\b\.?:? [\s\S]*/gi;

/** The names that a text states: `Zenora Ltd (formerly Pallister Ltd)` has two. */
export function namesIn(text: string, weightOf: WeightOf, country: string | undefined): Name[] {
  const texts = text
    .slice(0, 1_000)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(additions, '')
    .split(formerly)
    .flatMap((part) => part.split(tradingAs))
    .flatMap(afterForm)
    .flatMap(beforeForm)
    .flatMap(withHanApart);
  const names = texts.flatMap((part) => readingsOf(part, weightOf, country)).filter(({ words }) => words.length > 0);
  return names.length > 0 ? names : readingsOf(text, weightOf, country);
}

/** Chinese, Japanese and Korean names have no blanks. They are read with all known words apart too: `中国建设银行` is 中国 建设 银行. */
function withHanApart(text: string): string[] {
  if (isAscii(text) || !/\p{sc=Han}{3}|\p{sc=Hangul}{3}/u.test(text)) return [text];
  const apart = text.normalize('NFC').replaceAll(/\p{sc=Han}{3,}|\p{sc=Hangul}{3,}/gu, (run) => {
    let spelt = '';
    for (let place = 0; place < run.length; ) {
      const length = hanLengths.find((count) => place + count <= run.length && isKnownWord(run.slice(place, place + count)));
      spelt += length ? ` ${run.slice(place, place + length)} ` : run[place];
      place += length ?? 1;
    }
    return spelt;
  });
  return apart === text ? [text] : [text, apart];
}

const hanLengths = [10, 9, 8, 7, 6, 5, 4, 3, 2];
const isKnownWord = (word: string): boolean =>
  isKnownName(word) || meanings.get(word) !== undefined || places().get(word) !== undefined || isLegalForm(word);

/** The parts before and after the last opening bracket, or the first dash. */
function atSign(text: string): string[] {
  const body = text.endsWith(')') ? text.slice(0, -1) : text;
  const bracket = Math.max(body.lastIndexOf('('), body.lastIndexOf(')'));
  if (body[bracket] === '(') return [body.slice(0, bracket).trimEnd(), body.slice(bracket + 1)];
  const dash = body.slice(bracket + 1).search(/ [-–—|] /u);
  return dash < 0 ? [] : [body.slice(0, bracket + 1 + dash), body.slice(bracket + 1 + dash + 3)];
}

/** What follows a form is what people call the company: `Petróleo Brasileiro S.A. - Petrobras`. */
function afterForm(text: string): string[] {
  const [name = '', other = ''] = atSign(text.trim());
  if (name === '' || other.length < 3) return [text];
  if (isExplained(name, other)) return [text, name];
  const last = wordsOf(name).slice(-4);
  const isForm = last.some((_, place) => place > 0 && isEndOfCompany(last.slice(place).join(' ')));
  const kinds = new Set(wordsOf(other).map((word) => readAt([word], 0).kind));
  return isForm && kinds.has('word') && !kinds.has('role') && !kinds.has('number') ? [name, other] : [text];
}

/** What follows the dash says what the company is: `Belavia - Belarusian Airlines`. */
function isExplained(name: string, other: string): boolean {
  const [own, kinds] = [name, other].map((part) => wordsOf(part).map((word) => readAt([word], 0).kind)) as [Kind[], Kind[]];
  const isOfGroup = kinds.includes('role') || kinds.includes('number');
  return own.length === 1 && own[0] === 'word' && kinds.length > 1 && !isOfGroup;
}

/** Forms of few letters, as registers write them within a name. */
const formsWithin = new Set(
  ['AG', 'SE', 'SA', 'NV', 'AB', 'GmbH', 'S.A.', 'N.V.', 'S.p.A.', 'a.d.', 'd.d.', 'a.s.', 'A.Ş.'].flatMap((form) => [
    form,
    `${form},`,
  ]),
);

/** Some names go on after their form, mostly with a place or what the company is: `PUMA AG Rudolf Dassler Sport`. */
function beforeForm(text: string): string[] {
  const parts = text.split(' ');
  const isWithin = (part: string, at: number) => at > 0 && formsWithin.has(part) && /^\p{L}{3}/u.test(parts[at + 1] ?? '');
  const place = parts.findIndex(isWithin);
  if (place < 0) return [text];
  const name = parts
    .slice(0, place + 1)
    .join(' ')
    .replace(/,$/, '');
  const words = wordsOf(parts.slice(place + 1).join(' '));
  const isOfGroup = words.some((word, place) => isLegalForm(word) || ['role', 'number'].includes(readAt(words, place).kind));
  return isOfGroup ? [text] : [text, name];
}

const isEndOfCompany = (phrase: string): boolean => isLegalForm(phrase) || phrase === 'co' || phrase === 'company';

/** A name as it is written, and as people know the company. */
function readingsOf(text: string, weightOf: WeightOf, country: string | undefined): Name[] {
  const ready = prepared(text);
  const dotted = ready.split(/[\s(),/-]/).filter((part) => part.length > 2 && part.endsWith('.'));
  const cut = new Set(dotted.map((part) => wordsOf(part)[0]));
  const written = wordsOf(ready);
  const known = withKnownName(written);
  const name = nameOf(text, written, cut, weightOf, country);
  if (!known) return [name];
  return [name, { ...nameOf(known.words.join(' '), known.words, cut, weightOf, country), known: known.says }];
}

function nameOf(
  text: string,
  written: readonly string[],
  cut: ReadonlySet<string | undefined>,
  weightOf: WeightOf,
  country: string | undefined,
): Name {
  const all = written.flatMap(partsOf).slice(0, 2 * mostWords);
  const { words, forms } = withoutForms(withoutAcronyms(all));
  const read = (list: readonly string[]) => readWords(list.slice(0, mostWords), cut, weightOf, country);
  const named = read(words);
  const last = named.at(-1);
  if (last) last.forms = forms.map((form) => form.text);
  const hasForm = forms.length > 0 || last?.meaning === 'company';
  return { text, words: named.length > 0 ? named : read(all), forms, hasForm };
}

/** A single letter between longer words joins them in some languages: `Ibarra y Molina`. */
const isJoining = (words: readonly string[], place: number): boolean =>
  /^[aeiouysvwzk]$/.test(words[place] ?? '') &&
  meanings.get(words[place - 1] ?? '')?.kind !== 'stop' &&
  [words[place - 1], words[place + 1]].every((word) => word !== undefined && word.length > 1);

function readWords(
  all: readonly string[],
  cut: ReadonlySet<string | undefined>,
  weightOf: WeightOf,
  country: string | undefined,
): Word[] {
  const words: Word[] = [];
  let before = '';
  for (let place = 0; place < all.length; ) {
    const { kind, meaning, length } = readAt(all, place);
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

/** What begins at a word: a place, a number, words with a known meaning, or a word of which nothing is known. */
function readAt(all: readonly string[], place: number): { kind: Kind; meaning?: string; length: number } {
  const word = all[place] as string;
  if (isJoining(all, place)) return { kind: 'stop', length: 1 };
  const [where, known] = [places().at(all, place), meanings.at(all, place)];
  if (where && where.length >= (known?.length ?? 1)) return { kind: 'place', meaning: where.meaning, length: where.length };
  const number = numberIn(spellingOf(word).latin, place > 0 && place === all.length - 1);
  if (number !== undefined) {
    const unit = isTens(word) ? numberIn(all[place + 1] ?? '', false) : undefined;
    if (unit?.length === 1) return { kind: 'number', meaning: String(Number(number) + Number(unit)), length: 2 };
    return { kind: 'number', meaning: number, length: 1 };
  }
  // An article is not the last word: `Les` is a forest at the end of a Russian name.
  const isWord = !known || (known.meaning.kind === 'stop' && place === all.length - 1 && word !== '&');
  return isWord ? { kind: 'word', length: 1 } : { ...known.meaning, length: known.length };
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
