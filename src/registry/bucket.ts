/** What is looked for, in numbers. The fragment is folded; activities are any of these, the licensed ones negative. */
export interface Question {
  q?: string | undefined;
  country?: number | undefined;
  legalForm?: number | undefined;
  activities?: number[] | undefined;
}

/**
 * Text as a string of its UTF-8 bytes. It takes one byte for each, whatever the alphabet, and a fragment lies in a text exactly where its bytes
 * lie in the text's.
 */
export const bytesOf = (text: string): string => Buffer.from(text).toString('latin1');

/** A stretch of the sorted names in memory, made for being read from end to end: this is where the time of a broad search goes. */
export class Bucket {
  readonly #texts: string;
  /** Where each line of the texts ends. */
  readonly #ends: Uint32Array;
  /** For each line: country, legal form, activities, 0. */
  readonly #facts: Int32Array;

  constructor(texts: string, facts: string) {
    this.#texts = bytesOf(texts);
    this.#ends = endsOf(this.#texts);
    this.#facts = numbersOf(facts);
  }

  /** How many lines match; the question's fragment is given as bytes. */
  count({ q, ...facts }: Question): number {
    const isPlain = facts.country === undefined && facts.legalForm === undefined && facts.activities === undefined;
    if (isPlain && q === undefined) return this.#ends.length;
    if (isPlain) return this.#holding(q as string);
    const fitting = this.#fitting(facts);
    return q === undefined ? fitting.reduce((sum, fits) => sum + fits, 0) : this.#holding(q, fitting);
  }

  #holding(q: string, among?: Uint8Array): number {
    const [texts, ends] = [this.#texts, this.#ends];
    let [count, line] = [0, 0];
    for (let place = texts.indexOf(q); place >= 0; place = texts.indexOf(q, ends[line - 1])) {
      while ((ends[line] as number) < place) line += 1;
      count += among ? (among[line] as number) : 1;
      line += 1;
      if (line === ends.length) break;
    }
    return count;
  }

  /** For each line 1 or 0. */
  #fitting({ country, legalForm, activities }: Question): Uint8Array {
    const facts = this.#facts;
    const fitting = new Uint8Array(this.#ends.length);
    for (let line = 0, place = 0; line < fitting.length; line++) {
      const fitsCountry = country === undefined || facts[place] === country;
      const fitsForm = legalForm === undefined || facts[place + 1] === legalForm;
      let fitsActivity = activities === undefined;
      for (place += 2; facts[place] !== 0; place++) if (activities?.includes(facts[place] as number)) fitsActivity = true;
      place += 1;
      fitting[line] = fitsCountry && fitsForm && fitsActivity ? 1 : 0;
    }
    return fitting;
  }
}

function endsOf(texts: string): Uint32Array {
  if (texts === '') return new Uint32Array(0);
  const ends: number[] = [];
  for (let place = texts.indexOf('\n'); place >= 0; place = texts.indexOf('\n', place + 1)) ends.push(place);
  return Uint32Array.from([...ends, texts.length]);
}

/** The numbers of all lines, each line ended by a 0. */
function numbersOf(lines: string): Int32Array {
  const numbers = new Int32Array(lines.length + 1);
  let [length, number, sign] = [0, 0, 1];
  for (let place = 0; place <= lines.length; place++) {
    const code = place < lines.length ? lines.charCodeAt(place) : 10;
    if (code === 45) sign = -1;
    else if (code >= 48) number = number * 10 + code - 48;
    else {
      numbers[length++] = sign * number;
      if (code === 10) numbers[length++] = 0;
      [number, sign] = [0, 1];
    }
  }
  return numbers.slice(0, length);
}
