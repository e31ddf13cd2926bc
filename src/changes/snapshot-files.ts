import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { sql } from '../database/sql.ts';
import { locks } from '../kernel/locks.ts';
import { snapshotPath } from './snapshots.ts';

const own = sql`SELECT pg_advisory_lock($1, hashtext($2))`;
const tryToOwn = sql<{ held: boolean }>`SELECT pg_try_advisory_lock($1, hashtext($2)) AS held`;
const disown = sql`SELECT pg_advisory_unlock($1, hashtext($2))`;
const find = sql`SELECT FROM snapshot WHERE id = $1`;

/** Does work while a snapshot is known as being made. Its file is no leftover until then, or until this process is gone. */
export async function owning<Result>(client: pg.Client, id: string, work: () => Promise<Result>): Promise<Result> {
  await client.query(own, [locks.snapshotSpace, id]);
  try {
    return await work();
  } finally {
    await client.query(disown, [locks.snapshotSpace, id]);
  }
}

/** Removes what was left by processes that were killed: files that nobody is making, and that are not listed as whole. */
export async function removeLeftovers(client: pg.Client, folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, id, part] = /^([\da-f-]{36})\.ndjson\.gz(\.part)?$/.exec(name) ?? [];
    if (!id) continue;
    const { rows } = await client.query(tryToOwn, [locks.snapshotSpace, id]);
    if (!rows[0]?.held) continue;
    try {
      const isListed = (await client.query(find, [id])).rowCount === 1;
      if (part || !isListed) await rm(join(folder, name), { force: true });
    } finally {
      await client.query(disown, [locks.snapshotSpace, id]);
    }
  }
}

const withdraw = sql<{ id: string }>`DELETE FROM snapshot WHERE country_code = $1 RETURNING id`;

/** Takes the snapshots of a country away. Gives what removes their files, which are wanted until the transaction commits. */
export async function withdrawSnapshots(client: pg.Client, folder: string, countryCode: string): Promise<() => Promise<void>> {
  const { rows } = await client.query(withdraw, [countryCode]);
  return async () => {
    for (const { id } of rows) await rm(snapshotPath(folder, id), { force: true });
  };
}
