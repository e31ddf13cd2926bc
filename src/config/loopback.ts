import { BlockList, isIP } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

/** Whether a host is a loopback address. Of names, only localhost counts. */
export function isLoopback(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, '$1');
  const family = isIP(address);
  return family ? loopback.check(address, family === 6 ? 'ipv6' : 'ipv4') : address.toLowerCase() === 'localhost';
}

/** Whether a URL is https, or http on this machine. */
export const isProtected = (url: string): boolean =>
  !URL.canParse(url) || url.startsWith('https:') || isLoopback(new URL(url).hostname);
