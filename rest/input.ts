import type { Request } from 'express';
import { z } from 'zod';
import { Failure } from '../src/kernel/errors.ts';
import { readBody, readJson } from './body.ts';
import { hasBody } from './connection.ts';
import { mostProblems, parseQuery, unknownNames } from './query-string.ts';

/** The parts of a request that carry input. A body that isn't declared is not looked at; parameters that aren't are refused. */
export interface InputSchemas {
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** By the names of the headers, as they are written in the documentation. */
  headers?: z.ZodObject;
  body?: z.ZodObject | z.ZodOptional<z.ZodObject>;
  raw?: RawBody;
}

/** A body that is taken as it came, byte for byte, with the headers that sign it. */
interface RawBody {
  /** In bytes. */
  limit: number;
  /** By name, with what they are. */
  headers: Record<string, string>;
  /** For the documentation alone: nothing of the body is looked at. */
  schema: z.ZodType;
}

interface Raw {
  bytes: Buffer;
  /** Of the declared headers, those that were sent. */
  headers: string[];
}

export type Input<Schemas extends InputSchemas> = {
  [Part in keyof Schemas]: Schemas[Part] extends z.ZodType
    ? z.output<Schemas[Part]>
    : Schemas[Part] extends RawBody
      ? Raw
      : never;
};

/** The declared parts of a request, validated. Anything wrong is one invalid_request that names all of it. */
export async function readInput<Schemas extends InputSchemas>(
  schemas: Schemas | undefined,
  req: Request,
): Promise<Input<Schemas>> {
  const input: Record<string, unknown> = {};
  const problems: string[] = [];
  const read = (part: Exclude<keyof InputSchemas, 'raw'>, value: unknown) => {
    const parsed = schemas?.[part]?.safeParse(value);
    if (parsed?.success) input[part] = parsed.data;
    else problems.push(...(parsed?.error?.issues ?? []).map((issue) => problemOf(issue, part)));
  };

  if (schemas?.params) read('params', req.params);
  const query = parseQuery(req.url);
  if (schemas?.query) read('query', query);
  else problems.push(...unknownNames(Object.keys(query)));
  if (schemas?.headers) {
    const names = Object.keys(schemas.headers.shape);
    read('headers', Object.fromEntries(names.map((name) => [name, req.get(name)])));
  }
  if (schemas?.body) {
    const body = await readJson(req);
    const isLeftOut = schemas.body instanceof z.ZodOptional && !hasBody(req);
    if (body === undefined && !isLeftOut)
      throw new Failure('invalid_request', 'The body must be JSON, sent as application/json.');
    read('body', body);
  }
  if (schemas?.raw) input['raw'] = await readRaw(schemas.raw, req);
  if (problems.length > 0) throw new Failure('invalid_request', `${problems.slice(0, mostProblems).join('; ')}.`);
  return input as Input<Schemas>;
}

async function readRaw({ limit, headers }: RawBody, req: Request): Promise<Raw> {
  const bytes = await readBody(req, limit);
  const sent = Object.keys(headers).map((name) => req.get(name));
  return { bytes, headers: sent.filter((value) => value !== undefined) };
}

function problemOf(issue: z.core.$ZodIssue, part: keyof InputSchemas): string {
  if (issue.code === 'unrecognized_keys') return unknownNames(issue.keys).join('');
  const name = issue.path.join('.') || (part === 'body' ? 'the body' : '');
  return `${name}: ${issue.message}`;
}
