import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressKey, type KeyRange, localityRanges, postalCodeRanges } from '../../src/company/address-key.ts';
import { columns } from '../../src/company/facts.ts';

const nowhere = { lines: [], postalCode: null, locality: null, region: null, country: null, raw: 'somewhere' };

/** Whether a line with this key is in all ranges: as the index looks at it. */
function isIn(key: string | null, ranges: KeyRange[]): boolean {
  const bytes = Buffer.from(key ?? '0'.repeat(24), 'hex');
  return ranges.every(({ column, from, to }) => {
    const { word, shift, mask } = columns[column];
    const value = ((bytes.readUInt32BE(word - 4) >>> shift) & mask) >>> 0;
    return value >= from && value <= to;
  });
}

const code = fc.string({ unit: fc.constantFrom(...'09AZS1- '), maxLength: 9 });
const plain = (text: string) => text.replaceAll(/[- ]/g, '');

test('a postal code is found by each of its beginnings and by nothing else', () => {
  fc.assert(
    fc.property(code, code, fc.nat(9), (postalCode, typed, length) => {
      fc.pre(plain(typed) !== '');
      const key = addressKey({ ...nowhere, postalCode });
      expect(isIn(key, postalCodeRanges(typed))).toBe(plain(postalCode).startsWith(plain(typed)));
      const beginning = plain(postalCode).slice(0, length).toLowerCase();
      if (beginning !== '') expect(isIn(key, postalCodeRanges(beginning))).toBe(true);
    }),
    { numRuns: 2_000 },
  );
  expect(isIn(addressKey({ ...nowhere, postalCode: 'ZZZZZZZZZZZZ' }), postalCodeRanges('zzz zzz-zzz'))).toBe(true);
});

test('a locality is found whole, without case and diacritics, and no other one is', () => {
  const names = Array.from({ length: 20_000 }, (_, place) => `Town ${place.toString(36)}`);
  const keys = new Set(names.map((locality) => addressKey({ ...nowhere, locality })));
  expect(keys.size).toBe(names.length);
  const key = addressKey({ ...nowhere, locality: ' Ålesund' });
  expect(['alesund', 'ÅLESUND ', 'Alesun', 'alesund '].map((typed) => isIn(key, localityRanges(typed)))).toEqual([
    true,
    true,
    false,
    true,
  ]);
  expect(isIn(addressKey({ ...nowhere, postalCode: '6002' }), localityRanges('alesund'))).toBe(false);
});

test('a key is what it was when the record was stored, and an address with neither has none', () => {
  expect(addressKey({ ...nowhere, postalCode: 'sw1a-1aa', locality: 'LONDON' })).toBe('7b8e88143ad3ac110e504145');
  expect([addressKey(nowhere), addressKey(null), addressKey({ ...nowhere, postalCode: '-' })]).toEqual([null, null, null]);
});
