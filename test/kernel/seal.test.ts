import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { Seal } from '../../src/kernel/seal.ts';

const schema = z.object({ name: z.string() });
const seal = (secrets: string[], purpose = 'test') => new Seal(async () => secrets, purpose, 60, schema);
afterEach(() => void vi.useRealTimers());

test('what is sealed is opened, and cannot be read by others', async () => {
  const closed = await seal(['secret']).close({ name: 'Ada' });
  expect(await seal(['secret']).open(closed)).toEqual({ name: 'Ada' });
  expect(Buffer.from(closed, 'base64url').toString('latin1')).not.toContain('Ada');
});

test('another secret, another purpose, a change and another shape are not opened', async () => {
  const closed = await seal(['secret']).close({ name: 'Ada' });
  const changed = closed.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'));
  expect(await seal(['other']).open(closed)).toBeUndefined();
  expect(await seal(['secret'], 'else').open(closed)).toBeUndefined();
  expect(await seal(['secret']).open(changed)).toBeUndefined();
  expect(await new Seal(async () => ['secret'], 'test', 60, z.object({ age: z.number() })).open(closed)).toBeUndefined();
  for (const text of ['', 'a.b.c', '....', 'x'.repeat(100_000)]) expect(await seal(['secret']).open(text)).toBeUndefined();
});

test('a secret that was replaced opens what it sealed, and seals nothing more', async () => {
  const before = await seal(['old']).close({ name: 'Ada' });
  const after = await seal(['new', 'old']).close({ name: 'Ada' });
  expect(await seal(['new', 'old']).open(before)).toEqual({ name: 'Ada' });
  expect(await seal(['new']).open(after)).toEqual({ name: 'Ada' });
});

test('it is good for its time and no longer', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-15T12:00:00Z') });
  const closed = await seal(['secret']).close({ name: 'Ada' });
  vi.setSystemTime(new Date('2026-11-15T12:00:59Z'));
  expect(await seal(['secret']).open(closed)).toEqual({ name: 'Ada' });
  vi.setSystemTime(new Date('2026-11-15T12:01:00Z'));
  expect(await seal(['secret']).open(closed)).toBeUndefined();
});
