import { BlockList, isIPv4 } from 'node:net';

/** Ranges of IPv4 that are not public, by the registry of IANA, and the one at which Azure serves its machines. */
const inward = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;

/**
 * Ranges inside of 2000::/3 that are not public, or lead to an IPv4 address that is hidden in them (Teredo, 6to4). All that is
 * outside of 2000::/3 is refused: loopback, link-local, unique local, multicast, IPv4-mapped and NAT64 among others.
 */
const inwardV6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

const refused = new BlockList();
for (const [start, bits] of inward) refused.addSubnet(start, bits);
for (const [start, bits] of inwardV6) refused.addSubnet(start, bits, 'ipv6');
const global = new BlockList();
global.addSubnet('2000::', 3, 'ipv6');

/** Whether an IP address belongs to the public internet. */
export const isPublic = (ip: string): boolean =>
  isIPv4(ip) ? !refused.check(ip) : global.check(ip, 'ipv6') && !refused.check(ip, 'ipv6');
