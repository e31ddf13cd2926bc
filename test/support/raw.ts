import { connect, type Socket } from 'node:net';

/** A connection on which a test says what no HTTP client would, and hears every byte. */
export class RawClient {
  readonly socket: Socket;
  readonly #closed: Promise<unknown>;
  #heard = '';

  constructor(url: string) {
    this.socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true });
    this.socket.on('data', (chunk) => {
      this.#heard += chunk;
    });
    this.socket.on('error', () => {}).setMaxListeners(0);
    this.#closed = new Promise((resolve) => this.socket.once('close', resolve));
  }

  get heard(): string {
    return this.#heard;
  }

  /** Statuses of the answers so far. */
  get statuses(): number[] {
    return [...this.#heard.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
  }

  send(text: string): this {
    this.socket.write(text);
    return this;
  }

  async hears(pattern: RegExp): Promise<string> {
    while (!pattern.test(this.#heard)) {
      if (this.socket.readableEnded || this.socket.destroyed)
        throw new Error(`It ended and never said ${pattern}:\n${this.#heard}`);
      await this.#something('data', 'end');
    }
    return this.#heard;
  }

  /** All that was said until the other side ended. */
  async rest(): Promise<string> {
    if (!this.socket.readableEnded && !this.socket.destroyed) await this.#something('end');
    return this.#heard;
  }

  /** Until the connection is gone, from the other side too. */
  async gone(): Promise<void> {
    const poke = setInterval(() => this.socket.writable && this.socket.write('x'), 20);
    await this.#closed;
    clearInterval(poke);
  }

  #something(...events: string[]): Promise<unknown> {
    return Promise.race([this.#closed, ...events.map((event) => new Promise((resolve) => this.socket.once(event, resolve)))]);
  }
}

/** A request, its headers a line each. */
export const request = (line: string, ...headers: string[]): string =>
  `${[`${line} HTTP/1.1`, ...(headers.some((header) => /^host:/i.test(header)) ? [] : ['Host: x']), ...headers].join('\r\n')}\r\n\r\n`;
