import { expect, test } from 'vitest';
import { contentHash, type RecordContent } from '../../src/intake/content-hash.ts';

const content: RecordContent = {
  number: '0\t1',
  name: 'Żółw "Ltd" \\ Co\n',
  status: 'active',
  legalForm: null,
  registeredAt: '2026-11-01',
  endedAt: null,
  endKind: null,
  legalFormLabel: null,
  registry: JSON.stringify({ text: 'a\\b\n' }),
  cells: JSON.stringify(['x', null]),
  registrations: '[]',
  unlicensed: [1, 2],
  licensed: [],
  searchText: 'zolw\u00011',
  otherNames: 'not part of the hash',
  words: null,
  address: 'not part of it either',
};

test('a hash is what it was when the record was stored, or every record would seem changed', () => {
  expect(contentHash(1, content)).toBe('00016f3a789edbf05c3aa1d9e0d72ed8ad1dffd1cc10');
});

test('what stands in one value cannot be taken for another', () => {
  const hashes = [
    { ...content, number: '0', name: `1\t${content.name}` },
    { ...content, number: '0\\t1' },
    { ...content, legalForm: '\\N' },
    { ...content, unlicensed: [1], licensed: [2] },
    { ...content, unlicensed: [12] },
    { ...content, registeredAt: null },
  ].map((other) => contentHash(1, other));
  expect(new Set([contentHash(1, content), contentHash(2, content), ...hashes]).size).toBe(hashes.length + 2);
});

test('the label of its legal form counts', () => {
  expect(contentHash(1, { ...content, legalFormLabel: 'Aktiebolag' })).not.toBe(contentHash(1, content));
});

test('the end of a company counts', () => {
  const hashes = [content, { ...content, endedAt: '2020-01-31' }, { ...content, endKind: 'merged' }].map((one) =>
    contentHash(1, one),
  );
  expect(new Set(hashes).size).toBe(3);
});
