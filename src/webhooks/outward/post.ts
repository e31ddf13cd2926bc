import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import { isIPv6, type LookupFunction } from 'node:net';
import { finished } from 'node:stream/promises';
import { ipsOf, type Resolve, TargetRefused, targetOf } from './target.ts';

/** For resolving the name, connecting and the answer's status together. */
const deadlineMs = 15_000;
/** How much of the answer's body is read before the connection is closed. None of it is kept. */
const [maxBodyBytes, maxBodyMs] = [16_384, 500];

export interface OutwardSettings {
  /** Whether messages may go to this machine. Never in production. */
  allowsLoopback: boolean;
  resolve: Resolve;
  /** Replaces the deadline, for a test. */
  deadlineMs?: number | undefined;
  /** Replaces the trusted authorities, for a test. */
  ca?: string | undefined;
}

export type PostOutcome =
  | { kind: 'answered'; status: number; retryAfter: string | undefined }
  | { kind: 'timeout' | 'unreachable' | 'address_refused' | 'cancelled' };

/**
 * Posts a message to a URL that customers chose. Every IP address of the host is checked, and the connection uses only
 * those, so that a name cannot lead to another one meanwhile. Redirects are not followed, and the proxy settings do not count.
 */
export async function post(
  target: string,
  { headers, body }: { headers: Record<string, string>; body: string },
  settings: OutwardSettings,
  cancelled: AbortSignal,
): Promise<PostOutcome> {
  const late = AbortSignal.timeout(settings.deadlineMs ?? deadlineMs);
  const signal = AbortSignal.any([late, cancelled]);
  try {
    const url = targetOf(target, settings.allowsLoopback);
    const ips = await aborting(ipsOf(url, settings.allowsLoopback, settings.resolve, signal), signal);
    const { request, Agent } = url.protocol === 'https:' ? https : http;
    const sent = request(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      // An agent of its own: no connection is used twice, and no proxy of the environment is used.
      agent: new Agent({ keepAlive: false }),
      lookup: pinned(ips),
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
    return { kind: error instanceof TargetRefused ? 'address_refused' : 'unreachable' };
  }
}

/** Gives the IP addresses that were checked in place of another look-up. */
const pinned =
  (ips: readonly string[]): LookupFunction =>
  (_host, { all }, done) => {
    const found = ips.map((ip) => ({ address: ip, family: isIPv6(ip) ? 6 : 4 }));
    const [first] = found;
    if (all) done(null, found);
    else done(first ? null : new Error('There is no address.'), first?.address ?? '', first?.family);
  };

/** Reads a little of the body, so that a receiver can finish its answer, and closes the connection. */
async function discard(response: http.IncomingMessage): Promise<void> {
  let bytes = 0;
  const enough = AbortSignal.timeout(maxBodyMs);
  response.on('error', () => {});
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxBodyBytes) response.destroy();
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
