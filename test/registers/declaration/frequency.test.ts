import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { registers } from '../../../src/registers/countries/registers.ts';

const words = { nightly: 'daily', daily: 'daily', weekly: 'weekly', 'twice a month': 'semimonthly', monthly: 'monthly' };

test('the guide says how often each register is published, as the register declares it', () => {
  const guide = readFileSync(new URL('../../../docs/guides/registers.md', import.meta.url), 'utf8');
  const [, first = ''] = /## Where the data comes from\n([\s\S]*?)\n## /.exec(guide) ?? [];
  const stated = [...first.matchAll(/^\| `(\w\w)` \|(?:[^|]*\|){2} ([^|]*) \|/gm)].map(([, id, text = '']) => {
    // Updates between the full files count: "monthly, daily updates".
    const word = Object.keys(words).find((one) => text.includes(one)) as keyof typeof words;
    return [id, words[word]];
  });
  expect(stated).toEqual(registers.map(({ id, updateFrequency }) => [id, updateFrequency]));
});
