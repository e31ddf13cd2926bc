import type { SharedStrings } from './shared-strings.ts';
import type { Cell } from './table.ts';

export const maxColumns = 16_384;

/** The source of shared strings; a workbook may have none. */
export type Strings = Pick<SharedStrings, 'get'>;

/** The problem of a cell, for which its row is rejected. */
export class BadCell {
  readonly problem: string;

  constructor(problem: string, value?: string) {
    this.problem = value === undefined ? problem : `${problem} ${JSON.stringify(value.slice(0, 40))}`;
  }
}

export const tooLong = new BadCell('a cell has a text that is too long');

/** The value of a cell from its type (the attribute `t`) and its text. */
export function cellValue(type: string, text: string, strings: Strings): Cell | BadCell {
  switch (type) {
    case 's':
      return text === '' ? null : sharedString(text, strings);
    case 'n':
      return number(text.trim());
    case 'b':
      if (!/^(?:[01]|true|false)$/.test(text)) return new BadCell('a cell has the invalid boolean', text);
      return text === '1' || text === 'true';
    case 'str':
    case 'inlineStr':
    case 'e':
    case 'd':
      return clean(detached(text));
    default:
      return new BadCell('a cell has the unknown type', type);
  }
}

function sharedString(text: string, strings: Strings): string | BadCell {
  if (!/^\d+$/.test(text)) return new BadCell('a cell refers to the invalid shared string', text);
  const string = strings.get(Number(text));
  return string === undefined ? tooLong : clean(string);
}

/** `_x0000_` means NUL, which the database refuses. */
const clean = (text: string): string | BadCell => (text.includes('\0') ? new BadCell('a cell contains a NUL character') : text);

function number(text: string): number | null | BadCell {
  if (text === '') return null;
  const value = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?$/.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? value : new BadCell('a cell has the invalid number', text);
}

/** The column of a reference such as `B7`, 0 for A; -1 if it is invalid, or belongs to another row. */
export function columnOf(reference: string, line: number): number {
  let column = 0;
  let at = 0;
  for (let code = reference.charCodeAt(0); code >= 65 && code <= 90 && at < 4; code = reference.charCodeAt(at)) {
    column = column * 26 + code - 64;
    at += 1;
  }
  return column <= maxColumns && reference.slice(at) === String(line) ? column - 1 : -1;
}

/** A copy, because a substring would keep the whole text around it in memory. */
export const detached = (text: string): string => (text.length < 13 ? text : Buffer.from(text).toString());
