import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect } from 'vitest';

interface Documented {
  headers?: Record<string, { required?: boolean; schema: object }>;
  content?: Record<string, { schema: object }>;
}
interface Contract {
  paths: Record<string, Record<string, { responses: Record<string, Documented> }>>;
  webhooks: Record<string, { post: { requestBody: { content: { 'application/json': { schema: object } } } } }>;
  components: { schemas: Record<string, object> };
}

export const contract: Contract = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'));

/** The contract lets fields be added; what we serve today must all be in it. */
const closed = (_key: string, value: unknown) =>
  value && typeof value === 'object' && 'properties' in value && !('additionalProperties' in value)
    ? { ...value, additionalProperties: false }
    : value;

const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
ajv.addSchema(JSON.parse(JSON.stringify(contract), closed), 'contract');
const validators = new Map<object, ValidateFunction>();

function validatorOf(schema: object): ValidateFunction {
  // References of the document start at its root; here they start at the document's own name.
  const rooted = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"contract#/'), closed);
  const validate = ajv.compile(rooted);
  validators.set(schema, validate);
  return validate;
}

function check(schema: object, value: unknown, what: string): void {
  const validate = validators.get(schema) ?? validatorOf(schema);
  if (!validate(value)) expect.fail(`${what}: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(value)}`);
}

const templates = Object.keys(contract.paths).map((path) => ({
  path,
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

/** A part of the document, or what it refers to. */
export function resolved<Part extends object>(part: Part): Part {
  const reference = (part as { $ref?: string }).$ref;
  if (!reference) return part;
  const names = reference.slice('#/'.length).split('/');
  return names.reduce((whole: unknown, name) => (whole as Record<string, unknown>)[name], contract) as Part;
}

/**
 * What the OpenAPI document says of this response; undefined for what it has no word on, which is then an error or none of
 * ours.
 */
function documentation(method: string, path: string, status: number): Documented | undefined {
  const template = templates.find(({ pattern }) => pattern.test(path));
  const operation = template && contract.paths[template.path]?.[method === 'HEAD' ? 'get' : method.toLowerCase()];
  if (!operation) return undefined;
  const documented = operation.responses[status] && resolved(operation.responses[status]);
  expect(documented, `${method} ${path} answered ${status}, which is not documented`).toBeDefined();
  return documented;
}

const errorResponse = { $ref: '#/components/schemas/ErrorResponse' };

/** Fails where a response is not what the OpenAPI document promises. Every test's responses go through here. */
export function expectDocumented(method: string, path: string, response: Response, body: unknown): void {
  if (method === 'OPTIONS') return;
  const documented = path.startsWith('/api/') ? documentation(method, path, response.status) : undefined;
  for (const [name, header] of Object.entries(documented?.headers ?? {})) {
    const { required, schema } = resolved(header);
    const value = response.headers.get(name);
    if (required && value === null) expect.fail(`${method} ${path} lacks the header ${name}`);
    if (value !== null) check(schema, 'type' in schema && schema.type === 'integer' ? Number(value) : value, name);
  }
  if (method === 'HEAD') return;
  const schema = documented ? documented.content?.['application/json']?.schema : response.status >= 400 && errorResponse;
  // A browser is shown a page, but never below /api.
  if (!path.startsWith('/api/') && response.headers.get('content-type')?.startsWith('text/html')) return;
  // GraphQL has its own form for what is wrong with an operation.
  if (!schema || (path === '/graphql' && body && typeof body === 'object' && 'errors' in body)) return;
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  check(schema, body, `${method} ${path} ${response.status}`);
}

/** Fails if a message to a webhook endpoint is not what the OpenAPI document promises. */
export function expectMessage(body: { type: string }): void {
  const documented = contract.webhooks[body.type]?.post.requestBody.content['application/json'].schema;
  expect(documented, `a message of the type ${body.type} is not documented`).toBeDefined();
  check(documented ?? {}, body, body.type);
}
