import { z } from 'zod';
import { type ErrorCode, errorTable } from '../src/kernel/errors.ts';
import { attachmentHeader, etagHeader, headersOf, ownHeaders } from './openapi-headers.ts';
import { type Access, type Answer, basePath, type Route } from './route.ts';

type Json = Record<string, unknown>;

const tags = [
  {
    name: 'Registry',
    description: 'Company records. Metered: each request counts against the limits of the key and the quota of its account.',
  },
  { name: 'Registers', description: 'Where the records come from, and how fresh they are.' },
  { name: 'Account', description: 'The account of the person whose session it is, and its API keys.' },
  { name: 'Plans', description: 'The public plan catalogue.' },
  {
    name: 'Billing',
    description:
      "Paid plans, through the payment provider's own pages. The plan changes when the provider has told us, and by nothing else.",
  },
  { name: 'Health', description: 'The probes of an orchestrator.' },
  { name: 'Contract', description: 'This document.' },
];

const introduction = `One clean door to the company registers of many countries: company records in one normalized schema, read-only, as JSON.

Every response has an \`X-Request-ID\`; a client's own is kept if it is a UUID. Every error has the same body, \`ErrorResponse\`:
branch on \`error.code\`, log \`error.message\`, quote \`error.requestId\`. After a 429 or 503 wait for \`Retry-After\` seconds and a random
delay more. A path that isn't listed here answers 404 \`not_found\`, a method that isn't 405 \`method_not_allowed\`.

Within v1 nullable fields and operations may be added; fields are never removed and never change their type.`;

const ErrorResponse = z
  .object({
    error: z.object({
      code: z.string().meta({ description: 'Machine-readable; branch on this.', examples: ['invalid_request'] }),
      message: z.string().meta({ description: 'Human-readable, for logs.' }),
      requestId: z.guid().optional().meta({ description: 'Ties the error to our log.' }),
      docs: z.url().optional().meta({ description: 'This documentation.' }),
    }),
  })
  .meta({ id: 'ErrorResponse', description: 'The body of every error.' });

const exampleRequestId = '5f0c954e-28f5-4f3c-9f0a-0d6f3d0f0c11';

/** The security schemes, by the access that they give. Any one of them is enough. */
const security: Record<Exclude<Access, 'public'>, Record<string, Json>> = {
  apiKey: {
    ApiKeyHeader: {
      type: 'apiKey',
      in: 'header',
      name: 'X-API-Key',
      description: 'The recommended way to send an API key. It wins where both are sent.',
    },
    ApiKeyBearer: { type: 'http', scheme: 'bearer', description: 'An API key as a bearer token.' },
  },
  session: {
    SessionBearer: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description: 'A session token of the identity provider.',
    },
    SessionCookie: { type: 'apiKey', in: 'cookie', name: 'session', description: 'The cookie of our own sign-in.' },
  },
};

const everywhere: ErrorCode[] = [
  'invalid_request',
  'request_timeout',
  'payload_too_large',
  'internal_error',
  'service_unavailable',
];
const accessErrors: Record<Access, ErrorCode[]> = {
  public: [],
  apiKey: ['api_key_required', 'invalid_api_key', 'rate_limit_exceeded', 'monthly_quota_exceeded'],
  session: ['session_required', 'invalid_session', 'rate_limit_exceeded'],
};

/** The OpenAPI 3.1 document of the routes. */
export function describe(routes: readonly Route[], version: string): Json {
  const components = new Components();
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of routes) {
    const path = basePath + route.path;
    paths[path] = { ...paths[path], [route.method]: operation(route, components) };
  }
  paths[`${basePath}/openapi.json`] = { get: contract(components) };
  const used = new Set(routes.map((route) => route.access));
  const securitySchemes = Object.assign(
    {},
    ...Object.entries(security).map(([access, schemes]) => (used.has(access as Access) ? schemes : {})),
  );
  return {
    openapi: '3.1.1',
    info: {
      title: 'Company Registry',
      version,
      summary: 'Company records of many national registers in one schema.',
      description: introduction,
      contact: { name: 'The developers of Company Registry' },
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: '/', description: 'The server that this document comes from.' }],
    tags: tags.filter(({ name }) => name === 'Contract' || routes.some(({ tag }) => tag === name)),
    security: [],
    paths,
    components: {
      schemas: components.schemas,
      ...(Object.keys(securitySchemes).length > 0 && { securitySchemes }),
    },
  };
}

function operation(route: Route, components: Components): Json {
  const { operationId, summary, description, access, input } = route;
  const metered = access === 'apiKey';
  const errors = [...accessErrors[access], ...(route.errors ?? [])];
  return {
    operationId,
    tags: [route.tag],
    summary,
    description,
    security: access === 'public' ? [] : Object.keys(security[access]).map((name) => ({ [name]: [] })),
    ...(parameters(route, components).length > 0 && { parameters: parameters(route, components) }),
    ...requestBody(input?.body ?? input?.raw?.schema, components),
    responses: {
      ...(isConditional(route) && notModified(metered)),
      ...Object.fromEntries(
        Object.entries(route.answers).map(([status, answer]) => [status, success(Number(status), answer, components, route)]),
      ),
      ...errorResponses(errors, route.answers, components, metered),
    },
  };
}

const requestBody = (schema: z.ZodType | undefined, components: Components): Json =>
  schema
    ? { requestBody: { required: !schema.safeParse(undefined).success, content: json(components.add(schema, 'input')) } }
    : {};

/** The document describes itself too. */
function contract(components: Components): Json {
  return {
    operationId: 'getContract',
    tags: ['Contract'],
    summary: 'Read this document',
    description: 'The machine-readable contract: OpenAPI 3.1.',
    security: [],
    parameters: [ifNoneMatch],
    responses: {
      ...notModified(false),
      200: {
        description: 'The document.',
        headers: { ...headersOf(200), ...etagHeader },
        content: { 'application/json': { schema: { type: 'object' } } },
      },
      ...errorResponses([], {}, components),
    },
  };
}

function parameters(route: Route, components: Components): Json[] {
  const places = { params: 'path', query: 'query', headers: 'header' };
  const declared = (['params', 'query', 'headers'] as const).flatMap((part) => {
    const schema = route.input?.[part];
    if (!schema) return [];
    const { properties = {}, required = [] } = components.add(schema, 'input') as {
      properties?: Record<string, Json>;
      required?: string[];
    };
    return Object.entries(properties).map(([name, { description, examples, ...property }]) => ({
      name,
      in: places[part],
      required: part === 'params' || required.includes(name),
      ...(description !== undefined && { description }),
      schema: numeric(property),
      ...(Array.isArray(examples) && { example: examples[0] }),
    }));
  });
  const headers = Object.entries(route.input?.raw?.headers ?? {}).map(([name, description]) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  }));
  return [...declared, ...headers, ...(isConditional(route) ? [ifNoneMatch] : [])];
}

/** Whether a client that has the answer already is told so. */
const isConditional = ({ versioned, tagged, file }: Route): boolean => Boolean(versioned || tagged || file);

const ifNoneMatch = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The `ETag` of an answer that you have: 304 where it still holds.',
  schema: { type: 'string' },
};
const notModified = (metered: boolean) => ({
  304: { description: 'The answer that you have still holds.', headers: { ...headersOf(304, metered), ...etagHeader } },
});

/** What a query string holds as digits is a number to the reader of the document. */
function numeric(schema: Json): Json {
  const { pattern, default: preset, ...number } = schema;
  if (schema['type'] !== 'integer') return schema;
  return preset === undefined ? number : { ...number, default: Number(preset) };
}

const json = (schema: Json, example?: unknown) => ({ 'application/json': { schema, ...(example !== undefined && { example }) } });

function success(status: number, answer: Answer, components: Components, route: Route): Json {
  const { access, attachment } = route;
  return {
    description: answer.description,
    headers: {
      ...headersOf(status, access === 'apiKey'),
      ...(isConditional(route) && etagHeader),
      ...(attachment && attachmentHeader(attachment)),
      ...ownHeaders(answer.headers),
    },
    ...(answer.mediaType && { content: { [answer.mediaType]: { schema: { type: 'string', format: 'binary' } } } }),
    ...(status !== 204 && !answer.mediaType && { content: json(components.add(answer.body, 'output'), answer.example) }),
  };
}

/** One response for each status, with an example for each code. Every operation can be sent too much, too slowly or what it doesn't know, and can fail. */
function errorResponses(codes: readonly ErrorCode[], answers: object, components: Components, metered = false): Json {
  const schema = components.add(ErrorResponse, 'output');
  const all = [...codes, ...everywhere];
  const statuses = [...new Set(all.map((code) => errorTable[code].status))].filter((status) => !(status in answers)).sort();
  return Object.fromEntries(
    statuses.map((status) => {
      const ofStatus = [...new Set(all)].filter((code) => errorTable[code].status === status);
      const examples = ofStatus.map((code) => {
        const { message } = errorTable[code];
        return [
          code,
          {
            summary: message,
            value: { error: { code, message, requestId: exampleRequestId, docs: 'http://localhost:3000/docs' } },
          },
        ];
      });
      return [
        status,
        {
          description: ofStatus.map((code) => `\`${code}\`: ${errorTable[code].message}`).join('\n'),
          headers: headersOf(status, metered),
          content: { 'application/json': { schema, examples: Object.fromEntries(examples) } },
        },
      ];
    }),
  );
}

/** Schemas with an id go to the components; elsewhere they are referred to. */
class Components {
  readonly schemas: Record<string, Json> = {};

  add(schema: z.ZodType, io: 'input' | 'output'): Json {
    const {
      $schema,
      $defs = {},
      id,
      ...own
    } = relocate(z.toJSONSchema(schema, { io, override: ({ jsonSchema }) => openEnded(jsonSchema, io) })) as Json & {
      $defs?: Record<string, Json>;
    };
    for (const [name, { id: _, ...definition }] of Object.entries($defs)) this.schemas[name] = definition;
    if (typeof id !== 'string') return own;
    this.schemas[id] = own;
    return { $ref: `#/components/schemas/${id}` };
  }
}

/** Within v1 fields may be added to what we send, so a client must not be told that there are no others. */
function openEnded(schema: Json, io: 'input' | 'output'): void {
  if (io === 'output' && schema['additionalProperties'] === false) delete schema['additionalProperties'];
}

const relocate = (schema: unknown): unknown =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));
