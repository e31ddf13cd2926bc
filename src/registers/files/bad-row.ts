import type { BadRow, Cell } from './table.ts';

/** So much of the beginning of a row and of its end is looked through. */
const maxReadCharacters = 50_000;
/** No national number is longer. */
const maxPieceCharacters = 60;
const maxExcerptCharacters = 2_000;

/** A part of a text keeps all of it in memory, and a copy does not. */
const copyOf = (text: string): string => Buffer.from(text).toString();

/** Without NUL, which the database refuses. */
export const excerpt = (text: string): string => copyOf(text.slice(0, maxExcerptCharacters)).replaceAll('\0', '\uFFFD');

/** What may be cells of a row that cannot be read: the texts with a digit between quotes, delimiters and brackets. */
export function piecesOf(text: string): string[] {
  const read =
    text.length <= 2 * maxReadCharacters ? text : `${text.slice(0, maxReadCharacters)}\n${text.slice(-maxReadCharacters)}`;
  const pieces = new Set<string>();
  for (const part of read.replaceAll('\0', '').split(/[",;|^\t\r\n:{}[\]]/)) {
    const piece = part.trim();
    if (piece !== '' && piece.length <= maxPieceCharacters && /\d/.test(piece)) pieces.add(copyOf(piece));
  }
  return [...pieces];
}

/** A row that cannot be read, with what can be told of it. */
export function badRow({ certain, ...row }: Pick<BadRow, 'line' | 'problem' | 'certain' | 'rows'>, text: string): BadRow {
  const known = certain &&
    certain.length > 0 && { certain: certain.map((cell) => copyOf(String(cell).slice(0, maxPieceCharacters))) };
  return { ...row, ...known, text: excerpt(text), pieces: piecesOf(text) };
}

/** The cells of a row, as far as they are certain, in as many cells as the file has columns. */
export const paddedCells = (certain: readonly Cell[], width: number): Cell[] =>
  Array.from({ length: width }, (_, place) => certain[place] ?? '');
