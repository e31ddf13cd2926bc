import { once } from 'node:events';
import { readFile, truncate, writeFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { describe, expect, test } from 'vitest';
import { WrongFile } from '../../../src/registers/files/table.ts';
import { openWorkbook } from '../../../src/registers/files/xlsx.ts';
import { type Part, sheetEnd, sheetStart, workbookParts, writeWorkbook, writeZip } from '../../support/registers/workbook.ts';
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

async function file(content: string | Buffer): Promise<string> {
  const path = files.path();
  await writeFile(path, content);
  return path;
}

async function zip(parts: Record<string, Part>): Promise<string> {
  const path = files.path();
  await writeZip(path, parts);
  return path;
}

describe('what is no workbook is refused', () => {
  test.each([
    ['an empty file', ''],
    ['a text', 'IDNO;Denumirea\n1003600000001;VIŢA DE VIE\n'],
    ['a web page', '<!doctype html><title>Not found</title>'],
  ])('%s', async (_what, content) => {
    await refused(openWorkbook(await file(content)), /not a zip archive/);
  });

  test('an old or a locked workbook', async () => {
    await refused(
      openWorkbook(await file(Buffer.from('d0cf11e0a1b11ae1', 'hex'))),
      /old \.xls workbook or is locked with a password/,
    );
  });

  test('a file that is not there', async () => {
    await refused(openWorkbook(files.path()), /no such file/);
  });

  test('a zip archive of something else', async () => {
    await refused(openWorkbook(await zip({ 'a.csv': 'a,b' })), /no XLSX workbook, but a zip archive of something else/);
  });

  test('a text document', async () => {
    const parts = workbookParts(['Company']);
    const document = { ...parts, 'xl/workbook.xml': '<w:document xmlns:w="w"><w:body/></w:document>' };
    await refused(openWorkbook(await zip(document)), /an Office document of another kind/);
    await refused(openWorkbook(await zip({ '_rels/.rels': '<Relationships/>' })), /a package of something else/);
  });
});

describe('a damaged workbook is refused', () => {
  test('cut off anywhere', async () => {
    const path = files.path();
    await writeWorkbook(path, [{ name: 'Company', rows: [['IDNO'], [1003600000001]] }]);
    const whole = await readFile(path);
    for (let length = whole.length - 1; length > 4; length -= 97) {
      await truncate(path, length);
      await refused(readWorkbook(path), /^The workbook is damaged/);
      await writeFile(path, whole);
    }
  });

  test('changed anywhere: it is refused, or read as it was', async () => {
    const path = files.path();
    const rows = Array.from({ length: 20 }, (_, number) => [number, `S.R.L. ${number}`]);
    await writeWorkbook(path, [{ name: 'Company', rows }]);
    const whole = await readFile(path);
    const right = await readWorkbook(path);
    for (let at = 0; at < whole.length; at += 53) {
      const changed = Buffer.from(whole);
      changed[at] = (changed[at] as number) ^ 0x55;
      await writeFile(path, changed);
      const result = await readWorkbook(path).catch((error) => error);
      if (result instanceof Error) expect(result).toBeInstanceOf(WrongFile);
      else expect(result).toEqual(right);
    }
  });

  test.each([
    ['xl/workbook.xml', /no part "xl\/workbook.xml"/],
    ['xl/_rels/workbook.xml.rels', /no part "xl\/_rels\/workbook.xml.rels"/],
    ['xl/worksheets/sheet1.xml', /sheet "Company" is missing/],
    ['xl/sharedStrings.xml', /no part "xl\/sharedStrings.xml"/],
  ])('without %s', async (part, message) => {
    await refused(read({ parts: { [part]: undefined } }), message);
  });

  test('without sheets, or with a sheet of something else', async () => {
    await refused(read({ parts: { 'xl/workbook.xml': '<workbook><sheets/></workbook>' } }), /it has no sheets/);
    await refused(read({ sheet: '<chartsheet><sheetData/></chartsheet>' }), /is no sheet of cells/);
  });

  test.each([
    ['empty', ''],
    ['cut off', `${sheetStart}<row><c><v>1</v>`],
    ['with tags that do not match', `${sheetStart}<row><c></row></c>${sheetEnd}`],
    ['with two roots', '<worksheet/><worksheet/>'],
    ['with a broken attribute', `${sheetStart}<row r=1/>${sheetEnd}`],
    ['with an unknown entity', `${sheetStart}<row><c t="str"><v>&nbsp;</v></c></row>${sheetEnd}`],
    ['with a character that XML has not', `${sheetStart}<row><c t="str"><v>\u0000</v></c></row>${sheetEnd}`],
    ['with a reference to such a character', `${sheetStart}<row><c t="str"><v>&#0;</v></c></row>${sheetEnd}`],
    ['not in UTF-8', Buffer.from(`${sheetStart}<row><c t="str"><v>é</v></c></row>${sheetEnd}`, 'latin1')],
  ])('with a sheet that is %s', async (_what, sheet) => {
    await refused(read({ sheet }), /sheet1\.xml is not valid XML/);
  });

  test('with a shared string that is not there', async () => {
    const strings = '<si><t>a</t></si>';
    await refused(read({ data: '<row><c t="s"><v>1</v></c></row>', strings }), /refers to shared string 1 of 1/);
    await refused(read({ data: '<row><c t="s"><v>99999999999999999999</v></c></row>', strings }), /refers to shared string/);
    const parts = { ...workbookParts(['Company'], { shared: false }), 'xl/sharedStrings.xml': undefined };
    await refused(read({ data: '<row><c t="s"><v>0</v></c></row>', parts }), /and there are none/);
  });

  test.each(['3', '2', '0', '-1', '1048577', 'x', '99999999999999999999'])('with row number %s after 3', async (number) => {
    await refused(read({ data: `<row r="3"/><row r="${number}"/>` }), /invalid row number after row 3/);
  });

  test('with more rows than a sheet has', async () => {
    await refused(read({ data: '<row r="1048576"/><row/>' }), /invalid row number after row 1048576/);
  });
});

describe('a row with something senseless is rejected alone', () => {
  test.each([
    ['<c r="XFE2"><v>1</v></c>', 'a cell has the invalid reference "XFE2"'],
    ['<c r="XFD1048577"><v>1</v></c>', 'a cell has the invalid reference "XFD1048577"'],
    ['<c r="ZZZZZ2"><v>1</v></c>', 'a cell has the invalid reference "ZZZZZ2"'],
    ['<c r="A3"><v>1</v></c>', 'a cell has the invalid reference "A3"'],
    ['<c r="2"><v>1</v></c>', 'a cell has the invalid reference "2"'],
    ['<c r=""><v>1</v></c>', 'a cell has the invalid reference ""'],
    ['<c r="XFD2"/><c><v>1</v></c>', 'a cell has no place in the row'],
    ['<c><v>twelve</v></c>', 'a cell has the invalid number "twelve"'],
    ['<c><v>0x10</v></c>', 'a cell has the invalid number "0x10"'],
    ['<c><v>1e999</v></c>', 'a cell has the invalid number "1e999"'],
    ['<c t="b"><v>2</v></c>', 'a cell has the invalid boolean "2"'],
    ['<c t="s"><v>-1</v></c>', 'a cell refers to the invalid shared string "-1"'],
    ['<c t="str"><v>a_x0000_b</v></c>', 'a cell contains a NUL character'],
    ['<c t="zip"><v>1</v></c>', 'a cell has the unknown type "zip"'],
  ])('%s', async (cell, problem) => {
    const data = `<row r="1"><c><v>1</v></c></row><row r="2"><c t="str"><v>before</v></c>${cell}<c/></row><row r="3"><c><v>3</v></c></row>`;
    expect(await read({ data })).toMatchObject([
      { line: 1, cells: [1] },
      { line: 2, problem, text: 'before' },
      { line: 3, cells: [3] },
    ]);
  });

  test('a text that is too long, in its cell or among the shared strings', async () => {
    const long = 'x'.repeat(262_145);
    const data = `<row><c t="str"><v>${long}</v></c></row><row><c t="s"><v>0</v></c></row><row><c t="s"><v>1</v></c></row><row><c t="s"><v>2</v></c></row>`;
    const strings = `<si><t>${long}</t></si><si><t>${long.slice(1)}</t></si><si><t>after</t></si>`;
    const problem = 'a cell has a text that is too long';
    expect(await read({ data, strings })).toMatchObject([
      { line: 1, problem, text: '' },
      { line: 2, problem, text: '' },
      { line: 3, cells: [long.slice(1)] },
      { line: 4, cells: ['after'] },
    ]);
  });

  test('a text that is too long as it is written, however short it is as it is read', async () => {
    const data = `<row><c t="str"><v>${'&#x000000000000000041;'.repeat(50_000)}</v></c></row><row><c><v>2</v></c></row>`;
    expect(await read({ data })).toMatchObject([
      { line: 1, problem: 'a cell has a text that is too long', text: '' },
      { line: 2, cells: [2] },
    ]);
  });

  test('more text than a row can have, of which only the beginning is shown', async () => {
    const data = `<row>${'<c t="s"><v>0</v></c>'.repeat(100)}</row><row><c><v>2</v></c></row>`;
    const [bad, good] = await read({ data, strings: `<si><t>${'x'.repeat(100_000)}</t></si>` });
    expect(bad).toMatchObject({ line: 1, problem: 'the row has too much text', text: 'x'.repeat(500) });
    expect(good).toMatchObject({ line: 2, cells: [2] });
  });
});

describe('an attack', () => {
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

  test('by a huge cell costs one row', async () => {
    const sheet = () => noise(`${sheetStart}<row><c t="str"><v>`, `</v></c></row><row><c><v>2</v></c></row>${sheetEnd}`);
    expect(await readInLittleMemory({ sheet, compress: false }, 16)).toEqual({ rows: 1, bad: 1, problem: undefined });
  });

  test('by entities is refused at the sight of the DTD', async () => {
    const laughs = '<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>';
    const sheet = `<?xml version="1.0"?>${laughs}<worksheet><sheetData><row><c t="str"><v>&b;</v></c></row></sheetData></worksheet>`;
    await refused(read({ sheet }), /it has a DTD/);
    await refused(read({ strings: `<?xml version="1.0"?>${laughs}<sst/>` }), /it has a DTD/);
    await refused(read({ parts: { 'xl/workbook.xml': `${laughs}<workbook/>` } }), /it has a DTD/);
  });

  test('by elements in elements is refused', async () => {
    await refused(read({ data: '<a>'.repeat(300) + '</a>'.repeat(300) }), /nested too deep/);
  });

  test('by a part that is there twice is refused', async () => {
    await refused(read({ parts: { 'XL/Workbook.xml': '<workbook/>' } }), /it has "XL\/Workbook\.xml" twice/);
  });
});
