import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

/** A container that runs, or has ended. */
export class Container {
  readonly #child: ChildProcess;
  readonly #isBehindFork: boolean;
  #output = '';
  #closed: Promise<unknown>;

  constructor(program: string, words: string[], { isBehindFork = false } = {}) {
    this.#isBehindFork = isBehindFork;
    this.#child = spawn(program, words);
    this.#closed = once(this.#child, 'close');
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on('data', (chunk) => {
        this.#output += chunk;
      });
  }

  get output(): string {
    return this.#output;
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** `docker run` passes a signal on. `unshare` does not: its child, the first process of the container, is told. */
  tell(signal: NodeJS.Signals): void {
    if (!this.isRunning) return;
    const { pid = 0 } = this.#child;
    const [inside] = this.#isBehindFork ? childrenOf(pid) : [pid];
    if (inside) process.kill(inside, signal);
  }

  /** Its exit code. */
  async end(): Promise<number | null> {
    await this.#closed;
    return this.#child.exitCode;
  }
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
