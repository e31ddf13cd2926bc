import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger } from 'pino';

const secretNames = 'password|secret|token|api[-_]?key|signature|session|authorization|cookie';

/**
 * What may look like a secret, wherever in a line it stands. Requests are logged by route, id and status alone, so nothing of
 * theirs gets here by design; this is for the messages of errors, which others write.
 */
const secrets: [pattern: RegExp, replacement: string][] = [
  [/\bcrd_[0-9A-Za-z]+/g, 'crd_[redacted]'],
  [/\beyJ[\w-]+\.[\w-]*(\.[\w-]*)?/g, '[redacted token]'],
  [/\b(sk|rk|pk|whsec)_(live_|test_)?[0-9A-Za-z]+/g, '$1_[redacted]'],
  [/\b(bearer|basic)\s+[\w.~+/=-]+/gi, '$1 [redacted]'],
  // Up to the last @ before the host: a password may hold one.
  [/(\w+:\/\/[^\s:/@"]*):[^\s"/]+@/g, '$1:[redacted]@'],
  // "password": "…", also inside a string that holds JSON itself.
  [new RegExp(`((?:${secretNames})[\\w-]*\\\\?["']\\s*:\\s*)(\\\\?["'])(?:(?!\\2).)+`, 'gi'), '$1$2[redacted]'],
  // password=… and Password: …
  [new RegExp(`((?:${secretNames})[\\w-]*\\s*[=:]\\s*)(?![\\s"'\\\\\\[])[^\\s"'\\\\&;,]+`, 'gi'), '$1[redacted]'],
];

/** Whether any of them can be there at all: in most lines none is, and this is one look instead of one for each. */
const suspicious = new RegExp(`crd_|eyJ|[srp]k_|whsec_|bearer|basic|://|${secretNames}`, 'i');

export const scrub = (line: string): string => {
  if (!suspicious.test(line)) return line;
  return secrets.reduce((text, [pattern, replacement]) => text.replaceAll(pattern, replacement), line);
};

/** Lines of JSON on the given stream. */
export function createLogger(level: string, destination: DestinationStream): Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, hooks: { streamWrite: scrub } }, destination);
}

/** Where the log goes, and how what is still under way gets there before the end. */
export interface LogOutput {
  stream: DestinationStream;
  flush(): Promise<void>;
}

/** Standard output: readable lines in a person's terminal, JSON elsewhere. */
export async function standardOutput(isTerminal: boolean): Promise<LogOutput> {
  // A development tool: where it isn't installed, JSON will do.
  const pretty = isTerminal ? await import('pino-pretty').catch(() => undefined) : undefined;
  if (pretty) {
    const options = { colorize: true, translateTime: 'SYS:HH:MM:ss', ignore: 'pid,hostname', singleLine: true, sync: true };
    return { stream: pretty.default(options), flush: async () => {} };
  }
  // No request waits for its line. A crash is no loss either: pino writes what is left when the process exits.
  const stream = pino.destination({ fd: 1, sync: false, minLength: 1 });
  return { stream, flush: () => new Promise((resolve) => stream.flush(() => resolve())) };
}
