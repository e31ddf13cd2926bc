import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { sql } from '../../database/sql.ts';
import { Refusal } from '../../kernel/errors.ts';
import { locks } from '../../kernel/locks.ts';

/** Another process is importing this register. */
export class ImportRunning extends Refusal {
  constructor(registerId: string) {
    super(`Another import of ${registerId} is running: wait for it to end.`);
  }
}

const lockAttempts = 5;
const tryLock = sql<{ held: boolean }>`SELECT pg_try_advisory_lock($1, hashtext($2)) AS held`;

/** Takes the lock of a register if it is free, and returns whether the connection holds it. */
export async function tryLockRegister(client: pg.Client, registerId: string): Promise<boolean> {
  const { rows } = await client.query(tryLock, [locks.importSpace, registerId]);
  return rows[0]?.held === true;
}

/** Allows one import of a register at a time. A killed import may hold the lock a moment longer, so it tries several times. */
export async function lockRegister(client: pg.Client, registerId: string): Promise<void> {
  for (let attempt = 1; attempt <= lockAttempts; attempt++) {
    if (await tryLockRegister(client, registerId)) return;
    if (attempt < lockAttempts) await delay(500);
  }
  throw new ImportRunning(registerId);
}
