/* Words as bytes: which letters they have, and by how many mistakes they differ. */

/** Which letters a word has, one bit each. Letters beyond ASCII and digits share bits. */
export function lettersIn(text: Uint8Array, from: number, to: number): number {
  let letters = 0;
  for (let at = from; at < to; at++) letters |= 1 << ((text[at] as number) & 31);
  return letters;
}

/** Words are up to 60 bytes long. */
const room = 64;
const rows = [new Uint8Array(room), new Uint8Array(room), new Uint8Array(room)] as const;

/**
 * How many bytes have to be changed to turn one word into the other: wrong, missing and surplus ones, and neighbours that are
 * swapped (optimal string alignment). More than `most` if they are more. Each letter is compared only with those whose places
 * differ by `most` or less: others are too many mistakes anyway.
 */
export function mistakesWithin(one: Uint8Array, text: Uint8Array, from: number, length: number, most: number): number {
  const tooMany = most + 1;
  if (Math.abs(one.length - length) > most) return tooMany;
  let [twoBefore, before, current] = rows as readonly Uint8Array[] as [Uint8Array, Uint8Array, Uint8Array];
  for (let place = 0; place <= tooMany; place++) before[place] = place;
  for (let row = 0; row < one.length; row++) {
    const letter = one[row];
    const start = Math.max(0, row - most);
    const end = Math.min(length, row + tooMany);
    let least = start === 0 ? row + 1 : tooMany;
    current[start] = least;
    for (let place = start; place < end; place++) {
      const other = text[from + place];
      let count = (before[place] as number) + (letter === other ? 0 : 1);
      count = Math.min(count, (before[place + 1] as number) + 1, (current[place] as number) + 1);
      if (row > 0 && place > 0 && letter === text[from + place - 1] && one[row - 1] === other)
        count = Math.min(count, (twoBefore[place - 1] as number) + 1);
      current[place + 1] = count;
      if (count < least) least = count;
    }
    if (least > most) return least;
    current[end + 1] = tooMany;
    [twoBefore, before, current] = [before, current, twoBefore];
  }
  return before[length] as number;
}
