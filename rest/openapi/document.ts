import { type GraphQLSchema, parse } from 'graphql';
import type { z } from 'zod';
import { powersFor, resultSchema, rootFields } from '../../src/api/index.ts';
import { type Power, scopesFor } from '../../src/kernel/access/powers.ts';
import { partOf } from '../route/envelope.ts';
import { type Access, type Answer, basePath, isConditional, type Route } from '../route/route.ts';
import { codeSamples } from './code-samples.ts';
import { Components, type Json } from './components.ts';
import { accessErrors, errorResponses } from './errors.ts';
import { attachmentHeader, etagHeader, headersOf, ownHeaders } from './headers.ts';
import { describeInput, ifNoneMatch, sharedParameters } from './input.ts';
import { introduction, securitySchemes, tags } from './introduction.ts';
import { describeRegistries } from './registries.ts';
import { shareParts } from './shared-parts.ts';
import { describeWebhooks } from './webhooks.ts';

interface DocumentOptions {
  routes: readonly Route[];
  /** The types and descriptions of the fields in answers. */
  schema: GraphQLSchema;
  version: string;
}

/** The OpenAPI 3.1 document of the routes. */
export function createDocument({ routes, schema, version }: DocumentOptions): Json {
  const components = new Components();
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of routes) {
    const path = basePath + route.path;
    paths[path] = { ...paths[path], [route.method]: describeOperation(route, schema, components) };
  }
  for (const form of contractForms) paths[`${basePath}/${form.name}`] = { get: describeContract(form, components) };
  describeRegistries(components);
  const used = new Set(routes.map((route) => route.access));
  const schemes = Object.entries(securitySchemes).filter(([access]) => used.has(access as Access));
  return shareParts({
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
    ...(routes.some(({ tag }) => tag === 'Webhooks') && { webhooks: describeWebhooks(components) }),
    components: {
      schemas: components.schemas,
      ...(used.has('session') && { parameters: sharedParameters }),
      ...(schemes.length > 0 && { securitySchemes: Object.assign({}, ...schemes.map(([, scheme]) => scheme)) }),
    },
  });
}

function describeOperation(route: Route, schema: GraphQLSchema, components: Components): Json {
  const { operationId, tag, summary, description, access, answers, errors = [], isInternal } = route;
  const isMetered = access === 'apiKey';
  const document = parse(route.document);
  const data = resultSchema(schema, document);
  const scopes = isMetered ? scopesOf(powersFor(rootFields(schema, document))) : [];
  const input = describeInput({ route, schema, components });
  // Sessions belong to browsers, and internal operations to one caller.
  const samples = access === 'session' || isInternal ? [] : codeSamples(route, input);
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    security: access === 'public' ? [] : Object.keys(securitySchemes[access]).map((name) => ({ [name]: scopes })),
    ...input,
    responses: {
      ...(isConditional(route) && notModified(isMetered)),
      ...Object.fromEntries(
        Object.entries(answers).map(([status, answer]) => [
          status,
          {
            description: answer.description,
            headers: answerHeaders(Number(status), answer, route),
            ...(answer.body !== undefined && { content: describeBody(answer, data, components) }),
            ...(answer.mediaType && { content: { [answer.mediaType]: { schema: { type: 'string', format: 'binary' } } } }),
          },
        ]),
      ),
      ...errorResponses({
        codes: [...accessErrors[access], ...errors],
        answers,
        components,
        isMetered,
        takesBody: route.method !== 'get',
      }),
    },
    ...(samples.length > 0 && { 'x-codeSamples': samples }),
    ...(isInternal && { 'x-internal': true }),
  };
}

/** The scopes that a key needs. */
const scopesOf = (needed: readonly Power[]) => [...new Set(needed.flatMap(scopesFor))];

const answerHeaders = (status: number, { headers }: Answer, route: Route): Json => ({
  ...headersOf(status, route.access === 'apiKey'),
  ...(isConditional(route) && etagHeader),
  ...(route.attachment && attachmentHeader(route.attachment)),
  ...ownHeaders(headers),
});

const describeBody = ({ body = {}, example }: Answer, data: z.ZodObject, components: Components): Json => ({
  'application/json': { schema: components.add(partOf(body).schema(data), 'output'), ...(example !== undefined && { example }) },
});

const notModified = (isMetered: boolean) => ({
  304: { description: 'Your copy of the answer is still valid.', headers: { ...headersOf(304, isMetered), ...etagHeader } },
});

/** The document describes itself too. */
const contractForms = [
  {
    name: 'openapi.json',
    operationId: 'getContract',
    summary: 'Read this document',
    description: 'The machine-readable contract: OpenAPI 3.1.',
  },
  {
    name: 'postman.json',
    operationId: 'getPostmanCollection',
    summary: 'Read the contract as a collection of requests',
    description: 'For Postman (format v2.1), Insomnia and others.',
  },
];

function describeContract({ name, ...form }: (typeof contractForms)[number], components: Components): Json {
  return {
    ...form,
    tags: ['Contract'],
    security: [],
    parameters: [ifNoneMatch],
    responses: {
      ...notModified(false),
      200: {
        description: 'The document.',
        headers: { ...headersOf(200), ...etagHeader },
        content: { 'application/json': { schema: { type: 'object' } } },
      },
      ...errorResponses({ codes: [], components }),
    },
  };
}
