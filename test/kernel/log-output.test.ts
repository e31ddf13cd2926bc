import { afterEach, expect, test } from 'vitest';
import { LogOutput } from '../../src/kernel/log/log-output.ts';

/** A reader that takes what it is told to. */
function reader(most: number) {
  const self = { takes: Number.POSITIVE_INFINITY, text: '', output: new LogOutput(read, most) };
  function read(bytes: Buffer): number {
    const taken = Math.min(bytes.length, self.takes);
    if (taken === 0) throw Object.assign(new Error('full'), { code: 'EAGAIN' });
    self.takes -= taken;
    self.text += bytes.toString('latin1', 0, taken);
    return taken;
  }
  return self;
}

test('lines arrive whole and in order, however slowly they are read, and the missing ones are counted', async () => {
  const slow = reader(100);
  slow.takes = 3;
  for (let line = 0; line < 30; line += 1) slow.output.write(`line ${String(line).padStart(4, '0')}\n`);
  slow.output.flushSync();
  expect(slow.text).toBe('lin');
  slow.output.write('one more, which has no place\n');
  slow.takes = Number.POSITIVE_INFINITY;
  slow.output.flushSync();
  slow.output.write('and on\n');
  await slow.output.close();
  const lines = slow.text.trimEnd().split('\n');
  expect(lines.slice(0, 10)).toEqual(Array.from({ length: 10 }, (_, line) => `line 000${line}`));
  expect(JSON.parse(lines[10] ?? '')).toMatchObject({ level: 40, dropped: 21 });
  expect(lines.slice(11)).toEqual(['and on']);
});

test('the end waits for the reader, but not for ever', async () => {
  const gone = reader(100);
  gone.takes = 0;
  gone.output.write('never read\n');
  await gone.output.close();
  expect(gone.text).toBe('');
});

const ended: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0)) await end();
});
