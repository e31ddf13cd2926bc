import { expect, test } from 'vitest';
import { addSomeone, someone, startTestService } from '../support/service.ts';

test('metrics are served on a port of their own: requests by route and status, event-loop lag, pool use', async () => {
  const service = await startTestService({
    env: { METRICS_PORT: '0' },
    authenticate: async () => someone,
  });
  await addSomeone(service.databaseUrl);
  await service.get('/api/v1/plans');
  await service.get('/api/v1/plans');
  await service.get(`/api/v1/${'x'.repeat(20)}`);
  await service.graphql('{ countries { code } }');
  const page = await (await fetch(service.metricsUrl ?? '')).text();
  expect(page).toMatch(/http_request_duration_seconds_count\{method="GET",route="\/api\/v1\/plans",status="200"\} 2/);
  expect(page).toMatch(/http_request_duration_seconds_count\{method="GET",route="unknown",status="404"\} 1/);
  expect(page).toMatch(/nodejs_eventloop_lag_p99_seconds \d/);
  expect(page).toMatch(/database_pool_connections\{state="idle"\} [1-9]/);
  expect(page).toMatch(/metered_units_total\{outcome="granted"\} 1/);
  expect(page).not.toContain('xxx');
  expect((await fetch((service.metricsUrl ?? '').replace('/metrics', '/'))).status).toBe(404);
  expect((await service.get('/metrics')).status).toBe(404);
  await service.stop();
  await expect(fetch(service.metricsUrl ?? '')).rejects.toThrow();
});

test('off unless asked for', async () => {
  const service = await startTestService();
  expect(service.metricsUrl).toBeUndefined();
  await service.stop();
});
