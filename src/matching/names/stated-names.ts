import { wordsOf } from '../../company/words.ts';
import { isKnownName } from './known-names.ts';
import { isLegalForm } from './legal-forms.ts';
import { isAscii } from './preparation.ts';
import { places, readAt } from './word-kinds.ts';
import { type Kind, meanings } from './word-meanings.ts';

/* The names that a text states: `Zenora Ltd (formerly Pallister Ltd)` has two. */

/** Where another name of the same company begins. */
const formerly = /\b(?:(?:formerly|previously)(?: known as)?|vormals|ehemals|anciennement|tidligere|tidigare|entinen)\b/gi;
const tradingAs = /\b(?:trading as|doing business as|also known as|[fa]\/?k\/?a|t\/a|d\/?b\/?a)\b/gi;

/** A state at the end of a name in the files of the SEC: `/DE/`. A number of a register: `(RF 1990/000900/30)`. */
const notes = / \/[A-Z]{2,3}\/? ?$| \([^()]{0,12}\d{4}\/[^()]{0,20}\)/gi;
/** Who owns a shop: `Inh. Franz Hubmann`. */
const ofOwner = /(?<=\S )(?:inh\.?|inhaber|inhaberin|prop\.|proprietor):? [\s\S]*/i;

/** A branch is a part of its company: `Commerzbank AG, Filiale Luxemburg`. */
const ofBranch = /(?<=\S),? \(?(?:filiale?|(?:zweig)?niederlassung|su[ck]+ursale?|branch|филиал|oddział)\b[\s\S]*/iu;

export const statedIn = (text: string): string[] =>
  text
    .slice(0, 1_000)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(notes, '')
    .replace(ofOwner, '')
    .split(formerly)
    .map(inOrder)
    .flatMap((part) => (ofBranch.test(part) ? [part, part.replace(ofBranch, '')] : [part]))
    .flatMap((part) => part.split(tradingAs))
    .flatMap(afterForm)
    .flatMap(beforeForm)
    .flatMap(withHanApart);

/** A catalogue puts the telling word first: `Cyprus, Bank of, PCL`. */
function inOrder(text: string): string {
  const [first = '', second = '', ...rest] = text.split(', ');
  return / (?:of|for|de|des|du|di|der|&|and)$/i.test(second) ? [`${second} ${first}`, ...rest].join(' ') : text;
}

/** Chinese, Japanese and Korean names have no blanks. They are read with all known words apart too: `中国建设银行` is 中国 建设 银行. */
function withHanApart(text: string): string[] {
  if (isAscii(text) || !/\p{sc=Han}{3}|\p{sc=Hangul}{3}/u.test(text)) return [text];
  const apart = text.normalize('NFC').replaceAll(/\p{sc=Han}{3,}|\p{sc=Hangul}{3,}/gu, (run) => {
    let spelt = '';
    for (let place = 0; place < Math.min(run.length, maxRun); ) {
      const length = hanLengths.find((count) => place + count <= run.length && isKnownWord(run.slice(place, place + count)));
      spelt += length ? ` ${run.slice(place, place + length)} ` : run[place];
      place += length ?? 1;
    }
    return spelt;
  });
  return apart === text ? [text] : [text, apart];
}

/** What follows in a longer run is left out: more words than this has are not compared. */
const maxRun = 100;
const hanLengths = [10, 9, 8, 7, 6, 5, 4, 3, 2];
const isKnownWord = (word: string): boolean =>
  isKnownName(word) || meanings.get(word) !== undefined || places.get(word) !== undefined || isLegalForm(word);

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
  if (isBothNames(name, other)) return [text, name, other];
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

/** Brackets have another name: `German Railways (Deutsche Bahn)`, `ZPMC (Shanghai Zhenhua Heavy Industries)`. */
function isBothNames(name: string, other: string): boolean {
  const words = wordsOf(other);
  if (words.length > 1 && isEndOfCompany(words.at(-1) as string)) return true;
  const kinds = words.map((_, place) => readAt(words, place).kind);
  const isOfGroup = kinds.includes('role') || kinds.includes('number');
  const isName = kinds.includes('word') || (kinds.includes('place') && kinds.includes('ordinary'));
  return words.length > 1 && isName && !isOfGroup && (wordsOf(name).length > 1 || /^\p{Lu}{2,6}$/u.test(name));
}

/** Forms within a name. Those of two letters are words of other languages too, unless they are written in capitals. */
const isFormWithin = (part: string): boolean => {
  const bare = part.replace(/,$/, '');
  const form = wordsOf(bare).join(' ');
  return isLegalForm(form) && (form.length > 2 || bare === bare.toUpperCase() || bare.includes('.')) && !notWithin.has(form);
};
const notWithin = new Set(['corp', 'corporation', 'establishment', 'est', 'anstalt', 'branch', 'filiale', 'filial', 'cc', 'lc']);

/** Countries and parts of the world, where a group has a company of its own. A town says where the same company is. */
const ofSubsidiary = /^(?:[A-Z]{2}|england|scotland|wales|britain|europe|asia|africa|america|scandinavia|nordic|baltic|pacific)$/;

/** Some names go on after their form, mostly with a place or what the company is: `PUMA AG Rudolf Dassler Sport`. */
function beforeForm(text: string): string[] {
  const parts = text.split(' ');
  const isWithin = (part: string, at: number) => at > 0 && isFormWithin(part) && /^[(]?\p{L}{2}/u.test(parts[at + 1] ?? '');
  const place = parts.findIndex(isWithin);
  if (place < 0) return [text];
  const name = parts
    .slice(0, place + 1)
    .join(' ')
    .replace(/,$/, '');
  const words = wordsOf(parts.slice(place + 1).join(' '));
  // `SA, Panama` says where the company is, `Ltd (India)` which company it is.
  const isApart = parts[place]?.endsWith(',') ?? false;
  const isOfGroup = words.some((word, place) => {
    const { kind, meaning = '' } = readAt(words, place);
    const isAway = !isApart && kind === 'place' && place === words.length - 1 && ofSubsidiary.test(meaning);
    return isLegalForm(word) || kind === 'role' || kind === 'number' || isAway;
  });
  return isOfGroup ? [text] : [text, name];
}

const isEndOfCompany = (phrase: string): boolean => isLegalForm(phrase) || phrase === 'co' || phrase === 'company';
