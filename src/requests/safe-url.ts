import { scrub } from '../kernel/log/scrub.ts';
import { uuidPattern } from '../kernel/uuid.ts';

/** In characters: the longest logged URL and message, and the longest part of a URL that is searched for secrets. */
const longest = { url: 500, message: 300, searched: 2_000 };
const redacted = '[redacted]';
/** Names of parameters that carry secrets elsewhere. None of our parameters has such a name. */
const secretName = /^(?:x-)?(?:api[-_]?key|key|access[-_]?token|token|secret|password|auth|authorization|signature|code|state)$/i;
/** A name whose value is ours, and looks like chance. */
const openName = /^cursor$/i;

/**
 * The URL of a request without secrets, cut to a limit. A key in the URL is never read, and never logged. Nor is anything
 * else that is marked as a secret, or looks like one, however often it is encoded.
 */
export const safeUrl = (url: string): string => cut(redact(boundedUrl(url)), longest.url);

/** The message of an error without secrets, cut to a limit. It may repeat what was sent, with one encoding less. */
export function safeMessage(message: string): string {
  const words = message.slice(0, longest.searched).split(/(\s)/);
  const known = words.map((word) => (word.includes('%') || looksRandom(word) ? safe(word) : word));
  return cut(scrub(known.join('')), longest.message);
}

/** A long URL up to its last whole parameter, so that a request takes bounded time and no secret is cut in two. */
export function boundedUrl(url: string): string {
  if (url.length <= longest.searched) return url;
  const start = url.slice(0, longest.searched);
  return `${start.slice(0, Math.max(...['?', '&', '/'].map((sign) => start.lastIndexOf(sign))))}…`;
}

function redact(url: string): string {
  const [path = '', ...rest] = url.split('?');
  const query = rest.join('?');
  const parts = path.split('/').map((part) => safe(part));
  const joined = parts.join('/');
  // A secret may contain slashes.
  const safePath = joined === path ? safe(path, true) : joined;
  if (rest.length === 0) return safePath;
  const pairs = query.split('&').map((pair) => {
    const [name = '', ...value] = pair.split('=');
    if (value.length === 0) return safe(name);
    const isSecret = secretName.test(decoded(name) ?? 'secret');
    return `${safe(name)}=${isSecret ? redacted : safe(value.join('='), openName.test(name))}`;
  });
  return `${safePath}?${pairs.join('&')}`;
}

/** A part of a URL, or a mark in its place if it contains a secret. Most parts are short, and plain words. */
function safe(part: string, isOpen = false): string {
  if (part.length < shortestSecret && plainPart.test(part)) return part;
  const text = decoded(part);
  if (text === undefined || (!isOpen && looksRandom(text))) return redacted;
  const spaced = text.replaceAll('+', ' ');
  return scrub(text) === text && scrub(spaced) === spaced ? part : redacted;
}

/** In characters: no word of this kind that is shorter is a secret. */
const shortestSecret = 8;
const plainPart = /^\w*$/;

/** How often a part is decoded. What is encoded more often is meant to hide something. */
const maxDecodings = 5;

/**
 * A part as it reads when it is decoded until nothing changes. Undefined: it would take too long. Byte by byte, because the marks
 * of secrets are ASCII, and one wrong letter must not hide the others.
 */
function decoded(part: string): string | undefined {
  let text = part;
  for (let pass = 0; pass < maxDecodings; pass += 1) {
    if (!text.includes('%')) return text;
    const next = text.replaceAll(/%([0-9a-f]{2})/gi, (_all, code) => String.fromCharCode(Number.parseInt(code, 16)));
    if (next === text) return text;
    text = next;
  }
  return undefined;
}

/** How often letters and digits, or small and large letters, meet in a word that looks random. Names have fewer such places. */
const minTurns = 5;

/** Whether a text has a long word without a sense: secrets of services that we do not know. Ids of records have other forms. */
const looksRandom = (text: string): boolean =>
  (text.match(/[\w-]{24,}/g) ?? []).some(
    (word) =>
      /[0-9a-f]{32}|[0-9A-F]{32}/.test(word) ||
      (!uuidPattern.test(word) && (word.match(/[a-z](?=[A-Z0-9])|[0-9](?=[A-Za-z])|[A-Z](?=[0-9])/g)?.length ?? 0) >= minTurns),
  );

const cut = (text: string, max: number): string => (text.length <= max ? text : `${text.slice(0, max)}…`);
