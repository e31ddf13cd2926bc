import type { Readable } from 'node:stream';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { firstDay, millisecondsPerDay } from './row-bytes.ts';
import { type Statement, sql } from './sql.ts';

const headerBytes = 19;
const fieldSizeBytes = 4;

/** Makes a value of a row from its bytes, which begin at `from` and end before `to`. */
export type ValueReader = (bytes: Buffer, from: number, to: number) => unknown;

const asBytes: ValueReader = (bytes, from, to) => bytes.subarray(from, to);

/** Memory that several reads use, one after another: what one has read is lost when the next one begins. */
export class ReadRoom {
  #bytes = Buffer.allocUnsafeSlow(1 << 20);

  async fill(stream: Readable): Promise<Buffer> {
    let size = 0;
    for await (const piece of stream as AsyncIterable<Buffer>) {
      const end = size + piece.length;
      if (end > this.#bytes.length) {
        const larger = Buffer.allocUnsafeSlow(2 * end);
        this.#bytes.copy(larger, 0, 0, size);
        this.#bytes = larger;
      }
      piece.copy(this.#bytes, size);
      size = end;
    }
    return this.#bytes.subarray(0, size);
  }
}

interface ReadOptions {
  /** In milliseconds, for callers that cannot wait for a dead server. */
  timeLimit?: number | undefined;
  /** Without its reader, a value is a Buffer. */
  readers?: readonly (ValueReader | undefined)[] | undefined;
  /** Where the bytes are read to: else into memory of their own. */
  room?: ReadRoom | undefined;
}

/**
 * Reads the rows of a COPY in binary format. A plain query would send text of twice the size, and decoding it would take most of
 * the time.
 */
export async function readBinary(client: pg.Client, copy: string, options: ReadOptions = {}): Promise<unknown[][]> {
  return [...rowsIn(await readBytes(client, copy, options), options.readers)];
}

async function readBytes(client: pg.Client, copy: string, { timeLimit, room }: ReadOptions): Promise<Buffer> {
  const stream = client.query(copyTo(copy));
  const limit = timeLimit && setTimeout(() => stream.destroy(new Error('Query read timeout')), timeLimit);
  return (room ? room.fill(stream) : readAll(stream)).finally(() => clearTimeout(limit));
}

/** Makes each row when the caller asks for it: values that are used at once cost the garbage collector little. */
function* rowsIn(bytes: Buffer, readers: ReadOptions['readers']): Generator<unknown[], void> {
  let at = headerBytes;
  // A row begins with its number of fields; -1 comes after the last row.
  for (let count = bytes.readInt16BE(at); count >= 0; count = bytes.readInt16BE(at)) {
    at += 2;
    const row: unknown[] = [];
    for (let field = 0; field < count; field++) {
      // NULL has the size -1.
      const size = bytes.readInt32BE(at);
      at += fieldSizeBytes;
      const end = at + Math.max(size, 0);
      row.push(size < 0 ? null : (readers?.[field] ?? asBytes)(bytes, at, end));
      at = end;
    }
    yield row;
  }
}

/** Reads the rows that a statement returns, see `readBinary`. They can be iterated once. */
export async function copyOut(
  client: pg.Client,
  statement: Statement<object>,
  values: readonly unknown[],
  readers?: ReadOptions['readers'],
): Promise<Generator<unknown[], void>> {
  const copy = `COPY (${withValues(client, statement, values)}) TO STDOUT (FORMAT binary)`;
  return rowsIn(await readBytes(client, copy, {}), readers);
}

/** COPY takes no parameters. */
function withValues(client: pg.Client, statement: Statement<object>, values: readonly unknown[]): string {
  const literal = (value: unknown) => client.escapeLiteral(value instanceof Date ? value.toISOString() : String(value));
  return statement.replaceAll(/\$(\d+)/g, (_, place) => literal(values[place - 1]));
}

interface TableReading {
  /** A temporary table. */
  table: string;
  /** How many of its pages are read at a time. */
  pagesAtOnce: number;
  /** By default all values are Buffers. */
  readers?: readonly ValueReader[];
  /** Its last two parameters are where a part of the table begins, and where the next part begins. */
  statement: Statement<object>;
  values?: readonly unknown[];
}

const countPages = sql<{ pages: number }>`
  SELECT (pg_relation_size(('pg_temp.' || $1)::regclass) / current_setting('block_size')::int)::int AS pages`;

/** How many pages a temporary table has. */
export async function pagesOf(client: pg.Client, table: string): Promise<number> {
  const { rows } = await client.query(countPages, [table]);
  return rows[0]?.pages ?? 0;
}

/** Reads a temporary table in parts, in the order of its pages. The database works on the next part while the caller works. */
export async function* readPages(client: pg.Client, reading: TableReading): AsyncGenerator<Iterable<unknown[]>> {
  const { table, pagesAtOnce, statement, values = [], readers } = reading;
  const pages = await pagesOf(client, table);
  const fetch = async (page: number) => {
    if (page >= pages) return [];
    return copyOut(client, statement, [...values, `(${page},0)`, `(${page + pagesAtOnce},0)`], readers);
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

/** Readers of values in PostgreSQL's binary format. */
export const binary = {
  text: (bytes, from, to) => bytes.toString('utf8', from, to),
  integer: (bytes, from) => bytes.readInt32BE(from),
  integers: (bytes, from, to) => integersIn(bytes.subarray(from, to)),
  /** In hexadecimal, without hyphens. */
  uuid: (bytes, from, to) => bytes.toString('hex', from, to),
  day: (bytes, from) => new Date(firstDay + bytes.readInt32BE(from) * millisecondsPerDay),
} satisfies Record<string, ValueReader>;

/** A list starts with a header of 20 bytes, and each number follows its size in 4 bytes. */
export function integersIn(list: Buffer): number[] {
  const numbers: number[] = [];
  for (let at = 24; at < list.length; at += 8) numbers.push(list.readInt32BE(at));
  return numbers;
}

/** Node's helper uses a Blob, which takes twice the time. */
async function readAll(stream: Readable): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces);
}
