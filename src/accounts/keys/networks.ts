import { BlockList, isIP } from 'node:net';

/** A network as CIDR: the address of the network without host bits, and the length of its prefix. */
interface Network {
  address: string;
  prefix: number;
  family: 'ipv4' | 'ipv6';
}

/**
 * Reads an address or a network. An IPv6 address that stands for an IPv4 one counts as that. Undefined: it is neither, or bits
 * after the prefix are set.
 */
function networkIn(text: string): Network | undefined {
  const [given = '', bits, ...rest] = text.split('/');
  const isFour = isIP(given) === 4;
  if (isIP(given) === 0 || given.includes('%') || rest.length > 0) return undefined;
  const longest = isFour ? 32 : 128;
  if (bits !== undefined && (!/^\d{1,3}$/.test(bits) || Number(bits) > longest)) return undefined;
  const prefix = bits === undefined ? longest : Number(bits);
  // The URL parser writes an IPv6 address in its shortest form.
  const address = isFour ? given : new URL(`http://[${given}]`).hostname.slice(1, -1);
  const groups = isFour ? given.split('.').map(Number) : groupsOf(address);
  const bitsLeft = groups.map((group) => group.toString(2).padStart(isFour ? 8 : 16, '0')).join('');
  if (bitsLeft.slice(prefix).includes('1')) return undefined;
  const [, high = '', low = ''] = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(address) ?? [];
  if (high === '' || prefix < 96) return { address, prefix, family: isFour ? 'ipv4' : 'ipv6' };
  const bytes = [high, low].flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]);
  return { address: bytes.join('.'), prefix: prefix - 96, family: 'ipv4' };
}

/** The eight numbers of an IPv6 address in its shortest form. */
function groupsOf(address: string): number[] {
  const [head = [], tail = []] = address.split('::').map((half) => half.split(':').filter((group) => group !== ''));
  const gap = Array<string>(8 - head.length - tail.length).fill('0');
  return [...head, ...gap, ...tail].map((group) => Number.parseInt(group, 16));
}

/** The network as it is stored: `192.0.2.0/24`. Undefined: the text is none. */
export function canonicalNetwork(text: string): string | undefined {
  const network = networkIn(text.trim());
  return network && `${network.address}/${network.prefix}`;
}

/** Whether addresses belong to one of some networks. */
export class Networks {
  readonly #list = new BlockList();

  constructor(networks: readonly string[]) {
    for (const text of networks) {
      const network = networkIn(text);
      if (network) this.#list.addSubnet(network.address, network.prefix, network.family);
    }
  }

  /** A proxy may send any text in place of an address: that belongs to no network. */
  allows(address: string): boolean {
    const kind = isIP(address);
    return kind !== 0 && this.#list.check(address, kind === 4 ? 'ipv4' : 'ipv6');
  }
}
