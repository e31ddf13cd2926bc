import type { Request } from 'express';
import { z } from 'zod';
import { Failure } from '../../src/kernel/errors.ts';
import { readBody, readJson } from '../edge/body.ts';
import { hasBody } from '../edge/connection.ts';
import { mostProblems, parseQuery, unknownNames } from '../edge/query-string.ts';

/** The parts of a request that carry input. An undeclared body is ignored; undeclared parameters are refused. */
export interface InputSchemas {
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** By the names of the headers, as they are written in the documentation. */
  headers?: z.ZodObject;
  body?: z.ZodObject | z.ZodOptional<z.ZodObject>;
  raw?: RawBody;
}

/** A body that is read byte for byte, with the headers that sign it. */
interface RawBody {
  /** In bytes. */
  limit: number;
  /** The descriptions of the headers, by name. */
  headers: Record<string, string>;
  /** Only for the documentation: the body is not validated. */
  schema: z.ZodType;
}

interface Raw {
  bytes: Buffer;
  /** The declared headers that were sent. */
  headers: string[];
}

export type Input<Schemas extends InputSchemas> = {
  [Part in keyof Schemas]: Schemas[Part] extends z.ZodType
    ? z.output<Schemas[Part]>
    : Schemas[Part] extends RawBody
      ? Raw
      : never;
};

/** The declared parts of a request, validated. All problems are reported together in one invalid_request. */
export async function readInput<Schemas extends InputSchemas>(
  schemas: Schemas | undefined,
  req: Request,
): Promise<Input<Schemas>> {
  const input: Record<string, unknown> = {};
  const problems: string[] = [];
  const read = (part: Exclude<keyof InputSchemas, 'raw'>, value: unknown) => {
    const schema = schemas?.[part];
    const parsed = schema?.safeParse(value);
    if (parsed?.success) input[part] = parsed.data;
    else problems.push(...(parsed?.error?.issues ?? []).map((issue) => problemOf(issue, part, namesIn(schema))));
  };

  if (schemas?.params) read('params', req.params);
  const query = parseQuery(req.url);
  if (schemas?.query) read('query', query);
  else problems.push(...unknownNames(Object.keys(query), []));
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

const namesIn = (schema: InputSchemas['body']): string[] =>
  Object.keys((schema instanceof z.ZodOptional ? schema.unwrap() : schema)?.shape ?? {});

function problemOf(issue: z.core.$ZodIssue, part: keyof InputSchemas, known: string[]): string {
  if (issue.code === 'unrecognized_keys') return unknownNames(issue.keys, known).join('');
  const name = issue.path.join('.') || (part === 'body' ? 'the body' : '');
  return `${name}: ${messageOf(issue)}`;
}

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
};

/** Our schemas have their own messages. The messages of the library, such as for a missing value, are reworded. */
function messageOf(issue: z.core.$ZodIssue): string {
  if (!/^(Invalid|Too) /.test(issue.message)) return issue.message;
  if (issue.message.endsWith('received undefined')) return 'is required';
  if (issue.code === 'invalid_type') return `must be ${kinds[issue.expected] ?? 'of another kind'}`;
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`;
  if (issue.code === 'too_small') return `must be at least ${issue.minimum}`;
  if (issue.code === 'too_big') return `must be at most ${issue.maximum}`;
  return 'is not valid';
}
