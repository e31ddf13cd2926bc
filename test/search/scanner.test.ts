import pg from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { DataVersion, VersionMoved } from '../../src/records/data-version.ts';
import { portions } from '../../src/search/engine/scan-thread.ts';
import { defaultThreads, openScanner, warmUpJobs } from '../../src/search/engine/scanner.ts';
import { Allocator } from '../../src/search/memory/allocator.ts';
import { createMemory, scanModuleOver } from '../../src/search/memory/scan-module.ts';
import { completeJob, completeQuery } from '../../src/search/query/query.ts';
import { createSearch } from '../../src/search/search.ts';
import { createDatabase } from '../support/database.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

test('threads are as many as processors; where there are more than two, one is left', () => {
  expect([1, 2, 3, 4, 16].map((processors) => defaultThreads(processors))).toEqual([1, 2, 2, 3, 15]);
});

test('an interrupted scan goes on where it was, and each segment is read once', () => {
  const read: number[] = [];
  const segments = 101;
  let next = 0;
  for (let turns = 0; next < segments; turns++) {
    const progress = new Int32Array([next, 0]);
    const threads = Array.from({ length: 3 }, () => portions(progress, segments));
    for (let count = 0; threads.length > 0; count++) {
      // The second thread begins after the scan was stopped.
      if (count === 5) progress[1] = 1;
      const place = count < 5 ? 0 : count % threads.length;
      const segment = threads[place]?.();
      if (segment === undefined) threads.splice(place, 1);
      else read.push(segment);
    }
    expect(turns).toBeLessThan(20);
    next = progress[0] ?? 0;
  }
  expect(read.toSorted((a, b) => a - b)).toEqual([...Array(segments).keys()]);
});

test('a scan that has enough ends, and every segment before its end was counted', () => {
  const segments = 101;
  const counts = new Uint32Array(segments);
  const progress = new Int32Array(3);
  const threads = Array.from({ length: 3 }, () => portions(progress, segments, { counts, enough: 20 }));
  for (let turn = 0; threads.length > 0; turn++) {
    const place = (turn >> 2) % threads.length;
    const segment = threads[place]?.();
    if (segment === undefined) threads.splice(place, 1);
    else counts[segment] = 1;
  }
  const [next = 0, isStopped, found = 0] = progress;
  expect(next).toBeLessThan(segments);
  expect({ isStopped, found, counted: counts.subarray(0, next).every((count) => count === 1) }).toEqual({
    isStopped: 0,
    found: next,
    counted: true,
  });
  expect(found).toBeGreaterThanOrEqual(20);
});

test('a processor without SIMD gets the loops without it', () => {
  const validate = vi.spyOn(WebAssembly, 'validate');
  const compiled = vi.spyOn(WebAssembly, 'Module');
  scanModuleOver(createMemory());
  validate.mockReturnValue(false);
  const { count } = scanModuleOver(createMemory());
  expect(count).toBeTypeOf('function');
  const [first, second] = compiled.mock.calls.map(([bytes]) => Buffer.from(bytes as Uint8Array));
  expect(first?.equals(second as Buffer)).toBe(false);
});

test('a database without any record is searched, too', async () => {
  const database = await createDatabase();
  const pool = new pg.Pool({ connectionString: database.url });
  const scanner = openScanner({ databaseUrl: database.url, readInPlaceBytes: 0 });
  const search = createSearch({ pool, version: new DataVersion(pool), counter: scanner });
  const nothing = { items: [], total: 0, isFuzzy: false, nextUpdatedSince: null };
  expect(await search.find({}, 1, 25, 'test')).toEqual(nothing);
  expect(await search.find({ q: 'a' }, 1, 25, 'test', '-registeredAt')).toEqual(nothing);
  expect(await search.find({ q: 'a', mode: 'words' }, 1, 25, 'test')).toEqual(nothing);
  expect((await search.facets({}, ['status', 'registeredYear', 'activity'], 5, 'test')).total).toBe(0);
  expect(await search.suggest({ q: 'a' }, 5, 'test')).toEqual([]);
  // Nobody sees it if one of these fails.
  const version = await new DataVersion(pool).current();
  for (const job of warmUpJobs)
    expect((await scanner.answer(job, version, 'test')).facetCounts).toHaveLength(job.facetCounts.length);
  await scanner.close();
  await pool.end();
  await database.drop();
});

test('what cannot be settled, because the version differs from look to look, is unavailable', async () => {
  let looks = 0;
  const pool = { query: async () => ({ rows: [{ version: `${++looks}.x` }] }) } as unknown as pg.Pool;
  const attempt = new DataVersion(pool).during(async () => {
    throw new VersionMoved();
  });
  await expect(attempt).rejects.toMatchObject({ code: 'service_unavailable', status: 503 });
  expect(looks).toBe(5);
});

test('room that was given back is used again, and neighbours are joined', () => {
  const memory = createMemory();
  const allocator = new Allocator(memory);
  const places = Array.from({ length: 10 }, () => allocator.allocate(1_000));
  expect(new Set(places).size).toBe(10);
  const { size } = allocator;
  for (const index of [3, 5, 4]) allocator.free(places[index] ?? 0, 1_000);
  // Only where the three are one gap.
  expect(allocator.allocate(3_000)).toBe(places[3]);
  expect(allocator.size).toBe(size);
  allocator.allocate(100 * 65_536);
  expect(memory.buffer.byteLength).toBeGreaterThan(100 * 65_536);
});

test('jobs and queries have the same fields in the same order, whatever is asked', () => {
  for (const job of warmUpJobs) {
    const { query } = job;
    expect(Object.keys(completeJob({ facetCounts: [], query }))).toEqual(Object.keys(completeJob(job)));
    expect(Object.keys(completeQuery({ ranges: [] }))).toEqual(Object.keys(completeQuery(query)));
    expect([completeJob(job), completeQuery(query)]).toEqual([job, query]);
  }
});
