import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const lengths = { random: 32, checksum: 6, shown: 8 };
const shape = /^[0-9A-Za-z]{38}$/;

/** A format of secrets: a mark, 32 random characters, and a checksum of 6 characters that finds damaged secrets. */
export interface SecretFormat {
  mint(random?: (size: number) => Uint8Array): string;
  /** Whether a text has the format. Anyone can compute this, so it reveals nothing about existing secrets. */
  fits(text: string): boolean;
  /** The part of a secret that may be shown. */
  prefixOf(secret: string): string;
}

function secretFormat(mark: string): SecretFormat {
  const bodyLength = mark.length + lengths.random;
  return {
    mint: (random = randomBytes) => {
      const body = mark + randomText(lengths.random, random);
      return body + checksum(body);
    },
    fits: (text) =>
      text.startsWith(mark) &&
      shape.test(text.slice(mark.length)) &&
      text.slice(bodyLength) === checksum(text.slice(0, bodyLength)),
    prefixOf: (secret) => secret.slice(0, mark.length + lengths.shown),
  };
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

const keyFormat = secretFormat('crd_');
/** The token of an address that acts for a key. Neither works in the place of the other. Logs blank both, see scrub.ts. */
export const reconcileTokenFormat = secretFormat('crr_');
/** The token of an invitation into an account. */
export const invitationFormat = secretFormat('cri_');

export const { mint: mintSecret, fits: isKey, prefixOf } = keyFormat;

/** The stored hash of a secret. A secret is too random to be guessed, so SHA-256 is slow enough. */
export const hashOf = (secret: string): Buffer<ArrayBuffer> => Buffer.from(hash('sha256', secret, 'buffer'));

/** The stored hash of a key or of the token of an address, or undefined if the text can be neither. */
export const keyHash = (text: string): Buffer<ArrayBuffer> | undefined =>
  isKey(text) || reconcileTokenFormat.fits(text) ? hashOf(text) : undefined;
