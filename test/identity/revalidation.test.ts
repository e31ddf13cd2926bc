import type pg from 'pg';
import { expect, test, vi } from 'vitest';
import { sessionRevalidation } from '../../src/identity/revalidation.ts';

test('sessions that are due do not wait for the next interval, however many they are', async () => {
  const found = [20, 20, 3];
  const query = vi.fn(async () => ({ rows: Array.from({ length: found.shift() ?? 0 }, () => ({ issuer: 'unknown' })) }));
  const options = { pool: { query } as unknown as pg.Pool, issuers: { at: () => undefined } };
  const revalidate = sessionRevalidation(options as unknown as Parameters<typeof sessionRevalidation>[0]);
  await revalidate(new AbortController().signal);
  expect(query).toHaveBeenCalledTimes(3);
});
