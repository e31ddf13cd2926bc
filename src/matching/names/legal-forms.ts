import type { LegalFormGroup } from '../../company/values.ts';
import { Phrases, rowsOf } from './tables.ts';
import { isStopWord, meanings } from './word-meanings.ts';

/* Legal forms as people write them in names: abbreviations and whole words, in the groups that the registers' tables have. */

/** The groups that a spelling may mean: `AS` is private in Norway and public in Estonia. No groups: a state, `in liquidation`. */
type Groups = readonly LegalFormGroup[];

/** The beginnings of long forms, which some systems cut off: `Spółka z ograniczoną odpowied`. */
const cutForms = new Map<string, string[]>();
const [minCutLetters, minCutWordLetters] = [11, 7];

const forms = new Phrases<Groups>(function* (all) {
  for (const { key, phrases } of rowsOf('legal-forms.csv'))
    for (const phrase of phrases) {
      all.add(phrase, key === 'state' ? [] : (key.split('|') as LegalFormGroup[]));
      const words = phrase.split(' ');
      const minLength = words.length > 1 ? Math.max(minCutLetters, phrase.lastIndexOf(' ') + 2) : minCutWordLetters;
      for (let length = minLength; length < phrase.length - 1; length++) cutForms.set(phrase.slice(0, length), words);
      yield;
    }
});

/** The words of a name with a form at its end that was cut off. */
function withWholeForm(words: readonly string[]): readonly string[] {
  let end = '';
  for (let start = words.length - 1; start > 0 && end.length < 60; start--) {
    end = end === '' ? (words[start] as string) : `${words[start]} ${end}`;
    // `Partner` and `Handels` are words of their own.
    const isWord = forms.get(end) !== undefined || meanings.get(end) !== undefined;
    const whole = isWord ? undefined : cutForms.get(end);
    if (whole) return [...words.slice(0, start), ...whole];
  }
  return words;
}

export const isLegalForm = (word: string): boolean => forms.get(word) !== undefined;

/** How many words at the beginning are a form. */
export const formBefore = (words: readonly string[]): number => forms.at(words, 0)?.length ?? 0;

/** The groups of a form as it is typed alone. */
export const groupsOfForm = (words: readonly string[]): Groups => forms.get(words.join(' ')) ?? [];

const letters = (words: readonly string[]): number => words.join('').length;

/** A form of four letters or more is one wherever it stands; shorter ones only at the end, or at the beginning. */
const minInsideLetters = 4;

const isNeverFirst = /^(?:ag|kg|ug|se|lp|gp|sl|na|pa|pc|cc|inc|ltd|plc|co)$/;
/** They stand before a name that may end with another form: `PT Sumber Makmur Tbk`, `SC Agroterra SRL`. */
const isOftenFirst = /^(?:pt|oy|sc|nv)$/;
/** So many words at the beginning are surely a form: `Joint Stock Company Volgotransmost`. */
const sureLength = 3;

export interface WithoutForms {
  words: string[];
  /** The forms that were found, each with the groups that it may mean. */
  forms: { text: string; groups: Groups }[];
}

/** Takes the legal forms out of the words of a name. */
export function withoutForms(written: readonly string[]): WithoutForms {
  const all = withWholeForm(written);
  const kept: string[] = [];
  const found: WithoutForms['forms'] = [];
  const take = (start: number, { meaning, length }: { meaning: Groups; length: number }) => {
    if (meaning.length > 0) found.push({ text: all.slice(start, start + length).join(' '), groups: meaning });
    return start + length;
  };
  const end = endOfName(all);
  for (let place = 0; place < all.length; ) {
    const form = forms.at(all, place);
    const isInside = form && place > 0 && letters(all.slice(place, place + form.length)) >= minInsideLetters;
    const isWhole = form && place === 0 && form.length >= sureLength && form.length < all.length;
    if (form && (place >= end || isInside || isWhole)) place = take(place, form);
    else kept.push(all[place++] as string);
  }
  const first = forms.at(kept, 0);
  // Neither `National Association of Beekeepers` nor `A.G. Barr` begins with a form.
  const isSure =
    first &&
    !isNeverFirst.test(kept[0] ?? '') &&
    (found.length === 0 || letters(kept.slice(0, first.length)) > 2 || isOftenFirst.test(kept[0] ?? '')) &&
    (!isStopWord(kept[first.length] ?? '') || /^soci[a-z]+ anonyme$/.test(kept.slice(0, first.length).join(' ')));
  if (!isSure || first.length >= kept.length) return { words: kept, forms: found };
  const text = kept.slice(0, first.length).join(' ');
  return { words: kept.slice(first.length), forms: [{ text, groups: first.meaning }, ...found] };
}

/** Where the forms at the end begin. */
function endOfName(words: readonly string[]): number {
  let end = words.length;
  for (let start = end - 1; start > 0 && start > end - 8; start--) {
    if (forms.get(words.slice(start, end).join(' ')) === undefined) continue;
    // A longer phrase that ends here may be a form too: `Ltd`, `Co Ltd`.
    let longest = start;
    for (let before = start - 1; before > 0 && before > end - 8; before--)
      if (forms.get(words.slice(before, end).join(' ')) !== undefined) longest = before;
    end = longest;
    start = end;
  }
  return end;
}

/** Whether two names can have the same form: undefined if one of them states none. */
export function formsAgree(one: readonly Groups[], other: readonly Groups[]): boolean | undefined {
  const [all, others] = [one.flat(), other.flat()];
  if (all.length === 0 || others.length === 0) return undefined;
  return all.some((group) => others.includes(group));
}

/** Forms that one country or a few neighbours have, and that are seldom translated. `Ltd` may stand for some of them. */
const homes: Record<string, string> = {
  'gmbh|ggmbh|mbh|ag|aktiengesellschaft|kg|kgaa|ohg|ug|gmbh & co kg|ag & co kg|ag & co kgaa|se & co kgaa|e k|e v': 'german',
  'bv|b v|nv|n v': 'dutch',
  'spa|s p a|srls': 'italian',
  'sas|s a s|sarl|s a r l|sa|s a|sl|s l|ltda|lda|sab de cv|sa de cv': 'romance',
  'plc|public limited company': 'british',
  'inc|incorporated|pllc': 'american',
  'ab|aktiebolag|aktiebolaget|oy|oyj|abp|as|a s|asa|aps': 'nordic',
  'ao|oao|zao|pao|ooo|ао|оао|зао|пао|ооо': 'russian',
  'ltd|limited|llp': 'english',
};
const homeOf = new Map(Object.entries(homes).flatMap(([some, home]) => some.split('|').map((form) => [form, home] as const)));
const mayMeet = new Set([
  'english british',
  'english american',
  'english nordic',
  'english russian',
  'american russian',
  'british nordic',
  'dutch romance',
  'italian romance',
]);

/** `AG` and `plc` are forms of two countries. */
export function areOfTwoCountries(one: WithoutForms['forms'], other: WithoutForms['forms']): boolean {
  const [own, others] = [one, other].map((forms) => forms.map(({ text }) => homeOf.get(text))) as [string[], string[]];
  if (own.length === 0 || others.length === 0) return false;
  const meets = (a: string | undefined, b: string | undefined) =>
    a === undefined || b === undefined || a === b || mayMeet.has(`${a} ${b}`) || mayMeet.has(`${b} ${a}`);
  return !own.some((a) => others.some((b) => meets(a, b)));
}
