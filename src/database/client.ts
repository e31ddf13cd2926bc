import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from './generated/client.ts';

export type { Account, ApiKey, AuditEntry, IdempotentAnswer, PrismaClient, Session } from './generated/client.ts';

/** Limits that keep a request from waiting for a database that doesn't answer. */
const limits = { connect: 2_000, statement: 2_000, answer: 3_000 };

export interface Database {
  pool: pg.Pool;
  prisma: PrismaClient;
  close(): Promise<void>;
}

/** Pool and client of one database. Nothing is connected before the first query, so a database that is away stops no start. */
export function openDatabase(url: string, poolSize: number): Database {
  const pool = openPool(url, poolSize);
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

export function openPool(url: string, size: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    application_name: 'company-registry',
    connectionTimeoutMillis: limits.connect,
    statement_timeout: limits.statement,
    query_timeout: limits.answer,
    keepAlive: true,
  });
  // A pooled connection that breaks while idle is dropped by the pool; without a listener it would end the process.
  pool.on('error', () => {});
  return pool;
}

/** Codes of Node, PostgreSQL and Prisma that mean: nobody there, or nobody who can answer now, or not in the time that a statement has. */
const unreachableCodes =
  /^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EPIPE|EHOSTUNREACH|ENETUNREACH|08\w{3}|57P0[123]|57014|53[34]00|P1001|P1002|P1008|P1017|P2024|P2028)$/;
/** pg gives these no code; Prisma hides that of a raw statement in its words. */
const unreachableMessages =
  /Connection terminated|Query read timeout|timeout exceeded when trying to connect|Can't reach database server|Raw query failed\. Code: `(08\w{3}|57P0[123]|57014|53[34]00)`/;

/** Whether an error says that the database cannot be reached, and not that the query was wrong. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as Error & { code?: unknown };
  return (
    (typeof code === 'string' && unreachableCodes.test(code)) ||
    unreachableMessages.test(error.message) ||
    isUnreachable(error.cause)
  );
}
