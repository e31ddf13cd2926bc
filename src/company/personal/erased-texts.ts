import { isRawNumber } from '../../kernel/lossless-json.ts';
import { normalize } from '../normalization.ts';

export type Fields = Record<string, unknown>;
export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawNumber(value);

/** A text as it is compared: without case, diacritics and more than one blank. */
const plainOf = (text: string): string => normalize(text).replaceAll(/\s+/g, ' ').trim();

/** These parts of an address are the same for many, and other fields have them too. */
const shared = /country|county|region|status|kind|language|category/i;

/** A text of two words and more is erased within longer texts too. */
const isLong = (plain: string): boolean => plain.length >= 8 && plain.includes(' ');

/** Every text in a value, with its pointer. */
export function* textsOf(value: unknown, path = ''): Generator<[path: string, text: string]> {
  if (typeof value === 'string') yield [path, value];
  else if (Array.isArray(value)) for (const [place, item] of value.entries()) yield* textsOf(item, `${path}/${place}`);
  else if (isObject(value)) for (const [name, item] of Object.entries(value)) yield* textsOf(item, `${path}/${name}`);
}

/**
 * What is left of a named value. Lists become empty and objects keep their fields, so that the record has the form that the
 * contract describes.
 */
export function emptied(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, item]) => [name, emptied(item)])) : null;
}

/** Words that tell nothing of who is meant. */
const common = new Set(
  [
    'c o co fao f a attention attn att care of for the in to mr mrs ms miss mister messrs dr prof rev sir house street road',
    'ltd limited plc llp lp inc gmbh ag sa srl sarl bv nv ab as asa oy oyj ou sia uab ik ii ie enk and und et the',
  ].flatMap((line) => line.split(' ')),
);

/** The words of a text that name somebody. */
const tellingWords = (text: string): string[] => [
  ...new Set(
    normalize(text)
      .match(/[\p{L}\p{M}]+/gu)
      ?.filter((word) => !common.has(word)),
  ),
];

/** The texts that an erasure removes from some places. The record may have the same text elsewhere, where it is erased too. */
export class ErasedTexts {
  readonly #whole = new Set<string>();
  readonly #long: string[] = [];

  /** A line of an address. It is erased where a text is the same. */
  addLine(line: string): void {
    const plain = plainOf(line);
    if (/\p{L}{2}/u.test(plain)) this.#whole.add(plain);
  }

  /** A value that an operator named. A longer text that has it is erased too. */
  addNamed(value: unknown): void {
    for (const [path, text] of textsOf(value)) {
      if (shared.test(path)) continue;
      this.addLine(text);
      if (isLong(plainOf(text))) this.#long.push(plainOf(text));
    }
  }

  get isEmpty(): boolean {
    return this.#whole.size === 0;
  }

  has(text: string): boolean {
    const plain = plainOf(text);
    return this.#whole.has(plain) || this.#long.some((long) => plain.includes(long));
  }

  /** Whether a text has two words of one of them, or is a word of it, so that somebody should look at it. */
  touches(text: string): boolean {
    const words = tellingWords(text);
    return this.#long.some((long) => {
      const shared = tellingWords(long).filter((word) => words.includes(word)).length;
      return shared > 1 || (shared === 1 && words.length === 1);
    });
  }

  /** The value without these texts. Of a list in the record, an item that has one goes as a whole. */
  without(value: unknown, isRecord: boolean): unknown {
    if (typeof value === 'string') return this.has(value) ? null : value;
    if (Array.isArray(value)) return value.flatMap((item) => this.#item(item, isRecord));
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, this.without(item, isRecord)]));
  }

  #item(item: unknown, isRecord: boolean): unknown[] {
    const isFound = isRecord && [...textsOf(item)].some(([, text]) => this.has(text));
    return isFound ? [] : [this.without(item, isRecord)];
  }
}

function isShared(words: readonly string[], searched: readonly string[]): boolean {
  const both = words.filter((word) => searched.includes(word)).length;
  return both > 1 && (both === words.length || both === searched.length);
}

/**
 * Tells whether a search is about one of the texts: it has all words of one, or has no others, in any order. A text is taken
 * apart at its commas. One word in common is not enough, because others would be meant as well. The name of the person is
 * looked for in any case.
 */
export function queriesAbout(texts: Iterable<string>, person?: string): (query: string) => boolean {
  const pieces = [...texts].flatMap((text) => text.split(/[,;\n]/)).map(tellingWords);
  const name = tellingWords(person ?? '');
  return (query) => {
    const searched = tellingWords(query);
    const isNamed = name.length > 0 && name.every((word) => searched.includes(word));
    return isNamed || pieces.some((words) => isShared(words, searched));
  };
}
