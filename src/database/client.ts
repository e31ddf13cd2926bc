import { PrismaPg } from '@prisma/adapter-pg';
import { openPool, type PoolOptions } from './connection.ts';
import { PrismaClient } from './generated/client.ts';

/** The models, and the rows of their tables. */
export type * from './generated/client.ts';

export type Database = ReturnType<typeof openDatabase>;

/** Opens the pool and the Prisma client of a database. They connect at the first query, so the service starts without it. */
export function openDatabase(url: string, poolSize: number, options?: PoolOptions) {
  const pool = openPool(url, poolSize, options);
  const adapter = new PrismaPg(pool, { disposeExternalPool: false });
  const prisma = new PrismaClient({ adapter });
  return {
    pool,
    prisma,
    close: async () => {
      await prisma.$disconnect();
      await pool.end();
    },
  };
}
