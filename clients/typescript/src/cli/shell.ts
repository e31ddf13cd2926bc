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
  /** How often a request is repeated; unless set, as often as the client does. */
  retries?: number;
  /** Opens an address in a browser. False if that cannot be. */
  browse(address: string): Promise<boolean>;
}

/** A person pressed Ctrl-C, or the system ends the program. */
export class Interrupted extends Error {}

/** The program that reads our output has ended, as `head` does. */
export class OutputClosed extends Error {}

/** A mistake in the words of the command, or in a file that it names. */
export class UsageError extends Error {}

/** There is no key that could be used. */
export class NoCredential extends Error {}

/** There is no such thing. */
export class NothingFound extends Error {}

/** Writes, and waits until the text has left this program. */
export async function write(stream: OutputStream, text: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  if (text === '') return;
  const { promise, resolve, reject } = deferred();
  const stop = () => reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  stream.write(text, (error) => (error ? reject(error) : resolve()));
  await promise.finally(() => signal.removeEventListener('abort', stop));
}

/** Node 20 has no Promise.withResolvers. */
export function deferred<Value = void>() {
  let settle!: { resolve(value: Value): void; reject(reason: unknown): void };
  const promise = new Promise<Value>((resolve, reject) => {
    settle = { resolve, reject };
  });
  return { promise, ...settle };
}

/** Colours are for terminals, unless NO_COLOR is set (no-color.org). */
export const hasColours = ({ isTTY }: OutputStream, { NO_COLOR, TERM }: Shell['env']): boolean =>
  isTTY === true && !NO_COLOR && TERM !== 'dumb';
