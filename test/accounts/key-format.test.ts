import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hashOf, isKey, mintSecret, prefixOf, reconcileTokenFormat } from '../../src/accounts/keys/key-format.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const base62 = (text: string) => [...text].reduce((value, character) => value * 62 + alphabet.indexOf(character), 0);
const bytes = fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 64, maxLength: 64 });
const cycle = (source: number[]) => {
  let place = 0;
  return (size: number) => Uint8Array.from({ length: size }, () => source[place++ % source.length] ?? 0);
};
/** Whatever was drawn, and then enough that is taken. */
const from = (source: number[]) => cycle([...source, ...Array(62).keys()]);

test('a key is crd_, 32 characters of base62, and the CRC-32 of what goes before in 6 more', () => {
  fc.assert(
    fc.property(bytes, (source) => {
      const secret = mintSecret(from(source));
      expect(secret).toMatch(/^crd_[0-9A-Za-z]{38}$/);
      expect(base62(secret.slice(36))).toBe(crc32(secret.slice(0, 36)));
      expect(isKey(secret)).toBe(true);
    }),
  );
});

test('any change of a single character is found, wherever and whatever it is', () => {
  fc.assert(
    fc.property(
      bytes,
      fc.nat(41),
      fc.oneof(fc.constantFrom(...alphabet), fc.string({ maxLength: 2 })),
      (source, place, other) => {
        const secret = mintSecret(from(source));
        fc.pre(secret[place] !== other);
        expect(isKey(secret.slice(0, place) + other + secret.slice(place + 1))).toBe(false);
      },
    ),
    { numRuns: 2_000 },
  );
});

test('neighbours that changed places are found too', () => {
  fc.assert(
    fc.property(bytes, fc.integer({ min: 4, max: 40 }), (source, place) => {
      const secret = mintSecret(from(source));
      const [a = '', b = ''] = secret.slice(place, place + 2);
      fc.pre(a !== b);
      expect(isKey(secret.slice(0, place) + b + a + secret.slice(place + 2))).toBe(false);
    }),
  );
});

test('nothing else is a key', () => {
  const secret = mintSecret();
  for (const text of [
    '',
    'crd_',
    ` ${secret}`,
    `${secret} `,
    `${secret}\n`,
    secret.toUpperCase(),
    `${secret}, ${secret}`,
    'x'.repeat(1e6),
  ])
    expect(isKey(text), text.slice(0, 50)).toBe(false);
  fc.assert(fc.property(fc.string(), (text) => !isKey(text)));
});

test('every character is as likely as any other', () => {
  // All bytes in turn: of 256 the last 8 are thrown away, and the others make each character four times.
  const random = cycle(Array.from({ length: 256 }, (_, byte) => byte));
  const characters = Array.from({ length: 31 }, () => mintSecret(random).slice(4, 36)).join('');
  const counts = Map.groupBy(characters, (character) => character);
  expect(characters).toHaveLength(31 * 32);
  expect(counts.size).toBe(62);
  for (const [character, { length }] of counts) expect(length, character).toBe(16);
});

test('no two are alike', () => {
  expect(new Set(Array.from({ length: 10_000 }, () => mintSecret())).size).toBe(10_000);
});

test('the hash is SHA-256 of the whole; what is shown is the beginning alone', () => {
  const secret = mintSecret();
  expect(hashOf(secret)).toEqual(createHash('sha256').update(secret).digest());
  expect(prefixOf(secret)).toBe(secret.slice(0, 12));
});

test('a key is no token of an address, and a token is no key, whatever its checksum', () => {
  const [key, token] = [mintSecret(), reconcileTokenFormat.mint()];
  expect([isKey(key), reconcileTokenFormat.fits(token)]).toEqual([true, true]);
  expect(reconcileTokenFormat.prefixOf(token)).toMatch(/^crr_.{8}$/);
  for (const text of [key, key.replace('crd_', 'crr_'), `${token}x`, token.slice(0, -1)])
    expect(reconcileTokenFormat.fits(text), text).toBe(false);
  for (const text of [token, token.replace('crr_', 'crd_')]) expect(isKey(text), text).toBe(false);
});
