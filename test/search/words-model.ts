import { legalForms, spellings, wordsOfNormalized } from '../../src/company/words.ts';

/*
 * Search by words as the documentation says it, written apart from the code under test: every name is compared word by word.
 */

/** How a word of a name fits a typed one: 2 whole, 1 corrected, 0 as a beginning. Undefined: not. */
type Fit = (word: string) => number | undefined;

/** Neighbouring words for some typed ones. */
interface Term {
  fits: Fit[];
  typed: number[];
}

interface Interpretation {
  terms: Term[];
  pieces: string[];
  number?: string;
}

export interface Asked {
  q: string;
  isFuzzy: boolean;
}

export interface Named {
  name: string;
  others: string[];
  number: string;
  isActive: boolean;
}

/** Names have the same words again and again. */
function remembered(find: Fit): Fit {
  const known = new Map<string, number | undefined>();
  return (word) => {
    if (!known.has(word)) known.set(word, find(word));
    return known.get(word);
  };
}

const begins =
  (text: string): Fit =>
  (word) =>
    word === text ? 2 : word.startsWith(text) ? 0 : undefined;
const is =
  (text: string): Fit =>
  (word) =>
    word === text ? 2 : undefined;
const best =
  (fits: Fit[]): Fit =>
  (word) => {
    const found = fits.map((one) => one(word)).filter((fit) => fit !== undefined);
    return found.length > 0 ? Math.max(...found) : undefined;
  };

const sameAs = (text: string) => spellings.filter((all) => all.includes(text)).flat();
const plain = (text: string): Fit => best([begins(text), ...sameAs(text).map(is)]);

/** Wrong, missing, surplus and swapped letters: optimal string alignment. */
export function distance(one: string, other: string): number {
  const [a, b] = [[...one], [...other]];
  const rows = Array.from({ length: a.length + 1 }, (_, i) => Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : i)));
  const at = (i: number, j: number) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= a.length; i++)
    for (let j = 1; j <= b.length; j++) {
      const changed = a[i - 1] === b[j - 1] ? 0 : 1;
      const isSwapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwapped ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY;
      (rows[i] as number[])[j] = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + changed, swapped);
    }
  return at(a.length, b.length);
}

function corrected(text: string, isLast: boolean): Fit {
  const { length } = [...text];
  if (length < 4 || /\p{N}/u.test(text)) return () => undefined;
  const most = length < 8 ? 1 : 2;
  return remembered((word) => {
    if (distance(text, word) <= most) return 1;
    const letters = [...word];
    for (let end = length; isLast && end < letters.length; end++)
      if (distance(text, letters.slice(0, end).join('')) <= most) return 0;
    return undefined;
  });
}

const isPiece = (word: string) => /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u.test(word);

function interpretations({ q, isFuzzy }: Asked): Interpretation[] {
  const typed = wordsOfNormalized(q);
  const pieces = typed.filter(isPiece);
  const words = [...typed.entries()].filter(([, word]) => !isPiece(word));
  const term = (fit: Fit, ...places: number[]): Term => ({ fits: [fit], typed: places });
  const terms = words.map(([place, word]) => term(plain(word), place));
  const all: Interpretation[] = [];
  const add = (some: Term[], number?: string) => all.push({ terms: some, pieces, ...(number !== undefined && { number }) });
  const lastPlace = words.length - 1;
  if (isFuzzy) add(words.map(([place, word], i) => term(best([plain(word), corrected(word, i === lastPlace)]), place)));
  else add(terms);
  for (const [i, [place, word]] of words.entries()) {
    const letters = [...word];
    const change = (count: number, ...fits: Fit[]) =>
      add(terms.toSpliced(i, count, { fits, typed: words.slice(i, i + count).map(([one]) => one) }));
    const next = words[i + 1];
    if (next && next[0] === place + 1 && word !== '&' && next[1] !== '&') change(2, begins(word + next[1]));
    for (let cut = 1; cut < letters.length; cut++) {
      const rest = letters.slice(cut).join('');
      change(1, is(letters.slice(0, cut).join('')), letters.length - cut < 3 ? is(rest) : begins(rest));
    }
    if (letters.length >= 2 && letters.length <= 6) change(1, ...letters.map(is));
    if (letters.length >= 5 && letters.filter((one) => /[0-9]/.test(one)).length * 2 > letters.length)
      add(terms.toSpliced(i, 1), word);
    for (const phrases of spellings.map((some) => some.map((one) => one.split(' '))))
      for (const one of phrases)
        for (const other of phrases)
          if (one !== other && one.length + other.length > 2 && one.every((part, j) => words[i + j]?.[1] === part))
            change(one.length, ...other.map(is));
  }
  add(withJoinedLetters(words, terms));
  return all;
}

function withJoinedLetters(words: [number, string][], terms: Term[]): Term[] {
  const result: Term[] = [];
  for (let i = 0; i < words.length; i++) {
    let end = i;
    while (
      end < words.length &&
      /^\p{L}\p{M}*$/u.test(words[end]?.[1] ?? '') &&
      words[end]?.[0] === (words[i]?.[0] ?? 0) + end - i
    )
      end++;
    if (end - i < 2) {
      result.push(terms[i] as Term);
      continue;
    }
    const run = words.slice(i, end);
    result.push({ fits: [begins(run.map(([, word]) => word).join(''))], typed: run.map(([place]) => place) });
    i = end - 1;
  }
  return result;
}

/** How well words from a place on fit, or undefined. */
function fitAt(fits: Fit[], words: string[], start: number): number | undefined {
  const found = fits.map((one, i) => (start + i < words.length ? one(words[start + i] as string) : undefined));
  return found.every((fit) => fit !== undefined) ? Math.min(2, ...(found as number[])) : undefined;
}

function orderIn(terms: Term[], words: string[]): number {
  const all = terms.flatMap(({ fits }) => fits);
  const starts = [...words.keys()].filter((start) => fitAt(all, words, start) !== undefined);
  if (starts.length > 0) return starts[0] === 0 ? 3 : 2;
  let next = 0;
  for (const { fits } of terms) {
    while (next < words.length && fitAt(fits, words, next) === undefined) next++;
    if (next >= words.length) return 0;
    next += fits.length;
  }
  return 1;
}

/** A model of a search by words among some records. */
export function wordsModel(records: readonly Named[]) {
  const counts = new Map<string, number>();
  const split = new Map(records.flatMap(({ name, others }) => [name, ...others]).map((name) => [name, wordsOfNormalized(name)]));
  for (const { name, others } of records)
    for (const word of [name, ...others].flatMap((one) => split.get(one) ?? [])) counts.set(word, (counts.get(word) ?? 0) + 1);
  const weightOf = (word: string) => Math.max(1, Math.round(256 * Math.log2(1 + records.length / (1 + (counts.get(word) ?? 0)))));

  function scoreOf(
    interpretation: Interpretation,
    typed: string[],
    name: string,
    { number, isActive }: Named,
    isCurrent: boolean,
  ) {
    const { terms, pieces, number: wanted } = interpretation;
    if (!pieces.every((piece) => name.includes(piece))) return undefined;
    if (wanted !== undefined && !number.startsWith(wanted)) return undefined;
    const words = split.get(name) ?? [];
    let whole = 0;
    for (const { fits, typed: places } of terms) {
      const found = [...words.keys()].map((start) => fitAt(fits, words, start)).filter((fit) => fit !== undefined);
      if (found.length === 0) return undefined;
      const weight = places.reduce((sum, place) => sum + weightOf(typed[place] as string), 0);
      whole += weight * Math.max(...found);
    }
    const all = typed.reduce((sum, word) => sum + weightOf(word), 0);
    const isOrdered = pieces.length === 0 && wanted === undefined;
    const isFormAlone = typed.every((word) => legalForms.has(word)) && words.length <= terms.flatMap(({ fits }) => fits).length;
    const order = isOrdered && !isFormAlone ? orderIn(terms, words) : 0;
    const wholeness = Math.floor((15 * whole) / (2 * all));
    const length = isFormAlone ? 0 : 31 - Math.min(31, words.length);
    return (wholeness << 9) | (order << 7) | ((isCurrent ? 1 : 0) << 6) | ((isActive ? 1 : 0) << 5) | length;
  }

  /** The scores of records; undefined if a record does not match. */
  return (asked: Asked, hasOthers: boolean) => {
    const typed = wordsOfNormalized(asked.q);
    const all = interpretations(asked);
    return (record: Named): number | undefined => {
      const names = [record.name, ...(hasOthers ? record.others : [])];
      const scores = names.flatMap((name, place) =>
        all.map((interpretation) => scoreOf(interpretation, typed, name, record, place === 0)),
      );
      const found = scores.filter((score) => score !== undefined);
      return found.length > 0 ? Math.max(...found) : undefined;
    };
  };
}
