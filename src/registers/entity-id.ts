import { hash } from 'node:crypto';

/** Never changes: every id ever given out depends on it. */
const namespace = Buffer.from('8f6f3c0e5b7a4f0e9a1d2c3b4a596877', 'hex').toString('latin1');

/** UUIDv5 (RFC 9562) of country, scheme and national number. */
export function entityId(country: string, scheme: string, number: string): string {
  const name = Buffer.from(`${country}:${scheme}:${number}`).toString('latin1');
  const digest = hash('sha1', Buffer.from(namespace + name, 'latin1'), 'hex');
  const variant = ((Number.parseInt(digest.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-5${digest.slice(13, 16)}-${variant}${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
}
