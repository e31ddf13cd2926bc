/*
 * The first folding. It never changes, because content hashes and the indexes of earlier builds are made with it. What it shares
 * with fold.ts is copied here, so that a change there cannot affect it.
 */

/** Letters that Unicode does not decompose, and what people type instead of them. */
const strokes: Record<string, string> = {
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
};
const strokeLetters = /[øđðłħŧıæœßþ]/g;
/** Text in which only the case has to be folded: this is most text. */
const plain = /^[\x20-\x7e]*$/;

/**
 * The hashes of records depend on it (intake/content-hash.ts), and an index that is older than the second folding is searched
 * with it until the index is rewritten.
 */
export function fold1(text: string): string {
  if (plain.test(text)) return text.toLowerCase();
  return text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(strokeLetters, (letter) => strokes[letter] ?? letter)
    .replaceAll(/\p{Cc}+/gu, ' ');
}
