import type { Request } from 'express';
import { expect, test } from 'vitest';
import { etagOf, hasAlready, hasAny } from '../../../rest/edge/etag.ts';

const asking = (tags?: string) => ({ get: () => tags }) as never as Request;
const etag = etagOf('7', '/api/v1/countries');

test('a tag is of all its parts', () => {
  expect(etag).toMatch(/^"[\w-]{27}"$/);
  expect(etagOf('7', '/api/v1/countries')).toBe(etag);
  for (const parts of [['8', '/api/v1/countries'], ['7', '/api/v1/plans'], ['7']]) expect(etagOf(...parts)).not.toBe(etag);
});

test.each([
  [etag, true],
  [`W/${etag}`, true],
  [`"other", ${etag}`, true],
  [`"other",W/${etag} `, true],
  ['"other"', false],
  [etag.slice(1, -1), false],
  ['*', false],
  ['', false],
  [undefined, false],
])('a client that sends If-None-Match: %s has it: %s', (sent, isKnown) => {
  expect(hasAlready(asking(sent), etag)).toBe(isKnown);
});

test('a star stands for whatever there is', () => {
  expect([hasAny(asking(' * ')), hasAny(asking(etag)), hasAny(asking())]).toEqual([true, false, false]);
});
