import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const mark = 'crd_';
const lengths = { random: 32, checksum: 6, shown: 8 };
const bodyLength = mark.length + lengths.random;
const shape = /^crd_[0-9A-Za-z]{38}$/;

/** Makes a secret: `crd_`, 32 random characters, and a checksum of 6 characters that finds damaged keys. */
export function mintSecret(random: (size: number) => Uint8Array = randomBytes): string {
  const body = mark + randomText(lengths.random, random);
  return body + checksum(body);
}

/** Drops bytes from 248 on (the last multiple of 62), because they would make the first characters more frequent. */
function randomText(length: number, random: (size: number) => Uint8Array): string {
  const fair = 256 - (256 % alphabet.length);
  let text = '';
  while (text.length < length) {
    for (const byte of random(length - text.length)) if (byte < fair) text += alphabet[byte % alphabet.length];
  }
  return text;
}

/** CRC-32 in base62. It finds every change of a single character, and all but one in four billion of other changes. */
function checksum(body: string): string {
  let text = '';
  for (let rest = crc32(body); text.length < lengths.checksum; rest = Math.floor(rest / alphabet.length)) {
    text = alphabet[rest % alphabet.length] + text;
  }
  return text;
}

/** Whether a text has the format of a key. Anyone can compute this, so it reveals nothing about existing keys. */
export const isKey = (text: string): boolean =>
  text.length === bodyLength + lengths.checksum &&
  shape.test(text) &&
  text.slice(bodyLength) === checksum(text.slice(0, bodyLength));

/** The part of a secret that may be shown. */
export const prefixOf = (secret: string): string => secret.slice(0, mark.length + lengths.shown);

/** The stored hash of a secret. A secret is too random to be guessed, so SHA-256 is slow enough. */
export const hashOf = (secret: string): Buffer<ArrayBuffer> => Buffer.from(hash('sha256', secret, 'buffer'));

/** The stored hash of a key, or undefined if the text cannot be a key. */
export const keyHash = (text: string): Buffer<ArrayBuffer> | undefined => (isKey(text) ? hashOf(text) : undefined);
