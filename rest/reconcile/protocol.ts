/*
 * The Reconciliation Service API 0.2, written from its specification (reconciliation-api.github.io/specs/0.2). The service checks
 * what it reads by these schemas, and tests check what it answers. Objects of the service are strict, so that a field that the
 * protocol does not have is found. Objects of clients may have more where the specification allows it.
 */
import { z } from 'zod';
import { type Cell, propertyIds } from './properties.ts';

const text = z.string().min(1);
const wholeNumber = z.int('must be a whole number');

const typeOfEntity = z.strictObject({ id: text, name: text });
const service = z.strictObject({ service_url: z.url(), service_path: text });
const suggestService = service.extend({
  flyout_service_url: z.url().optional(),
  // biome-ignore lint/suspicious/noTemplateCurlyInString: this is how the protocol writes the place of an id.
  flyout_service_path: z.string().includes('${id}').optional(),
});
const template = z.string().includes('{{id}}');

export const manifest = z.strictObject({
  versions: z.array(text).refine((versions) => versions.includes('0.2'), 'must include 0.2'),
  name: text,
  identifierSpace: z.url(),
  schemaSpace: z.url(),
  documentation: z.url(),
  serviceVersion: text,
  defaultTypes: z.array(typeOfEntity).min(1),
  view: z.strictObject({ url: template }),
  preview: z.strictObject({ url: template, width: z.int().positive(), height: z.int().positive() }),
  suggest: z.strictObject({ entity: suggestService, property: suggestService }),
  extend: z.strictObject({ propose_properties: service, property_settings: z.array(z.never()) }),
  batchSize: z.int().positive(),
});

const single = z.union(
  [z.string(), z.number(), z.boolean(), z.object({ id: z.string(), name: z.string().optional() })],
  'must be text, a number, true or false, or an object with an id',
);
export type PropertyValue = z.output<typeof single>;

const query = z
  .strictObject({
    query: z.string().optional(),
    type: z.union([z.string(), z.array(z.string())], 'must be text, or a list of texts').optional(),
    limit: wholeNumber.min(1, 'must be at least 1').optional(),
    properties: z.array(z.object({ pid: z.string(), v: z.union([single, z.array(single)]) })).optional(),
    type_strict: z.enum(['any', 'all', 'should']).optional(),
  })
  .refine(({ query, properties = [] }) => query !== undefined || properties.length > 0, 'must have a query or properties');

export type ReconciliationQuery = z.output<typeof query>;
/** By their keys. A record of Zod would drop the key `__proto__`. */
export const queryBatch = z.preprocess(
  (sent) => (typeof sent === 'object' && sent !== null && !Array.isArray(sent) ? new Map(Object.entries(sent)) : sent),
  z.map(z.string(), query, 'must be an object'),
);

const candidate = z.strictObject({
  id: z.uuid(),
  name: text,
  description: text.optional(),
  type: z.array(typeOfEntity),
  score: z.number().min(0).max(1),
  match: z.boolean(),
  features: z
    .array(z.strictObject({ id: text, value: z.union([z.number(), z.boolean()]) }))
    .refine((features) => new Set(features.map(({ id }) => id)).size === features.length, 'ids must be unique'),
});

export type Candidate = z.output<typeof candidate>;
export const resultBatch = z.record(z.string(), z.strictObject({ result: z.array(candidate) }));

const suggested = z.strictObject({ id: text, name: text, description: text.optional() });
export const suggestedEntities = z.strictObject({ result: z.array(suggested.extend({ notable: z.array(typeOfEntity) })) });
export const suggestedProperties = z.strictObject({ result: z.array(suggested) });
export const flyout = z.strictObject({ id: text, html: text });

export const proposedProperties = z.strictObject({
  type: text,
  limit: wholeNumber.optional(),
  properties: z.array(z.strictObject({ id: z.enum(propertyIds), name: text })),
});

export const extensionQuery = z.object({
  ids: z.array(z.string()),
  properties: z
    .array(z.object({ id: z.string(), settings: z.record(z.string(), z.unknown()).nullish() }))
    .max(100, 'may have 100 entries at most'),
});

const moment = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T\d\d:\d\d:\d\dZ$/;
const cell: z.ZodType<Cell> = z.union([z.strictObject({ str: text }), z.strictObject({ date: z.string().regex(moment) })]);

export const extension = z.strictObject({
  meta: z.array(z.strictObject({ id: z.string(), name: z.string() })),
  rows: z.record(z.string(), z.record(z.string(), z.array(cell))),
});
