import { setTimeout as delay } from 'node:timers/promises';
import { importSamples } from '../test/support/imports.ts';
import type { PrivatePostgres } from '../test/support/servers/postgres.ts';
import type { TestRedis } from '../test/support/servers/redis.ts';
import { release, rolling } from './rolling.ts';
import { instanceCount, type Stage } from './stage.ts';
import { common, moment, type Verdict } from './verdict.ts';

/** The address of the primary and its standby. */
const both = (stage: Stage, standby: PrivatePostgres): string =>
  stage.postgres.url.replace(/@(.*)\//, `@$1,${new URL(standby.url).host}/`);

/** Waits until everything should work again, and counts the failures after that and those that are no 503. */
async function afterFailover(stage: Stage, standby: PrivatePostgres): Promise<Verdict> {
  await delay(2 * moment);
  const failedBefore = stage.record.failures.length;
  await delay(moment);
  const late = stage.record.failures.length - failedBefore;
  await stage.close();
  const { figures, books, mixed } = await common(stage, standby);
  const wrong = stage.record.failures.filter(({ what }) => !/ (503|no answer) /.test(`${what} `)).length;
  return { figures: { ...figures, lateFailures: late, otherThan503: wrong }, isGood: late + wrong + mixed + books.doubled === 0 };
}

/** The primary is killed, and its standby takes over. Requests fail in between with 503, and only then. */
async function database(stage: Stage): Promise<Verdict> {
  await stage.fill();
  const standby = stage.own(await stage.postgres.replicate());
  const redis = await stage.startRedis();
  await stage.startAll({ DATABASE_URL: both(stage, standby), REDIS_URL: redis.url });
  await stage.open();
  await delay(moment);
  await stage.postgres.shutDown('immediate');
  await delay(2_000);
  await standby.promote();
  return afterFailover(stage, standby);
}

/** The same, while instances are killed: one with the primary, and another one before the standby takes over. */
async function failover(stage: Stage): Promise<Verdict> {
  await stage.fill();
  const standby = stage.own(await stage.postgres.replicate());
  const redis = await stage.startRedis();
  const env = { DATABASE_URL: both(stage, standby), REDIS_URL: redis.url };
  await stage.startAll(env);
  await stage.open();
  await delay(moment);
  const [first, second] = stage.instances;
  await Promise.all([stage.postgres.shutDown('immediate'), stage.stopInstance(first, 'SIGKILL')]);
  // This one finds no primary when it starts.
  const starting = stage.startInstance(env);
  await delay(1_000);
  await stage.stopInstance(second, 'SIGKILL');
  await delay(1_000);
  await standby.promote();
  await starting;
  await stage.startInstance(env);
  return afterFailover(stage, standby);
}

/** The master of Redis is killed, and Sentinel names its replica. No request fails, and the limits hold. */
async function redis(stage: Stage): Promise<Verdict> {
  await stage.fill();
  const portOf = ({ url }: TestRedis) => new URL(url).port;
  const master = await stage.startRedis();
  const replica = await stage.startRedis('--replicaof', '127.0.0.1', portOf(master));
  const sentinel = await stage.startRedis('--sentinel');
  await sentinel.command('sentinel', 'monitor', 'mymaster', '127.0.0.1', portOf(master), '1');
  await sentinel.command('sentinel', 'set', 'mymaster', 'down-after-milliseconds', '1000');
  while (!String(await sentinel.command('sentinel', 'replicas', 'mymaster')).includes(portOf(replica))) await delay(100);
  const address = `redis://127.0.0.1:${portOf(sentinel)}?sentinel=mymaster`;
  await stage.startAll({ DATABASE_URL: stage.postgres.url, REDIS_URL: address });
  await stage.open();
  await delay(moment);
  await master.vanish();
  while (!String(await replica.command('info', 'replication')).includes('role:master')) await delay(100);
  await delay(3 * moment);
  await stage.close();
  const { figures, books, failed, mixed } = await common(stage);
  const small = stage.customers.at(-1)?.accountId ?? '';
  const most = Math.max(...[...stage.record.minutes].filter(([key]) => key.startsWith(small)).map(([, passed]) => passed));
  return {
    figures: { ...figures, mostInAMinuteOfSixty: most },
    isGood: failed + books.lost + books.doubled + mixed === 0 && most <= 60 * instanceCount,
  };
}

/** A replica three seconds behind, an import, and the loss of the replica. No request fails, and no ETag has two bodies. */
async function replica(stage: Stage): Promise<Verdict> {
  await stage.fill();
  const second = stage.own(await stage.postgres.replicate("recovery_min_apply_delay = '3s'"));
  const server = await stage.startRedis();
  const env = { DATABASE_URL: stage.postgres.url, DATABASE_URL_REPLICA: second.url, REDIS_URL: server.url };
  await stage.startAll(env);
  await stage.open();
  await delay(moment);
  await importSamples(stage.postgres.url, 'gb');
  await delay(moment);
  await second.shutDown('immediate');
  await delay(moment);
  await second.comeBack();
  await delay(moment);
  await stage.close();
  const { figures, books, failed, mixed } = await common(stage);
  return { figures, isGood: failed + books.lost + books.doubled + mixed === 0 };
}

export const scenarios: { [name: string]: (stage: Stage) => Promise<Verdict> } = {
  rolling,
  release,
  database,
  failover,
  redis,
  replica,
};
