/** The known name that a misspelt one is closest to. Undefined if none is close. Capital letters make no difference. */
export function nearest<Name extends string>(word: string, known: readonly Name[]): Name | undefined {
  const typed = word.toLowerCase();
  // Two mistakes in a short word make another word of it.
  const maxMistakes = typed.length < 8 ? 1 : 2;
  const [best] = known
    .filter((name) => Math.abs(name.length - typed.length) <= maxMistakes)
    .map((name) => ({ name, mistakes: mistakesBetween(typed, name.toLowerCase()) }))
    .filter(({ mistakes }) => mistakes <= maxMistakes)
    .sort((one, other) => one.mistakes - other.mistakes);
  return best?.name;
}

/** How many letters are missing, added, wrong or swapped with the next one. */
function mistakesBetween(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, place) => place)];
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    const before = rows[row - 1] ?? [];
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current[column] = Math.min(
        at(before, column) + 1,
        at(current, column - 1) + 1,
        at(before, column - 1) + (isSame ? 0 : 1),
        isSwapped ? at(rows[row - 2] ?? [], column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    rows.push(current);
  }
  return at(rows[one.length] ?? [], other.length);
}

const at = (row: readonly number[], place: number): number => row[place] ?? Number.POSITIVE_INFINITY;

/** The hint after a word that is not known, with a space before it. Empty if no known word is close. */
export function didYouMean(word: string, known: readonly string[]): string {
  const name = nearest(word, known);
  return name === undefined ? '' : ` Did you mean ${name}?`;
}
