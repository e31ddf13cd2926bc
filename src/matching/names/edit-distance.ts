/* How many mistakes turn one word into the other. Some mistakes are more likely than others, and count less. */

/** Letters that are taken for each other: they look, sound or are typed alike. */
const confused: Record<string, string> = {};
for (const [one = '', other = ''] of ['0o', '1l', '1i', '5s', '8b', 'ck', 'iy', 'vw', 'sz', 'kq', 'mn']) {
  confused[one] = (confused[one] ?? '') + other;
  confused[other] = (confused[other] ?? '') + one;
}
const isVowel = (letter: string): boolean => 'aeiouy'.includes(letter);
const isDigit = (letter: string): boolean => letter >= '0' && letter <= '9';

/** A wrong letter. A digit is never a mistake for another, and a word seldom begins with a mistake. */
function wrong(one: string, other: string, isFirst: boolean): number {
  if (one === other) return 0;
  if (isDigit(one) && isDigit(other)) return 9;
  if (confused[one]?.includes(other)) return isFirst ? 0.6 : 0.4;
  const usual = isVowel(one) === isVowel(other) ? 1.1 : 1.3;
  return isFirst ? usual + 0.8 : usual;
}

/** A surplus letter. A doubled one is a small mistake, and so is an e at the end: Clark and Clarke. */
function surplus(letter: string, before: string | undefined, isLast: boolean): number {
  if (letter === before) return 0.3;
  if (isLast && letter === 'e') return 0.6;
  if (isDigit(letter)) return 3;
  if (before === undefined) return 1.5;
  return isVowel(letter) && !isLast ? 0.8 : 0.9;
}

const swapped = 0.8;

/** Optimal string alignment, with the costs above. With more mistakes than `maxCost` it may end early, with a number above that. */
export function mistakesBetween(one: string, other: string, maxCost: number): number {
  if (one === other) return 0;
  const [a, b] = [[...one], [...other]];
  let twoBefore: number[] = [];
  let before: number[] = [0];
  for (const [place, letter] of b.entries())
    before.push((before[place] as number) + surplus(letter, b[place - 1], place === b.length - 1));
  for (let row = 0; row < a.length; row++) {
    const letter = a[row] as string;
    const dropped = surplus(letter, a[row - 1], row === a.length - 1);
    const current = [(before[0] as number) + dropped];
    let least = current[0] as number;
    for (let place = 0; place < b.length; place++) {
      const otherLetter = b[place] as string;
      let cost = (before[place] as number) + wrong(letter, otherLetter, row === 0 && place === 0);
      cost = Math.min(cost, (before[place + 1] as number) + dropped);
      cost = Math.min(cost, (current[place] as number) + surplus(otherLetter, b[place - 1], place === b.length - 1));
      if (row > 0 && place > 0 && letter === b[place - 1] && a[row - 1] === otherLetter && !isDigit(letter))
        cost = Math.min(cost, (twoBefore[place - 1] as number) + swapped);
      current.push(cost);
      if (cost < least) least = cost;
    }
    // A swap of letters reaches back by two rows, and costs more than nothing.
    if (least > maxCost + 1) return least;
    twoBefore = before;
    before = current;
  }
  return before[b.length] as number;
}
