import { isIP } from 'node:net';
import { isLoopback } from '../../config/loopback.ts';
import { isPublic } from './public-addresses.ts';

/** Longer addresses are refused. In characters. */
export const longestUrl = 2_000;

/** Names that only lead to machines of a local network. */
const inwardNames = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|private|arpa|onion|test|invalid)$/;

/** A name of at least two parts, none of them empty. */
const isName = /^[^.]+(?:\.[^.]+)+$/;

/** Why nothing is sent to an address. The message can follow the name of the value. */
export class AddressRefused extends Error {}

/** The host of an address, without the brackets of IPv6 and the dot at the end of a name. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');

/**
 * The address that messages may be sent to: https, with a public host. Outside of production it may be on this machine, by http
 * too. `URL` turns decimal, octal and hexadecimal forms of an IPv4 address into the usual one.
 */
export function targetOf(text: string, allowsLoopback: boolean): URL {
  const url = text.length <= longestUrl ? URL.parse(text) : null;
  if (!url) throw new AddressRefused(`must be an https address of at most ${longestUrl} characters`);
  const host = hostOf(url);
  const isOwnMachine = allowsLoopback && isLoopback(host);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isOwnMachine))
    throw new AddressRefused('must be an https address');
  if (url.username || url.password) throw new AddressRefused('must have no user and no password');
  url.hash = '';
  if (isOwnMachine) return url;
  if (isIP(host) ? !isPublic(host) : !isName.test(host) || inwardNames.test(host))
    throw new AddressRefused('must be on the public internet');
  return url;
}

/** Finds all IP addresses of a name. */
export type Resolve = (name: string, signal: AbortSignal) => Promise<string[]>;

/** The IP addresses of a target. If one of them is not public, none is used: the name could lead to it at the next look-up. */
export async function addressesOf(url: URL, allowsLoopback: boolean, resolve: Resolve, signal: AbortSignal): Promise<string[]> {
  const host = hostOf(url);
  const addresses = isIP(host) ? [host] : await resolve(host, signal);
  if (addresses.every((address) => isPublic(address) || (allowsLoopback && isLoopback(address)))) return addresses;
  throw new AddressRefused('leads to an address that is not public');
}
