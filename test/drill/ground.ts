import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { settings } from '../support/billing.ts';
import { ForeignIssuer } from '../support/browser/issuer.ts';
import { ServiceProcess } from '../support/process.ts';
import { PrivatePostgres } from '../support/servers/postgres.ts';
import { DatabaseProxy } from '../support/servers/proxy.ts';
import { TestRedis } from '../support/servers/redis.ts';

export const instanceCount = 3;

/** Three instances of the service as processes of their own, on one PostgreSQL and one Redis, each behind a proxy. */
export async function drillGround() {
  const [postgres, redis, issuer] = await Promise.all([PrivatePostgres.start(), TestRedis.start(), ForeignIssuer.start()]);
  const [toPostgres, toRedis] = [await DatabaseProxy.before(postgres.url), await DatabaseProxy.before(redis.url)];
  const dataDir = await mkdtemp(join(tmpdir(), 'registry-drill-'));
  const env = {
    DATABASE_URL: toPostgres.url,
    REDIS_URL: toRedis.url,
    OIDC_ISSUER: issuer.url,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    STRIPE_SECRET_KEY: settings.secretKey,
    STRIPE_WEBHOOK_SECRET: settings.webhookSecret,
    STRIPE_PRICE_PRO: settings.prices.pro,
    STRIPE_PRICE_BUSINESS: settings.prices.business,
  };
  const instances = Array.from({ length: instanceCount }, () => new ServiceProcess(env));
  const urls = await Promise.all(instances.map(async (one) => (await one.says(/API +(http\S+)\/api/))[1] ?? ''));
  return {
    postgres,
    redis,
    issuer,
    toPostgres,
    toRedis,
    instances,
    urls,
    close: async () => {
      await Promise.all(instances.map((one) => one.end('SIGKILL')));
      for (const server of [toPostgres, toRedis]) if (server.isListening) await server.vanish();
      await Promise.all([postgres.stop(), redis.stop(), issuer.stop(), rm(dataDir, { recursive: true, force: true })]);
    },
  };
}

export type DrillGround = Awaited<ReturnType<typeof drillGround>>;
