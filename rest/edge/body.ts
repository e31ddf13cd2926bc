import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler } from 'express';
import { Failure } from '../../src/kernel/errors.ts';
import { reasonOf, unreadable } from './connection.ts';

/** Bodies of our API are small; the limit protects the memory. */
export const maxJsonBytes = 100_000;

/** As many names as a match may have, with every field as long as may be and every letter escaped, have 610,000 bytes. */
export const maxBatchBytes = 700_000;

const tooLarge = (limit: number) =>
  new Failure('payload_too_large', `The body may have ${limit.toLocaleString('en-GB')} bytes at most.`);

/**
 * The bytes of a body. If it is too large, by its Content-Length or by what has arrived, it is refused at once and read no
 * further. A compressed body is refused too: bodies are small, and a compressed one could expand without limit.
 */
export async function readBody(req: IncomingMessage, limit: number): Promise<Buffer> {
  const { 'content-length': length = '0', 'content-encoding': encoding = 'identity' } = req.headers;
  if (encoding.toLowerCase() !== 'identity') throw new Failure('invalid_request', 'The body must not be packed.');
  if (Number(length) > limit) throw tooLarge(limit);
  const reason = reasonOf(req);
  if (reason) throw reason;
  const chunks: Buffer[] = [];
  let size = 0;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const take = (chunk: Buffer) => {
    size += chunk.length;
    if (size > limit) reject(tooLarge(limit));
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

/** The body as JSON, or undefined if it has another type. An empty body counts as an empty object. */
export async function readJson(req: Request, limit = maxJsonBytes): Promise<unknown> {
  if (!req.is('application/json')) return undefined;
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(req.get('content-type') ?? '')?.[1] ?? 'utf-8';
  if (!/^utf-?8$/i.test(charset)) throw new Failure('invalid_request', 'The body must be UTF-8.');
  const bytes = await readBody(req, limit);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text === '' ? {} : JSON.parse(text);
  } catch {
    throw new Failure('invalid_request', 'The body is not valid JSON.');
  }
}

/** Of a GraphQL request, which may be a match. */
export const jsonBody: RequestHandler = async (req, _res, next) => {
  req.body = await readJson(req, maxBatchBytes);
  next();
};
