import type { Request, RequestHandler } from 'express';
import { z } from 'zod';
import { Failure } from '../src/kernel/errors.ts';
import { readBody } from './body.ts';
import type { Input, InputSchemas, Raw, RawBody } from './route.ts';

/** Bodies of the interface are small; the limit keeps a stranger from filling the memory. */
export const bodyLimit = 100_000;
/** What was sent is told back only in part. */
const mostProblems = 10;
const shown = (name: string): string => (name.length > 60 ? `${name.slice(0, 60)}…` : name);

/** The body as JSON, or undefined where it is sent as something else. Nothing at all counts as an empty object. */
async function readJson(req: Request): Promise<unknown> {
  if (!req.is('application/json')) return undefined;
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(req.get('content-type') ?? '')?.[1] ?? 'utf-8';
  if (!/^utf-?8$/i.test(charset)) throw new Failure('invalid_request', 'The body must be UTF-8.');
  const bytes = await readBody(req, bodyLimit);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text === '' ? {} : JSON.parse(text);
  } catch {
    throw new Failure('invalid_request', 'The body is not valid JSON.');
  }
}

export const jsonBody: RequestHandler = async (req, _res, next) => {
  req.body = await readJson(req);
  next();
};

/** The declared parts of a request, validated. Anything wrong is one invalid_request that names all of it. */
export async function readInput<Schemas extends InputSchemas>(
  schemas: Schemas | undefined,
  req: Request,
): Promise<Input<Schemas>> {
  const input: Record<string, unknown> = {};
  const problems: string[] = [];
  const read = (part: Exclude<keyof InputSchemas, 'raw'>, value: unknown, name: (key: string) => string) => {
    const parsed = schemas?.[part]?.safeParse(value);
    if (parsed?.success) input[part] = parsed.data;
    else problems.push(...(parsed?.error?.issues ?? []).map((issue) => problemOf(issue, name)));
  };

  if (schemas?.params) read('params', req.params, (key) => key);
  const query = parseQuery(req.url);
  if (schemas?.query) read('query', query, (key) => key);
  else problems.push(...unknown(Object.keys(query)));
  if (schemas?.headers) {
    const names = Object.keys(schemas.headers.shape);
    read('headers', Object.fromEntries(names.map((name) => [name, req.get(name)])), (key) => key);
  }
  if (schemas?.body) {
    const body = await readJson(req);
    const isLeftOut = schemas.body instanceof z.ZodOptional && !hasBody(req);
    if (body === undefined && !isLeftOut)
      throw new Failure('invalid_request', 'The body must be JSON, sent as application/json.');
    read('body', body, (key) => key || 'the body');
  }
  if (schemas?.raw) input['raw'] = await readRaw(schemas.raw, req);
  if (problems.length > 0) throw new Failure('invalid_request', `${problems.slice(0, mostProblems).join('; ')}.`);
  return input as Input<Schemas>;
}

const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Sent where an operation has no parameters, too. */
export function refuseParameters(url: string): void {
  const [problem] = unknown(Object.keys(parseQuery(url)));
  if (problem) throw new Failure('invalid_request', `${problem}.`);
}

async function readRaw({ limit, headers }: RawBody, req: Request): Promise<Raw> {
  const bytes = await readBody(req, limit);
  const sent = Object.keys(headers).map((name) => req.get(name));
  return { bytes, headers: sent.filter((value) => value !== undefined) };
}

function problemOf(issue: z.core.$ZodIssue, name: (key: string) => string): string {
  if (issue.code === 'unrecognized_keys') return unknown(issue.keys).join('');
  return `${name(issue.path.join('.'))}: ${issue.message}`;
}

const unknown = (names: string[]): string[] =>
  names.length === 0 ? [] : [`unknown: ${names.slice(0, mostProblems).map(shown).join(', ')}`];

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
    if (name in query) throw new Failure('invalid_request', `${shown(name)}: given more than once.`);
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
