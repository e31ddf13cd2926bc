import { type ErasedTexts, isObject } from './erased-texts.ts';

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

/** In front of these, CO is a county: those of Ireland, and the English one that is written so. */
const counties = new Set(
  [
    'antrim armagh carlow cavan clare cork derry donegal down dublin durham fermanagh galway kerry kildare kilkenny laois',
    'leitrim limerick londonderry longford louth mayo meath monaghan offaly roscommon sligo tipperary tyrone waterford',
    'westmeath wexford wicklow',
  ].flatMap((line) => line.split(' ')),
);
/** CO begins these words as well. */
const compounds = new Set(['op', 'operative', 'working', 'living', 'housing', 'ltd', 'limited']);

const titles = new Set(['mr', 'mrs', 'ms', 'miss', 'mister', 'messrs', 'm/s']);
/** Streets are named after doctors, and then have a number. */
const titlesInStreets = new Set(['dr', 'prof', 'rev', 'sir']);
/** A company may be called like a person. */
const companies = new Set(['ltd', 'limited', 'plc', 'llp', 'inc', 'gmbh']);

/**
 * Whether a line of an address begins with how a person is addressed: a title, or c/o without its stroke. The name may be in the
 * next line.
 */
function isAddressed(line: string): 'no' | 'with a name' | 'without a name' {
  const [first = '', second, ...rest] = line.toLowerCase().match(/m\/s|[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const isHyphenated = /^\s*\p{L}+\.?-/u.test(line);
  if (isHyphenated || !isOpening(first, second, rest)) return 'no';
  return second === undefined ? 'without a name' : 'with a name';
}

function isOpening(first: string, second: string | undefined, rest: readonly string[]): boolean {
  if (first === 'co') return second === undefined || !(counties.has(second) || compounds.has(second));
  const words = [second ?? '', ...rest];
  if (titlesInStreets.has(first)) return !words.some((word) => /^\d/.test(word)) && !words.some((word) => companies.has(word));
  return titles.has(first) && !words.some((word) => companies.has(word));
}

/** Removes whole lines with c/o from addresses, because the end of the name in them cannot be found. */
export class CareOf {
  /** The previous line ended with c/o, so the name is in this one. */
  #isOpen = false;
  /** Takes the lines that are removed. */
  readonly #removed: Pick<ErasedTexts, 'addLine'> | undefined;

  constructor(removed?: Pick<ErasedTexts, 'addLine'>) {
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
    if (!isObject(value)) return value;
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
