import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Rejects } from '../../../src/registers/import/rejects.ts';
import { useFolder } from '../../support/registers/register-files.ts';

const path = useFolder();
let files = 0;

/** As docs/operators/importing.md says it. */
const plain = (cell: string) => cell.replaceAll(/(?<=^|[;\t\r\n])'(?=['=+\-@＝＋－＠\t\r\n])/g, '');
const row = /(\d+),"((?:[^"]|"")*)","((?:[^"]|"")*)"\r\n/y;

async function writtenAs(texts: readonly string[]): Promise<{ reason: string; text: string }[]> {
  const rejects = new Rejects(path(`rejects-${files++}.csv`));
  for (const [line, text] of texts.entries()) await rejects.add(line, text, text);
  await rejects.close();
  const written = (await readFile(rejects.path, 'utf8')).replace(/^line,reason,text\r\n/, '');
  row.lastIndex = 0;
  const cells = texts.map(() => row.exec(written) ?? expect.unreachable(written.slice(row.lastIndex)));
  const of = (cell = '') => cell.replaceAll('""', '"');
  return cells.map(([, , reason, text]) => ({ reason: of(reason), text: of(text) }));
}

/** What a spreadsheet may run: at the beginning of a cell, also where semicolons or tabs part the cells. */
const isFormula = (cell: string) => cell.split(/[;\t\r\n]/).some((part) => /^[=+\-@＝＋－＠]/.test(part));

test('rows that begin like a formula are text for a spreadsheet', async () => {
  const texts = [
    '=HYPERLINK("http://x")',
    '+1',
    '-2',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '1;=2+3;-',
    '＝1',
    "'=1",
    'plain; text',
    '5-3',
  ];
  const rows = await writtenAs(texts);
  expect(rows.map(({ text }) => text)).toEqual([
    '\'=HYPERLINK("http://x")',
    "'+1",
    "'-2",
    "'@SUM(A1)",
    "'\t'=1",
    "'\r'=1",
    "1;'=2+3;'-",
    "'＝1",
    "''=1",
    'plain; text',
    '5-3',
  ]);
  for (const { text, reason } of rows) expect([isFormula(text), isFormula(reason)], text).toEqual([false, false]);
  expect(rows.map(({ text }) => plain(text))).toEqual(texts);
});

test('whatever stood in a row can be read back', async () => {
  const signs = fc.constantFrom('=', '+', '-', '@', "'", ';', '\t', '\r', '\n', '"', ',', 'a', '＝', ' ');
  const texts = fc.array(
    fc.oneof(
      fc.string(),
      fc.array(signs).map((all) => all.join('')),
    ),
    { minLength: 1, maxLength: 20 },
  );
  await fc.assert(
    fc.asyncProperty(texts, async (some) => {
      const rows = await writtenAs(some);
      expect(rows.map(({ text }) => plain(text))).toEqual(some);
      expect(rows.filter(({ text }) => isFormula(text))).toEqual([]);
    }),
    { numRuns: 50 },
  );
});
