/*
 * Normalization makes text comparable: without case, diacritics and the width of its characters. Names, numbers, search terms
 * and the order of the results use it. Each piece of a text is normalized independently, so search/suggest.ts can find the
 * letters of the name that a normalized letter comes from.
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

/** Text in which only the case has to be normalized: this is most text. */
const plain = /^[\x20-\x7e]*$/;

/**
 * A run of plain characters, of control characters, or of the parts of Korean syllables with marks among them; or a character
 * with the marks after it, including Japanese voicing marks of any width. An invisible character belongs to the character
 * before it.
 */
const pieces =
  /[\x20-\x7e]+(?![\p{M}\p{DI}゛゜ﾞﾟ])|\p{Cc}+|[ᄀ-ᇿㄱ-ㆎ\uffa0-ￜ\p{DI}][ᄀ-ᇿㄱ-ㆎ\uffa0-ￜ\p{M}\p{DI}゛゜ﾞﾟ]*|.[\p{M}\p{DI}゛゜ﾞﾟ]*/gsu;

/** Standalone voicing marks become those that combine with the letter before. */
const voicings: Record<string, string> = { ゛: '\u3099', ゜: '\u309a' };

/** Cyrillic letters that a mark turns into other letters. But ё is compared as е. */
const markedLetters = /[иу]\u0306|і\u0308|[гк]\u0301/g;
/**
 * The marks that letters of any alphabet have, the points of Hebrew and the vowel signs of Arabic. The voicing marks of Japanese
 * stay, and so do the signs of other scripts, such as Indic vowels: they distinguish letters.
 */
const diacritics = /(?![\u3099\u309a])[\p{sc=Zinh}\u0483-\u0487\u0591-\u05bd\u05bf-\u05c7]/gu;

/** Invisible characters, such as soft hyphens, joiners and marks of direction. */
const invisible = /\p{DI}/gu;

function normalizePiece(piece: string): string {
  if (plain.test(piece)) return piece.toLowerCase();
  return (
    piece
      .replaceAll(invisible, '')
      .replaceAll(/[゛゜]/g, (mark) => voicings[mark] ?? mark)
      .normalize('NFKC')
      // Some capitals have several small letters, and some small letters several capitals.
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

/** Normalized pieces beyond plain text: a language has some dozens, Japanese and Chinese some thousands. */
const known = new Map<string, string>();
const maxKnown = 20_000;

function normalizeKnown(piece: string): string {
  const before = known.get(piece);
  if (before !== undefined) return before;
  const normalized = normalizePiece(piece);
  if (known.size < maxKnown && piece.length < 8) known.set(piece, normalized);
  return normalized;
}

export function normalize(text: string): string {
  return plain.test(text) ? text.toLowerCase() : text.replaceAll(pieces, normalizeKnown);
}

/** The pieces of a text, and each of them normalized. The normalized pieces together are the normalized text. */
export function normalizedPieces(text: string): { piece: string; part: string; isPlain: boolean }[] {
  return (text.match(pieces) ?? []).map((piece) => ({ piece, part: normalizeKnown(piece), isPlain: plain.test(piece) }));
}
