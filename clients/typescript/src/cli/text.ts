/** Escape sequences of terminals: CSI, OSC and other strings with their end, and single characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what is to be removed.
const escapes = /\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)?|[ -/]*[0-~])/g;
/** Control characters, and those that turn the direction of the text. */
const controls = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]+/gu;

/** A text of others as it can be shown on a terminal: on one line, and without what terminals obey. */
export const plain = (text: string): string => text.replace(escapes, '').replace(controls, ' ').trim();

/** Characters that take two columns: of East Asia, full-width forms, and pictures. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/u;
const none = /[\p{Mn}\p{Me}\p{Cf}]/u;

const widthOfOne = (character: string): number =>
  character >= ' ' && character <= '~' ? 1 : none.test(character) ? 0 : wide.test(character) ? 2 : 1;

/** How many columns of a terminal a text takes. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += widthOfOne(character);
  return width;
}

/** A text in so many columns: cut, with a mark, or filled with blanks. */
export function fitted(text: string, width: number): string {
  const own = widthOf(text);
  if (own <= width) return text + ' '.repeat(width - own);
  let [kept, used] = ['', 0];
  for (const character of text) {
    const more = widthOfOne(character);
    if (used + more > width - 1) break;
    kept += character;
    used += more;
  }
  return `${kept}…${' '.repeat(Math.max(0, width - 1 - used))}`;
}

export const number = (value: number): string => value.toLocaleString('en-GB');

/** A number with its noun. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${number(count)} ${count === 1 ? one : many}`;

/** JSON in one line. What a terminal would obey is escaped, which means the same. */
export const jsonLine = (value: unknown, indent?: number): string =>
  JSON.stringify(value, undefined, indent).replace(
    /[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** The word that is most like another, if one is. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const [best] = known.map((one) => ({ one, far: distance(word, one) })).toSorted((a, b) => a.far - b.far);
  return best && best.far <= Math.max(1, Math.floor(word.length / 3)) ? best.one : undefined;
}

/** How many letters have to change. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, place) => place);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min((next[j - 1] ?? 0) + 1, (row[j] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[b.length] ?? 0;
}
