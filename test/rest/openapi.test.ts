import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract, resolved } from '../support/contract.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

test('the served contract is the committed one', async () => {
  const { status, body, headers } = await service.get('/api/v1/openapi.json');
  expect(status).toBe(200);
  expect(body).toEqual(contract);
  expect(headers.get('cache-control')).toBe('public, max-age=300');
  const again = await service.get('/api/v1/openapi.json', { headers: { 'if-none-match': headers.get('etag') ?? '' } });
  expect([again.status, again.text]).toEqual([304, '']);
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
      if (media && (operationId !== 'getContract' || status !== '200'))
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
  expect(JSON.stringify(contract).length).toBeLessThan(130_000);
});
