import { wordsOf } from '../../companies/index.ts';
import { isLegalForm, type WithoutForms, withoutForms } from './legal-forms.ts';
import { isTens, numberIn } from './numerals.ts';
import { places } from './places.ts';
import { type Spelling, spellingOf } from './scripts.ts';
import { type Kind, meanings, weightOfKind } from './word-meanings.ts';

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
  /** The initials of the forms that follow it. */
  forms?: string;
}

export interface Name {
  text: string;
  words: readonly Word[];
  forms: WithoutForms['forms'];
}

/** Longer names are compared by their first words. */
const mostWords = 24;
const mostLetters = 40;

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
    .flatMap(afterForm);
  const names = texts.map((part) => nameOf(part, weightOf, country)).filter(({ words }) => words.length > 0);
  return names.length > 0 ? names : [nameOf(text, weightOf, country)];
}

/** `Petróleo Brasileiro S.A. - Petrobras`, `Saudi Arabian Oil Co (Aramco)`: what follows a form is what people call the company. */
function afterForm(text: string): string[] {
  const [, name = '', other = ''] = /^([\s\S]+?)(?: [-–—|] | ?\()([^()]{3,}?)\)?$/u.exec(text.trim()) ?? [];
  const last = wordsOf(name).slice(-4);
  const isForm = last.some((_, place) => place > 0 && isEndOfCompany(last.slice(place).join(' ')));
  return isForm && wordsOf(other).every((word) => readAt([word], 0).kind === 'word') ? [name, other] : [text];
}

const isEndOfCompany = (phrase: string): boolean => isLegalForm(phrase) || phrase === 'co' || phrase === 'company';

const japaneseForms =
  /[(（]([株有])[)）]|㈱|㈲|株式会社|有限会社|合同会社|合資会社|合名会社|(?:一般|公益)(?:社団|財団)法人|股份有限公司|有限公司/g;
const whole: Record<string, string> = { 株: '株式会社', 有: '有限会社', '㈱': '株式会社', '㈲': '有限会社' };

/** Apostrophes are dropped, and `AT&T` is ATT. Forms of Japanese names are set apart, and each run of kana or of Chinese characters is a word. */
const prepared = (text: string): string =>
  text
    .replaceAll(/['’`´]/g, '')
    .replaceAll(/(?<![\p{L}\p{N}])(\p{Lu}{1,2}) ?(?:&|and) ?(\p{Lu})(?![\p{L}\p{N}])/gu, '$1$2')
    .replaceAll(japaneseForms, (form, letter: string | undefined) => ` ${whole[letter ?? form] ?? form} `)
    .replaceAll(/[\p{sc=Katakana}\p{sc=Hiragana}ー\uff66-\uff9f]+/gu, ' $& ');

function nameOf(text: string, weightOf: WeightOf, country: string | undefined): Name {
  const ready = prepared(text);
  const dotted = ready.split(/[\s(),/-]/).filter((part) => part.length > 2 && part.endsWith('.'));
  const cut = new Set(dotted.map((part) => wordsOf(part)[0]));
  const all = wordsOf(ready)
    .flatMap(splitDigits)
    .flatMap(splitKana)
    .flatMap(splitCompound)
    .slice(0, 2 * mostWords);
  const { words, forms } = withoutForms(withoutAcronyms(all));
  const read = (list: readonly string[]) => readWords(list.slice(0, mostWords), cut, weightOf, country);
  const named = read(words);
  const last = named.at(-1);
  if (last) last.forms = forms.map((form) => form.text.slice(0, 1)).join('');
  return { text, words: named.length > 0 ? named : read(all), forms };
}

/** `United Grain Cooperative (UGC)` and `HM Hennes & Mauritz` have their initials in themselves, and they say nothing more. */
const withoutAcronyms = (words: readonly string[]): string[] =>
  words.filter((word, place) => {
    if (place === 0 && word.length > 1 && words.length > word.length) {
      const after = words.slice(1).filter((one) => meanings.get(one)?.kind !== 'stop' && !isLegalForm(one));
      return !after
        .map((one) => one[0])
        .join('')
        .startsWith(word);
    }
    if (place < 2 || word.length < 3) return true;
    const before = words.slice(0, place).filter((one) => !isLegalForm(one));
    const initials = [before, before.filter((one) => meanings.get(one)?.kind !== 'stop')].map((list) =>
      list.map((one) => one[0]).join(''),
    );
    const rest = initials.map((letters) => (letters.length > 1 && word.startsWith(letters) ? word.slice(letters.length) : word));
    return !rest.some((ending) => ending === '' || (ending !== word && isLegalForm(ending)));
  });

/** `studio54` is `studio` and `54`, `3m` is `3` and `m`; an ordinal stays whole. */
const splitDigits = (word: string): string[] => {
  if (/^\d+(?:st|nd|rd|th|er|eme)$/.test(word)) return [word];
  const parts = /^(\p{L}+)(\d+)$|^(\d+)(\p{L}+)$/u.exec(word);
  return parts ? parts.slice(1).filter((part) => part !== undefined) : [word.slice(0, mostLetters)];
};

/** `サンライズコーポレーション` ends with a legal form. */
function splitKana(word: string): string[] {
  if (!/^[\p{sc=Katakana}ー]{5,}$/u.test(word) || meanings.get(word) || isLegalForm(word)) return [word];
  for (let place = 2; place <= word.length - 3; place++) {
    const end = word.slice(place);
    if (isLegalForm(end)) return [word.slice(0, place), end];
  }
  return [word];
}

/** `Telefonaktiebolaget` and `Rückversicherungsgesellschaft` end with a form, or with a word for a company. */
const compound = /^(\p{L}{4,}?)(aktiebolag(?:et)?|aktiengesellschaft|handelsgesellschaft|gesellschaft|genossenschaft)$/u;
const splitCompound = (word: string): string[] => (isLegalForm(word) ? [word] : (compound.exec(word)?.slice(1) ?? [word]));

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
  const isWord = !known || (known.meaning.kind === 'stop' && place > 0 && place === all.length - 1 && word !== '&');
  return isWord ? { kind: 'word', length: 1 } : { ...known.meaning, length: known.length };
}

function weightFor(
  { text, kind, isFirst, isLast }: { text: string; kind: Exclude<Kind, 'stop'>; isFirst: boolean; isLast: boolean },
  weightOf: WeightOf,
  country: string | undefined,
): number {
  if (kind !== 'word') return weightOfKind[kind];
  // `AS Roma` and `Roma`: what may be a form at the beginning says little.
  if (isFirst && isLegalForm(text)) return 0.3;
  // A few letters at the end may be a form that no table has.
  const isShort = isLast && /^[a-z]{2,3}$/.test(text);
  if (/^[a-z]$/.test(text)) return 0.35;
  return isShort ? 0.5 : weightOf(text, country);
}
