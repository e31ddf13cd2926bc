import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { describe, expect, test } from 'vitest';
import { WrongFile } from '../../../src/registers/files/table.ts';
import { sheetEnd, sheetStart } from '../../support/registers/workbook.ts';
import { folder, type RawWorkbook, readWorkbook, writeRaw } from './workbook-files.ts';

const files = folder();
const read = async (workbook: RawWorkbook) => readWorkbook(await writeRaw(files.path(), workbook));

async function refused(reading: Promise<unknown>, message: RegExp): Promise<void> {
  const error = await reading.then(
    () => undefined,
    (error) => error,
  );
  expect(error).toBeInstanceOf(WrongFile);
  expect(error.message).toMatch(message);
  expect(error.message).not.toMatch(/[\r\n]/);
}

describe('an attack by size', () => {
  /** Far less than each of these files would need if it were held. */
  async function readInLittleMemory(workbook: RawWorkbook, megabytes = 40): Promise<unknown> {
    const workerData = await writeRaw(files.path(), workbook);
    const worker = new Worker(new URL('./read-in-little-memory.ts', import.meta.url), {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: megabytes / 4 },
    });
    const [result] = await once(worker, 'message');
    await once(worker, 'exit');
    return result;
  }

  /** 18 MB, not packed: so they do not look like a bomb. */
  function* noise(before: string, after: string): Generator<string> {
    yield before;
    for (let megabytes = 0; megabytes < 18; megabytes++) yield `${'Grigore '.repeat(125_000)}&amp;`;
    yield after;
  }

  test.each([
    ['comment', '<!--', '-->'],
    ['attribute', '<a b="', '"/>'],
    ['CDATA section', '<a><![CDATA[', ']]></a>'],
    ['CDATA section of what looks like tags', '<a><![CDATA[', ']]></a>'],
    ['tag', '<a', '/>'],
    ['processing instruction', '<?a ', '?>'],
  ])('by a huge %s is refused', async (what, before, after) => {
    const sheet = function* () {
      for (const piece of noise(sheetStart + before, after + sheetEnd))
        yield what.includes('look') ? piece.replaceAll('G', '<') : piece;
    };
    const result = await readInLittleMemory({ sheet, compress: false }, 16);
    expect(result).toMatchObject({ rows: 0, problem: expect.stringMatching(/sheet1\.xml is not valid XML/) });
  });

  test('by a huge shared string costs the rows that use it', async () => {
    const strings = () => noise('<sst><si><t>', '</t></si><si><t>b</t></si></sst>');
    const data = '<row><c t="s"><v>1</v></c></row><row><c t="s"><v>0</v></c></row>';
    expect(await readInLittleMemory({ data, strings, compress: false }, 16)).toEqual({ rows: 1, bad: 1, problem: undefined });
  });

  test('by many references to long strings is read in small batches', async () => {
    const strings = `<si><t>${'ţ'.repeat(100_000)}</t></si>`;
    const data = '<row><c t="s"><v>0</v></c></row>'.repeat(800);
    expect(await readInLittleMemory({ data, strings })).toEqual({ rows: 800, bad: 0, problem: undefined });
  });

  test('by far columns is read in small batches', async () => {
    const data = Array.from({ length: 1_000 }, (_, index) => `<row><c r="XFD${index + 1}"><v>1</v></c></row>`).join('');
    expect(await readInLittleMemory({ data })).toEqual({ rows: 1_000, bad: 0, problem: undefined });
  });

  test('by far columns without a value allocates nothing', async () => {
    const data = Array.from({ length: 3_000 }, (_, index) => `<row><c r="XFD${index + 1}" s="1"/></row>`).join('');
    expect(await readInLittleMemory({ data })).toEqual({ rows: 0, bad: 0, problem: undefined });
  });

  test('by a zip bomb is refused, in whichever part it is', async () => {
    const bomb = function* () {
      for (let megabytes = 0; megabytes < 20; megabytes++) yield ' '.repeat(1024 ** 2);
    };
    await refused(read({ sheet: bomb }), /unpacks to too much data: xl\/worksheets\/sheet1\.xml/);
    await refused(read({ strings: bomb }), /unpacks to too much data: xl\/sharedStrings\.xml/);
    await refused(read({ parts: { 'xl/workbook.xml': bomb } }), /unpacks to too much data: xl\/workbook\.xml/);
  });

  test('by a zip bomb that lies about its size is refused', async () => {
    const bomb = function* () {
      for (let megabytes = 0; megabytes < 20; megabytes++) yield ' '.repeat(1024 ** 2);
    };
    const path = await writeRaw(files.path(), { sheet: bomb });
    const content = await readFile(path);
    const size = Buffer.alloc(4);
    size.writeUInt32LE(20 * 1024 ** 2);
    content.writeUInt32LE(1_000, content.lastIndexOf(size));
    await writeFile(path, content);
    await refused(readWorkbook(path), /^The workbook (?:is damaged|unpacks to too much data)/);
  });
});
