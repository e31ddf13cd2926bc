import type { Request, RequestHandler, Response } from 'express';
import { type GraphQLSchema, parse } from 'graphql';
import type { z } from 'zod';
import { prepare } from '../src/api/executor.ts';
import type { Services } from '../src/graphql/context.ts';
import { registryFields, rootFields } from '../src/graphql/root-fields.ts';
import { type ErrorCode, needsRetryAfter } from '../src/kernel/errors.ts';
import type { Authenticate, Credential } from '../src/kernel/principal.ts';
import type { Bodies, Rendered } from './bodies.ts';
import { etagOf, hasAlready, hasAny } from './etag.ts';
import { callerOf, exchangeOf } from './exchange.ts';
import { writeHead } from './head.ts';
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
  /**
   * The answer belongs to a version of the data: it has an ETag, and a client that has it already is told so. The ETag is of the
   * answer itself, for two instances may read two servers, of which one lacks an import.
   */
  versioned?: true;
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
export function handlerOf(route: Route, { schema, services, authenticate }: Bridge, bodies?: Bodies): RequestHandler {
  const operation = compile(route, schema);
  const fields = rootFields(schema, parse(route.document));
  const units = registryFields(fields).length;
  const firstStatus = Number(Object.keys(route.answers)[0]);

  const render = async (req: Request, res: Response): Promise<Rendered> => {
    const input = await readInput(route.input, req);
    const { requestId, principal } = exchangeOf(res);
    const result = await operation(route.variables?.(input) ?? {}, { requestId, principal, services });
    const body = route.envelope(result);
    const status = route.status?.(result) ?? firstStatus;
    return {
      status,
      body: body === undefined ? undefined : JSON.stringify(body),
      headers: { 'Cache-Control': route.cacheControl, ...headersOf(route, result) },
    };
  };

  /** An answer that belongs to a version of the data is rendered once for all who ask for it. */
  const renderVersioned = async (req: Request, res: Response): Promise<Rendered> => {
    const version = await services.dataVersion.current();
    const key = `${version} ${req.originalUrl}`;
    const known = bodies?.get(key);
    if (known) return known;
    const rendered = await render(req, res);
    rendered.headers['ETag'] = etagOf(String(rendered.body));
    // Should an import have ended meanwhile, the answer may be of its version already.
    if ((await services.dataVersion.current()) === version) bodies?.set(key, rendered);
    return rendered;
  };

  return async (req, res) => {
    const exchange = exchangeOf(res);
    exchange.route = basePath + route.path;
    if (route.access !== 'public') exchange.principal = await authenticate(route.access, callerOf(req));
    if (route.access === 'session') await services.sessionLimits.count(exchange.principal, fields);
    if (units > 0) await charge(res, services.metering, units);
    await answer(req, res, await (route.versioned ? renderVersioned : render)(req, res));
  };
}

/** Settles the charge and sends, unless the caller was told already that it took too long. */
async function answer(req: Request, res: Response, { status, body, headers }: Rendered): Promise<void> {
  const etag = headers['ETag'];
  const isKnown = etag !== undefined && (hasAny(req) || hasAlready(req, etag));
  const limits = await settle(res, isKnown ? 304 : status);
  if (exchangeOf(res).isOver) return;
  const text = isKnown ? undefined : body;
  writeHead(res, isKnown ? 304 : status, {
    ...headers,
    ...limits,
    ...(needsRetryAfter(status) && { 'Retry-After': '1' }),
    ...(text !== undefined && {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': String(Buffer.byteLength(text)),
    }),
  });
  res.end(text);
}

/** What this answer alone has. */
const headersOf = ({ headers, attachment }: Route, result: Record<string, unknown>): Record<string, string> => ({
  ...headers?.(result),
  ...(attachment && { 'Content-Disposition': `attachment; filename="${attachment}"` }),
});

function compile(route: Route, schema: GraphQLSchema) {
  try {
    return prepare(schema, route.document);
  } catch (error) {
    throw new Error(`The document of ${route.operationId} does not fit the schema: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
