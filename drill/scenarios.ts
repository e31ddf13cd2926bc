import { setTimeout as delay } from 'node:timers/promises';
import { nextBuild } from '../test/support/builds.ts';
import { importSamples } from '../test/support/imports.ts';
import { ServiceProcess } from '../test/support/process.ts';
import type { TestRedis } from '../test/support/servers/redis.ts';
import { instanceCount, type Stage } from './stage.ts';

/** What a drill found, and what it must not have found. */
export interface Verdict {
  figures: { [name: string]: unknown };
  isGood: boolean;
}

/** In milliseconds: how long it goes on before and after what is done. */
const moment = 5_000;

/** The figures that every drill has. */
async function common(stage: Stage, server = stage.postgres) {
  const { record } = stage;
  const books = await stage.books(server);
  const seconds = Math.round((performance.now() - record.start) / 1_000);
  const figures = {
    balancer: stage.balancer,
    seconds,
    answers: record.answered,
    statuses: Object.fromEntries(record.statuses),
    failed: record.failures.length,
    gapSeconds: Number(record.gap.toFixed(1)),
    firstFailure: record.failures[0]?.what,
    slowestMs: Math.round(record.slowest),
    units: books,
    etagsWithTwoBodies: record.mixed.length,
  };
  return { figures, books, failed: record.failures.length, mixed: record.mixed.length };
}

/** An upgrade with a compatible migration, instance by instance, and the way back. No request may fail. */
async function rolling(stage: Stage): Promise<Verdict> {
  const redis = await stage.startRedis();
  const env = { DATABASE_URL: stage.postgres.url, REDIS_URL: redis.url };
  const Next = await nextBuild(stage.folder);
  await stage.startAll(env);
  await stage.open();
  await delay(moment);
  const migration = new Next({ DATABASE_URL: stage.postgres.url, DATA_DIR: stage.folder }, 'migrate');
  if ((await migration.end()) !== 0) throw new Error(migration.output);
  for (const Build of [Next, ServiceProcess]) {
    for (const old of [...stage.instances]) {
      await stage.startInstance(env, Build);
      await stage.stopInstance(old);
    }
  }
  await delay(moment);
  await stage.close();
  const { figures, books, failed, mixed } = await common(stage);
  return { figures, isGood: failed + books.lost + books.doubled + mixed === 0 };
}

/** The primary is killed, and its standby takes over. Requests fail in between with 503, and only then. */
async function database(stage: Stage): Promise<Verdict> {
  const standby = stage.own(await stage.postgres.replicate());
  const url = stage.postgres.url.replace(/@(.*)\//, `@$1,${new URL(standby.url).host}/`);
  const redis = await stage.startRedis();
  await stage.startAll({ DATABASE_URL: url, REDIS_URL: redis.url });
  await stage.open();
  await delay(moment);
  await stage.postgres.shutDown('immediate');
  await delay(2_000);
  await standby.promote();
  await delay(2 * moment);
  const failedBefore = stage.record.failures.length;
  await delay(moment);
  const late = stage.record.failures.length - failedBefore;
  await stage.close();
  const { figures, books, mixed } = await common(stage, standby);
  const wrong = stage.record.failures.filter(({ what }) => !/ (503|no answer) /.test(`${what} `)).length;
  return { figures: { ...figures, lateFailures: late, otherThan503: wrong }, isGood: late + wrong + mixed + books.doubled === 0 };
}

/** The master of Redis is killed, and Sentinel names its replica. No request fails, and the limits hold. */
async function redis(stage: Stage): Promise<Verdict> {
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

export const scenarios: { [name: string]: (stage: Stage) => Promise<Verdict> } = { rolling, database, redis, replica };
