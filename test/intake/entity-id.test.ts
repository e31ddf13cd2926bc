import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entityId } from '../../src/intake/entity-id.ts';

/** RFC 9562, section 5.5, step by step: SHA-1 of namespace and name, the first 16 octets, version and variant set in them. */
function nameBased(namespace: string, name: string): string {
  const octets = createHash('sha1')
    .update(Buffer.from(namespace.replaceAll('-', ''), 'hex'))
    .update(Buffer.from(name, 'utf8'))
    .digest()
    .subarray(0, 16);
  octets.writeUInt8((octets.readUInt8(6) & 0b0000_1111) | 0b0101_0000, 6);
  octets.writeUInt8((octets.readUInt8(8) & 0b0011_1111) | 0b1000_0000, 8);
  return octets.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

const ours = '8f6f3c0e-5b7a-4f0e-9a1d-2c3b4a596877';

test('the way of the test is that of the RFC: its own example', () => {
  expect(nameBased('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'www.example.com')).toBe('2ed6657d-e927-568b-95e1-2665a8aea6a2');
});

test.each([
  ['GB', 'GB-COH', '00000001', '4a4a1fb2-651b-551b-ad29-b313bd17ec7a'],
  ['GB', 'GB-COH', 'SC000001', '6c27bba1-bf60-5c02-9f47-60b7708fea3d'],
  ['MD', 'MD-IDNO', '1003600000008', '3f7fec19-b496-5ee4-9bcf-b76e33da6c70'],
])('the id of %s %s %s never changes', (country, scheme, number, id) => {
  expect(entityId(country, scheme, number)).toBe(id);
});

test('every id is the UUIDv5 of country, scheme and number, however long or strange those are', () => {
  const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ minLength: 300, maxLength: 1_200, unit: 'grapheme' }));
  fc.assert(
    fc.property(text, text, text, (country, scheme, number) => {
      expect(entityId(country, scheme, number)).toBe(nameBased(ours, `${country}:${scheme}:${number}`));
    }),
  );
});

test('a leading zero is another company, and an id leaves nothing behind for the next one', () => {
  const short = entityId('GB', 'GB-COH', '1');
  expect(entityId('GB', 'GB-COH', '01')).not.toBe(short);
  entityId('GB', 'GB-COH', '1'.repeat(5_000));
  expect(entityId('GB', 'GB-COH', '1')).toBe(short);
});
