import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CsvFormat, readCsv } from '../../../src/registers/files/csv.ts';
import { type BadRow, type Row, WrongFile } from '../../../src/registers/files/table.ts';

const comma: CsvFormat = { delimiter: ',' };

async function* chunks(...parts: (string | Buffer)[]): AsyncGenerator<Buffer> {
  for (const part of parts) yield Buffer.from(part as string);
}

function* cut(bytes: Buffer, size: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(source: string | Buffer | AsyncIterable<Buffer>, format = comma) {
  const bytes = typeof source === 'string' || Buffer.isBuffer(source) ? chunks(source) : source;
  const { columns, batches } = await readCsv(bytes, format);
  const rows: (Row | BadRow)[] = [];
  for await (const batch of batches) rows.push(...batch);
  return { columns, rows };
}

const cellsOf = ({ rows }: { rows: (Row | BadRow)[] }) => rows.map((row) => ('cells' in row ? row.cells : row.problem));
const linesOf = ({ rows }: { rows: (Row | BadRow)[] }) => rows.map((row) => row.line);

describe('cells', () => {
  it('keeps the column names untouched', async () => {
    const { columns } = await read('CompanyName, CompanyNumber,SICCode.SicText_1,Ķods\r\n');
    expect(columns).toEqual(['CompanyName', ' CompanyNumber', 'SICCode.SicText_1', 'Ķods']);
  });

  it('takes away the byte order mark, also before a quoted name, and only at the start', async () => {
    const { columns, rows } = await read('\uFEFF"nimi";kood\n\uFEFFA;1\n', { delimiter: ';' });
    expect(columns).toEqual(['nimi', 'kood']);
    expect(rows).toEqual([{ line: 2, cells: ['\uFEFFA', '1'] }]);
  });

  it.each(['\n', '\r\n', '\r'])('ends lines at %j, with or without one at the end', async (lineBreak) => {
    const lines = ['a,b', '1,2', '"3","4"', ',', '"",""'];
    for (const text of [lines.join(lineBreak), lines.join(lineBreak) + lineBreak]) {
      const result = await read(text);
      expect(cellsOf(result)).toEqual([
        ['1', '2'],
        ['3', '4'],
        ['', ''],
        ['', ''],
      ]);
      expect(linesOf(result)).toEqual([2, 3, 4, 5]);
    }
  });

  it('reads doubled quotes, delimiters and line breaks in quoted fields', async () => {
    const result = await read('a;b\n"SIA ""Zvans; Tilts""";"one\r\ntwo\rthree\nfour"\n"""";""""""\nx;y\n', { delimiter: ';' });
    expect(cellsOf(result)).toEqual([
      ['SIA "Zvans; Tilts"', 'one\r\ntwo\rthree\nfour'],
      ['"', '""'],
      ['x', 'y'],
    ]);
    expect(linesOf(result)).toEqual([2, 6, 7]);
  });

  it('takes a quote in the middle of an unquoted field for an ordinary character', async () => {
    expect(cellsOf(await read('a,b\nBar "Luna",5" pipe\n'))).toEqual([['Bar "Luna"', '5" pipe']]);
  });

  it('reads files without quoting', async () => {
    const result = await read('A^B\r\n"LUNA" SRL^"\r\n"^""\r\n', { delimiter: '^', quote: null });
    expect(cellsOf(result)).toEqual([
      ['"LUNA" SRL', '"'],
      ['"', '""'],
    ]);
  });

  it('ignores empty lines and keeps counting them', async () => {
    const result = await read('a,b\r\n1,2\r\n\r\n3,4\r\n\r\n\r\n');
    expect(result.rows).toEqual([
      { line: 2, cells: ['1', '2'] },
      { line: 4, cells: ['3', '4'] },
    ]);
  });

  it('gives batches of a thousand rows', async () => {
    const { batches } = await readCsv(chunks('a,b\n', '1,2\n'.repeat(2_500)), comma);
    const sizes: number[] = [];
    for await (const batch of batches) sizes.push(batch.length);
    expect(sizes).toEqual([1_000, 1_000, 500]);
  });

  it('gives smaller batches where rows are huge', async () => {
    const row = Buffer.from(`1,${'x'.repeat(900_000)}\n`);
    async function* rows() {
      yield Buffer.from('a,b\n');
      for (let count = 0; count < 20; count++) yield row;
    }
    const { batches } = await readCsv(rows(), comma);
    const sizes: number[] = [];
    for await (const batch of batches) sizes.push(batch.length);
    expect(Math.max(...sizes)).toBeLessThan(10);
    expect(sizes.reduce((sum, size) => sum + size)).toBe(20);
  });

  it('closes its source when the reading stops early or the header is bad', async () => {
    let open = 0;
    async function* source(text: string) {
      open++;
      try {
        for (;;) yield Buffer.from(text.repeat(2_000));
      } finally {
        open--;
      }
    }
    const { batches } = await readCsv(source('a,b\n'), comma);
    for await (const _ of batches) break;
    await expect(readCsv(source('"a"b\n'), comma)).rejects.toThrow('The header cannot be read');
    expect(open).toBe(0);
  });

  it('reads what was written, wherever the chunks end', async () => {
    const cell = fc.oneof(
      fc.string({ unit: fc.constantFrom('"', ',', ';', '\r', '\n', 'a', ' ', 'ș', '€', '𝄞', '\uFEFF'), maxLength: 8 }),
      fc.string({ unit: 'grapheme', maxLength: 8 }),
    );
    const table = fc
      .integer({ min: 1, max: 5 })
      .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 8 }));
    const style = fc.record({
      delimiter: fc.constantFrom(',', ';', '|', '^'),
      lineBreak: fc.constantFrom('\n', '\r\n', '\r'),
      quoteAll: fc.boolean(),
      mark: fc.boolean(),
      lastBreak: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(table, style, fc.integer({ min: 1, max: 40 }), async (rows, { delimiter, ...style }, size) => {
        // The library's strings may hold NUL, which is no cell of ours.
        const clean = rows.map((row) => row.map((text) => text.replaceAll('\0', '')));
        const write = (text: string) =>
          style.quoteAll || text === '' || /["\r\n\uFEFF]/.test(text) || text.includes(delimiter)
            ? `"${text.replaceAll('"', '""')}"`
            : text;
        const text = clean.map((row) => row.map(write).join(delimiter)).join(style.lineBreak);
        const bytes = Buffer.from(`${style.mark ? '\uFEFF' : ''}${text}${style.lastBreak ? style.lineBreak : ''}`);
        const result = await read(chunks(...cut(bytes, size)), { delimiter });
        expect([result.columns, ...cellsOf(result)]).toEqual(clean);
      }),
      { numRuns: 1_000 },
    );
  });

  it('reads anything at all, good and bad, alike wherever the chunks end', async () => {
    const outcome = (source: AsyncIterable<Buffer>) => read(source).catch((error: Error) => error.message);
    const unit = fc.constantFrom('"', '"', ',', ',', '\n', '\n', '\r', 'a', 'é', '\0');
    await fc.assert(
      fc.asyncProperty(fc.string({ unit, maxLength: 60 }), fc.integer({ min: 1, max: 9 }), async (text, size) => {
        const bytes = Buffer.from(`a,b\n${text}`);
        expect(await outcome(chunks(...cut(bytes, size)))).toEqual(await outcome(chunks(bytes)));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('bad rows', () => {
  it('rejects rows with more or fewer cells than the header', async () => {
    const { rows } = await read('a,b\n1\n1,2\n1,2,3\n');
    expect(rows).toMatchObject([
      { line: 2, problem: 'the record has 1 cells and the header 2', text: '1' },
      { line: 3, cells: ['1', '2'] },
      { line: 4, problem: 'the record has more cells than the 2 of the header', text: '1,2,3' },
    ]);
  });

  it('rejects a row with NUL, whole, and shows it in a form that can be stored', async () => {
    const { rows } = await read('a,b\n1,"x\n\0"\n3,4\n');
    expect(rows).toMatchObject([
      { line: 2, problem: 'the record contains a NUL character', text: '1,"x\n\uFFFD"' },
      { line: 4, cells: ['3', '4'] },
    ]);
  });

  it('rejects a field that goes on after its closing quote', async () => {
    const { rows } = await read('a,b\n"1"x,2\n3,4\n');
    expect(rows).toMatchObject([
      { line: 2, problem: 'a quoted field continues after its closing quote', text: '"1"x,2' },
      { line: 3, cells: ['3', '4'] },
    ]);
  });

  it.each([
    ['in a file of quoted fields', '"a","b"\n', '"1","2\n', '"3","4"\n'],
    ['at the start of a line', '"a","b"\n', '"\n', '"3","4"\n'],
    ['with few quotes after it', 'a,b\n', '1,"2\n', '3,4\n5,""\n"6",7\n'],
    ['with none after it for long', 'a,b\n', '1,"2\n', `3,${'x'.repeat(400)}\n`.repeat(4_000)],
    ['with none after it', 'a,b\n', '1,"2\n', '3,4\n5,6\n'],
    ['with none after it, and no last line break', 'a,b\n', '1,"2\n', '3,4\n5,6'],
  ])('rejects the one row with a stray quote, %s', async (_, header, stray, rest) => {
    const result = await read(header + stray + rest);
    const expected = await read(header + rest);
    expect(result.rows[0]).toMatchObject({ line: 2, problem: expect.any(String), text: stray.trimEnd() });
    expect(result.rows.slice(1)).toEqual(expected.rows.map((row) => ({ ...row, line: row.line + 1 })));
  });

  it('does not take the inside of a rejected record for a row', async () => {
    const { rows } = await read('a,b\n"one\ntwo "2" two",x\n3,4\n');
    expect(rows.map((row) => ('cells' in row ? row.cells : row.line))).toEqual([2, 3, ['3', '4']]);
  });

  it('rejects a cell of 30 MB and shows its start', async () => {
    const megabyte = Buffer.alloc(1_000_000, 'x');
    for (const [open, close] of [
      ['', ''],
      ['"', '"'],
    ]) {
      async function* source() {
        yield Buffer.from(`a,b\n1,2\n3,${open}`);
        for (let count = 0; count < 30; count++) yield megabyte;
        yield Buffer.from(`${close}\r\n5,6\n`);
      }
      const { rows } = await read(source());
      const text = `3,${open}${'x'.repeat(2_000)}`.slice(0, 2_000);
      expect(rows).toMatchObject([
        { line: 2, cells: ['1', '2'] },
        { line: 3, problem: 'the record is longer than 1,000,000 characters', text },
        { line: 4, cells: ['5', '6'] },
      ]);
    }
  });

  it('measures a record alike in one chunk and in many', async () => {
    const bytes = Buffer.from(`a,b\n1,${'x'.repeat(999_998)}\n2,${'x'.repeat(999_999)}\n3,4\n`);
    const whole = await read(bytes);
    expect(whole.rows.map((row) => 'cells' in row)).toEqual([true, false, true]);
    expect(await read(chunks(...cut(bytes, 100_000)))).toEqual(whole);
  });

  it('does not read the same lines again and again where each one opens a field', async () => {
    const { rows } = await read(`a,b,c\n${'x",y,"\n'.repeat(100_000)}`);
    expect(rows.every((row) => 'problem' in row)).toBe(true);
  });
});

describe('wrong files', () => {
  const wrong = (source: string | Buffer | AsyncIterable<Buffer>) =>
    read(source).then(
      () => expect.unreachable(),
      (error) => {
        expect(error).toBeInstanceOf(WrongFile);
        expect(error.message).not.toContain('\n');
        return error.message as string;
      },
    );

  it.each([
    ['a lone byte of Latin-1', [0xe9]],
    ['an overlong form', [0xc0, 0xaf]],
    ['half of a surrogate pair', [0xed, 0xa0, 0x80]],
    ['beyond Unicode', [0xf5, 0x80, 0x80, 0x80]],
    ['a character cut off', [0xe2, 0x82]],
  ])('refuses what is not UTF-8: %s', async (_, fault) => {
    const before = Buffer.from('a,b\r\n"ș",2\r"3\n3",�\n5,');
    for (const after of ['', ',6\n7,8\n']) {
      const bytes = Buffer.concat([before, Buffer.from(fault), Buffer.from(after)]);
      for (const size of [1, 2, 3, 7, 1_000]) {
        expect(await wrong(chunks(...cut(bytes, size)))).toBe('The file is not UTF-8, at line 5.');
      }
    }
  });

  it('refuses UTF-16 and a binary header', async () => {
    expect(await wrong(Buffer.from('\uFEFFa,b\n', 'utf16le'))).toBe('The file is not UTF-8, at line 1.');
    expect(await wrong('a,\0b\n')).toBe('The header cannot be read: the record contains a NUL character.');
  });

  it.each(['', '\uFEFF', '\r\n\n'])('refuses a file with nothing in it: %j', async (text) => {
    expect(await wrong(text)).toBe('The file is empty.');
  });

  it('refuses a header that is broken or endless', async () => {
    expect(await wrong('"a"x,b\n1,2\n')).toBe('The header cannot be read: a quoted field continues after its closing quote.');
    const megabyte = Buffer.alloc(1_000_000, 'x');
    async function* source() {
      for (let count = 0; count < 30; count++) yield megabyte;
    }
    expect(await wrong(source())).toBe('The header cannot be read: the record is longer than 1,000,000 characters.');
  });

  it.each([
    ['a,"b', 1],
    ['a,b\n1,2\n3,"4', 3],
    ['a,b\n1,2\n3,"4\n', 3],
    ['a,b\n1,2\n3,"4 ""', 3],
    ['a,b\n1,2\n3,"one\ntwo\nthr', 3],
    ['a,b\n1,2\n3,"4\n5,6\nsev', 3],
  ])('refuses a file that ends within a quoted field: %j', async (text, line) => {
    expect(await wrong(text)).toBe(`The file is cut off: the quoted field in line ${line} never ends.`);
  });

  it('lets the errors of its source through', async () => {
    async function* source() {
      yield Buffer.from('a,b\n1,2\n');
      throw new WrongFile('The archive is damaged.');
    }
    expect(await wrong(source())).toBe('The archive is damaged.');
  });
});
