import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** What is passed on in place of a chunk; undefined for nothing. */
type Alter = (chunk: Buffer, said: { by: 'client' | 'server'; toClient(bytes: Buffer): void; cut(): void }) => Buffer | undefined;

/** A TCP proxy in front of a real server that can be made to hang, to go away, and to come back. */
export class DatabaseProxy {
  readonly #server = createServer((socket) => this.#accept(socket));
  readonly #target: URL;
  readonly #sockets = new Set<Socket>();
  #port = 0;
  #hanging = false;
  #delay = 0;
  #alter: Alter = (chunk) => chunk;

  private constructor(target: URL) {
    this.#target = target;
  }

  static async before(url: string): Promise<DatabaseProxy> {
    const proxy = new DatabaseProxy(new URL(url));
    await once(proxy.#server.listen(0, '127.0.0.1'), 'listening');
    proxy.#port = (proxy.#server.address() as AddressInfo).port;
    return proxy;
  }

  get url(): string {
    const url = new URL(this.#target);
    url.host = `127.0.0.1:${this.#port}`;
    return url.href;
  }

  get isListening(): boolean {
    return this.#server.listening;
  }

  /** Connections stay open and new ones are accepted, but nothing gets through. */
  hang(): void {
    this.#hanging = true;
    for (const socket of this.#sockets) socket.pause();
  }

  /** Everything that is sent arrives so many milliseconds later. */
  slow(delay: number): void {
    this.#delay = delay;
  }

  /** Everything that is said goes through this from now on. */
  alter(alter: Alter): void {
    this.#alter = alter;
  }

  /** Connections are cut and new ones refused. */
  async vanish(): Promise<void> {
    const closed = once(this.#server.close(), 'close');
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  async comeBack(): Promise<void> {
    this.#hanging = false;
    for (const socket of this.#sockets) socket.resume();
    if (!this.#server.listening) await once(this.#server.listen(this.#port, '127.0.0.1'), 'listening');
  }

  #accept(near: Socket): void {
    const far = connect(Number(this.#target.port), this.#target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(from);
      from.on('data', (chunk) => {
        const by = from === near ? 'client' : 'server';
        const altered = this.#alter(chunk, { by, toClient: (bytes) => near.write(bytes), cut: () => near.resetAndDestroy() });
        if (!altered) return;
        if (this.#delay) setTimeout(() => to.write(altered), this.#delay);
        else to.write(altered);
      });
      from.on('error', () => to.destroy());
      from.on('close', () => {
        this.#sockets.delete(from);
        to.destroy();
      });
      if (this.#hanging) from.pause();
    }
  }
}

/** PostgreSQL's message of an error, as it goes over the wire. */
export function errorMessage(code: string, message: string, severity = 'FATAL'): Buffer {
  const fields = `S${severity}\0V${severity}\0C${code}\0M${message}\0\0`;
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(4 + Buffer.byteLength(fields), 1);
  return Buffer.concat([head, Buffer.from(fields)]);
}
