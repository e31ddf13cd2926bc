import { expect, test } from 'vitest';
import type { Queries } from '../../src/database/pool.ts';
import { VersionMoved } from '../../src/records/data-version.ts';
import { Summaries } from '../../src/records/summaries.ts';

/** A database whose bucket `b` has the record `b1` in document 1, and so on; `gone` has none. */
function ground(version = '1') {
  const statements: string[][] = [];
  const pool = {
    query: async ({ values: [buckets, lines] }: { values: [string[], number[]] }) => {
      statements.push(buckets);
      const rows = buckets.map((bucket, index) => ({ version, place: index + 1, id: `${bucket}${lines[index]}` }));
      return { rows: rows.filter(({ id }) => !id.startsWith('gone')) };
    },
  };
  return { summaries: new Summaries(pool as unknown as Queries), statements };
}

const places = (segmentId: string, count: number) => Array.from({ length: count }, (_, document) => ({ segmentId, document }));
const ids = (segmentId: string, count: number) =>
  places(segmentId, count).map(({ document }) => ({ id: `${segmentId}${document}` }));

test('pages that are asked for in one tick are one statement, and each gets its own records', async () => {
  const { summaries, statements } = ground();
  const pages = [places('a', 25), places('b', 1), [], places('c', 25)].map((some) => summaries.read('1', some, 'caller'));
  expect(await Promise.all(pages)).toEqual([ids('a', 25), ids('b', 1), [], ids('c', 25)]);
  expect(statements).toHaveLength(1);
  expect(await summaries.read('1', places('a', 2), 'caller')).toEqual(ids('a', 2));
  expect(statements).toHaveLength(2);
});

test('a caller with many pages has statements of its own, and those with one page share one, which comes first', async () => {
  const { summaries, statements } = ground();
  const asked = [
    ['many', 'a'],
    ['many', 'b'],
    ['one', 'c'],
    ['many', 'd'],
    ['other', 'e'],
  ] as const;
  const pages = await Promise.all(asked.map(([caller, bucket]) => summaries.read('1', places(bucket, 1), caller)));
  expect(pages).toEqual(asked.map(([, bucket]) => ids(bucket, 1)));
  expect(statements).toEqual([
    ['c', 'e'],
    ['a', 'b', 'd'],
  ]);
});

test('many pages are several statements, none of them endless', async () => {
  const { summaries, statements } = ground();
  const pages = await Promise.all(
    Array.from({ length: 20 }, (_, page) => summaries.read('1', places(`p${page}.`, 100), 'caller')),
  );
  expect(pages).toEqual(Array.from({ length: 20 }, (_, page) => ids(`p${page}.`, 100)));
  expect(statements.map(({ length }) => length)).toEqual([500, 500, 500, 500]);
});

test('a page of another version, or with a record that is gone, has to be asked for again; the others beside it are not', async () => {
  const { summaries } = ground('2');
  const [old, missing, good] = await Promise.allSettled([
    summaries.read('1', places('a', 3), 'caller'),
    summaries.read('2', [...places('a', 1), ...places('gone', 1)], 'caller'),
    summaries.read('2', places('b', 3), 'caller'),
  ]);
  expect(old).toMatchObject({ status: 'rejected', reason: expect.any(VersionMoved) });
  expect(missing).toMatchObject({ status: 'rejected', reason: expect.any(VersionMoved) });
  expect(good).toEqual({ status: 'fulfilled', value: ids('b', 3) });
});

test('a statement that fails fails all its pages, and the next one is tried', async () => {
  let calls = 0;
  const query = async () => {
    calls += 1;
    throw new Error('away');
  };
  const summaries = new Summaries({ query } as unknown as Queries);
  const pages = await Promise.allSettled([
    summaries.read('1', places('a', 1), 'caller'),
    summaries.read('1', places('b', 1), 'caller'),
  ]);
  expect(pages.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(summaries.read('1', places('a', 1), 'caller')).rejects.toThrow('away');
  expect(calls).toBe(2);
});
