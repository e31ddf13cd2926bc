import { expect, test } from 'vitest';
import { progressBar } from '../../src/kernel/progress-bar.ts';

function shown(isTTY: boolean) {
  let time = 0;
  const written: string[] = [];
  const stream = { isTTY, write: (text: string) => written.push(text) > 0 };
  const bar = progressBar(stream as unknown as NodeJS.WriteStream, 'rows', () => time);
  return { bar, written, at: (milliseconds: number) => (time = milliseconds) };
}

test('in a pipe there is a line every five seconds: phase, rows, rate of the phase, time left', () => {
  const { bar, written, at } = shown(false);
  for (let second = 1; second <= 9; second++) {
    at(second * 1000);
    bar.show('gb reading', second * 1000, second / 20);
  }
  at(10_000);
  bar.show('gb comparing', 10_000, 0.5);
  at(12_000);
  bar.show('gb comparing', 10_000, 0.6);
  bar.clear();
  expect(written).toEqual([
    'gb reading: 5,000 rows, 1,000 a second, about 15 s left\n',
    'gb comparing: 10,000 rows, about 10 s left\n',
  ]);
});

test('in a terminal the line is written over, ten times a second', () => {
  const { bar, written, at } = shown(true);
  for (let tick = 0; tick <= 1000; tick += 10) {
    at(1_000 + tick);
    bar.show('gb reading', tick, 0.5);
  }
  bar.clear();
  expect(written).toHaveLength(12);
  expect(written[1]).toBe('\r\x1b[K[============            ] gb reading: 100 rows, 1,000 a second, about 2 s left');
  expect(written.at(-1)).toBe('\r\x1b[K');
});

test('long times are told in minutes, and what nobody knows is left out', () => {
  const { bar, written, at } = shown(false);
  at(60_000);
  bar.show('gb reading', 0, 0.1);
  at(66_000);
  bar.show('gb reading', 0, 0);
  expect(written).toEqual(['gb reading, about 9 min left\n', 'gb reading\n']);
});
