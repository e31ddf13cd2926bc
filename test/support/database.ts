import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

async function administer(sql: string): Promise<void> {
  const url = new URL(inject('templateUrl'));
  url.pathname = '/postgres';
  const client = new pg.Client(url.href);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** A database of this test's own: with the migrations of this build, or empty, or a copy of one that nobody is connected to. */
export async function createDatabase({ migrated = true, template = inject('templateUrl') } = {}) {
  const url = new URL(inject('templateUrl'));
  const name = `test_${randomBytes(6).toString('hex')}`;
  const from = new URL(template).pathname.slice(1);
  await administer(`CREATE DATABASE ${name}${migrated ? ` TEMPLATE ${from} STRATEGY file_copy` : ''}`);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => administer(`DROP DATABASE ${name} WITH (FORCE)`) };
}
