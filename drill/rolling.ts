import { setTimeout as delay } from 'node:timers/promises';
import { buildOf, lastRelease, nextBuild } from '../test/support/builds.ts';
import { ServiceProcess } from '../test/support/process.ts';
import { hasRedis } from '../test/support/servers/redis.ts';
import { instanceCount, type Stage } from './stage.ts';
import { common, moment, type Verdict } from './verdict.ts';

interface Roll {
  Old: typeof ServiceProcess;
  New: typeof ServiceProcess;
  instances?: number;
  /** In milliseconds: how long clients ask before and after, and how long each waits before it asks again. */
  aroundMs?: number;
  pauseMs?: number;
}

/** A reason of an instance to be unready that is the fault of its migrations. Others are those of a busy machine. */
const unmigrated = /"problem":"([^"]*(?:ahead of this build|are pending|were altered)[^"]*)"/;

/**
 * An upgrade from one build to another and the way back, instance by instance. No request may fail, and no instance may become
 * unready for the migrations of the other build.
 */
export async function roll(
  stage: Stage,
  { Old, New, instances = instanceCount, aroundMs = moment, pauseMs = 5 }: Roll,
): Promise<Verdict> {
  const redis = hasRedis ? { REDIS_URL: (await stage.startRedis()).url } : {};
  const env = { DATABASE_URL: stage.postgres.url, LOG_LEVEL: 'warn', ...redis };
  await stage.fill(Old);
  await stage.startAll(env, Old, instances);
  const everybody = [...stage.instances];
  await stage.open(pauseMs);
  await delay(aroundMs);
  await stage.run(New, 'migrate');
  for (const Build of [New, Old]) {
    for (const old of [...stage.instances]) {
      everybody.push(await stage.startInstance(env, Build));
      await stage.stopInstance(old);
    }
    // For the build before, there is nothing to migrate.
    if (Build === New) await stage.run(Old, 'migrate');
  }
  await delay(aroundMs);
  await stage.close();
  const unready = everybody.flatMap(({ process }) => unmigrated.exec(process.output)?.[1] ?? []);
  const { figures, books, failed, mixed } = await common(stage);
  return {
    figures: { ...figures, started: everybody.length, unready },
    isGood: failed + books.lost + books.doubled + mixed + unready.length === 0,
  };
}

/** From this build to one with one more migration, which is compatible. */
export const rolling = async (stage: Stage): Promise<Verdict> =>
  roll(stage, { Old: ServiceProcess, New: await nextBuild(stage.folder) });

/** From the last released build to this one. */
export async function release(stage: Stage): Promise<Verdict> {
  const released = lastRelease();
  if ('missing' in released) throw new Error(`There is no released build to begin with: ${released.missing}.`);
  const { figures, isGood } = await roll(stage, { Old: await buildOf(released.commit, stage.folder), New: ServiceProcess });
  return { figures: { released: released.commit, ...figures }, isGood };
}
