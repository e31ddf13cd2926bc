import { BlockList, isIP } from 'node:net';

/** A network as CIDR: its IP address without host bits, and the length of its prefix. */
interface Network {
  ip: string;
  prefix: number;
  family: 'ipv4' | 'ipv6';
}

/**
 * Reads an IP address or a network. An IPv6 address that stands for an IPv4 one counts as that. Undefined: it is neither, or bits
 * after the prefix are set.
 */
function networkIn(text: string): Network | undefined {
  const [given = '', bits, ...rest] = text.split('/');
  const isFour = isIP(given) === 4;
  if (isIP(given) === 0 || given.includes('%') || rest.length > 0) return undefined;
  const longest = isFour ? 32 : 128;
  if (bits !== undefined && (!/^\d{1,3}$/.test(bits) || Number(bits) > longest)) return undefined;
  const prefix = bits === undefined ? longest : Number(bits);
  const ip = isFour ? given : shortest(given);
  const numbers = isFour ? given.split('.').map(Number) : hextetsOf(ip);
  const bitsLeft = numbers.map((number) => number.toString(2).padStart(isFour ? 8 : 16, '0')).join('');
  if (bitsLeft.slice(prefix).includes('1')) return undefined;
  const mapped = mappedIn(ip);
  if (mapped === undefined || prefix < 96) return { ip, prefix, family: isFour ? 'ipv4' : 'ipv6' };
  return { ip: mapped, prefix: prefix - 96, family: 'ipv4' };
}

/** The URL parser writes an IPv6 address in its shortest form. */
const shortest = (ip: string): string => new URL(`http://[${ip}]`).hostname.slice(1, -1);

/** The IPv4 address that an IPv6 address in its shortest form stands for. */
function mappedIn(ip: string): string | undefined {
  const [, ...hextets] = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(ip) ?? [];
  const numbers = hextets.map((hextet) => Number.parseInt(hextet, 16));
  return numbers.length > 0 ? numbers.flatMap((number) => [number >> 8, number & 255]).join('.') : undefined;
}

/** The eight numbers of an IPv6 address in its shortest form. */
function hextetsOf(ip: string): number[] {
  const [head = [], tail = []] = ip.split('::').map((half) => half.split(':').filter((hextet) => hextet !== ''));
  const gap = Array<string>(8 - head.length - tail.length).fill('0');
  return [...head, ...gap, ...tail].map((hextet) => Number.parseInt(hextet, 16));
}

/**
 * The network that limits count as one caller. An IPv6 client has at least a /64, so all addresses of a /64 count as one. A proxy
 * may send any text in place of an IP address: all such texts count as one.
 */
export function networkOf(ip: string): string {
  if (isIP(ip) === 0) return 'unknown';
  if (isIP(ip) === 4) return ip;
  // The URL parser takes no zone.
  const written = shortest(ip.split('%', 1).join());
  const subnet = hextetsOf(written).slice(0, 4);
  return mappedIn(written) ?? subnet.map((hextet) => hextet.toString(16)).join(':');
}

/** The network as it is stored: `192.0.2.0/24`. Undefined: the text is none. */
export function canonicalNetwork(text: string): string | undefined {
  const network = networkIn(text.trim());
  return network && `${network.ip}/${network.prefix}`;
}

/** Whether IP addresses belong to one of some networks. */
export class Networks {
  readonly #list = new BlockList();

  constructor(networks: readonly string[]) {
    for (const text of networks) {
      const network = networkIn(text);
      if (network) this.#list.addSubnet(network.ip, network.prefix, network.family);
    }
  }

  /** A proxy may send any text in place of an IP address: that belongs to no network. */
  allows(ip: string): boolean {
    const kind = isIP(ip);
    return kind !== 0 && this.#list.check(ip, kind === 4 ? 'ipv4' : 'ipv6');
  }
}
