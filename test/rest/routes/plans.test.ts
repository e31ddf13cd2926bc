import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Bodies } from '../../support/bodies.ts';
import { startTestService, type TestService } from '../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

test('the catalogue has the three plans of the contract, cheapest first', async () => {
  const { status, body, headers } = await service.get<Bodies['listPlans']>('/api/v1/plans');
  expect(status).toBe(200);
  expect(body).toEqual({
    data: [
      {
        id: 'free',
        name: 'Free',
        monthlyPriceEur: 0,
        monthlyRequests: 1000,
        requestsPerMinute: 60,
        maxApiKeys: 1,
        maxWatchLists: 1,
        maxWatchedCompanies: 50,
        maxMembers: 3,
        maxWebhookEndpoints: 1,
      },
      {
        id: 'pro',
        name: 'Pro',
        monthlyPriceEur: 29,
        monthlyRequests: 100000,
        requestsPerMinute: 600,
        maxApiKeys: 5,
        maxWatchLists: 20,
        maxWatchedCompanies: 5000,
        maxMembers: 10,
        maxWebhookEndpoints: 10,
      },
      {
        id: 'business',
        name: 'Business',
        monthlyPriceEur: 99,
        monthlyRequests: 1000000,
        requestsPerMinute: 3000,
        maxApiKeys: 20,
        maxWatchLists: 200,
        maxWatchedCompanies: 100000,
        maxMembers: 50,
        maxWebhookEndpoints: 50,
      },
    ],
  });
  expect(headers.get('cache-control')).toBe('public, max-age=300');
});

test('needs no credential, and does not mind one', async () => {
  const { status } = await service.get('/api/v1/plans', {
    headers: { authorization: 'Bearer nonsense', 'x-api-key': 'nonsense' },
  });
  expect(status).toBe(200);
});

test('HEAD has the headers without the body', async () => {
  const { status, headers, text } = await service.get('/api/v1/plans', { method: 'HEAD' });
  expect(status).toBe(200);
  expect(Number(headers.get('content-length'))).toBeGreaterThan(100);
  expect(text).toBe('');
});
