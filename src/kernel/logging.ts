import { type DestinationStream, type Logger, pino } from 'pino';
import { bounded, cut } from './bounded.ts';
import { LogOutput, standardSink } from './log-output.ts';
import { scrub } from './scrub.ts';

export type { Logger } from 'pino';

/** In characters. A line has bounded parts; this is for one that has too many of them, or a long message. */
const longestLine = 64_000;

/** Cut before it is looked at. */
const fit = (line: string): string =>
  scrub(line.length <= longestLine ? line : `${JSON.stringify({ level: 40, msg: 'a line too long', line: cut(line, 500) })}\n`);

/** Lines of JSON on the given stream. */
export function createLogger(level: string, destination: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      // Errors are described before: pino's own way has no end.
      serializers: { err: (error) => error },
      formatters: { log: (entry) => bounded(entry) as Record<string, unknown> },
      hooks: { streamWrite: fit },
    },
    destination,
  );
}

/** Standard output, and its end: readable lines in a person's terminal, JSON elsewhere. */
export async function standardOutput(isTerminal: boolean): Promise<{ stream: DestinationStream; close(): Promise<void> }> {
  // A development tool: where it isn't installed, JSON will do.
  const pretty = isTerminal ? await import('pino-pretty').catch(() => undefined) : undefined;
  if (pretty) {
    const options = { colorize: true, translateTime: 'SYS:HH:MM:ss', ignore: 'pid,hostname', singleLine: true, sync: true };
    return { stream: pretty.default(options), close: async () => {} };
  }
  const output = new LogOutput(standardSink());
  // A crash doesn't wait: what the reader takes at once is all that can be saved.
  process.on('exit', () => output.flushSync());
  return { stream: output, close: () => output.close() };
}
