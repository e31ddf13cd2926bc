import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type BadRow, type Row, WrongFile } from '../../../src/registers/files/table.ts';
import { openWorkbook } from '../../../src/registers/files/xlsx.ts';
import { sheetEnd, sheetStart, workbookParts, writeWorkbook, writeZip } from '../../support/registers/workbook.ts';
import { collect, folder, type RawWorkbook, readWorkbook, writeRaw } from './workbook-files.ts';

const files = folder();
const read = async (workbook: RawWorkbook) => readWorkbook(await writeRaw(files.path(), workbook));
/** The cells of a single row. */
const cells = async (row: string, strings = '') => {
  const rows = await read({ data: `<row r="1">${row}</row>`, strings });
  expect(rows).toHaveLength(1);
  return (rows[0] as { cells: unknown }).cells;
};

describe('a workbook', () => {
  test('names its sheets in their order and reads each of them, in any order and more than once', async () => {
    const path = files.path();
    await writeWorkbook(path, [
      {
        name: 'Company',
        rows: [
          ['IDNO', 'Denumirea'],
          [1003600000001, 'VIŢA DE VIE S.R.L.'],
        ],
      },
      { name: 'Clasificare nelicenţiate & altele', rows: [['ID'], [1110]] },
    ]);
    const workbook = await openWorkbook(path);
    expect(workbook.sheets).toEqual(['Company', 'Clasificare nelicenţiate & altele']);
    expect(workbook.date1904).toBe(false);
    const second = [
      { line: 1, cells: ['ID'] },
      { line: 2, cells: [1110] },
    ];
    expect(await collect(workbook.rows('Clasificare nelicenţiate & altele'))).toEqual(second);
    expect(await collect(workbook.rows('Company'))).toEqual([
      { line: 1, cells: ['IDNO', 'Denumirea'] },
      { line: 2, cells: [1003600000001, 'VIŢA DE VIE S.R.L.'] },
    ]);
    const [again, other] = await Promise.all([
      collect(workbook.rows('Clasificare nelicenţiate & altele')),
      collect(workbook.rows('Company')),
    ]);
    expect(again).toEqual(second);
    expect(other).toHaveLength(2);
    await workbook.close();
  });

  test('says which sheets it has where one is asked for that it has not', async () => {
    const path = files.path();
    await writeWorkbook(path, [{ name: 'RSUD', rows: [] }]);
    const workbook = await openWorkbook(path);
    await expect(collect(workbook.rows('Company'))).rejects.toThrow(
      new WrongFile('The workbook has no sheet "Company"; it has "RSUD".'),
    );
    expect(await collect(workbook.rows('RSUD'))).toEqual([]);
    await workbook.close();
  });

  test('knows dates from 1904', async () => {
    const path = files.path();
    await writeWorkbook(path, [{ name: 'Company', rows: [] }], { date1904: true });
    const workbook = await openWorkbook(path);
    expect(workbook.date1904).toBe(true);
    await workbook.close();
  });

  test('may have its parts anywhere, with any prefix, and no shared strings', async () => {
    const path = files.path();
    const office = 'http://purl.oclc.org/ooxml/officeDocument/relationships';
    await writeZip(path, {
      '_rels/.rels': `<p:Relationships xmlns:p="p"><p:Relationship Target="/Book/Main.xml" Type='${office}/officeDocument' Id="a"/></p:Relationships>`,
      'book/main.xml':
        '<x:workbook xmlns:x="x" xmlns:y="y"><x:sheets><x:sheet y:id="b" name="_x0041_&#x103;"/></x:sheets></x:workbook>',
      'book/_rels/main.xml.rels': `<Relationships><Relationship Id="b" Target="../data/one.xml" Type="${office}/worksheet"/></Relationships>`,
      'data/one.xml':
        '<x:worksheet xmlns:x="x"><x:sheetData><x:row><x:c><x:v>1</x:v></x:c><x:c t="str"><x:v>b</x:v></x:c></x:row></x:sheetData></x:worksheet>',
    });
    const workbook = await openWorkbook(path);
    expect(workbook.sheets).toEqual(['Aă']);
    expect(await collect(workbook.rows('Aă'))).toEqual([{ line: 1, cells: [1, 'b'] }]);
    await workbook.close();
  });

  test('may be a zip archive of the large kind', async () => {
    const path = files.path();
    const parts = { ...workbookParts(['Company'], { shared: false }), 'xl/worksheets/sheet1.xml': sheetStart + sheetEnd };
    await writeZip(path, parts, { forceZip64Format: true });
    expect(await readWorkbook(path)).toEqual([]);
  });

  test('may have stored parts, and parts in UTF-16', async () => {
    const path = files.path();
    const sheet =
      '<?xml version="1.0" encoding="UTF-16"?><worksheet><sheetData><row><c t="str"><v>Bălţi</v></c></row></sheetData></worksheet>';
    await writeRaw(path, { sheet: Buffer.from(`\ufeff${sheet}`, 'utf16le') });
    expect(await readWorkbook(path)).toEqual([{ line: 1, cells: ['Bălţi'] }]);
    await writeZip(
      path,
      { ...workbookParts(['Company'], { shared: false }), 'xl/worksheets/sheet1.xml': sheet.replace('UTF-16', 'UTF-8') },
      { compress: false },
    );
    expect(await readWorkbook(path)).toEqual([{ line: 1, cells: ['Bălţi'] }]);
  });
});

describe('cells', () => {
  test('have the type that the file gives them', async () => {
    const row = `<c r="A1" t="s"><v>1</v></c><c r="B1"><v>1.003602023531E12</v></c><c r="C1" t="n"><v>-0.5</v></c><c r="D1" t="b"><v>1</v></c>
      <c r="E1" t="b"><v>0</v></c><c r="F1" t="e"><v>#N/A</v></c><c r="G1" t="str"><f>CONCATENATE("a","b")</f><v>ab</v></c>
      <c r="H1" t="inlineStr"><is><t>inline</t></is></c><c r="I1"><f>1+1</f><v>2</v></c><c r="J1" t="d"><v>2026-09-14</v></c>`;
    expect(await cells(row, '<si><t>no</t></si><si><t>yes</t></si>')).toEqual([
      'yes',
      1003602023531,
      -0.5,
      true,
      false,
      '#N/A',
      'ab',
      'inline',
      2,
      '2026-09-14',
    ]);
  });

  test('that are missing or empty are null, up to the last one with a value', async () => {
    expect(
      await cells('<c r="B1"><v>1</v></c><c r="C1" s="3"/><c r="D1"><v/></c><c r="E1"><v>2</v></c><c r="F1" s="1"></c>'),
    ).toEqual([null, 1, null, null, 2]);
  });

  test('with an empty text are an empty text', async () => {
    expect(await cells('<c t="str"><f>""</f><v></v></c><c t="inlineStr"><is/></c><c t="s"><v>0</v></c>', '<si/>')).toEqual([
      '',
      '',
      '',
    ]);
  });

  test('follow each other where they have no reference, and may have one again', async () => {
    expect(await cells('<c><v>1</v></c><c r="D1"><v>2</v></c><c><v>3</v></c>')).toEqual([1, null, null, 2, 3]);
  });

  test('reach to the last column', async () => {
    const row = (await cells('<c r="XFD1"><v>1</v></c>')) as unknown[];
    expect(row).toHaveLength(16_384);
    expect(row.at(-1)).toBe(1);
  });

  test('have their rich text in one and without its phonetic runs', async () => {
    const rich =
      '<r><rPr><b/></rPr><t xml:space="preserve">Vinăria </t></r><r><t>Codru</t></r><rPh sb="0" eb="1"><t>sound</t></rPh><phoneticPr fontId="1"/>';
    expect(await cells(`<c t="s"><v>0</v></c><c t="inlineStr"><is>${rich}</is></c>`, `<si>${rich}</si>`)).toEqual([
      'Vinăria Codru',
      'Vinăria Codru',
    ]);
  });

  test('have their text resolved, whichever way it is written', async () => {
    const texts = {
      '&amp;&lt;&gt;&quot;&apos;': '&<>"\'',
      '&#536;&#x21B;&#x1F3E2;': 'Șț🏢',
      a_x000D__x000a_b: 'a\r\nb',
      _x005F_x0041_: '_x0041_',
      '_x00_ _xZZZZ_': '_x00_ _xZZZZ_',
      '_xD83D__xDE00_ _xD83D_': '😀 \ufffd',
      '<![CDATA[<a> & ]]>b': '<a> & b',
      '<!-- <v>1</v> -->c<?php d ?>': 'c',
      'line\r\nend\rhere': 'line\nend\nhere',
      '  kept  ': '  kept  ',
    };
    const row = Object.keys(texts).map((text) => `<c t="inlineStr"><is><t xml:space='preserve'>${text}</t></is></c>`);
    expect(await cells(row.join(''))).toEqual(Object.values(texts));
    const strings = Object.keys(texts).map((text) => `<si><t>${text}</t></si>`);
    const shared = strings.map((_, index) => `<c t="s"><v>${index}</v></c>`);
    expect(await cells(shared.join(''), strings.join(''))).toEqual(Object.values(texts));
  });

  test('may be as long as Excel allows, whichever way they are written', async () => {
    const longest = 32_767;
    for (const [written, read] of [
      ['&#65533;', '\ufffd'],
      ['_x000D_', '\r'],
      ['&amp;', '&'],
      ['ţ', 'ţ'],
    ] as const) {
      const row = `<c t="s"><v>0</v></c><c t="inlineStr"><is><t>${written.repeat(longest)}</t></is></c>`;
      const text = read.repeat(longest);
      expect(await cells(row, `<si><t>${written.repeat(longest)}</t></si>`)).toEqual([text, text]);
    }
  });

  test('are told from what only looks like them', async () => {
    const sheet = `<worksheet><cols><c><v>0</v></c></cols><sheetData><row><extLst><c><v>0</v></c></extLst><c><extLst><v>0</v></extLst><v>1</v></c></row>
      </sheetData><extLst><sheetData><row><c><v>0</v></c></row></sheetData></extLst></worksheet>`;
    expect(await read({ sheet })).toEqual([{ line: 1, cells: [1] }]);
  });
});

describe('rows', () => {
  test('keep their number in the sheet; those without a value are left out', async () => {
    const data =
      '<row r="2"><c><v>1</v></c></row><row r="3"/><row r="4"><c r="A4" s="1"/></row><row><c><v>2</v></c></row><row r="1048576"><c><v>3</v></c></row>';
    expect(await read({ data })).toEqual([
      { line: 2, cells: [1] },
      { line: 5, cells: [2] },
      { line: 1_048_576, cells: [3] },
    ]);
  });

  test('come in batches of about a thousand', async () => {
    const path = files.path();
    const many = Array.from({ length: 2_500 }, (_, number) => [number, `S.R.L. ${number}`]);
    await writeWorkbook(path, [{ name: 'Company', rows: many }]);
    const workbook = await openWorkbook(path);
    const batches: (readonly (Row | BadRow)[])[] = [];
    for await (const batch of workbook.rows('Company')) batches.push(batch);
    expect(batches.length).toBe(3);
    expect(Math.max(...batches.map((batch) => batch.length))).toBeLessThan(1_200);
    expect(batches.flat()).toEqual(many.map((cells, index) => ({ line: index + 1, cells })));
    await workbook.close();
  });

  test('tell how far they are', async () => {
    const path = files.path();
    const rows = Array.from({ length: 20_000 }, (_, number) => [number, String(number * 7919)]);
    await writeWorkbook(path, [{ name: 'Company', rows }]);
    const workbook = await openWorkbook(path);
    expect(workbook.progress()).toEqual({ read: 0, total: 0 });
    const seen: number[] = [];
    for await (const _ of workbook.rows('Company')) seen.push(workbook.progress().read);
    const { read: end, total } = workbook.progress();
    expect(end).toBe(total);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(seen[0]).toBeLessThan(total);
    await workbook.close();
  });
});

describe('shared strings', () => {
  let own: string | undefined;
  afterEach(async () => {
    vi.unstubAllEnvs();
    if (own) await rm(own, { recursive: true });
    own = undefined;
  });

  test('are found in any order, however long they are and wherever they are kept', async () => {
    const strings = Array.from(
      { length: 5_000 },
      (_, number) => `${number} ${'ăţ🏢x'.repeat(number % 97)}${number % 1_000 === 0 ? 'y'.repeat(40_000) : ''}`,
    );
    const order = strings.map((_, number) => (number * 3_571) % strings.length);
    const path = await writeRaw(files.path(), {
      data: order.map((number) => `<row><c t="s"><v>${number}</v></c></row>`).join(''),
      strings: strings.map((string) => `<si><t>${string}</t></si>`).join(''),
    });
    expect((await readWorkbook(path)).map((row) => 'cells' in row && row.cells[0])).toEqual(
      order.map((number) => strings[number]),
    );
  });

  test('leave no file behind, whether the reading ends, stops or fails', async () => {
    own = await mkdtemp(join(tmpdir(), 'strings-'));
    vi.stubEnv('TMPDIR', own);
    const path = files.path();
    await writeWorkbook(path, [{ name: 'Company', rows: Array.from({ length: 3_000 }, (_, number) => [`S.R.L. ${number}`]) }]);
    await readWorkbook(path);
    expect(await readdir(own)).toEqual([]);
    const workbook = await openWorkbook(path);
    for await (const _ of workbook.rows('Company')) break;
    await workbook.close();
    await workbook.close();
    expect(await readdir(own)).toEqual([]);
    await expect(read({ strings: '<si><t>a' })).rejects.toThrow(WrongFile);
    expect(await readdir(own)).toEqual([]);
  });
});
