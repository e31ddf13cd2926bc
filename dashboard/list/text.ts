/** What cannot be read, in words for people. */
export class Unreadable extends Error {}

const mebibyte = 2 ** 20;
/** In bytes. */
const mostBytes = 20 * mebibyte;

const starts = (bytes: Uint8Array, ...marks: number[]): boolean => marks.every((mark, place) => bytes[place] === mark);

/** The text of a file: UTF-8 or UTF-16, or else Windows-1252, which older spreadsheets write. */
export function textOf(bytes: Uint8Array): string {
  if (bytes.length > mostBytes) throw new Unreadable(`The file is larger than ${mostBytes / mebibyte} MB.`);
  // Both are archives: .xlsx and .ods begin as ZIP files do, .xls has its own mark.
  if (starts(bytes, 0x50, 0x4b, 0x03, 0x04) || starts(bytes, 0xd0, 0xcf, 0x11, 0xe0))
    throw new Unreadable('This is a workbook. Save it as CSV in your spreadsheet program, and drop that file.');
  if (starts(bytes, 0xff, 0xfe)) return new TextDecoder('utf-16le').decode(bytes);
  if (starts(bytes, 0xfe, 0xff)) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
