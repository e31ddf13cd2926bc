/** A schema of the contract. Only what the reference shows. */
export interface Schema {
  $ref?: string;
  title?: string;
  description?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  'x-extensible-enum'?: unknown[];
  default?: unknown;
  examples?: unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
}

export interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
  example?: unknown;
}

export interface Media {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

export interface Response {
  $ref?: string;
  description: string;
  headers?: Record<string, { $ref?: string; description?: string; schema?: Schema }>;
  content?: Record<string, Media>;
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security?: Record<string, unknown>[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, Response>;
  'x-internal'?: true;
}

/** The part of an OpenAPI document that the reference shows. */
export interface OpenApi {
  info: { title: string; version: string };
  tags: { name: string; description?: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas?: Record<string, Schema> };
}

/** An operation with its address. */
export interface Entry extends Operation {
  path: string;
  method: string;
}

/** The credential that an operation needs. */
export type Access = 'key' | 'session' | 'none';

export function accessOf({ security = [] }: Operation): Access {
  const names = security.flatMap((scheme) => Object.keys(scheme));
  if (names.length === 0) return 'none';
  return names.some((name) => name.startsWith('ApiKey')) ? 'key' : 'session';
}

/** What a successful answer of the operation contains. */
export function answerOf({ responses }: Operation): 'json' | 'file' | 'none' {
  const good = Object.entries(responses).filter(([status]) => status < '300');
  const types = good.flatMap(([, { content = {} }]) => Object.keys(content));
  if (types.length === 0) return 'none';
  return types.includes('application/json') ? 'json' : 'file';
}

export const entriesOf = (document: OpenApi): Entry[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, path, method: method.toUpperCase() })),
  );

/** Reads references within one document. */
export type Resolve = <Part extends { $ref?: string }>(part: Part) => Part;

export const resolverOf =
  (document: OpenApi): Resolve =>
  (part) => {
    if (!part.$ref) return part;
    const names = part.$ref.replace(/^#\//, '').split('/');
    const found = names.reduce(
      (inner: unknown, name) => (inner as Record<string, unknown>)[name.replaceAll('~1', '/')],
      document,
    );
    return found as typeof part;
  };

/** A schema without its references, in which "a value or null" is the value. */
export interface PlainSchema extends Schema {
  isNullable: boolean;
  /** The name of the component that it comes from. */
  component?: string;
}

export function plainSchema(schema: Schema, resolve: Resolve): PlainSchema {
  const { $ref, anyOf, ...own } = schema;
  if ($ref) {
    const inner = plainSchema(resolve<Schema>({ $ref }), resolve);
    return { component: $ref.split('/').at(-1) ?? '', ...inner, ...own };
  }
  const choices = anyOf?.filter(({ type }) => type !== 'null');
  if (anyOf && choices?.length === 1 && choices[0])
    return { ...plainSchema(choices[0], resolve), ...own, isNullable: choices.length < anyOf.length };
  const types = [schema.type ?? []].flat();
  const others = types.filter((type) => type !== 'null');
  return { ...schema, ...(others.length > 0 && { type: others }), isNullable: others.length < types.length };
}

/** The values that a schema allows or is known to have. */
export const valuesOf = (schema: Schema): unknown[] | undefined =>
  schema.enum ?? schema['x-extensible-enum'] ?? (schema.const === undefined ? undefined : [schema.const]);
