import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJson } from '../../../src/registers/files/json.ts';
import { maxRecordBytes } from '../../../src/registers/files/json-record.ts';
import type { BadRow, JsonRow } from '../../../src/registers/files/table.ts';

async function* chunks(...parts: (string | Buffer)[]): AsyncGenerator<Buffer> {
  for (const part of parts) yield Buffer.from(part as string);
}

function* cut(bytes: Buffer, size: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(source: string | Buffer | AsyncIterable<Buffer>): Promise<(JsonRow | BadRow)[]> {
  const bytes = typeof source === 'string' || Buffer.isBuffer(source) ? chunks(source) : source;
  const rows: (JsonRow | BadRow)[] = [];
  for await (const batch of readJson(bytes, ['companies', 'results'])) rows.push(...batch);
  return rows;
}

const objectsOf = (rows: (JsonRow | BadRow)[]) => rows.map((row) => ('cells' in row ? row.cells : row.problem));

describe('records', () => {
  it('reads a list, with its places', async () => {
    expect(await read('\uFEFF [ {"a": 1} ,\r\n\t{"b": ["}", "\\"]", {"c": null}]},{}]\n')).toEqual([
      { line: 1, cells: { a: 1 } },
      { line: 2, cells: { b: ['}', '"]', { c: null }] } },
      { line: 3, cells: {} },
    ]);
  });

  it.each([
    '{"companies": [{"a": 1}], "totalResults": 1}',
    '{"license": "a text with \\"[{\\" in it", "other": {"results": [{"no": 1}]}, "list": [[1], {}], "results": [{"a": 1}]}',
    '{"results" : [{"a": 1}], "license": "…"}\n',
  ])('reads the list of an object: %s', async (text) => {
    expect(objectsOf(await read(text))).toEqual([{ a: 1 }]);
  });

  it('reads what was written, wherever the chunks end', async () => {
    const record = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue({ maxDepth: 4 }));
    await fc.assert(
      fc.asyncProperty(
        fc.array(record),
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 0, max: 2 }),
        async (records, size, indent) => {
          for (const value of [records, { license: '[{', results: records, more: [] }]) {
            const bytes = Buffer.from(JSON.stringify(value, null, indent));
            const rows = await read(chunks(...cut(bytes, size)));
            expect(objectsOf(rows)).toEqual(JSON.parse(JSON.stringify(records)));
          }
        },
      ),
      { numRuns: 25 },
    );
  });

  it('keeps names and values exactly, those that trip up careless software too', async () => {
    const text = '{"__proto__":1,"":" ","constructor":"\\u0000\\ud800","ä":"\u2028","n":-0.5e-7}';
    const [row] = await read(`[${text}]`);
    expect(JSON.stringify(row && 'cells' in row && row.cells)).toBe(JSON.stringify(JSON.parse(text)));
  });
});

describe('damage', () => {
  it.each([
    ['', 'The file is empty.'],
    [' \n', 'The file is empty.'],
    ['[', 'The file is cut off, before its first record.'],
    ['[{"a": 1}', 'The file is cut off, after record 1.'],
    ['[{"a": 1},', 'The file is cut off, after record 1.'],
    ['[{"a": 1},{"b": "', 'The file is cut off, in record 2.'],
    ['[{"a": 1},{"b": "\\', 'The file is cut off, in record 2.'],
    ['{"results": [{"a": 1}]', 'The file is cut off, after record 1.'],
    ['{"results": [{"a": 1}], "license": "1. ', 'The file is cut off, after record 1.'],
    ['{"license": "1. ', 'The file is cut off, before its first record.'],
    ['[{"a": [1}, {"b": 2}]', 'The file is not valid JSON, in record 1.'],
    ['[{"a": 1} {"b": 2}]', 'The file is not valid JSON, after record 1.'],
    ['[{"a": 1},]', 'The file is not valid JSON, after record 1.'],
    ['[,{"a": 1}]', 'The file is not valid JSON, before its first record.'],
    ['[1, {"a": 1}]', 'The file is not valid JSON, before its first record.'],
    ['[{"a": 1}, null]', 'The file is not valid JSON, after record 1.'],
    ['[{"a": 1}] [', 'The file is not valid JSON, after record 1.'],
    ['{"results": [{"a": 1}]]', 'The file is not valid JSON, after record 1.'],
  ])('%j: %s', async (text, message) => {
    await expect(read(text)).rejects.toThrow(message);
  });

  it.each([
    '<html>Not found</html>',
    '"text"',
    '{}',
    '{"error": "too many requests"}',
    '{"results": null}',
    '\u0000',
    'siren,nom\n',
  ])('is not taken for a register: %j', async (text) => {
    await expect(read(text)).rejects.toThrow(
      'This is not the file of this register: it is neither a list nor an object with the list "companies" or "results".',
    );
  });

  it('says where another encoding begins', async () => {
    const latin1 = Buffer.from('[{"a": "é"}, {"b": 2}]', 'latin1');
    await expect(read(latin1)).rejects.toThrow('The file is not UTF-8, in record 1.');
    await expect(read(Buffer.from('\uFEFF[{"a": 1}]', 'utf16le'))).rejects.toThrow('This is not the file of this register');
  });

  it('rejects a record alone where its borders are sure', async () => {
    const rows = await read('[{"a": 1},{"b": NaN},{"c": "\n"},{"d": 4}]');
    expect(objectsOf(rows)).toEqual([{ a: 1 }, 'the record is not valid JSON', 'the record is not valid JSON', { d: 4 }]);
    expect(rows[1]).toMatchObject({ line: 2, problem: 'the record is not valid JSON', text: '{"b": NaN}' });
  });

  it('rejects a record that is nested without end, and takes the next one', async () => {
    const deep = (levels: number) => `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`;
    const rows = await read(`[${deep(60)},${deep(64)},${deep(1_000_000)},{"b":2}]`);
    expect(rows[0]).toHaveProperty('cells');
    const problem = 'the record is nested deeper than 64 levels';
    expect(objectsOf(rows).slice(1)).toEqual([problem, problem, { b: 2 }]);
    expect(String(rows[2] && 'text' in rows[2] && rows[2].text).length).toBeLessThanOrEqual(2_000);
  });

  it('rejects a record of 100 MB without holding it, and takes the next one', async () => {
    setFlagsFromString('--expose-gc');
    const collect: () => void = runInNewContext('gc');
    const held = () => {
      collect();
      return process.memoryUsage().arrayBuffers;
    };
    const before = held();
    let grown = 0;
    async function* source() {
      yield Buffer.from('[{"a":1},{"b":"');
      for (let megabyte = 0; megabyte < 100; megabyte++) {
        yield Buffer.alloc(1_000_000, 0x78);
      }
      grown = held() - before;
      yield Buffer.from('"},{"c":3}]');
    }
    const rows = await read(source());
    const problem = `the record is longer than ${maxRecordBytes.toLocaleString('en')} bytes`;
    expect(objectsOf(rows)).toEqual([{ a: 1 }, problem, { c: 3 }]);
    expect(rows[1]).toHaveProperty('text', expect.stringMatching(/^\{"b":"x*$/));
    expect(grown).toBeLessThan(60_000_000);
  });

  it('says that a text which never ends is cut off', async () => {
    async function* source() {
      yield Buffer.from('[{"a":"');
      for (let megabyte = 0; megabyte < 20; megabyte++) yield Buffer.alloc(1_000_000, 0x5b);
    }
    await expect(read(source())).rejects.toThrow('The file is cut off, in record 1.');
  });

  it('closes its source when the reading stops early', async () => {
    let open = 0;
    async function* source() {
      open++;
      try {
        yield Buffer.from('[{"a":1},');
        for (;;) yield Buffer.from('{"a":1},');
      } finally {
        open--;
      }
    }
    for await (const _ of readJson(source(), [])) break;
    expect(open).toBe(0);
  });
});
