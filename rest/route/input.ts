import type { Request } from 'express';
import { z } from 'zod';
import { Failure } from '../../src/kernel/errors.ts';
import { maxProblems } from '../../src/kernel/rules.ts';
import { readBody, readJson } from '../edge/body.ts';
import { hasBody } from '../edge/connection.ts';
import { parseQuery, unknownNames } from '../edge/query-string.ts';

/** The parts of a request that carry input. An undeclared body is ignored; undeclared parameters are refused. */
export interface InputSchemas {
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** By the names of the headers, as they are written in the documentation. */
  headers?: z.ZodObject;
  body?: z.ZodObject | z.ZodOptional<z.ZodObject>;
  /** Set if the body may be larger than others. */
  maxBodyBytes?: number;
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
  const read = (part: Exclude<keyof InputSchemas, 'raw' | 'maxBodyBytes'>, value: unknown) => {
    const schema = schemas?.[part];
    const parsed = schema?.safeParse(value);
    if (parsed?.success) input[part] = parsed.data;
    else problems.push(...(parsed?.error?.issues ?? []).map((issue) => problemOf(issue, part, schema)));
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
    const body = await readJson(req, schemas.maxBodyBytes);
    const isLeftOut = schemas.body instanceof z.ZodOptional && !hasBody(req);
    if (body === undefined && !isLeftOut)
      throw new Failure('invalid_request', 'The body must be JSON, sent as application/json.');
    read('body', body);
  }
  if (schemas?.raw) input['raw'] = await readRaw(schemas.raw, req);
  if (problems.length > 0) throw new Failure('invalid_request', `${problems.slice(0, maxProblems).join('; ')}.`);
  return input as Input<Schemas>;
}

async function readRaw({ limit, headers }: RawBody, req: Request): Promise<Raw> {
  const bytes = await readBody(req, limit);
  const sent = Object.keys(headers).map((name) => req.get(name));
  return { bytes, headers: sent.filter((value) => value !== undefined) };
}

/** A value that is checked by a schema. Throws one invalid_request with all its problems; `name` is what the value is called. */
export function checkedValue<Schema extends z.ZodType>(schema: Schema, value: unknown, name: string): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const named = z.object({ [name]: schema });
  const issues = parsed.error.issues.slice(0, maxProblems);
  const problems = issues.map((issue) => problemOf({ ...issue, path: [name, ...issue.path] }, 'body', named));
  throw new Failure('invalid_request', `${problems.join('; ')}.`);
}

/** The names that an object of the input can have. */
function namesIn(schema: unknown, [first, ...path]: PropertyKey[]): string[] {
  if (schema instanceof z.ZodOptional) return namesIn(schema.unwrap(), first === undefined ? [] : [first, ...path]);
  if (schema instanceof z.ZodArray) return namesIn(schema.element, path);
  if (!(schema instanceof z.ZodObject)) return [];
  return first === undefined ? Object.keys(schema.shape) : namesIn(schema.shape[String(first)], path);
}

/** As in `items[3].country`. */
const placeOf = (path: PropertyKey[]): string =>
  path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '');

function problemOf(issue: z.core.$ZodIssue, part: keyof InputSchemas, schema: unknown): string {
  const place = placeOf(issue.path);
  if (issue.code === 'unrecognized_keys')
    return (place && `${place}: `) + unknownNames(issue.keys, namesIn(schema, issue.path)).join('');
  const name = place || (part === 'body' ? 'the body' : '');
  return `${name}: ${messageOf(issue)}`;
}

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
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
