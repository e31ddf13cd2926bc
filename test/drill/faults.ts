import { setTimeout as delay } from 'node:timers/promises';
import type { DrillGround } from './ground.ts';

/** What is done to a server, and undone. */
interface Fault {
  name: string;
  begin(): Promise<unknown> | unknown;
  end(): Promise<unknown> | unknown;
}

const nothing = () => {};

function faultsOf({ postgres, redis, toPostgres, toRedis }: DrillGround): Record<'postgres' | 'redis', Fault[]> {
  const endConnections = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()';
  return {
    postgres: [
      { name: 'killed', begin: () => postgres.shutDown('immediate'), end: () => postgres.comeBack() },
      { name: 'restarted', begin: () => postgres.shutDown('fast'), end: () => postgres.comeBack() },
      { name: 'frozen', begin: () => postgres.freeze(), end: () => postgres.thaw() },
      { name: 'refused', begin: () => toPostgres.vanish(), end: () => toPostgres.comeBack() },
      { name: 'slow', begin: () => toPostgres.slow(150), end: () => toPostgres.slow(0) },
      { name: 'rid of its connections', begin: () => postgres.query(endConnections), end: nothing },
    ],
    redis: [
      { name: 'killed', begin: () => redis.vanish(), end: () => redis.comeBack() },
      { name: 'frozen', begin: () => redis.pause(), end: () => redis.resume() },
      { name: 'refused', begin: () => toRedis.vanish(), end: () => toRedis.comeBack() },
      { name: 'slow', begin: () => toRedis.slow(120), end: () => toRedis.slow(0) },
      { name: 'emptied', begin: () => redis.flush(), end: nothing },
    ],
  };
}

/** Numbers that look random and are the same for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * One fault after the other, of both servers independently, each of the kinds in turn but in random order; healthy at the end.
 * Tells what was done and when.
 */
export async function trouble(ground: DrillGround, milliseconds: number, seed: number): Promise<{ name: string; at: number }[]> {
  const until = Date.now() + milliseconds;
  const done: { name: string; at: number }[] = [];
  const visit = async (server: string, faults: Fault[], random: () => number) => {
    let left: Fault[] = [];
    while (Date.now() < until) {
      if (left.length === 0) left = [...faults];
      const [fault] = left.splice(Math.floor(random() * left.length), 1) as [Fault];
      await delay(300 + random() * 1_500);
      done.push({ name: `${server} ${fault.name}`, at: Date.now() });
      await fault.begin();
      await delay(100 + random() * 1_200);
      await fault.end();
    }
  };
  const { postgres, redis } = faultsOf(ground);
  await Promise.all([visit('PostgreSQL', postgres, randomFrom(seed)), visit('Redis', redis, randomFrom(seed + 1))]);
  return done;
}
