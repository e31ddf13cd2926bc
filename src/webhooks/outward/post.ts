import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import { isIPv6, type LookupFunction } from 'node:net';
import { finished } from 'node:stream/promises';
import { AddressRefused, addressesOf, type Resolve, targetOf } from './target.ts';

/** In milliseconds: for finding the address, connecting and the answer's status together. */
const deadline = 15_000;
/** How much of the answer's body is read before the connection is closed: bytes, milliseconds. None of it is kept. */
const bodyLimits = { bytes: 16_384, milliseconds: 500 };

export interface OutwardSettings {
  /** Whether messages may go to this machine. Never in production. */
  allowsLoopback: boolean;
  resolve: Resolve;
  /** Replaces the deadline, for a test. */
  deadline?: number | undefined;
  /** Replaces the trusted authorities, for a test. */
  ca?: string | undefined;
}

export type PostOutcome =
  | { kind: 'answered'; status: number; retryAfter: string | undefined }
  | { kind: 'timeout' | 'unreachable' | 'address_refused' | 'cancelled' };

interface Message {
  headers: Record<string, string>;
  body: string;
}

/**
 * Posts a message to an address that customers chose. Every IP address of the host is checked, and the connection uses only
 * those, so that a name cannot lead to another one meanwhile. Redirects are not followed, and the proxy settings do not count.
 */
export async function post(
  address: string,
  { headers, body }: Message,
  settings: OutwardSettings,
  cancelled: AbortSignal,
): Promise<PostOutcome> {
  const late = AbortSignal.timeout(settings.deadline ?? deadline);
  const signal = AbortSignal.any([late, cancelled]);
  try {
    const url = targetOf(address, settings.allowsLoopback);
    const addresses = await aborting(addressesOf(url, settings.allowsLoopback, settings.resolve, signal), signal);
    const { request, Agent } = url.protocol === 'https:' ? https : http;
    const sent = request(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      // An agent of its own: no connection is used twice, and no proxy of the environment is used.
      agent: new Agent({ keepAlive: false }),
      lookup: pinned(addresses),
      rejectUnauthorized: true,
      ...(settings.ca && { ca: settings.ca }),
      signal,
    });
    // What fails after the status is of no interest.
    sent.on('error', () => {});
    sent.end(body);
    const [response] = (await once(sent, 'response', { signal })) as [http.IncomingMessage];
    await discard(response);
    return { kind: 'answered', status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] };
  } catch (error) {
    if (cancelled.aborted) return { kind: 'cancelled' };
    if (late.aborted) return { kind: 'timeout' };
    return { kind: error instanceof AddressRefused ? 'address_refused' : 'unreachable' };
  }
}

/** Gives the addresses that were checked in place of another look-up. */
const pinned =
  (addresses: readonly string[]): LookupFunction =>
  (_host, { all }, done) => {
    const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
    const [first] = found;
    if (all) done(null, found);
    else done(first ? null : new Error('There is no address.'), first?.address ?? '', first?.family);
  };

/** Reads a little of the body, so that a receiver can finish its answer, and closes the connection. */
async function discard(response: http.IncomingMessage): Promise<void> {
  let bytes = 0;
  const enough = AbortSignal.timeout(bodyLimits.milliseconds);
  response.on('error', () => {});
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > bodyLimits.bytes) response.destroy();
  });
  await finished(response, { signal: enough }).catch(() => {});
  response.destroy();
}

async function aborting<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort);
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', abort);
    work.catch(() => {});
  }
}
