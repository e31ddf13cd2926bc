import { scrub } from '../kernel/scrub.ts';

/** In characters: the longest logged address. */
const longest = 500;
/** In characters: the longest address that waits to be written. */
const longestWaiting = 2_000;
const redacted = '[redacted]';
/** Names of parameters that carry secrets elsewhere. None of our parameters has such a name. */
const secretName = /^(?:x-)?(?:api[-_]?key|key|access[-_]?token|token|secret|password|auth|authorization|signature|code|state)$/i;
const quickTest = /crd_|eyJ|[srp]k_|whsec_|key|token|secret|password|auth|signature|session|cookie|bearer|basic|code|state/i;

/** The address of a request without secrets, cut to a limit. A key in the address is never read, and never logged. */
export function safeAddress(address: string): string {
  const text = decoded(address);
  return cut(quickTest.test(text) ? redact(address) : address);
}

/**
 * A long address up to its last whole parameter, so that waiting requests take bounded memory and no secret is cut in two. It is
 * copied, because a part of a text keeps the whole text in memory.
 */
export function boundedAddress(address: string): string {
  if (address.length <= longestWaiting) return address;
  const start = Buffer.from(address.slice(0, longestWaiting)).toString();
  return `${start.slice(0, Math.max(...['?', '&', '/'].map((sign) => start.lastIndexOf(sign))))}…`;
}

function redact(address: string): string {
  const [path = '', ...rest] = address.split('?');
  const query = rest.join('?');
  const safePath = path.split('/').map(safe).join('/');
  if (rest.length === 0) return safePath;
  const pairs = query.split('&').map((pair) => {
    const [name = '', ...value] = pair.split('=');
    if (value.length === 0) return safe(name);
    return `${safe(name)}=${secretName.test(decoded(name)) ? redacted : safe(value.join('='))}`;
  });
  return `${safePath}?${pairs.join('&')}`;
}

/** A part of an address, or a mark in its place if it contains a secret. */
function safe(part: string): string {
  const text = decoded(part);
  return scrub(text) === text ? part : redacted;
}

function decoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const cut = (text: string, most = longest): string => (text.length <= most ? text : `${text.slice(0, most)}…`);
