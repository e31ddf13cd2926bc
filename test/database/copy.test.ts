import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CopyIn } from '../../src/database/copy-in.ts';
import { binary, ReadRoom, readBinary } from '../../src/database/copy-out.ts';
import { RowBytes } from '../../src/database/row-bytes.ts';
import { SentRows } from '../../src/database/sent-rows.ts';
import { createDatabase } from '../support/database.ts';

let database: Awaited<ReturnType<typeof createDatabase>>;
let client: pg.Client;
beforeAll(async () => {
  database = await createDatabase({ migrated: false });
  client = new pg.Client(database.url);
  await client.connect();
  await client.query(`CREATE TEMPORARY TABLE kind (
    place SERIAL, txt TEXT, jsn JSON, int INTEGER, small SMALLINT, bool BOOLEAN, id UUID, bytes BYTEA, day DATE, at TIMESTAMPTZ,
    list INTEGER[])`);
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const integer = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
const moment = fc.date({ min: new Date('1500-01-01'), max: new Date('2200-12-31'), noInvalidDate: true });
/** PostgreSQL has no NUL in its texts. */
const text = fc.string({ unit: 'binary', maxLength: 300 }).map((any) => any.replaceAll('\0', ''));
const rowOf = fc.record({
  txt: fc.option(text),
  jsn: fc.json(),
  int: integer,
  small: fc.integer({ min: -32_768, max: 32_767 }),
  bool: fc.boolean(),
  id: fc.uuid(),
  bytes: fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString('hex')),
  day: fc.option(moment.map((date) => date.toISOString().slice(0, 10))),
  at: moment,
  list: fc.array(integer, { maxLength: 200 }),
});

test('what is copied in is what the table has then', async () => {
  const columns = 'txt, jsn, int, small, bool, id, bytes, day, at, list';
  await fc.assert(
    fc.asyncProperty(fc.array(rowOf, { maxLength: 20 }), async (rows) => {
      await client.query('TRUNCATE kind');
      const copy = new CopyIn(client, `kind (${columns})`);
      for (const { txt, jsn, int, small, bool, id, bytes, day, at, list } of rows) {
        const sent = copy.begin(10, (txt?.length ?? 0) + jsn.length + bytes.length, list.length);
        copy.values.text(txt);
        copy.values.text(jsn);
        copy.values.integer(int);
        copy.values.smallInteger(small);
        copy.values.boolean(bool);
        copy.values.uuid(id);
        copy.values.hexadecimal(bytes);
        copy.values.day(day);
        copy.values.moment(at);
        copy.values.integers(list);
        await sent;
      }
      await copy.close();
      const { rows: found } =
        await client.query(`SELECT txt, jsn::text AS jsn, int, small, bool, id, encode(bytes, 'hex') AS bytes,
        day::text AS day, at, list FROM kind ORDER BY place`);
      expect(found).toEqual(rows);
      const copied = 'COPY (SELECT int, txt, id, day, list FROM kind ORDER BY place) TO STDOUT (FORMAT binary)';
      const buffers = (await readBinary(client, copied)) as Buffer[][];
      expect(buffers.map(([int]) => int?.readInt32BE())).toEqual(rows.map(({ int }) => int));
      const readers = [binary.integer, binary.text, binary.uuid, binary.day, binary.integers];
      expect(await readBinary(client, copied, { readers })).toEqual(
        rows.map(({ int, txt, id, day, list }) => [int, txt, id.replaceAll('-', ''), day === null ? null : new Date(day), list]),
      );
    }),
    { numRuns: 60 },
  );
});

test('rows that are larger than a piece, and many small ones, all arrive', async () => {
  await client.query('TRUNCATE kind');
  const copy = new CopyIn(client, 'kind (txt)');
  const texts = [...Array.from({ length: 3 }, (_, n) => 'ż'.repeat(400_000 + n)), ...Array.from({ length: 20_000 }, String)];
  for (const one of texts) {
    const sent = copy.begin(1, one.length);
    copy.values.text(one);
    await sent;
  }
  await copy.close();
  const { rows } = await client.query('SELECT txt FROM kind ORDER BY place');
  expect(rows.map(({ txt }) => txt)).toEqual(texts);
});

test('a row that the database refuses is an error, at the next row or at the end, and the connection goes on', async () => {
  const copy = new CopyIn(client, 'kind (jsn)');
  copy.begin(1, 10);
  copy.values.text('{"no json');
  await expect(copy.close()).rejects.toThrow('invalid input syntax for type json');
  expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
});

test('what is no day is refused, and never becomes another one', () => {
  const values = new RowBytes(100);
  for (const text of ['x', '', '2026-13-01', '2026-11-01T12:00:00Z']) expect(() => values.day(text)).toThrow('This is no day');
});

test('one read after another uses the same room, however much each has', async () => {
  const room = new ReadRoom();
  for (const sizes of [[3, 5], [2_500_000, 10], [], [1_400_000], [7]]) {
    const copied = `COPY (SELECT repeat('ż', size) FROM unnest('{${sizes}}'::int[]) AS size) TO STDOUT (FORMAT binary)`;
    const rows = (await readBinary(client, copied, { room })) as Buffer[][];
    expect(rows.map(([text]) => text?.toString())).toEqual(sizes.map((size) => 'ż'.repeat(size)));
  }
});

test('rows that were sent are found by their key, in any order, as long as they are kept', async () => {
  const rows = Array.from({ length: 1_500 }, (_, place) => ({ int: place, txt: place % 3 === 0 ? null : 'ž'.repeat(place) }));
  const copy = new CopyIn(client, 'kind (int, txt)', { isKept: true });
  for (const { int, txt } of rows) {
    await copy.begin(2, txt?.length ?? 0);
    copy.values.integer(int);
    copy.values.text(txt);
  }
  await copy.close();
  expect(copy.kept?.length).toBeGreaterThan(2);
  const sent = new SentRows(copy.kept ?? [], 0);
  const keyOf = (int: number) => {
    const key = Buffer.alloc(4);
    key.writeInt32BE(int);
    return key;
  };
  for (const { int, txt } of [...rows, ...rows.toReversed().slice(0, 50), ...rows.slice(0, 3)]) {
    const row = sent.find(keyOf(int));
    expect([row.value(0, binary.integer), row.value(1, binary.text)]).toEqual([int, txt]);
    expect(row.hasBytes(1, txt === null ? null : Buffer.from(txt))).toBe(true);
    expect(row.hasBytes(1, txt === null ? Buffer.alloc(0) : null)).toBe(false);
    expect(row.hasBytes(1, Buffer.from(`${txt ?? ''}x`))).toBe(false);
  }
  expect(() => sent.find(keyOf(1_500))).toThrow('was not sent');
  const plain = new CopyIn(client, 'kind (int)');
  await plain.close();
  expect(plain.kept).toBeUndefined();
});
