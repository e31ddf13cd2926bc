import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { render } from '../../rest/pages/guides.ts';
import { routes } from '../../rest/routes/index.ts';
import { costsTable, withBlock } from '../../scripts/costs-table.ts';
import { schema } from '../../src/api/index.ts';

const table = costsTable(schema, routes);

test('the table has what is decided, from the declarations of fields and routes', () => {
  const rows = table.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  const priceOf = (word: string) => rows.find((cells) => cells.some((cell) => cell.includes(word)))?.at(-2);
  expect(priceOf('`GET /entities`')).toBe('1');
  expect(priceOf('`GET /snapshots/{id}`')).toBe('1 for each 1,000 records begun');
  expect(priceOf('`include=entity`')).toBe('1 for each 100 entries begun');
  for (const name of ['registry', 'sourceData', 'registrations', 'provenance', 'history'])
    expect(priceOf(`\`Entity.${name}\``), name).toBe('1 for each record asked for');
});

test('it is written between its marks, and a text without them is a mistake', () => {
  const marks = ['<!-- costs: written by npm run generate -->', '<!-- end of costs -->'];
  const text = `before\n${marks[0]}\nold\n${marks[1]}\nafter\n`;
  const written = withBlock(text, 'costs', 'new');
  expect(written).toBe(`before\n${marks[0]}\n\nnew\n\n${marks[1]}\nafter\n`);
  expect(withBlock(written, 'costs', 'new'), 'a second time changes nothing').toBe(written);
  expect(() => withBlock('no marks', 'costs', 'new')).toThrow('no marks of costs');
});

test('the guide has it, and its page shows the table without the marks', async () => {
  const guide = await readFile(new URL('../../docs/guides/metering.md', import.meta.url), 'utf8');
  expect(guide).toContain(table);
  const { body, sections } = render('guides', 'metering.md', guide);
  expect(body.text).toContain('1 for each 1,000 records begun</td>');
  expect(body.text).not.toContain('npm run generate');
  expect(JSON.stringify(sections)).not.toContain('npm run generate');
});
