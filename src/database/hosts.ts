import { addressesOf } from '../config/addresses.ts';

/** The hosts of one setting. New connections go to the one that was good last, and to the next one if it is not. */
class Hosts {
  readonly addresses: readonly string[];
  #at = 0;

  constructor(url: string) {
    this.addresses = addressesOf(url);
  }

  get current(): string {
    return this.addresses[this.#at] ?? '';
  }

  /** The host is gone, or can not be written. Others may have noticed it before us. */
  leave(address: string): void {
    if (address === this.current) this.#at = (this.#at + 1) % this.addresses.length;
  }
}

const known = new Map<string, Hosts>();

/** All connections of this thread share what they know of the hosts. */
export function hostsOf(url: string): Hosts {
  const hosts = known.get(url) ?? new Hosts(url);
  known.set(url, hosts);
  return hosts;
}
