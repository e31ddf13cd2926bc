import { PrismaPg } from '@prisma/adapter-pg';
import { openPool, type PoolOptions } from './connection.ts';
import { PrismaClient } from './generated/client.ts';
import type { Pool } from './pool.ts';

export type {
  Account,
  Activity,
  Alert,
  AlertMail,
  AlertReader,
  ApiKey,
  AuditEntry,
  Change,
  ChangeSet,
  Country,
  DailyUsage,
  Entity,
  ErasedCustomer,
  Erasure,
  IdempotentAnswer,
  IdentifierRun,
  ImportFailure,
  ImportRun,
  Invitation,
  LegalForm,
  LegalFormLabel,
  Lei,
  LeiException,
  LeiRelation,
  LocalityName,
  Membership,
  OutboxEvent,
  PaymentEvent,
  PeriodUsage,
  PrismaClient,
  ReconcileAddress,
  Register,
  RequestBatch,
  RequestStatistic,
  RunningImport,
  SearchSegment,
  Session,
  Snapshot,
  SourceLayout,
  Subscription,
  User,
  WatchedCompany,
  WatchHit,
  WatchLane,
  WatchList,
  WatchProgress,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookMessage,
} from './generated/client.ts';

export interface Database {
  pool: Pool;
  prisma: PrismaClient;
  close(): Promise<void>;
}

/** Opens the pool and the Prisma client of a database. They connect at the first query, so the service starts without it. */
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
