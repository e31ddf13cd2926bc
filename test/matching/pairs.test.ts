import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { measure, pairsIn, scoresOf } from '../../bench/match.ts';

const pairsOf = (file: string) => pairsIn(readFileSync(new URL(`../../bench/match/${file}`, import.meta.url), 'utf8'));

test('our own pairs are many, of both sorts, and nearly all judged rightly', () => {
  const pairs = pairsOf('pairs.csv');
  const matches = pairs.filter(({ isMatch }) => isMatch).length;
  expect(pairs.length).toBeGreaterThanOrEqual(600);
  expect(matches / pairs.length).toBeCloseTo(0.5, 1);
  expect(new Set(pairs.map(({ query, name }) => `${query}\n${name}`)).size).toBe(pairs.length);
  expect(measure(scoresOf(pairs), 0.7).f1).toBeGreaterThan(0.95);
});

test('a file of pairs is read by its columns, with quoted cells and any word for yes', () => {
  const text = '\ufeffid,name1,name2,is_match\r\n1,"Moss, Bell & ""Co""",Moss Bell,1\r\n2,Ardent,Arden,False\r\n';
  expect(pairsIn(text)).toEqual([
    { query: 'Moss, Bell & "Co"', name: 'Moss Bell', isMatch: true, kind: '' },
    { query: 'Ardent', name: 'Arden', isMatch: false, kind: '' },
  ]);
  expect(() => pairsIn('a,b\n1,2\n')).toThrow('name1,name2,is_match');
});
