import { afterAll, describe, vi } from 'vitest';

/* The same tests with more random queries than `npm test` has time for. */

vi.stubEnv('SEARCH_RUNS', process.env['SEARCH_RUNS'] ?? '200');
afterAll(() => vi.unstubAllEnvs());

describe.each(['matcher', 'positions', 'search', 'words'])('%s', async (name) => {
  // Another address than that of the fast tests, which may have been loaded in this process.
  await import(new URL(`${name}.test.ts?slow`, import.meta.url).href);
});
