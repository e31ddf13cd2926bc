import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { daysBefore, yearFirst } from './dates.ts';

/**
 * Where the day of a file comes from: its name or the name of the file packed in it (with year, month and maybe day as groups),
 * its content (see Snapshot.day), the day on which it was packed, or the publisher's Last-Modified when it was downloaded.
 */
export type DateSource = { name: RegExp } | 'content' | 'packed' | 'downloaded';

/** A day that the operator added to the name, for files that publishers name without one. */
export const dayInName: DateSource = { name: /(?:^|\D)((?:19|20)\d\d)[-._]?(\d\d)[-._]?(\d\d)(?!\d)/ };

/** What the day of a file is read from. */
export interface DatedFile {
  name: string;
  /** The file itself, or the archive that it is in. */
  path: string;
  /** The day on which it was packed. */
  packedOn?: string | undefined;
}

/** What `fetch` stores beside a file: the publisher's headers. */
export interface DownloadNote {
  lastModified?: string | undefined;
  /** Of the file, in bytes: a note with another size belongs to another file. */
  size?: number | undefined;
}

/**
 * The day of a source, or its month, by the most reliable way that yields one. A less reliable way can only add the day to a
 * month. Undefined if no way yields one.
 */
export async function fileDateOf(
  ways: readonly DateSource[],
  files: readonly DatedFile[],
  content: string | undefined,
): Promise<string | undefined> {
  let known: string | undefined;
  for (const way of ways) {
    const day = way === 'content' ? content : await latest(files.map((file) => dayOf(way, file)));
    if (day?.startsWith(known ?? '')) known = day;
  }
  return known;
}

/** Whether one day is before another; a month is neither before nor after its days. */
export function isBefore(one: string, other: string): boolean {
  const length = Math.min(one.length, other.length);
  return one.slice(0, length) < other.slice(0, length);
}

/** Whether a day is after tomorrow: further ahead than time zones and clocks of publishers are. */
export function isFuture(day: string, now: Date): boolean {
  return isBefore(daysBefore(now.toISOString().slice(0, 10), -1), day);
}

/** Why a file of the future is refused. */
export const futureFile = (day: string, now: Date): string =>
  `The file is of ${day}, and today is ${now.toISOString().slice(0, 10)}: nothing was imported, ` +
  'because every later file would be older. Check the day of the file and the clock of this machine.';

async function latest(days: readonly (string | undefined | Promise<string | undefined>)[]): Promise<string | undefined> {
  return (await Promise.all(days))
    .filter((day) => day !== undefined)
    .sort()
    .at(-1);
}

function dayOf(way: Exclude<DateSource, 'content'>, { name, path, packedOn }: DatedFile) {
  if (way === 'packed') return packedOn;
  if (way === 'downloaded') return downloadedOn(path);
  return dayIn(way.name, basename(path)) ?? dayIn(way.name, name);
}

function dayIn(pattern: RegExp, name: string): string | undefined {
  const [, year, month, day] = pattern.exec(name) ?? [];
  if (year === undefined) return undefined;
  const text = yearFirst(`${year}-${month}-${day ?? '01'}`);
  return (day === undefined ? text?.slice(0, 7) : text) ?? undefined;
}

async function downloadedOn(path: string): Promise<string | undefined> {
  try {
    const note: DownloadNote = JSON.parse(await readFile(`${path}.json`, 'utf8'));
    const { size } = await stat(path);
    const moment = new Date(note.lastModified ?? '');
    return note.size === size && !Number.isNaN(moment.getTime()) ? moment.toISOString().slice(0, 10) : undefined;
  } catch {
    return undefined;
  }
}
