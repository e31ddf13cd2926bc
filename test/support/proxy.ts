import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy in front of a real server that can be made to hang, to go away, and to come back. */
export class DatabaseProxy {
  readonly #server = createServer((socket) => this.#accept(socket));
  readonly #target: URL;
  readonly #sockets = new Set<Socket>();
  #port = 0;
  #hanging = false;
  #delay = 0;

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

  /** Connections stay open and new ones are accepted, but nothing gets through. */
  hang(): void {
    this.#hanging = true;
    for (const socket of this.#sockets) socket.pause();
  }

  /** Everything that is sent arrives so many milliseconds later. */
  slow(delay: number): void {
    this.#delay = delay;
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
      from.on('data', (chunk) => (this.#delay ? setTimeout(() => to.write(chunk), this.#delay) : to.write(chunk)));
      from.on('error', () => to.destroy());
      from.on('close', () => {
        this.#sockets.delete(from);
        to.destroy();
      });
      if (this.#hanging) from.pause();
    }
  }
}
