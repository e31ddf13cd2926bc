import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, test } from 'vitest';
import { importLog } from '../../src/intake/index.ts';
import { deliver, Life, settings } from '../support/billing.ts';
import { importSamples } from '../support/imports.ts';
import { sessions } from '../support/people.ts';
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
  expect(page).toMatch(
    /company_registry_http_request_duration_seconds_count\{method="GET",route="\/api\/v1\/plans",status="200"\} 2/,
  );
  expect(page).toMatch(/company_registry_http_request_duration_seconds_count\{method="GET",route="unknown",status="404"\} 1/);
  expect(page).toMatch(/nodejs_eventloop_lag_p99_seconds \d/);
  expect(page).toMatch(/company_registry_database_pool_connections\{state="idle"\} [1-9]/);
  expect(page).toMatch(/company_registry_metered_units_total\{outcome="granted"\} 1/);
  expect(page).toMatch(/company_registry_build_info\{version="[\d.]+",migration="\d{14}"\} 1/);
  expect(page).toMatch(/company_registry_failed_credentials_total 0/);
  expect(page).toMatch(/company_registry_searches_waiting 0/);
  expect(page).toMatch(/company_registry_replica_lag_seconds 0/);
  expect(page).toMatch(/company_registry_reads_on_replica 0/);
  expect(page).toMatch(/company_registry_import_failed_total\{register="gb"\} 0/);
  expect(page).toMatch(/company_registry_register_update_interval_seconds\{register="gb"\} 2678400/);
  const names = [...page.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name);
  expect(names.filter((name) => !/^(company_registry|process|nodejs)_/.test(name))).toEqual([]);
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

test('failed credentials, payment events, and the last import of each register are counted', async () => {
  const service = await startTestService({ env: { METRICS_PORT: '0' }, sessions, payments: settings });
  await importSamples(service.databaseUrl, 'lv');
  for (const key of ['crd_wrong', 'nonsense']) await service.get('/api/v1/countries', { headers: { 'x-api-key': key } });
  const client = new pg.Client(service.databaseUrl);
  await client.connect();
  for (const days of [100, 0])
    await importLog.addFailure(client, {
      registerId: 'gb',
      at: new Date(Date.now() - days * 86_400_000),
      file: 'x',
      reason: 'y',
    });
  await client.query(`INSERT INTO running_import VALUES ('md', 'killed.xlsx', now()), ('gleif', 'killed.csv', now())`);
  await client.query(`INSERT INTO identifier_run SELECT gen_random_uuid(), 'gleif', 'lei2.csv', '', '[]', NULL, 'http://x', now(),
    0, 0, 0, 0, 0, 0, 0, true`);
  await client.query("DELETE FROM import_failure WHERE at < now() - interval '90 days'");
  await client.end();
  const event = new Life(randomUUID()).event('created');
  for (let times = 0; times < 2; times++) await deliver(service.url, event);
  const page = await (await fetch(service.metricsUrl ?? '')).text();
  expect(page).toMatch(/company_registry_failed_credentials_total 2/);
  expect(page).toMatch(/company_registry_payment_events_total\{outcome="(applied|ignored)"\} 1/);
  expect(page).toMatch(/company_registry_payment_events_total\{outcome="duplicate"\} 1/);
  const moment = Number(/company_registry_register_last_import_timestamp_seconds\{register="lv"\} (\S+)/.exec(page)?.[1]);
  expect(Math.abs(moment - Date.now() / 1_000)).toBeLessThan(600);
  // The deleted failure still counts, because a counter must not fall.
  expect(page).toMatch(/company_registry_import_failed_total\{register="gb"\} 2/);
  expect(page).toMatch(/company_registry_import_failed_total\{register="md"\} 1/);
  // The one of GLEIF was killed after its commit.
  expect(page).toMatch(/company_registry_import_failed_total\{register="gleif"\} 0/);
  expect(page).toMatch(/company_registry_register_last_import_timestamp_seconds\{register="gleif"\} \d/);
  expect(page).toMatch(/company_registry_register_update_interval_seconds\{register="gleif"\} 86400/);
  const refused = service.log.entries().find(({ code }) => code === 'invalid_api_key');
  expect(refused).toMatchObject({ status: 401, severity: 'info', level: 30 });
  await service.stop();
});
