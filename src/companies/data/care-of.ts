import { isRawNumber } from '../../kernel/lossless-json.ts';

/**
 * How a line of an address says that another person receives the mail there: c/o in all its spellings, and its equivalents in
 * Dutch, Norwegian, French and English. The name may follow c/o without a blank, and Japanese letters may precede it.
 */
const marks = [
  /(?<![\p{sc=Latn}\d])(?:v[/\\]|c[/\\]o(?!ffice))/iu,
  /(?<![\p{sc=Latn}\d])(?:c\s?[/\\]\s?[o0]|c\.\s?\/?\s?o\.|c\/-|p[/\\]a|care of|attn|t\.\s?a\.\s?v\.|chez)(?![\p{L}\d])/iu,
];
/** The same at the end of a line. */
const ends =
  /(?<![\p{sc=Latn}\d])(?:c\s?[/\\]\s?[o0]|c\.\s?\/?\s?o\.|c\/-|p[/\\]a|v[/\\]|care of|attn|t\.\s?a\.\s?v\.|chez)[\s.:,-]*$/iu;

/** Removes whole lines with c/o from addresses, because the end of the name in them cannot be found. */
export class CareOf {
  /** The previous line ended with c/o, so the name is in this one. */
  #isOpen = false;

  /** Takes a line, several, or an address of lines. Call it in the order of the lines. */
  without(value: unknown): unknown {
    if (typeof value === 'string') return this.#line(value);
    if (Array.isArray(value))
      return value.flatMap((item) => {
        const kept = this.without(item);
        return kept === null && item !== null ? [] : [kept];
      });
    if (typeof value !== 'object' || value === null || isRawNumber(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, this.without(item)]));
  }

  #line(line: string): string | null {
    if (line.trim() === '') return line;
    // In letters of usual width, and with c/o in place of its sign.
    const plain = line.normalize('NFKC').replaceAll(/[⁄∕]/g, '/');
    const isOurs = this.#isOpen || marks.some((mark) => mark.test(plain));
    this.#isOpen = ends.test(plain);
    return isOurs ? null : line;
  }
}
