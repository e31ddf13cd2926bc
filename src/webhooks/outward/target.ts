import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isLoopback } from '../../config/loopback.ts';
import { isPublic } from './public-ips.ts';

/** In characters. Longer URLs are refused. */
export const longestUrl = 2_000;

/** Names that only lead to machines of a local network. */
const inwardNames = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|private|arpa|onion|test|invalid)$/;

/** A name of at least two parts, none of them empty. */
const isName = /^[^.]+(?:\.[^.]+)+$/;

/** Why nothing is sent to a URL. The message can follow the name of the value. */
export class TargetRefused extends Error {}

/** The host of a URL, without the brackets of IPv6 and the dot at the end of a name. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');

/**
 * The URL that messages may be sent to: https, with a public host. Outside of production it may be on this machine, by http
 * too. `URL` turns decimal, octal and hexadecimal forms of an IPv4 address into the usual one.
 */
export function targetOf(text: string, allowsLoopback: boolean): URL {
  const url = text.length <= longestUrl ? URL.parse(text) : null;
  if (!url) throw new TargetRefused(`must be an https address of at most ${longestUrl} characters`);
  const host = hostOf(url);
  const isOwnMachine = allowsLoopback && isLoopback(host);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isOwnMachine))
    throw new TargetRefused('must be an https address');
  if (url.username || url.password) throw new TargetRefused('must have no user and no password');
  url.hash = '';
  if (isOwnMachine) return url;
  if (isIP(host) ? !isPublic(host) : !isName.test(host) || inwardNames.test(host))
    throw new TargetRefused('must be on the public internet');
  return url;
}

/** For one query to one name server. */
const queryTimeoutMs = 4_000;

/**
 * Finds all IP addresses of a name by queries to the name servers. Unlike `dns.lookup` it needs no thread, so that slow name
 * servers of one receiver block nothing else, and it ignores the file of hosts.
 */
export async function resolveName(name: string, signal: AbortSignal): Promise<string[]> {
  if (name === 'localhost') return ['127.0.0.1', '::1'];
  const resolver = new Resolver({ timeout: queryTimeoutMs, tries: 2 });
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel);
  try {
    const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const ips = found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    if (ips.length === 0) throw new Error(`The name ${name} has no address.`);
    return ips;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

export type Resolve = typeof resolveName;

/** The IP addresses of a target. If one of them is not public, none is used: the name could lead to it at the next look-up. */
export async function ipsOf(url: URL, allowsLoopback: boolean, resolve: Resolve, signal: AbortSignal): Promise<string[]> {
  const host = hostOf(url);
  const ips = isIP(host) ? [host] : await resolve(host, signal);
  if (ips.every((ip) => isPublic(ip) || (allowsLoopback && isLoopback(ip)))) return ips;
  throw new TargetRefused('leads to an address that is not public');
}
