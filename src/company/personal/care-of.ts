import { isRawNumber } from '../../kernel/lossless-json.ts';
import { isAddressed } from './addressed-lines.ts';

/**
 * How a line of an address says that another person receives the mail there: c/o in all its spellings, and its equivalents in
 * Dutch, Norwegian, French, German and English. The name may follow c/o without a blank, and Japanese letters may precede it.
 */
const marks = [
  /(?<![\p{sc=Latn}\d])(?:v[/\\]|c[/\\]o(?!ffice))/iu,
  /(?<![\p{sc=Latn}\d])(?:c\s?[/\\]\s?[o0]|c\.\s?\/?\s?o\.|c\/-|p[/\\]a|care of|attn|t\.\s?a\.\s?v\.|chez)(?![\p{L}\d])/iu,
  /(?<![\p{sc=Latn}\d])(?:(?:attention|f\.?a\.?o)(?![\p{L}\d])|f\/a\/o|att[.:]|z\.\s?hd?\.)/iu,
];
/** The same at the end of a line. */
const ends =
  /(?<![\p{sc=Latn}\d])(?:c\s?[/\\]\s?[o0]|c\.\s?\/?\s?o\.|c\/-|p[/\\]a|v[/\\]|care of|attn|t\.\s?a\.\s?v\.|chez)[\s.:,-]*$/iu;
const furtherEnds = /(?<![\p{sc=Latn}\d])(?:attention(?: of)?|f\.?a\.?o|att|z\.\s?hd?)[\s.:,-]*$/iu;

/** Removes whole lines with c/o from addresses, because the end of the name in them cannot be found. */
export class CareOf {
  /** The previous line ended with c/o, so the name is in this one. */
  #isOpen = false;
  readonly #removed: { addLine(line: string): void } | undefined;

  /** `removed` takes the lines that are removed. */
  constructor(removed?: { addLine(line: string): void }) {
    this.#removed = removed;
  }

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
    const addressed = isAddressed(plain);
    const isOurs = this.#isOpen || addressed !== 'no' || marks.some((mark) => mark.test(plain));
    this.#isOpen = addressed === 'without a name' || ends.test(plain) || furtherEnds.test(plain);
    if (!isOurs) return line;
    this.#removed?.addLine(line);
    return null;
  }
}
