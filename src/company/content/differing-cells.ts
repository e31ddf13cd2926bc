import { parseLossless } from '../../kernel/lossless-json.ts';

/** Cells of two rows, from the same place on. */
interface CellPair {
  first: number;
  before: readonly unknown[];
  after: readonly unknown[];
}

/** The common end is mostly long, so it is compared in pieces of these lengths first. */
const pieceLengths = [512, 128, 32];

/**
 * Where two rows of cells differ, as JSON has them. Most cells of a row stay as they are, and parsing takes long: so only the
 * cells between the common beginning and the common end of both texts are parsed.
 */
export function differingCells(before: string, after: string): CellPair {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before.charCodeAt(start) === after.charCodeAt(start)) start += 1;
  let end = 0;
  const isPieceSame = (size: number) =>
    before.slice(before.length - end - size, before.length - end) === after.slice(after.length - end - size, after.length - end);
  for (const size of pieceLengths) while (end + size <= most - start && isPieceSame(size)) end += size;
  const [lastBefore, lastAfter] = [before.length - 1, after.length - 1];
  while (end < most - start && before.charCodeAt(lastBefore - end) === after.charCodeAt(lastAfter - end)) end += 1;
  const [old, now] = [cellsAround(before, start, before.length - end), cellsAround(after, start, after.length - end)];
  if (before.length - old.end !== after.length - now.end) return { first: 0, before: parsed(before), after: parsed(after) };
  const part = (text: string, { from, end }: Cells) => parsed(`[${text.slice(from, end)}]`);
  return { first: old.first, before: part(before, old), after: part(after, now) };
}

const parsed = (text: string) => parseLossless(text) as unknown[];

/** Some cells of a list that follow each other: the number of the first, and where their text is. */
interface Cells {
  first: number;
  from: number;
  end: number;
}

const [quote, comma, backslash, opening, closing] = Array.from('",\\[]', (sign) => sign.charCodeAt(0)) as [number, ...number[]];
/** Braces have the codes of brackets, and this bit. */
const braceBit = 0x20;

/** The cells of a list that have text between two places, the later not included; and no more of the others than needed. */
function cellsAround(list: string, start: number, end: number): Cells {
  let [first, from, depth, isText] = [0, 1, 0, false];
  for (let at = 1; at < list.length - 1; at++) {
    const code = list.charCodeAt(at);
    if (isText) {
      if (code === backslash) at += 1;
      else if (code === quote) isText = false;
    } else if (code === quote) isText = true;
    else if ((code & ~braceBit) === opening) depth += 1;
    else if ((code & ~braceBit) === closing) depth -= 1;
    else if (code === comma && depth === 0) {
      if (at >= end) return { first, from, end: at };
      if (at < start) [first, from] = [first + 1, at + 1];
    }
  }
  return { first, from, end: list.length - 1 };
}
