import { Failure } from '../kernel/errors.ts';

/** An opaque cursor of a numbered row, so that clients do not compute with it. */
export function cursorOf(id: bigint): string {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(id);
  return bytes.toString('base64url');
}

/** The number of a cursor's row. */
export function placeOf(cursor: string): bigint {
  const bytes = cursor.length === 11 ? Buffer.from(cursor, 'base64url') : undefined;
  const id = bytes?.length === 8 ? bytes.readBigInt64BE() : 0n;
  // The decoder also accepts other spellings of the same bytes, which we never return as cursors.
  if (id <= 0n || cursorOf(id) !== cursor) throw new Failure('invalid_request', 'cursor: is none that we gave.');
  return id;
}
