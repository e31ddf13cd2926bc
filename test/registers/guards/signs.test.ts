import { expect, test } from 'vitest';
import { isGarbled } from '../../../src/intake/noting/signs.ts';
import { expectRefused, incorporated, rows, swapped, useImportGround, withCell } from './signs-ground.ts';

/* Files that are damaged in ways that lose no rows: each is judged by its own sign. signs.slow.test.ts has all of them. */

useImportGround();

test('15 % fewer rows', () =>
  expectRefused(rows.slice(150), /lacks 150 of the 1000 .*, over 10 %, such as .*--allow-shrink\.$/, { allowShrink: true }));

test('days with day and month swapped', () => {
  const next = rows.map((row, place) => (place % 3 === 0 ? withCell(row, incorporated, swapped) : row));
  return expectRefused(
    next,
    /swaps day and month of \d+ of the 1000 .*, over 1 %, such as \w{8}; \w{8}; \w{8}: .*--allow-change\./,
    {
      allowChange: true,
    },
  );
});

test('letters of a wrong encoding are told from letters', () => {
  for (const text of ['CAFÃ‰', 'MÃ¼ller', 'SÃ¸rensen', 'Å½algiris', 'Ð¡Ð¾ÑŽÐ·', 'K\uFFFDln', 'M?RSK', 'GroÃŸ', 'â€œLUNAâ€\u009d'])
    expect(isGarbled(text), text).toBe(true);
  for (const text of [
    'CAFÉ',
    'Müller',
    'SÃO PAULO',
    'ÄÖÜ',
    'ÅNGSTRÖM',
    'Žalgiris',
    'Союз',
    '«KADRÉ»',
    'WHAT? NOW',
    'Âme – Été',
    'İŞ',
  ])
    expect(isGarbled(text), text).toBe(false);
});
