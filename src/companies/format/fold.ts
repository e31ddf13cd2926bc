/*
 * Folding: text as it is compared, without case, diacritics and the width of its characters. Names, numbers, what is searched for
 * and the order of the results all go through it. It takes a text piece by piece, and the pieces of a text are folded each for
 * itself: so whoever folds the pieces knows where in a name each folded letter comes from (search/suggest.ts).
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
  ς: 'σ',
};
const strokeLetters = /[øđðłħŧıæœßþς]/g;

/** Text that only its case has to be folded of, as most has. */
const plain = /^[\x20-\x7e]*$/;

/**
 * A run of plain characters, of control characters, or of the parts of Korean syllables; or a character with the marks behind
 * it, among which are the Japanese voicing marks of any width. What is not seen belongs to what it stands behind.
 */
const pieces =
  /[\x20-\x7e]+(?![\p{M}\p{DI}゛゜ﾞﾟ])|\p{Cc}+|[\u1100-\u11ff\u3131-\u318e\uffa0-\uffdc\p{DI}]+|.[\p{M}\p{DI}゛゜ﾞﾟ]*/gsu;

/** Voicing marks that stand for themselves become those that join the letter before. */
const voicings: Record<string, string> = { ゛: '\u3099', ゜: '\u309a' };

/** Cyrillic letters that a mark makes others of. But ё is е. */
const markedLetters = /[иу]\u0306|і\u0308|[гк]\u0301/g;
/**
 * The marks that letters of any alphabet have, the points of Hebrew and the vowel signs of Arabic. The voicing marks of Japanese
 * stay, and so do the signs of other scripts, such as the vowels of Indic ones: they tell letters apart.
 */
const diacritics = /(?![\u3099\u309a])[\p{sc=Zinh}\u0483-\u0487\u0591-\u05bd\u05bf-\u05c7]/gu;

/** What is not seen, such as soft hyphens, joiners and marks of direction. */
const invisible = /\p{DI}/gu;

function foldPiece(piece: string): string {
  if (plain.test(piece)) return piece.toLowerCase();
  return (
    piece
      .replaceAll(invisible, '')
      .replaceAll(/[゛゜]/g, (mark) => voicings[mark] ?? mark)
      .normalize('NFKC')
      // Some letters have several small forms of one capital, and others several capitals.
      .toUpperCase()
      .toLowerCase()
      .normalize('NFKD')
      .replaceAll(invisible, '')
      .replaceAll(markedLetters, (letter) => letter.normalize('NFC'))
      .replaceAll(diacritics, '')
      .replaceAll(strokeLetters, (letter) => strokes[letter] ?? letter)
      .normalize('NFKC')
      .replaceAll(/\p{Cc}+/gu, ' ')
  );
}

/** Pieces beyond plain text, folded: a language has some dozens, Japanese and Chinese some thousands. */
const known = new Map<string, string>();
const mostKnown = 20_000;

function foldKnown(piece: string): string {
  const before = known.get(piece);
  if (before !== undefined) return before;
  const folded = foldPiece(piece);
  if (known.size < mostKnown && piece.length < 8) known.set(piece, folded);
  return folded;
}

export function fold(text: string): string {
  return plain.test(text) ? text.toLowerCase() : text.replaceAll(pieces, foldKnown);
}

/** The pieces of a text and what each is folded to: one behind the other these are the folded text. */
export function foldedPieces(text: string): { piece: string; part: string; isPlain: boolean }[] {
  return (text.match(pieces) ?? []).map((piece) => ({ piece, part: foldKnown(piece), isPlain: plain.test(piece) }));
}
