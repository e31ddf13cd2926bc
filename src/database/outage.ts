/**
 * SQLSTATEs of a database that cannot run any statement now: connections (08) and sign-in (28) refused, resources used up (53), a
 * lock that is not free (55), an end by an operator or a time limit (57, 25P), a failing disk (58), a standby or read-only
 * database (25006), transactions that conflict (40), a prepared statement that a pooler or a migration removed (26000, 42P05,
 * 0A000), and a missing database, table or right (3D000, 3F000, 42…), as before the migrations.
 */
const states =
  /^(?:(?:08|28|53|55|57|58)\w{3}|25006|25P0[34]|4000[13]|40P01|26000|42P05|0A000|3D000|3F000|42P01|42703|42704|42883|42501)$/;
/** Prisma's codes for the same. Its P2010 and P2039 wrap any SQLSTATE. */
const prismaCodes = /^(?:P10(?:0[0-3]|08|10|11|17|18)|P2021|P2022|P2024|P2028|P2034|P2037)$/;
const socketCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EPIPE', 'EPROTO'],
  ...['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN'],
]);
/** The beginnings of Node's codes for failed encryption. */
const encryptionCodes =
  'ERR_TLS_ ERR_SSL_ CERT_ SELF_SIGNED_CERT DEPTH_ZERO_SELF_SIGNED_CERT UNABLE_TO_GET_ UNABLE_TO_VERIFY_'.split(' ');
/** The kinds of errors of Prisma's driver that have no SQLSTATE. */
const kinds = new Set<unknown>(['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TlsConnectionError']);
/** Messages of pg that have no code. */
const phrases = [
  'Connection terminated',
  'Query read timeout',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'is not queryable',
  'Cannot use a pool after calling end',
  'server does not support SSL',
  'error establishing an SSL connection',
  'Received unexpected ',
];
/** Node's messages, for errors whose code Prisma drops. */
const socketWords = /(?:connect|read|write|getaddrinfo) E[A-Z]{3}/;

/** The fields that an error of pg, Node or Prisma may have. Prisma wraps the errors of its driver. */
interface DriverError {
  code?: unknown;
  originalCode?: unknown;
  kind?: unknown;
  syscall?: unknown;
  message?: unknown;
  cause?: unknown;
  meta?: { driverAdapterError?: unknown };
}

/** How deep errors are unwrapped. */
const maxDepth = 5;

/** Whether an error means that the database cannot be used now. Otherwise the statement is wrong. */
export function isUnreachable(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > maxDepth) return false;
  const { code, originalCode, kind, syscall, message, cause, meta } = error as DriverError;
  return (
    [code, originalCode].some(isOutageCode) ||
    kinds.has(kind) ||
    // Any failure to connect, for instance to a missing socket file.
    syscall === 'connect' ||
    (typeof message === 'string' && isOutageMessage(message)) ||
    isUnreachable(cause, depth + 1) ||
    isUnreachable(meta?.driverAdapterError, depth + 1)
  );
}

const isOutageCode = (code: unknown): boolean =>
  typeof code === 'string' &&
  (states.test(code) ||
    prismaCodes.test(code) ||
    socketCodes.has(code) ||
    encryptionCodes.some((beginning) => code.startsWith(beginning)));

const isOutageMessage = (message: string): boolean =>
  phrases.some((phrase) => message.includes(phrase)) || socketWords.test(message);
