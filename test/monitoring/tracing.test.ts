import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { importSamples } from '../support/imports.ts';
import { makeKey, sessions } from '../support/people.ts';
import { hasRedis, TestRedis } from '../support/servers/redis.ts';
import { startTestService, type TestService } from '../support/service.ts';

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: string } }[];
}

/** A collector that keeps what it is sent. */
const spans: Span[] = [];
const collector = createServer(async (req, res) => {
  const { resourceSpans } = JSON.parse(await text(req));
  if (req.url === '/v1/traces') spans.push(...resourceSpans[0].scopeSpans[0].spans);
  res.writeHead(200, { 'content-type': 'application/json' }).end('{}');
});
let service: TestService;
let redis: TestRedis | undefined;
beforeAll(async () => {
  await once(collector.listen(0, '127.0.0.1'), 'listening');
  redis = hasRedis ? await TestRedis.start() : undefined;
  const OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/`;
  service = await startTestService({ sessions, env: { OTEL_EXPORTER_OTLP_ENDPOINT, ...(redis && { REDIS_URL: redis.url }) } });
  await importSamples(service.databaseUrl, 'lv');
});
afterAll(async () => {
  await service?.stop();
  await redis?.stop();
  collector.close();
});

test('a request is a span of the trace that its caller began, with what it asked of the database and Redis below it', async () => {
  const key = await makeKey(service, 'ada');
  const [traceId, parent] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7'];
  const headers = { 'x-api-key': key.secret, traceparent: `00-${traceId}-${parent}-01` };
  expect((await service.get('/api/v1/entities?q=sia&sort=-updatedAt', { headers })).status).toBe(200);
  const ours = () => spans.filter((span) => span.traceId === traceId);
  await vi.waitFor(() => expect(ours().some(({ name }) => name === 'request')).toBe(true), { timeout: 60_000 });
  const request = ours().find(({ name }) => name === 'request') as Span;
  const attributes = Object.fromEntries(
    request.attributes.map(({ key: name, value }) => [name, value.stringValue ?? value.intValue]),
  );
  expect(request.parentSpanId).toBe(parent);
  expect(attributes).toMatchObject({ 'http.route': '/api/v1/entities', 'http.response.status_code': '200' });
  const below = ours().filter((span) => span !== request);
  expect(below.map(({ name }) => name)).toContain('database');
  if (redis) expect(below.map(({ name }) => name)).toContain('redis');
  for (const span of ours()) {
    expect(BigInt(span.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(span.startTimeUnixNano));
    expect(JSON.stringify(span)).not.toContain(key.secret);
  }
  for (const { parentSpanId } of below) expect(ours().map(({ spanId }) => spanId)).toContain(parentSpanId);
});

test('a header that is no traceparent begins a trace of its own', async () => {
  const before = spans.length;
  await service.get('/api/v1/plans', { headers: { traceparent: `00-${'0'.repeat(32)}-x` } });
  const plans = () =>
    spans.slice(before).find(({ attributes }) => attributes.some(({ value }) => value.stringValue === '/api/v1/plans'));
  await vi.waitFor(() => expect(plans()).toBeDefined(), { timeout: 60_000 });
  expect(plans()?.traceId).toMatch(/^(?!0{32})[\da-f]{32}$/);
  expect(plans()?.parentSpanId).toBeUndefined();
});
