import { describe, expect, it } from 'vitest';
import { type CsvFormat, readCsv } from '../../../src/registers/files/csv.ts';
import type { BadRow, Row } from '../../../src/registers/files/table.ts';

async function read(bytes: Buffer | Iterable<Buffer>, format: CsvFormat) {
  async function* chunks() {
    yield* Buffer.isBuffer(bytes) ? [bytes] : bytes;
  }
  const { columns, batches } = await readCsv(chunks(), format);
  const rows: (Row | BadRow)[] = [];
  for await (const batch of batches) rows.push(...batch);
  return { columns, rows, cells: rows.map((row) => ('cells' in row ? row.cells : row.problem)) };
}

function* cut(bytes: Buffer, size: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** 株式会社東京－１ in Shift_JIS, and a bracketed ㈱ that only the Windows edition has. */
const kabushiki = Buffer.from('8a948eae89ef8ed0938c8b9e817c8250878a', 'hex');
const japanese: CsvFormat = { delimiter: ',', encoding: 'utf-8 or shift_jis', columns: ['number', 'name'] };

describe('files without a header', () => {
  it('have the columns that they are told to have, and every line is a row', async () => {
    expect(await read(Buffer.from('1,a\n2,b\n'), { delimiter: ',', columns: ['number', 'name'] })).toEqual({
      columns: ['number', 'name'],
      rows: [
        { line: 1, cells: ['1', 'a'] },
        { line: 2, cells: ['2', 'b'] },
      ],
      cells: [
        ['1', 'a'],
        ['2', 'b'],
      ],
    });
  });

  it('reject rows of another width; where the first one is, it is another file', async () => {
    const format: CsvFormat = { delimiter: ',', columns: ['number', 'name'] };
    const { cells } = await read(Buffer.from('2,b\n3,c,d\n4\n5,e\n'), format);
    const problems = ['the record has more cells than the 2 of the header', 'the record has 1 cells and the header 2'];
    expect(cells).toEqual([['2', 'b'], ...problems, ['5', 'e']]);
    await expect(read(Buffer.from('<html>\n2,b\n'), format)).rejects.toThrow(
      'This is not the file of this register: in its first row, the record has 1 cells and the header 2.',
    );
    expect((await read(Buffer.from('\n'), format)).cells).toEqual([]);
  });
});

describe('encodings', () => {
  it('reads Latin-1', async () => {
    const bytes = Buffer.from('Namn\tOrt\t\r\nÅngström åäö é\tÖ\t\r\n', 'latin1');
    expect((await read(bytes, { delimiter: '\t', quote: null, encoding: 'latin1' })).cells).toEqual([
      ['Ångström åäö é', 'Ö', ''],
    ]);
  });

  it('reads the Windows edition of Shift_JIS and UTF-8, whichever it is', async () => {
    const name = '株式会社東京－１㈱';
    const shiftJis = Buffer.concat([Buffer.from('1,"'), kabushiki, Buffer.from('"\r\n')]);
    expect((await read(shiftJis, japanese)).cells).toEqual([['1', name]]);
    expect((await read(Buffer.from(`1,"${name}"\r\n`), japanese)).cells).toEqual([['1', name]]);
    expect((await read(Buffer.from(`\uFEFF1,"${name}"\n`), japanese)).cells).toEqual([['1', name]]);
  });

  it('reads the same wherever the chunks end', async () => {
    const row = Buffer.concat([Buffer.from('12,"'), kabushiki, Buffer.from('\r\n'), kabushiki, Buffer.from('"\r\n')]);
    // More than is looked at before the encoding is chosen.
    const file = Buffer.concat(Array.from({ length: 3_000 }, () => row));
    const whole = (await read(file, japanese)).rows;
    expect(whole).toHaveLength(3_000);
    for (const length of [7, 64, 4_097, 65_536])
      expect((await read(cut(file, length), japanese)).rows, `by ${length} bytes`).toEqual(whole);
  });

  it('says where a file is in neither of them', async () => {
    const sound = Buffer.concat([Buffer.from('1,"'), kabushiki, Buffer.from('"\n')]);
    const broken = Buffer.concat([sound, sound, Buffer.from('2,"\xff"\n', 'latin1'), sound]);
    await expect(read(broken, japanese)).rejects.toThrow('The file is not UTF-8 or Shift_JIS, at line 3.');
    const cutOff = Buffer.concat([sound, kabushiki.subarray(0, 1)]);
    await expect(read(cutOff, japanese)).rejects.toThrow('The file is not UTF-8 or Shift_JIS, at line 2.');
  });

  it('does not take UTF-8 that is broken later for something else', async () => {
    const rows = Buffer.from('1,"東京"\n'.repeat(10_000));
    const broken = Buffer.concat([rows, Buffer.from('2,"\xff"\n', 'latin1')]);
    await expect(read(cut(broken, 50_000), japanese)).rejects.toThrow('The file is not UTF-8, at line 10001.');
  });
});

describe('bare quotes', () => {
  const format: CsvFormat = { delimiter: ';', quote: 'bare' };
  const lines = (...rows: string[]) => Buffer.from(['a;b;c', ...rows, ''].join('\n'));

  it('cuts fields where quote, delimiter and quote follow each other, and leaves everything else as it is', async () => {
    const { columns, cells } = await read(
      lines('"1";"Club "Light" of Town";"x"', '"";"""Light""";"say ""so"""', '"a;b";"\0 null";" "', '\r', '"1";"2";"3"\r'),
      format,
    );
    expect(columns).toEqual(['a', 'b', 'c']);
    expect(cells).toEqual([
      ['1', 'Club "Light" of Town', 'x'],
      ['', '""Light""', 'say ""so""'],
      ['a;b', '\0 null', ' '],
      ['1', '2', '3'],
    ]);
  });

  it('rejects a line with cells too many or too few, or without quotes, alone', async () => {
    const { rows, cells } = await read(lines('"1";"2"', '"1";"a";"b";"3"', '1;2;3', '"', '"1";"2";"3"'), format);
    expect(cells).toEqual([
      'the record has 2 cells and the header 3',
      'the record has 4 cells and the header 3',
      'the record is not in quotes',
      'the record is not in quotes',
      ['1', '2', '3'],
    ]);
    expect(rows.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6]);
  });

  it('says that a file is cut off, and where it is not UTF-8', async () => {
    await expect(read(Buffer.from('a;b;c\n"1";"2";"3"\n"1";"2'), format)).rejects.toThrow('The file is cut off, in line 3.');
    await expect(read(Buffer.from('a;b;c\n"1";"2";"\xe5"\n', 'latin1'), format)).rejects.toThrow(
      'The file is not UTF-8, at line 2.',
    );
    expect((await read(Buffer.from('a;b;c\n"1";"2";"3"'), format)).cells).toEqual([['1', '2', '3']]);
  });

  it('rejects a line without end, and goes on behind it', async () => {
    function* source() {
      yield Buffer.from('a;b;c\n"1";"');
      for (let part = 0; part < 30; part++) yield Buffer.alloc(100_000, 0x78);
      yield Buffer.from('";"3"\n"4";"5";"6"\n');
    }
    const { rows, cells } = await read(source(), format);
    expect(cells).toEqual(['the record is longer than 1,000,000 characters', ['4', '5', '6']]);
    expect(rows.map(({ line }) => line)).toEqual([2, 3]);
  });
});
