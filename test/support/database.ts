import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { once } from '../../src/kernel/running/once.ts';

/** One connection of this process makes and drops the databases. An idle one keeps no process alive. */
const administration = once(() => {
  const url = new URL(inject('templateUrl'));
  url.pathname = '/postgres';
  return new pg.Pool({ connectionString: url.href, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
});

const administer = async (sql: string): Promise<void> => void (await administration().query(sql));

/** A database of this test's own: with the migrations of this build, or empty, or a copy of one that nobody is connected to. */
export async function createDatabase({ migrated = true, template = inject('templateUrl') } = {}) {
  const url = new URL(inject('templateUrl'));
  const name = `test_${randomBytes(6).toString('hex')}`;
  const from = new URL(template).pathname.slice(1);
  await administer(`CREATE DATABASE ${name}${migrated ? ` TEMPLATE ${from} STRATEGY file_copy` : ''}`);
  url.pathname = `/${name}`;
  // PostgreSQL waits five seconds for whoever is just leaving. Whoever stays is a mistake of the test, or of the service.
  return { name, url: url.href, drop: () => administer(`DROP DATABASE ${name}`) };
}
