import type pg from 'pg';
import { expect, test, vi } from 'vitest';
import { Looks } from '../../src/identity/looks.ts';

test('sessions that are due do not wait for the next interval, however many they are', async () => {
  const found = [20, 20, 3];
  const query = vi.fn(async () => ({ rows: Array.from({ length: found.shift() ?? 0 }, () => ({ issuer: 'unknown' })) }));
  const parts = { pool: { query } as unknown as pg.Pool, issuers: { at: () => undefined } };
  const looks = new Looks(parts as unknown as ConstructorParameters<typeof Looks>[0]);
  await looks.run(new AbortController().signal);
  expect(query).toHaveBeenCalledTimes(3);
});
