import express, { type Request, type RequestHandler, type Response } from 'express';
import { z } from 'zod';
import { Failure } from '../src/errors.ts';
import type { Input, InputSchemas, Raw, RawBody } from './route.ts';

/** Bodies of the interface are small; the limit keeps a stranger from filling the memory. */
export const bodyLimit = 100_000;

/** A packed body is refused: nobody needs to pack so little, and what it unpacks to is not ours to find out. */
export const jsonBody = express.json({ limit: bodyLimit, strict: false, inflate: false });

/** The declared parts of a request, validated. Anything wrong is one invalid_request that names all of it. */
export async function readInput<Schemas extends InputSchemas>(
  schemas: Schemas | undefined,
  req: Request,
  res: Response,
): Promise<Input<Schemas>> {
  const input: Record<string, unknown> = {};
  const problems: string[] = [];
  const read = (part: Exclude<keyof InputSchemas, 'raw'>, value: unknown, name: (key: string) => string) => {
    const parsed = schemas?.[part]?.safeParse(value);
    if (parsed?.success) input[part] = parsed.data;
    else problems.push(...(parsed?.error?.issues ?? []).map((issue) => problemOf(issue, name)));
  };

  if (schemas?.params) read('params', req.params, (key) => key);
  if (schemas?.query) read('query', parseQuery(req.url), (key) => key);
  if (schemas?.headers) {
    const names = Object.keys(schemas.headers.shape);
    read('headers', Object.fromEntries(names.map((name) => [name, req.get(name)])), (key) => key);
  }
  if (schemas?.body) {
    await parse(jsonBody, req, res);
    const isLeftOut = schemas.body instanceof z.ZodOptional && !hasBody(req);
    if (req.body === undefined && !isLeftOut)
      throw new Failure('invalid_request', 'The body must be JSON, sent as application/json.');
    read('body', req.body, (key) => key || 'the body');
  }
  if (schemas?.raw) input['raw'] = await readRaw(schemas.raw, req, res);
  if (problems.length > 0) throw new Failure('invalid_request', `${problems.join('; ')}.`);
  return input as Input<Schemas>;
}

const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const parse = (parser: RequestHandler, req: Request, res: Response) =>
  new Promise<void>((resolve, reject) => parser(req, res, (error) => (error ? reject(error) : resolve())));

async function readRaw({ limit, headers }: RawBody, req: Request, res: Response): Promise<Raw> {
  await parse(express.raw({ limit, inflate: false, type: () => true }), req, res);
  const sent = Object.keys(headers).map((name) => req.get(name));
  return { bytes: req.body ?? Buffer.alloc(0), headers: sent.filter((value) => value !== undefined) };
}

function problemOf(issue: z.core.$ZodIssue, name: (key: string) => string): string {
  if (issue.code === 'unrecognized_keys') return `unknown: ${issue.keys.join(', ')}`;
  return `${name(issue.path.join('.'))}: ${issue.message}`;
}

/**
 * The query string as single values. Stricter than the usual parsers, which read what they cannot decode as something else
 * and a repeated parameter as a list: neither is ever meant.
 */
export function parseQuery(url: string): Record<string, string> {
  const start = url.indexOf('?');
  const query: Record<string, string> = Object.create(null);
  if (start < 0) return query;
  for (const pair of url.slice(start + 1).split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decode(equals < 0 ? pair : pair.slice(0, equals));
    if (name in query) throw new Failure('invalid_request', `${name}: given more than once.`);
    query[name] = decode(equals < 0 ? '' : pair.slice(equals + 1));
  }
  return query;
}

function decode(text: string): string {
  let decoded: string;
  try {
    decoded = decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new Failure('invalid_request', 'The query string is not valid percent-encoded UTF-8.');
  }
  if (decoded.includes('\0')) throw new Failure('invalid_request', 'The query string contains a NUL character.');
  return decoded;
}
