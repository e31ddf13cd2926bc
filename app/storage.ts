import type { Config } from '../src/config/config.ts';
import { openDatabase } from '../src/database/client.ts';
import { DatabaseClock } from '../src/database/clock.ts';
import { migrateDatabase, type Progress } from '../src/database/reach.ts';
import type { Logger } from '../src/kernel/logging.ts';
import { within } from '../src/kernel/running/deadline.ts';
import type { Teardown } from '../src/kernel/teardown.ts';
import { openRedis } from '../src/redis/redis.ts';
import { reachDatabase } from './development.ts';

interface StorageParts {
  database: Config['database'];
  /** The embedded PostgreSQL keeps its files there. */
  dataDir: string;
  redis: Config['redis'];
  /** In milliseconds. */
  redisAnswerLimit: number;
  progress: Progress | undefined;
  /** The clock of this computer. */
  date(): Date;
  /** Replaces the clock of the database. */
  databaseDate: (() => Date) | undefined;
  logger: Logger;
  teardown: Teardown;
}

/** In milliseconds: the start goes on without the clock of a database that does not answer. */
const clockLimit = 1_000;

/** PostgreSQL, the configured or the embedded one, and Redis if it is configured. */
export async function openStorage(parts: StorageParts) {
  const { database, dataDir, logger, teardown, progress = () => {} } = parts;
  const url = await reachDatabase({ database, dataDir }, 'service', progress, teardown);
  // The role of the service may lack the right to migrate a configured database, so only `npm run migrate` does it.
  if (!database.url) await migrateDatabase(url, progress);
  const { pool, prisma, close } = openDatabase(url, database.poolSize);
  teardown.push(close);
  const clock = await openClock(parts, pool);
  const redis = parts.redis && openRedis(parts.redis, logger, parts.redisAnswerLimit);
  if (redis) teardown.push(() => redis.disconnect());
  return { url, pool, prisma, redis, clock };
}

/** What says the time for all that is stored or deleted. */
async function openClock({ date, databaseDate, teardown }: StorageParts, pool: ReturnType<typeof openDatabase>['pool']) {
  if (databaseDate) return { date: databaseDate, ask: async () => databaseDate() };
  const clock = new DatabaseClock(date);
  const ask = () => clock.ask(pool);
  await within(clockLimit, ask(), date).catch(() => {});
  clock.watch(pool);
  teardown.push(() => clock.close());
  return { date: clock.date, ask };
}
