import { hash } from 'node:crypto';
import { plainNumber } from '../company/company.ts';
import type { RegisterRules } from '../company/register.ts';

/** Must never change, because every published id depends on it. */
const namespace = '8f6f3c0e5b7a4f0e9a1d2c3b4a596877';

/** Namespace and name, one after the other. The buffer is reused, because an import makes millions of ids. */
const input = Buffer.alloc(1024);
const nameStart = input.write(namespace, 'hex');

/** UUIDv5 (RFC 9562) of country, scheme and national number. */
export function entityId(country: string, scheme: string, number: string): string {
  const name = `${country}:${scheme}:${number}`;
  const digest = hash('sha1', inputOf(name), 'hex');
  const variant = ((Number.parseInt(digest.charAt(16), 16) & 0x3) | 0x8).toString(16);
  const [first, second, third] = [digest.slice(0, 8), digest.slice(8, 12), digest.slice(13, 16)];
  return `${first}-${second}-5${third}-${variant}${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
}

/** How a register makes the ids of its companies. */
export type IdRule = Pick<RegisterRules, 'id' | 'scheme' | 'normalizeNumber' | 'idNumber'> & { country: { code: string } };

/** The id of a company, however its number is spelt. */
export function companyId(
  { country, scheme, normalizeNumber = plainNumber, idNumber = normalizeNumber }: IdRule,
  number: string,
) {
  return entityId(country.code, scheme, idNumber(number));
}

function inputOf(name: string): Buffer {
  // Each character has three bytes at most.
  if (nameStart + name.length * 3 > input.length) return Buffer.concat([input.subarray(0, nameStart), Buffer.from(name)]);
  return input.subarray(0, nameStart + input.write(name, nameStart));
}
