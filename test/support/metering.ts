import { expect } from 'vitest';
import { hashOf, mintSecret, prefixOf } from '../../src/accounts/keys/key-format.ts';
import type { PlanId } from '../../src/accounts/plan.ts';
import { createDatabase } from './database.ts';
import { connect } from './imports.ts';
import { as, sessions } from './people.ts';
import { type Answer, startTestService, type TestOptions, type TestService } from './service.ts';

export interface TestAccount {
  id: string;
  /** Their secrets, and their ids. */
  keys: string[];
  keyIds: string[];
}

export interface GroundOptions extends TestOptions {
  /** Time passes by itself. */
  hasRealClocks?: boolean;
}

/** A database with accounts, a clock that a test moves, and instances of the service on both. */
export async function meteringGround({ hasRealClocks = false, ...options }: GroundOptions = {}) {
  const database = await createDatabase();
  const client = await connect(database.url);
  const services: TestService[] = [];
  const ground = {
    url: database.url,
    now: Date.parse('2026-11-15T12:00:10.000Z'),
    query: async (sql: string, values: unknown[] = []) => (await client.query(sql, values)).rows,
    start: async (own: TestOptions = {}): Promise<TestService> => {
      const service = await startTestService({
        databaseUrl: database.url,
        sessions,
        ...(hasRealClocks ? {} : { databaseDate: () => new Date(ground.now), redisClock: () => ground.now }),
        ...options,
        ...own,
      });
      services.push(service);
      return service;
    },
    account: async (plan: PlanId = 'free', { keys = 1, period = [] as string[] } = {}): Promise<TestAccount> => {
      const [{ id }] = (
        await client.query('INSERT INTO account (plan, period_start, period_end) VALUES ($1, $2, $3) RETURNING id', [
          plan,
          period[0] ?? null,
          period[1] ?? null,
        ])
      ).rows as [{ id: string }];
      await client.query(
        `INSERT INTO user_profile (account_id, issuer, subject) VALUES ($1::uuid, 'https://issuer.example', $1::text)`,
        [id],
      );
      const account: TestAccount = { id, keys: [], keyIds: [] };
      for (let made = 0; made < keys; made++) {
        const secret = mintSecret();
        const { rows } = await client.query(
          'INSERT INTO api_key (account_id, name, prefix, hash) VALUES ($1, $2, $3, $4) RETURNING id',
          [id, `key ${made}`, prefixOf(secret), hashOf(secret)],
        );
        account.keys.push(secret);
        account.keyIds.push(rows[0].id);
      }
      return account;
    },
    /** As if so much had been used before. */
    use: (account: TestAccount, used: number, periodStart = '2026-11-01T00:00:00Z') =>
      client.query(
        `INSERT INTO period_usage VALUES ($1, $2, $3) ON CONFLICT (account_id, period_start) DO UPDATE SET used = excluded.used`,
        [account.id, periodStart, used],
      ),
    /** What the database says was used. */
    used: async (account: TestAccount, periodStart = '2026-11-01T00:00:00Z'): Promise<number> => {
      const { rows } = await client.query('SELECT used FROM period_usage WHERE account_id = $1 AND period_start = $2', [
        account.id,
        periodStart,
      ]);
      return Number(rows[0]?.used ?? 0);
    },
    close: async () => {
      for (const service of services) await service.stop();
      await client.end();
      await database.drop();
    },
  };
  return ground;
}

export type MeteringGround = Awaited<ReturnType<typeof meteringGround>>;

export const paths = {
  200: '/api/v1/countries',
  400: '/api/v1/entities/nonsense',
  404: '/api/v1/entities/00000000-0000-5000-8000-000000000000',
};

export const ask = (service: TestService, account: TestAccount, path: string = paths[200], key = account.keys[0] ?? '') =>
  service.get(path, { headers: { 'x-api-key': key } });

/** The numbers in the headers of an answer. */
export function limitsOf({ headers }: Pick<Answer, 'headers'>) {
  const number = (name: string) => {
    const value = headers.get(name);
    expect(value, name).toMatch(/^\d+$/);
    return Number(value);
  };
  return {
    minute: [number('x-ratelimit-limit'), number('x-ratelimit-remaining')],
    minuteReset: number('x-ratelimit-reset'),
    period: [number('x-monthly-quota-limit'), number('x-monthly-quota-remaining')],
    periodReset: headers.get('x-monthly-quota-reset'),
  };
}

export const askGraphql = (service: TestService, account: TestAccount, query: string) =>
  service.graphql(query, { headers: as(account.id) });

/** What the service says was used, which costs nothing. */
export const usedOf = async (service: TestService, account: TestAccount): Promise<number> =>
  (await askGraphql(service, account, '{ usage { used } }')).body.data.usage.used;
