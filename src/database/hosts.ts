import { hostUrls } from '../config/urls.ts';

/** The hosts of one setting. New connections go to the host that worked last, and to the next one if it fails. */
class Hosts {
  readonly addresses: readonly string[];
  #at = 0;

  constructor(url: string) {
    this.addresses = hostUrls(url);
  }

  get current(): string {
    return this.addresses[this.#at] ?? '';
  }

  /** Moves on to the next host, because this one is down or read-only. Another connection may have done so already. */
  moveOn(address: string): void {
    if (address === this.current) this.#at = (this.#at + 1) % this.addresses.length;
  }
}

const known = new Map<string, Hosts>();

/** All connections of this thread share the current host. */
export function hostsOf(url: string): Hosts {
  const hosts = known.get(url) ?? new Hosts(url);
  known.set(url, hosts);
  return hosts;
}
