import type { Readable } from 'node:stream';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type Statement, sql } from './sql.ts';

const headerSize = 19;
const fieldSizeBytes = 4;

/**
 * Reads the rows of a COPY in binary format. A plain query would send text of twice the size, and decoding it would take most of
 * the time. `timeLimit` is in milliseconds, for callers that cannot wait for a dead server.
 */
export async function readBinary(client: pg.Client, copy: string, timeLimit?: number): Promise<(Buffer | null)[][]> {
  const stream = client.query(copyTo(copy));
  const limit = timeLimit && setTimeout(() => stream.destroy(new Error('Query read timeout')), timeLimit);
  const bytes = await readAll(stream).finally(() => clearTimeout(limit));
  const rows: (Buffer | null)[][] = [];
  let at = headerSize;
  // A row begins with its number of fields; -1 comes after the last row.
  for (let count = bytes.readInt16BE(at); count >= 0; count = bytes.readInt16BE(at)) {
    at += 2;
    const row: (Buffer | null)[] = [];
    for (let field = 0; field < count; field++) {
      // The size of NULL is -1.
      const size = bytes.readInt32BE(at);
      at += fieldSizeBytes;
      row.push(size < 0 ? null : bytes.subarray(at, at + size));
      at += Math.max(size, 0);
    }
    rows.push(row);
  }
  return rows;
}

/** Reads the rows of a statement in binary format. PostgreSQL sends a row before it makes the next one. */
function readRows(client: pg.Client, statement: Statement<object>, values: readonly unknown[]): Promise<(Buffer | null)[][]> {
  // COPY takes no parameters.
  const literal = (value: unknown) => client.escapeLiteral(value instanceof Date ? value.toISOString() : String(value));
  const text = statement.replaceAll(/\$(\d+)/g, (_, place) => literal(values[place - 1]));
  return readBinary(client, `COPY (${text}) TO STDOUT (FORMAT binary)`);
}

interface TableReading {
  /** A temporary table. */
  table: string;
  /** So many of its pages are read at a time. */
  pagesAtOnce: number;
  /** Its last two parameters are where a part of the table begins, and where the next part begins. */
  statement: Statement<object>;
  values?: readonly unknown[];
  /** Gives the database other work before each part but the first. */
  meanwhile?: (() => Promise<void>) | undefined;
}

const countPages = sql<{ pages: number }>`
  SELECT (pg_relation_size(('pg_temp.' || $1)::regclass) / current_setting('block_size')::int)::int AS pages`;

/** Reads a temporary table in parts, in the order of its pages. The database works on the next part while the caller works. */
export async function* readPages(client: pg.Client, reading: TableReading): AsyncGenerator<(Buffer | null)[][]> {
  const { table, pagesAtOnce, statement, values = [], meanwhile } = reading;
  const { rows: counted } = await client.query(countPages, [table]);
  const pages = counted[0]?.pages ?? 0;
  const fetch = async (page: number) => {
    if (page >= pages) return [];
    if (page > 0) await meanwhile?.();
    return readRows(client, statement, [...values, `(${page},0)`, `(${page + pagesAtOnce},0)`]);
  };
  const read = (page: number) => {
    const part = fetch(page);
    // The next round awaits it and reports an error. Until then an error must not count as unhandled.
    part.catch(() => {});
    return part;
  };
  let next = read(0);
  for (let page = 0; page < pages; page += pagesAtOnce) {
    const rows = await next;
    next = read(page + pagesAtOnce);
    yield rows;
  }
}

const firstDay = Date.UTC(2000, 0);
const millisecondsPerDay = 86_400_000;

/** Read values of PostgreSQL's binary format. */
export const binary = {
  text: (bytes: Buffer): string => bytes.toString(),
  integer: (bytes: Buffer): number => bytes.readInt32BE(),
  /** A list starts with a header of 20 bytes, and each number follows its size in 4 bytes. */
  integers: (bytes: Buffer): number[] => {
    const numbers: number[] = [];
    for (let at = 24; at < bytes.length; at += 8) numbers.push(bytes.readInt32BE(at));
    return numbers;
  },
  /** In hexadecimal, without hyphens. */
  uuid: (bytes: Buffer): string => bytes.toString('hex'),
  day: (bytes: Buffer): Date => new Date(firstDay + bytes.readInt32BE() * millisecondsPerDay),
};

/** Node's helper uses a Blob, which takes twice the time. */
async function readAll(stream: Readable): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces);
}
