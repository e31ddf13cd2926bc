/** In bytes: longer words are not compared. */
export const maxWordBytes = 60;
const rows = Array.from({ length: 3 }, () => new Uint8Array(maxWordBytes + 4)) as [Uint8Array, Uint8Array, Uint8Array];

/**
 * How many bytes have to be changed to turn one word into the other: wrong, missing and surplus ones, and neighbours that are
 * swapped (optimal string alignment). More than `maxEdits` if they are more. Each letter is compared only with those whose places
 * differ by `maxEdits` or less: others are too many edits anyway.
 */
export function editDistance(one: Uint8Array, text: Uint8Array, from: number, length: number, maxEdits: number): number {
  const tooMany = maxEdits + 1;
  if (Math.abs(one.length - length) > maxEdits) return tooMany;
  let [twoBefore, before, current] = rows;
  for (let place = 0; place <= tooMany; place++) before[place] = place;
  for (let row = 0; row < one.length; row++) {
    const letter = one[row];
    const start = Math.max(0, row - maxEdits);
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
    if (least > maxEdits) return least;
    current[end + 1] = tooMany;
    [twoBefore, before, current] = [before, current, twoBefore];
  }
  return before[length] as number;
}
