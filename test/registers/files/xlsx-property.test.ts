import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Cell } from '../../../src/registers/files/table.ts';
import { readSheet } from '../../../src/registers/files/xlsx-sheet.ts';
import { sheetXml, writeWorkbook } from '../../support/registers/workbook.ts';
import { collect, folder, readWorkbook } from './workbook-files.ts';

const files = folder();

const text = fc.oneof(
  // A NUL makes the row a bad one.
  fc.string({ unit: 'binary' }).map((string) => string.replaceAll('\0', '')),
  fc.string({
    unit: fc.constantFrom('_', 'x', '0', '4', '1', 'D', '&', '<', '>', '"', "'", ' ', '\r', '\n', 'ţ', 'ș', '🏢', ']', '-'),
  }),
);
const cell: fc.Arbitrary<Cell> = fc.oneof(
  text,
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
);
const table = fc.array(fc.array(cell, { maxLength: 30 }), { maxLength: 12 });

/** What a reader can tell: a row ends with its last value, and one without any is not there. -0 and 0 are written alike. */
function visible(rows: Cell[][]): { line: number; cells: Cell[] }[] {
  return rows
    .map((cells, index) => ({
      line: index + 1,
      cells: cells.slice(0, cells.findLastIndex((cell) => cell !== null) + 1).map((cell) => (cell === 0 ? 0 : cell)),
    }))
    .filter(({ cells }) => cells.length > 0);
}

test.each(['shared', 'inline'] as const)('what is written with %s strings is what is read', async (strings) => {
  await fc.assert(
    fc.asyncProperty(table, async (rows) => {
      const path = files.path();
      await writeWorkbook(path, [{ name: 'Company', rows }], { strings });
      expect(await readWorkbook(path)).toEqual(visible(rows));
    }),
    { numRuns: 30 },
  );
});

test('it does not matter where the chunks of a sheet end', async () => {
  await fc.assert(
    fc.asyncProperty(table, fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1 }), async (rows, sizes) => {
      const xml = Buffer.from((await pieces(sheetXml(rows, undefined))).join(''));
      async function* chunks(): AsyncGenerator<Uint8Array> {
        for (let at = 0, turn = 0; at < xml.length; turn++) {
          const size = sizes[turn % sizes.length] as number;
          yield xml.subarray(at, at + size);
          at += size;
        }
      }
      const none = { get: () => undefined };
      expect(await collect(readSheet('sheet', chunks(), none))).toEqual(visible(rows));
    }),
    { numRuns: 100 },
  );
});

test('it does not matter whether the rows are there or are made on the way', async () => {
  const path = files.path();
  async function* rows(): AsyncGenerator<Cell[]> {
    for (let number = 1; number <= 1_500; number++) yield [number, `S.R.L. ${number}`];
  }
  await writeWorkbook(path, [{ name: 'Company', rows: rows() }], { strings: 'inline' });
  const read = await readWorkbook(path);
  expect(read).toHaveLength(1_500);
  expect(read.at(-1)).toEqual({ line: 1_500, cells: [1_500, 'S.R.L. 1500'] });
});

async function pieces(parts: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const part of parts) all.push(part);
  return all;
}
