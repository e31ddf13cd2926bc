import type { RequestHandler, Response } from 'express';
import { type GraphQLSchema, parse } from 'graphql';
import type { z } from 'zod';
import { type ErrorCode, needsRetryAfter } from '../src/errors.ts';
import type { Services } from '../src/graphql/context.ts';
import { prepare } from '../src/graphql/executor.ts';
import { registryFields, rootFields } from '../src/graphql/root-fields.ts';
import type { Authenticate, Credential } from '../src/identity/principal.ts';
import { etagOf, hasAlready, hasAny } from './etag.ts';
import { callerOf, exchangeOf } from './exchange.ts';
import { readInput } from './input.ts';
import { charge, settle } from './metered.ts';

export type Access = 'public' | Credential;

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
export interface RawBody {
  /** In bytes. */
  limit: number;
  /** By name, with what they are. */
  headers: Record<string, string>;
  /** For the documentation alone: nothing of the body is looked at. */
  schema: z.ZodType;
}

export interface Raw {
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

/** A body that the operation may answer with. */
export interface Answer {
  description: string;
  /** Headers that it may have beside those of every response, with what they are. */
  headers?: Record<string, string>;
  body: z.ZodType;
  example: unknown;
}

/**
 * A route: one declaration from which come its validation, its execution, its status and headers, and its entry in the
 * OpenAPI document. What is documented can't differ from what is served.
 */
export interface Route<Schemas extends InputSchemas = InputSchemas, Result = Record<string, unknown>> {
  operationId: string;
  method: 'get' | 'post' | 'delete';
  /** Below /api/v1, parameters in braces. */
  path: `/${string}`;
  tag: string;
  summary: string;
  description: string;
  access: Access;
  input?: Schemas;
  /** The GraphQL operation that does the work. */
  document: string;
  variables?(input: Input<Schemas>): Record<string, unknown>;
  /** The data of the operation as the body of the answer. */
  envelope(result: Result): unknown;
  /** Those of the answer's own headers that it has. */
  headers?(result: Result): Record<string, string>;
  /** Needed where there is more than one answer. */
  status?(result: Result): number;
  answers: Record<number, Answer>;
  /** Codes beyond those that the access brings, and internal_error. */
  errors?: ErrorCode[];
  cacheControl: string;
  /** The answer is a file to be saved, under this name. */
  attachment?: string;
  /** The answer belongs to a version of the data: it has an ETag, and a client that has it already is told so. */
  versioned?: boolean;
}

/** Declares a route, with its types inferred. */
export const route = <Schemas extends InputSchemas, Result>(declaration: Route<Schemas, Result>) => declaration as Route;

export const basePath = '/api/v1';

/** The path as Express spells it. */
export const expressPath = ({ path }: Route): string => basePath + path.replaceAll(/\{(\w+)\}/g, ':$1');

export interface Bridge {
  schema: GraphQLSchema;
  services: Services;
  authenticate: Authenticate;
}

/** The handler of a route. Its document is compiled here, at the start; one that doesn't fit the schema stops it. */
export function handlerOf(route: Route, { schema, services, authenticate }: Bridge): RequestHandler {
  const operation = compile(route, schema);
  const fields = rootFields(schema, parse(route.document));
  const units = registryFields(fields).length;
  const firstStatus = Number(Object.keys(route.answers)[0]);

  return async (req, res) => {
    const exchange = exchangeOf(res);
    exchange.route = basePath + route.path;
    if (route.access !== 'public') exchange.principal = await authenticate(route.access, callerOf(req));
    if (route.access === 'session') await services.sessionLimits.count(exchange.principal, fields);
    if (units > 0) await charge(res, services.metering, units);
    const input = await readInput(route.input, req);
    // Should an import end before the answer is made, the tag is of the version before, and simply never fits again.
    const etag = route.versioned && etagOf(await services.dataVersion.current(), req.originalUrl);
    if (etag) res.setHeader('ETag', etag);
    res.setHeader('Cache-Control', route.cacheControl);
    if (etag && hasAlready(req, etag)) return answer(res, 304);
    const { requestId, principal } = exchange;
    const result = await operation(route.variables?.(input) ?? {}, { requestId, principal, services });
    const body = route.envelope(result);
    if (etag && hasAny(req)) return answer(res, 304);
    await answer(res, route.status?.(result) ?? firstStatus, body, headersOf(route, result));
  };
}

/** Settles the charge and sends. */
async function answer(res: Response, status: number, body?: unknown, headers: Record<string, string> = {}): Promise<void> {
  await settle(res, status);
  if (exchangeOf(res).isOver) return;
  res.status(status).set(headers);
  if (needsRetryAfter(status)) res.set('Retry-After', '1');
  if (body === undefined) res.end();
  else sendJson(res, body);
}

/** What this answer alone has. */
const headersOf = ({ headers, attachment }: Route, result: Record<string, unknown>): Record<string, string> => ({
  ...headers?.(result),
  ...(attachment && { 'Content-Disposition': `attachment; filename="${attachment}"` }),
});

/** In one write with the headers, which the ways of Express don't lead to. */
function sendJson(res: Response, body: unknown): void {
  const text = JSON.stringify(body);
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Content-Length', Buffer.byteLength(text));
  res.end(text);
}

function compile(route: Route, schema: GraphQLSchema) {
  try {
    return prepare(schema, route.document);
  } catch (error) {
    throw new Error(`The document of ${route.operationId} does not fit the schema: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
