import { afterAll, beforeAll, expect, test } from 'vitest';
import { statuses } from '../../src/company/values.ts';
import { errorTable } from '../../src/kernel/errors.ts';
import { contract, resolved } from '../support/contract.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

test('the served contract is the committed one', async () => {
  const { status, body } = await service.get('/api/v1/openapi.json');
  expect(status).toBe(200);
  expect(body).toEqual(contract);
});

test.each(['openapi.json', 'postman.json'])('%s may be kept, and is sent once', async (name) => {
  const path = `/api/v1/${name}`;
  const { headers } = await service.get(path);
  expect(headers.get('cache-control')).toBe('public, max-age=300');
  const again = await service.get(path, { headers: { 'if-none-match': headers.get('etag') ?? '' } });
  expect([again.status, again.text]).toEqual([304, '']);
  expect((await service.get(`${path}?x=1`)).body.error.code).toBe('invalid_request');
  expect((await service.get(path, { method: 'POST' })).headers.get('allow')).toBe('GET, HEAD');
});

test('every operation is complete', () => {
  const operations = Object.values(contract.paths).flatMap((path) => Object.values(path)) as unknown as Record<string, unknown>[];
  expect(operations.length).toBeGreaterThanOrEqual(4);
  for (const { operationId, summary, description, tags, security, responses } of operations) {
    expect({ operationId, summary, description }).toEqual({
      operationId: expect.any(String),
      summary: expect.any(String),
      description: expect.any(String),
    });
    expect(tags).toHaveLength(1);
    expect(security, `${operationId} says who may call it`).toBeInstanceOf(Array);
    for (const [status, reference] of Object.entries(
      responses as Record<string, { headers: object; content?: Record<string, { example?: unknown; examples?: object }> }>,
    )) {
      const response = resolved(reference);
      expect(Object.keys(response.headers), `${operationId} ${status}`).toContain('X-Request-ID');
      const media = response.content?.['application/json'];
      if (media && (String(tags) !== 'Contract' || status !== '200'))
        expect(media?.example ?? media?.examples, `${operationId} ${status} has an example`).toBeDefined();
    }
  }
});

test('the reference shows every operation of the contract, with all that the contract says of it', async () => {
  const { status, headers, text } = await service.get('/docs');
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  for (const [path, methods] of Object.entries(contract.paths))
    for (const [method, operation] of Object.entries(methods as unknown as Record<string, { operationId: string }>)) {
      expect(text).toContain(`id="${operation.operationId}"`);
      expect(text).toContain(`<code>${method.toUpperCase()} ${path}</code>`);
    }
  expect(text).not.toMatch(/undefined|\[object|\[empty/);
});

test('what operations have in common is described once', () => {
  const { responses, headers } = contract.components as unknown as Record<string, Record<string, object>>;
  expect(Object.keys(headers ?? {})).toContain('X-Request-ID');
  expect(Object.keys(responses ?? {})).toContain('404-entity_not_found-metered');
  const { schemas, ...parts } = contract.components;
  // The national fields are as many as the registers have.
  const common = Object.entries(schemas).filter(([name]) => !/^Registry[A-Z]{2}$/.test(name));
  const operations = Object.values(contract.paths).flatMap(Object.keys).length;
  const document = { ...contract, components: { ...parts, schemas: Object.fromEntries(common) } };
  expect(JSON.stringify(document).length / operations).toBeLessThan(5_400);
  expect(JSON.stringify(contract).length / operations).toBeLessThan(6_500);
});

interface Described {
  operationId: string;
  tags: string[];
  security: object[];
  responses: Record<string, unknown>;
  'x-internal'?: boolean;
  'x-codeSamples'?: { label: string; source: string }[];
}
const operations = Object.values(contract.paths).flatMap((methods) =>
  Object.entries(methods as unknown as Record<string, Described>).map(([method, operation]) => ({ method, ...operation })),
);

test('a body that is too large is an answer only where there is a body', () => {
  for (const { method, operationId, responses } of operations) expect('413' in responses, operationId).toBe(method !== 'get');
});

test('the webhook and the reports of leaked keys alone are internal', () => {
  expect(operations.filter((one) => one['x-internal']).map(({ operationId }) => operationId)).toEqual([
    'receiveLeakReports',
    'receivePaymentEvent',
  ]);
});

test('the known values of a status and of an error code are told; new ones may come', () => {
  const schemas = contract.components.schemas as unknown as Record<string, { properties: Record<string, Known> }>;
  interface Known {
    type: string;
    'x-extensible-enum': string[];
    properties: Record<string, Known>;
  }
  for (const name of ['EntitySummary', 'EntityDetail', 'EntitySuggestion'])
    expect(schemas[name]?.properties['status'], name).toMatchObject({ type: 'string', 'x-extensible-enum': statuses });
  const code = schemas['ErrorResponse']?.properties['error']?.properties['code'];
  expect(code).toMatchObject({ type: 'string', 'x-extensible-enum': Object.keys(errorTable) });
});

test('whatever a program may call has samples, and the reference shows them with its own address', async () => {
  const { text } = await service.get('/docs');
  for (const { operationId, security, 'x-codeSamples': samples = [], ...one } of operations) {
    const isForPrograms = !one['x-internal'] && !one.tags.includes('Contract');
    const needsSession = security.some((scheme) => !Object.keys(scheme).some((name) => name.startsWith('ApiKey')));
    expect(samples.length > 0, operationId).toBe(isForPrograms && !needsSession);
  }
  expect(text).toContain(`curl &#39;${service.url}/api/v1/entities?q=holding&#39;`);
  expect(text).not.toContain('http://localhost:3000/api');
});
