import { wordsOf } from '../../company/words.ts';
import { hasParts } from './initials.ts';
import { isLegalForm } from './legal-forms.ts';
import { isStopWord, meanings } from './word-meanings.ts';

/* What is done to a name before and after it is cut into words. */

const japaneseForms =
  /[(（]([株有])[)）]|㈱|㈲|株式会社|有限会社|合同会社|合資会社|合名会社|(?:一般|公益)(?:社団|財団)法人|股份有限公司|有限公司/g;
const whole: Record<string, string> = { 株: '株式会社', 有: '有限会社', '㈱': '株式会社', '㈲': '有限会社' };

/** Forms of Japanese names are set apart, and each run of kana or of Chinese characters is a word. */
export function prepared(text: string): string {
  const plain = withFormApart(joinedLetters(withoutApostrophes(text))).replaceAll(/(?<=\p{L})\+(?!\S)/gu, ' plus');
  return isAscii(plain) ? plain : withJapaneseApart(plain);
}

/** Most names have no other letters, and need no more. */
export const isAscii = (text: string): boolean => /^[ -~]*$/.test(text);

const withJapaneseApart = (text: string): string =>
  text
    .replaceAll(japaneseForms, (form, letter: string | undefined) => ` ${whole[letter ?? form] ?? form} `)
    .replaceAll(/[\p{sc=Katakana}\p{sc=Hiragana}ー\uff66-\uff9f]+/gu, ' $& ')
    .replaceAll(/(?<=\p{sc=Han})(?=[\p{Lu}\p{Ll}])|(?<=[\p{Lu}\p{Ll}])(?=\p{sc=Han})/gu, ' ');

/** `L'Oréal` has an article. Other apostrophes are dropped. */
const withoutApostrophes = (text: string): string =>
  /['’`´]/.test(text)
    ? text
        .replaceAll(/(?<!\p{L})(dell|all|nell|sull|l|d)['’](?=\p{L})/giu, (_, article: string) =>
          article.length > 1 ? `${article}a ` : `${article}e `,
        )
        .replaceAll(/['’`´]/g, '')
    : text;

/** `AT&T` is ATT, and so is `G. e R.` GR. */
const joinedLetters = (text: string): string =>
  /&| (?:and|und|et|[eyi]) /.test(text)
    ? text.replaceAll(/(?<![\p{L}\p{N}])(\p{Lu}{1,2})\.? ?(?:&|and|und|et|(?<= )[eyi](?= )) ?(\p{Lu})(?![\p{L}\p{N}])/gu, '$1$2')
    : text;

/** The words of `s.p.` are one, sp, which is a form only with its dots. */
const withFormApart = (text: string): string =>
  text.replace(dottedEnd, (letters) => {
    const apart = wordsOf(letters.replaceAll('.', ' ')).join(' ');
    return isLegalForm(apart) && !isLegalForm(apart.replaceAll(' ', '')) ? ` ${apart}` : letters;
  });
const dottedEnd = /(?<=[\s,])(?:\p{L}\.){2,5}$/u;

/** Longer words are compared by their first letters. */
const maxLetters = 40;

/** Most words are too short to consist of several, which this finds out quickly: no shorter one ends with a form. */
const isPlain = /^[a-z]{1,13}$/;

/** The words that a word consists of. */
export const partsOf = (word: string): string[] =>
  isPlain.test(word) ? [word] : splitDigits(word).map(firstLetters).flatMap(splitKana).flatMap(splitCompound);

const firstLetters = (word: string): string => word.slice(0, maxLetters);

/** `studio54` is `studio` and `54`, `3m` is `3` and `m`; an ordinal stays whole, and so does a word with a mistake: `farg0`. */
const splitDigits = (word: string): string[] => {
  if (/^\d+(?:st|nd|rd|th|er|eme)$|^\p{L}{3,}0{1,2}$|^[01358]\p{L}{4,}$/u.test(word)) return [word];
  const parts = /^(\p{L}+)(\d+)$|^(\d+)(\p{L}+)$/u.exec(word);
  return parts ? parts.slice(1).filter((part) => part !== undefined) : [word];
};

/** `サンライズコーポレーション` ends with a legal form, `ミツモリフーズ` with a word that is known. */
function splitKana(word: string): string[] {
  if (!/^[\p{sc=Katakana}ー]{5,}$/u.test(word) || meanings.get(word) || isLegalForm(word)) return [word];
  for (let place = 2; place <= word.length - 3; place++) {
    const end = word.slice(place);
    if (isLegalForm(end) || meanings.get(end)) return [word.slice(0, place), end];
  }
  return [word];
}

/** `Telefonaktiebolaget` and `Rückversicherungsgesellschaft` end with a form, or with a word for a company. */
const compound = /^(\p{L}{4,}?)(aktiebolag(?:et)?|aktiengesellschaft|handelsgesellschaft|gesellschaft|genossenschaft)$/u;
const splitCompound = (word: string): string[] => (isLegalForm(word) ? [word] : (compound.exec(word)?.slice(1) ?? [word]));

/** `United Grain Cooperative (UGC)` and `HM Hennes & Mauritz` have their initials in themselves, and they say nothing more. */
export const withoutAcronyms = (words: readonly string[]): string[] =>
  words.filter((word, place) => {
    if (place === 0 && word.length > 1 && words.length > word.length) {
      const after = words.slice(1).filter((one) => !isStopWord(one) && !isLegalForm(one));
      return !after
        .map((one) => one[0])
        .join('')
        .startsWith(word);
    }
    if (place < 2 || word.length < 3) return true;
    const before = words.slice(0, place).filter((one) => !isLegalForm(one));
    const initials = [before, before.filter((one) => !isStopWord(one))].map((list) => list.map((one) => one[0]).join(''));
    const rest = initials.map((letters) => (letters.length > 1 && word.startsWith(letters) ? word.slice(letters.length) : word));
    if (rest.some((ending) => ending === '' || (ending !== word && isLegalForm(ending)))) return false;
    return !(place === words.length - 1 && word.length < 6 && hasParts(before, word));
  });
