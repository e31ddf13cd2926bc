/* Whether one word is made of the beginnings of others. */

/** `LVMH` has the initials of Moët Hennessy Louis Vuitton: the same letters, from another word on. */
export const isTurned = (letters: string, text: string): boolean =>
  letters.length === text.length && (letters + letters).includes(text);

/** `FedEx` is Federal Express, `KEPCO` Korea Electric Power Corporation: one word of the beginnings of others. */
export function isMadeOf(words: readonly string[], text: string, minLetters: number): boolean {
  // The places of the text that beginnings of the words so far may reach. All ways to get there would be too many to try.
  let ends = new Set([0]);
  for (const word of words) {
    const next = new Set<number>();
    const maxLetters = minLetters === 1 ? 2 : word.length;
    for (const start of ends)
      for (let length = 1; length <= maxLetters && start + length <= text.length; length++) {
        if (word[length - 1] !== text[start + length - 1]) break;
        if (length >= minLetters) next.add(start + length);
      }
    ends = next;
  }
  return ends.has(text.length);
}

/** Compounds of so many letters may have several initials. */
const longCompound = 9;
const minPart = 3;

/** `AOK` is Allgemeine Ortskrankenkasse: the first letters of words, and of a later part of long ones. */
export function hasParts([first, ...rest]: readonly string[], text: string): boolean {
  if (first === undefined) return text === '';
  if (text === '' || first[0] !== text[0]) return false;
  if (hasParts(rest, text.slice(1))) return true;
  const second = text[1] ?? '';
  if (first.length < longCompound || !/[^aeiou]/.test(second)) return false;
  const part = first.slice(minPart, -minPart + 1);
  return part.includes(second) && hasParts(rest, text.slice(2));
}
