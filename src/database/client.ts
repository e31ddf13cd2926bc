import { PrismaPg } from '@prisma/adapter-pg';
import { openPool, type PoolOptions } from './connection.ts';
import { PrismaClient } from './generated/client.ts';
import type { Pool } from './pool.ts';

export type {
  Account,
  Activity,
  ApiKey,
  AuditEntry,
  Change,
  ChangeSet,
  Country,
  Entity,
  Erasure,
  IdempotentAnswer,
  ImportRun,
  PrismaClient,
  Register,
  Session,
  Snapshot,
  SourceLayout,
} from './generated/client.ts';

export interface Database {
  pool: Pool;
  prisma: PrismaClient;
  close(): Promise<void>;
}

/** Pool and client of one database. Nothing is connected before the first query, so a database that is away stops no start. */
export function openDatabase(url: string, poolSize: number, options?: PoolOptions): Database {
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
