import type { IncomingMessage } from 'node:http';
import { Failure } from '../src/kernel/errors.ts';
import { reasonOf, unreadable } from './connection.ts';

/**
 * The bytes of a body. One that is too large is refused as soon as that is known, by what it says of itself or by what came; nothing more of it
 * is read. A packed one is refused too: nobody needs to pack so little, and what it unpacks to is not ours to find out.
 */
export async function readBody(req: IncomingMessage, limit: number): Promise<Buffer> {
  const { 'content-length': length = '0', 'content-encoding': encoding = 'identity' } = req.headers;
  if (encoding.toLowerCase() !== 'identity') throw new Failure('invalid_request', 'The body must not be packed.');
  if (Number(length) > limit) throw new Failure('payload_too_large');
  const reason = reasonOf(req);
  if (reason) throw reason;
  const chunks: Buffer[] = [];
  let size = 0;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const take = (chunk: Buffer) => {
    size += chunk.length;
    if (size > limit) reject(new Failure('payload_too_large'));
    else chunks.push(chunk);
  };
  const cutOff = () => reject(new Failure('invalid_request', 'The body is cut off.'));
  const ends = { end: resolve, [unreadable]: reject, error: cutOff, close: cutOff };
  req.on('data', take);
  for (const [event, end] of Object.entries(ends)) req.on(event, end);
  if (req.destroyed) cutOff();
  try {
    await promise;
    return Buffer.concat(chunks);
  } finally {
    req.off('data', take);
    for (const [event, end] of Object.entries(ends)) req.off(event, end);
  }
}
