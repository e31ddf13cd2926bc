import { hash } from 'node:crypto';

/** A place in the order of all changes: after the change at this position of this version. */
export interface Place {
  version: number;
  position: number;
  /** The beginning of the version's epoch. If a version number repeats after a restore of the database, its epoch differs. */
  epoch: string;
}

/** Before all changes. */
export const beginning: Place = { version: 0, position: 0, epoch: '00000000' };

export const maxCursorLength = 100;

/** Detects a damaged cursor. It is no signature. */
const checksum = (text: string): string => hash('sha256', `change ${text}`, 'hex').slice(0, 8);

export function cursorOf({ version, position, epoch }: Place): string {
  const text = `${version}.${position}.${epoch.slice(0, 8)}`;
  return Buffer.from(`${text}.${checksum(text)}`).toString('base64url');
}

/** Undefined for an invalid cursor. */
export function placeOf(cursor: string): Place | undefined {
  if (cursor.length > maxCursorLength) return undefined;
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, start = '', version, position, epoch = '', check] =
    /^((\d{1,9})\.(\d{1,9})\.([\da-f]{8}))\.([\da-f]{8})$/.exec(text) ?? [];
  const place = { version: Number(version), position: Number(position), epoch };
  // A cursor has one valid spelling. The decoder accepts more, so the cursor is encoded again and compared.
  return check === checksum(start) && cursorOf(place) === cursor ? place : undefined;
}

/** Whether one place comes before another. */
export const isBefore = (one: Place, other: Place): boolean =>
  one.version < other.version || (one.version === other.version && one.position < other.position);

/** The earlier one of two cursors that we issued. */
export function earlierCursor(one: string, other: string): string {
  const [first, second] = [placeOf(one), placeOf(other)];
  return first && second && isBefore(second, first) ? other : one;
}
