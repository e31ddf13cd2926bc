import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { startLocalProvider } from '../../src/development/payments/server.ts';
import { deliver, Life, settings } from '../support/billing.ts';
import { ask, meteringGround, type TestAccount } from '../support/metering.ts';
import { as, post } from '../support/people.ts';
import { DatabaseProxy } from '../support/servers/proxy.ts';
import type { Answer, TestService } from '../support/service.ts';

/** A service with payments, and a proxy between it and its database. */
export async function outageGround() {
  const provider = await startLocalProvider();
  // Events of the tests are signed with the secret of the tests.
  const payments = { ...provider.settings, webhookSecret: settings.webhookSecret };
  const ground = await meteringGround({ payments, databaseDate: () => new Date() });
  const proxy = await DatabaseProxy.before(ground.url);
  const service = await ground.start({ databaseUrl: proxy.url });
  return {
    ...ground,
    proxy,
    service,
    close: async () => {
      await ground.close();
      await proxy.vanish();
      await provider.close();
    },
  };
}

export type OutageGround = Awaited<ReturnType<typeof outageGround>>;

/** One request of each kind, of people, keys and events that nobody has seen before. */
export const requests: Record<string, (to: TestService, from: TestAccount) => Promise<Answer>> = {
  countries: (to, from) => ask(to, from),
  search: (to, from) => ask(to, from, `/api/v1/entities?q=${randomUUID()}`),
  'broad search': (to, from) => ask(to, from, '/api/v1/entities?q=a&page=2'),
  'filtered search': (to, from) => ask(to, from, `/api/v1/entities?legalForm=${randomUUID()}&activity=${randomUUID()}`),
  record: (to, from) => ask(to, from, `/api/v1/entities/${randomUUID()}`),
  account: (to, from) => to.get('/api/v1/account', { headers: as(from.id) }),
  profile: (to) => to.get('/api/v1/auth/me', { headers: as(randomUUID()) }),
  'list of keys': (to, from) => to.get('/api/v1/api-keys', { headers: as(from.id) }),
  'new key': (to) => to.get('/api/v1/api-keys', post(randomUUID(), { name: 'test' })),
  'rotated key': (to, from) =>
    to.get(
      `/api/v1/api-keys/${from.keyIds[0] ?? ''}/rotate`,
      post(from.id, { overlapSeconds: 60 }, { 'idempotency-key': randomUUID() }),
    ),
  'revoked key': (to, from) =>
    to.get(`/api/v1/api-keys/${from.keyIds[0] ?? randomUUID()}`, { method: 'DELETE', headers: as(from.id) }),
  'list of sessions': (to, from) => to.get('/api/v1/sessions', { headers: as(from.id) }),
  'ended session': (to, from) => to.get(`/api/v1/sessions/${randomUUID()}`, { method: 'DELETE', headers: as(from.id) }),
  'ended sessions': (to, from) => to.get('/api/v1/sessions', { method: 'DELETE', headers: as(from.id) }),
  'audit log': (to, from) => to.get('/api/v1/audit', { headers: as(from.id) }),
  export: (to, from) => to.get('/api/v1/account/export', { headers: as(from.id) }),
  checkout: (to, from) =>
    to.get('/api/v1/billing/checkout', {
      method: 'POST',
      headers: { ...as(from.id), 'content-type': 'application/json' },
      body: '{"plan":"pro"}',
    }),
  portal: (to, from) => to.get('/api/v1/billing/portal', { method: 'POST', headers: as(from.id) }),
  'payment event': (to) => deliver(to.url, new Life(randomUUID()).event('created')),
  usage: (to, from) => to.graphql('{ usage { used byDay { day } byKey { keyName } } }', { headers: as(from.id) }),
  'data by GraphQL': (to, from) => to.graphql('{ countries { code } entities { items { id } } }', { headers: as(from.id) }),
  'key by GraphQL': (to) => to.graphql('mutation { createApiKey(name: "test") { secret } }', { headers: as(randomUUID()) }),
  'erased account': (to, from) => to.get(`/api/v1/account?confirm=${from.id}`, { method: 'DELETE', headers: as(from.id) }),
};

/** Fails where an answer blames us for what the database cannot do. */
export function expectNoFault(name: string, { status, headers, body }: Answer): void {
  expect([200, 201, 204, 304, 404, 503], `${name}: ${JSON.stringify(body)}`).toContain(status);
  if (status === 503) expect(headers.get('retry-after'), name).toMatch(/^[1-9]\d*$/);
  for (const { extensions } of body?.errors ?? []) expect(extensions.code, name).toBe('service_unavailable');
}

export const isRefused = ({ status, body }: Answer) => status === 503 || body?.errors !== undefined;
