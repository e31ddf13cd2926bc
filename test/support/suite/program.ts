import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { endChild, type Surroundings, startChild } from './children.ts';

/** A program that a test starts and listens to, line by line: what a program writes comes in pieces of any size. */
export class Program {
  readonly child: ChildProcess;
  #output = '';

  constructor(program: string, words: string[], surroundings: Surroundings = {}) {
    this.child = startChild(program, words, surroundings);
    // Whoever waits for words listens twice.
    this.child.setMaxListeners(100);
    for (const stream of [this.child.stdout, this.child.stderr]) if (stream) this.#listen(stream.setEncoding('utf8'));
  }

  /** The lines of both streams, as they were ended. */
  get output(): string {
    return this.#output;
  }

  /** Waits until lines of the output match. */
  async says(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const match = pattern.exec(this.#output);
      if (match) return match;
      const { exitCode, signalCode } = this.child;
      if (this.#isSilent) throw new Error(`It ended with ${exitCode ?? signalCode} and never said ${pattern}:\n${this.#output}`);
      await Promise.race([once(this.child, 'heard'), once(this.child, 'close')]);
    }
  }

  /** Its exit code, after a signal if one is given. */
  async end(signal?: NodeJS.Signals): Promise<number | null> {
    if (signal === 'SIGKILL') await endChild(this.child);
    else if (signal) this.child.kill(signal);
    if (!this.#isSilent) await once(this.child, 'close');
    return this.child.exitCode;
  }

  get #isSilent(): boolean {
    const { exitCode, signalCode, stdout, stderr } = this.child;
    return (exitCode !== null || signalCode !== null) && stdout?.closed !== false && stderr?.closed !== false;
  }

  #listen(stream: NodeJS.ReadableStream): void {
    let rest = '';
    const hear = (text: string) => {
      this.#output += text;
      this.child.emit('heard');
    };
    stream.on('data', (piece: string) => {
      const end = piece.lastIndexOf('\n') + 1;
      if (end > 0) hear(rest + piece.slice(0, end));
      rest = end > 0 ? piece.slice(end) : rest + piece;
    });
    stream.on('end', () => hear(rest));
  }
}
