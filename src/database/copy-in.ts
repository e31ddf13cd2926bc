import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams';
import { RowBytes } from './row-bytes.ts';

/** In bytes: so much is sent at a time, because a write for each row would cost more than the row. */
const pieceSize = 256 * 1024;
/** In bytes: so far we may be ahead of the database, so that we rarely wait for each other. */
const ahead = 4 * 1024 * 1024;
/** Before the first row: a signature, no flags, and no further header. */
const header = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
/** In bytes: what a value takes at most beside the text in it, what an item of a list takes, and a character in UTF-8. */
const [valueSize, itemSize, characterSize] = [28, 8, 3];

/**
 * Writes rows into a table by COPY in the binary format, which costs the database two thirds of the text format. It is the
 * busiest code of an import, so it works on bytes and rarely waits.
 */
export class CopyIn {
  /** The values of the row that was begun are written to it, in the order of the columns. */
  readonly values = new RowBytes(pieceSize);
  readonly #copy: CopyStreamQuery;
  #failure: Error | undefined;

  /** The table may be followed by its columns, in brackets. */
  constructor(client: pg.Client, table: string) {
    this.#copy = client.query(copyFrom(`COPY ${table} FROM STDIN (FORMAT binary)`, { highWaterMark: ahead }));
    // The next row throws it. Without a listener it would end the process.
    this.#copy.on('error', (error) => {
      this.#failure = error;
    });
    this.values.raw(header);
  }

  /** Begins a row, with the characters and list items that it has. If it gives a promise, the next one must wait for it. */
  begin(count: number, characters: number, items = 0): Promise<void> | undefined {
    const room = (count + 1) * valueSize + characters * characterSize + items * itemSize;
    const sent = this.values.hasRoom(room) ? undefined : this.#send(room);
    this.values.begin(count);
    return sent;
  }

  async close(): Promise<void> {
    // Stands for the end.
    this.begin(-1, 0);
    await this.#send(0);
    this.#copy.end();
    await finished(this.#copy);
  }

  #send(room: number): Promise<void> | undefined {
    if (this.#failure) throw this.#failure;
    const more = this.#copy.write(this.values.take(Math.max(room, pieceSize)));
    return more ? undefined : once(this.#copy, 'drain').then(() => {});
  }
}
