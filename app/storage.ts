import { repeat } from '../src/background/repeat.ts';
import type { Config } from '../src/config/config.ts';
import { openDatabase } from '../src/database/client.ts';
import { clockPauses, DatabaseClock } from '../src/database/clock.ts';
import { migrateDatabase, migrateDeferred, type Progress } from '../src/database/reach.ts';
import type { Logger } from '../src/kernel/logging.ts';
import { within } from '../src/kernel/running/deadline.ts';
import type { Teardown } from '../src/kernel/teardown.ts';
import { openRedis } from '../src/redis/redis.ts';
import { reachDatabase } from './development.ts';

interface StorageOptions {
  database: Config['database'];
  /** The embedded PostgreSQL keeps its files there. */
  dataDir: string;
  redis: Config['redis'];
  redisTimeoutMs: number;
  progress: Progress | undefined;
  /** The clock of this computer. */
  date(): Date;
  /** Replaces the clock of the database. */
  databaseDate: (() => Date) | undefined;
  logger: Logger;
  teardown: Teardown;
}

/** PostgreSQL, the configured or the embedded one, and Redis if it is configured. */
export async function openStorage(options: StorageOptions) {
  const { database, dataDir, logger, teardown, progress = () => {} } = options;
  const url = await reachDatabase({ database, dataDir }, 'service', progress, teardown);
  // The role of the service may lack the right to migrate a configured database, so only `npm run migrate` does it.
  if (!database.url) {
    await migrateDatabase(url, progress);
    await migrateDeferred(url, false);
  }
  const { pool, prisma, close } = openDatabase(url, database.poolSize);
  teardown.push(close);
  const clock = await openClock(options, pool);
  const redis = options.redis && openRedis(options.redis, logger, options.redisTimeoutMs);
  if (redis) teardown.push(() => redis.disconnect());
  return { url, pool, prisma, redis, clock };
}

/** What says the time for all that is stored or deleted. */
async function openClock(
  { date, databaseDate, logger, teardown }: StorageOptions,
  pool: ReturnType<typeof openDatabase>['pool'],
) {
  if (databaseDate) return { date: databaseDate, ask: async () => databaseDate() };
  const clock = new DatabaseClock(date);
  const ask = () => clock.ask(pool);
  await within(clockPauses.limitMs, ask(), date).catch(() => {});
  repeat({ name: 'clock of the database', ...clockPauses, run: ask, logger, teardown });
  return { date: clock.date, ask };
}
