import { scrub } from '../kernel/scrub.ts';

/** In characters: the longest logged address and message, and the longest part of an address that is searched for secrets. */
const longest = { address: 500, message: 300, searched: 2_000 };
const redacted = '[redacted]';
/** Names of parameters that carry secrets elsewhere. None of our parameters has such a name. */
const secretName = /^(?:x-)?(?:api[-_]?key|key|access[-_]?token|token|secret|password|auth|authorization|signature|code|state)$/i;
const quickTest = /cr[dr]_|eyJ|[srp]k_|whsec_|key|token|secret|password|auth|signature|session|cookie|bearer|basic|code|state/i;

/** The address of a request without secrets, cut to a limit. A key in the address is never read, and never logged. */
export function safeAddress(address: string): string {
  const bounded = boundedAddress(address);
  return cut(quickTest.test(decoded(bounded)) ? redact(bounded) : bounded, longest.address);
}

/** The message of an error without secrets, cut to a limit. */
export const safeMessage = (message: string): string => cut(scrub(message), longest.message);

/** A long address up to its last whole parameter, so that a request takes bounded time and no secret is cut in two. */
export function boundedAddress(address: string): string {
  if (address.length <= longest.searched) return address;
  const start = address.slice(0, longest.searched);
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

const cut = (text: string, most: number): string => (text.length <= most ? text : `${text.slice(0, most)}…`);
