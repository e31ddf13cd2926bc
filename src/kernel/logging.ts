import { type DestinationStream, type Logger, pino } from 'pino';
import { bounded, cut } from './log/bounded.ts';
import { LogOutput, standardSink } from './log/log-output.ts';
import { scrub } from './log/scrub.ts';

export type { Logger } from 'pino';

/** The parts of a line are bounded too, but there may be many of them. */
const maxLineCharacters = 64_000;

/** Cuts a line before it is scrubbed, so that scrubbing takes bounded time. */
const limitAndScrub = (line: string): string =>
  scrub(
    line.length <= maxLineCharacters ? line : `${JSON.stringify({ level: 40, msg: 'a line too long', line: cut(line, 500) })}\n`,
  );

/** Lines of JSON on the given stream. */
export function createLogger(level: string, destination: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      // Errors are described by bounded.ts. pino's own serializer has no limit.
      serializers: { err: (error) => error },
      // pino's tools read the number, all other tools read the word.
      formatters: {
        level: (severity, level) => ({ level, severity }),
        log: (entry) => bounded(entry) as Record<string, unknown>,
      },
      hooks: { streamWrite: limitAndScrub },
    },
    destination,
  );
}

/** Opens standard output for the log. A terminal gets readable lines, everything else gets JSON. */
export async function standardOutput(isTerminal: boolean): Promise<{ stream: DestinationStream; close(): Promise<void> }> {
  // pino-pretty is a development tool. Without it a terminal gets JSON too.
  const pretty = isTerminal ? await import('pino-pretty').catch(() => undefined) : undefined;
  if (pretty) {
    const options = { colorize: true, translateTime: 'SYS:HH:MM:ss', ignore: 'pid,hostname', singleLine: true, sync: true };
    return { stream: pretty.default(options), close: async () => {} };
  }
  const output = new LogOutput(standardSink());
  // A crash does not wait for the reader: lines that it does not take at once are lost.
  process.on('exit', () => output.flushSync());
  return { stream: output, close: () => output.close() };
}
