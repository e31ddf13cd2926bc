import type { ChildProcess } from 'node:child_process';
import { endChild } from '../suite/children.ts';

/** A server that a test takes away and gives back. */
export abstract class FallibleServer {
  protected process: ChildProcess | undefined;

  /** Dies without a word. */
  async vanish(): Promise<void> {
    const { process } = this;
    this.process = undefined;
    if (process) await endChild(process);
  }

  /** Keeps its connections and answers nobody. */
  pause(): void {
    this.process?.kill('SIGSTOP');
  }

  resume(): void {
    this.process?.kill('SIGCONT');
  }
}
