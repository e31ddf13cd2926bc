import { once } from 'node:events';

export type OutputStream = NodeJS.WritableStream & { isTTY?: boolean; columns?: number };

/** What surrounds a command. Tests have one of their own. */
export interface Shell {
  env: Readonly<Record<string, string | undefined>>;
  stdin: NodeJS.ReadableStream & { isTTY?: boolean };
  stdout: OutputStream;
  stderr: OutputStream;
  /** Its reason is an `Interrupted` after Ctrl-C. */
  signal: AbortSignal;
  platform: NodeJS.Platform;
  /** The person's home folder. */
  home: string;
  fetch?: typeof globalThis.fetch | undefined;
  /** Opens an address in a browser. False if that cannot be. */
  browse(address: string): Promise<boolean>;
}

/** A person pressed Ctrl-C, or the system ends the program. */
export class Interrupted extends Error {}

/** The program that reads our output has ended, as `head` does. */
export class OutputClosed extends Error {}

/** A mistake in the words of the command, or in a file that it names. */
export class UsageError extends Error {}

/** There is no such thing. */
export class NothingFound extends Error {}

/** Writes, and waits while the reader is slower. */
export async function write(stream: OutputStream, text: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  if (text !== '' && !stream.write(text)) await once(stream, 'drain', { signal });
}

/** Colours are for terminals, unless NO_COLOR is set (no-color.org). */
export const hasColours = ({ isTTY }: OutputStream, { NO_COLOR, TERM }: Shell['env']): boolean =>
  isTTY === true && !NO_COLOR && TERM !== 'dumb';
