import pg from 'pg';
import { expect } from 'vitest';
import type { Role } from '../../src/kernel/access/powers.ts';
import { Failure } from '../../src/kernel/errors.ts';
import type { Caller, Identity } from '../../src/kernel/principal.ts';
import type { Bodies, CreatedApiKey } from './bodies.ts';
import type { TestService } from './service.ts';

const issuer = 'https://issuer.example';
const token = (name: string, more: Partial<Identity>) =>
  Buffer.from(JSON.stringify({ issuer, subject: name, email: `${name}@example.com`, name, ...more })).toString('base64url');

/** The headers of a person's session, for services that were started with the sessions below. */
export const as = (name: string, more: Partial<Identity> = {}) => ({ authorization: `Bearer person.${token(name, more)}` });

/** Sessions that believe what they are told, where it is not the sessions that are tested. Every request has a new token. */
export const sessions = {
  identify: async ({ headers }: Caller): Promise<Identity> => {
    if (/^(bearer)?$/i.test(headers.authorization ?? '') && !headers.cookie) throw new Failure('session_required');
    const [, told] = /^Bearer person\.(.+)$/.exec(headers.authorization ?? '') ?? [];
    if (!told) throw new Failure('invalid_session');
    return { issuedAt: Math.floor(Date.now() / 1000), ...JSON.parse(Buffer.from(told, 'base64url').toString()) };
  },
};

export const post = (name: string, body: unknown, headers: Record<string, string> = {}) => ({
  method: 'POST',
  headers: { ...as(name), 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

/** A key of a person's own; on the plan free there is one. */
export async function makeKey(service: TestService, name: string): Promise<CreatedApiKey> {
  const { status, body } = await service.get<Bodies['createApiKey']>('/api/v1/api-keys', post(name, { name: 'test' }));
  expect(status).toBe(201);
  return body.data;
}

/** Makes a person a member of another person's account. Returns the id of the account. */
export async function join(service: TestService, owner: string, name: string, role: Role): Promise<string> {
  const invited = await service.get('/api/v1/invitations', post(owner, { role }));
  expect(invited.status, invited.text).toBe(201);
  const { status, text, body } = await service.get('/api/v1/invitations/accept', post(name, { token: invited.body.data.token }));
  expect(status, text).toBe(200);
  return body.data.accountId;
}

/** Puts all accounts on the largest plan. */
export async function raisePlans({ databaseUrl }: TestService): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query("UPDATE account SET plan = 'business'");
  await client.end();
}
