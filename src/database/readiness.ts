import pg from 'pg';
import { type Migration, mismatch } from './migrations.ts';

/** A probe answers within 2 seconds whatever the database does. */
const limit = 1_500;
/** Nobody can make the database work by asking often: one look serves everyone who asks within this time. */
const freshness = 250;

export interface Readiness {
  /** Why the database cannot be used now, or undefined where it is ready. */
  check(): Promise<string | undefined>;
  close(): Promise<void>;
}

/** Ready means: the database answers and its migrations are exactly those of this build. Asked over a connection of its own, so that a busy pool is not taken for a dead database. */
export function watchReadiness(url: string, migrations: Migration[], now: () => number): Readiness {
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    application_name: 'company-registry readiness',
    connectionTimeoutMillis: limit,
    query_timeout: limit,
  });
  pool.on('error', () => {});

  const look = async (): Promise<string | undefined> => {
    const timeout = AbortSignal.timeout(limit);
    const late = new Promise<string>((resolve) =>
      timeout.addEventListener('abort', () => resolve('the database does not answer')),
    );
    return Promise.race([
      mismatch(pool, migrations).catch((error: Error) => `the database cannot be reached: ${error.message}`),
      late,
    ]);
  };

  let latest: { at: number; answer: Promise<string | undefined> } | undefined;
  return {
    check: () => {
      if (!latest || now() - latest.at > freshness) latest = { at: now(), answer: look() };
      return latest.answer;
    },
    close: () => pool.end(),
  };
}
