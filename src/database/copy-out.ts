import type { Readable } from 'node:stream';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';

const headerSize = 19;
const fieldSizeBytes = 4;

/**
 * Reads the rows of a COPY in binary format. No value may be NULL. A plain query would send text of twice the size, and decoding
 * it would take most of the time. `timeLimit` is in milliseconds, for callers that cannot wait for a dead server.
 */
export async function readBinary(client: pg.Client, copy: string, timeLimit?: number): Promise<Buffer[][]> {
  const stream = client.query(copyTo(copy));
  const limit = timeLimit && setTimeout(() => stream.destroy(new Error('Query read timeout')), timeLimit);
  const bytes = await readAll(stream).finally(() => clearTimeout(limit));
  const rows: Buffer[][] = [];
  let at = headerSize;
  // A row begins with its number of fields; -1 comes after the last row.
  for (let count = bytes.readInt16BE(at); count >= 0; count = bytes.readInt16BE(at)) {
    at += 2;
    const row: Buffer[] = [];
    for (let field = 0; field < count; field++) {
      const size = bytes.readInt32BE(at);
      row.push(bytes.subarray(at + fieldSizeBytes, at + fieldSizeBytes + size));
      at += fieldSizeBytes + size;
    }
    rows.push(row);
  }
  return rows;
}

/** Node's helper uses a Blob, which takes twice the time. */
async function readAll(stream: Readable): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces);
}
