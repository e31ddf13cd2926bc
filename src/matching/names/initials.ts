/* Whether one word is made of the beginnings of others. */

/** `LVMH` has the initials of Moët Hennessy Louis Vuitton: the same letters, from another word on. */
export const isTurned = (letters: string, text: string): boolean =>
  letters.length === text.length && (letters + letters).includes(text);

/** `FedEx` is Federal Express, `KEPCO` Korea Electric Power Corporation: one word of the beginnings of others. */
export function isMadeOf([first, ...rest]: readonly string[], text: string, least: number): boolean {
  if (first === undefined) return text === '';
  const longest = least === 1 ? 2 : first.length;
  for (let length = Math.min(longest, text.length); length >= least; length--)
    if (first.startsWith(text.slice(0, length)) && isMadeOf(rest, text.slice(length), least)) return true;
  return false;
}

/** Compounds of so many letters may have several initials. */
const longCompound = 9;
const leastPart = 3;

/** `AOK` is Allgemeine Ortskrankenkasse: the first letters of words, and of a later part of long ones. */
export function hasParts([first, ...rest]: readonly string[], text: string): boolean {
  if (first === undefined) return text === '';
  if (text === '' || first[0] !== text[0]) return false;
  if (hasParts(rest, text.slice(1))) return true;
  const second = text[1] ?? '';
  if (first.length < longCompound || !/[^aeiou]/.test(second)) return false;
  const part = first.slice(leastPart, -leastPart + 1);
  return part.includes(second) && hasParts(rest, text.slice(2));
}
