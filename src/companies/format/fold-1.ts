/*
 * The first folding. Content hashes are made with it, and so are indexes that earlier builds wrote: it never changes. What it
 * shares with fold.ts stands here again, so that a change there cannot reach it.
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
/** Text that only its case has to be folded of, as most has. */
const plain = /^[\x20-\x7e]*$/;

/**
 * The first folding. It never changes: the hashes of records have it in them (intake/content-hash.ts), and an index from before
 * the second is searched by it until it is written anew.
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
