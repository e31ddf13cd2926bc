import { Resolver } from 'node:dns/promises';

/** In milliseconds, for one question to one server. */
const timeout = 4_000;

/**
 * Finds the addresses of a name by questions to the name servers. Unlike `dns.lookup` it needs no thread, so that slow name
 * servers of one receiver block nothing else, and it ignores the file of hosts.
 */
export async function resolveName(name: string, signal: AbortSignal): Promise<string[]> {
  if (name === 'localhost') return ['127.0.0.1', '::1'];
  const resolver = new Resolver({ timeout, tries: 2 });
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel);
  try {
    const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const addresses = found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    if (addresses.length === 0) throw new Error(`The name ${name} has no address.`);
    return addresses;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}
