import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { hashOf, mintSecret, prefixOf } from '../../src/accounts/keys/key-format.ts';
import { importSamples } from '../support/imports.ts';
import { ServiceProcess } from '../support/process.ts';
import { PrivatePostgres } from '../support/servers/postgres.ts';

/** A small disk, where this user may mount one. */
function smallDisk(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'registry-disk-'));
  chmodSync(folder, 0o711);
  const disk = join(folder, 'log');
  mkdirSync(disk);
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=96m,mode=0755', 'tmpfs', disk]).status === 0;
  if (!mounted) rmSync(folder, { recursive: true });
  return mounted ? disk : undefined;
}
function removeDisk(disk: string): void {
  spawnSync('umount', ['--lazy', disk]);
  rmSync(join(disk, '..'), { recursive: true, force: true });
}

const patient = { timeout: 120_000, interval: 50 };

test('a full disk of the log: 503 until there is room, and no unit is lost or doubled', async ({ skip }) => {
  const log = smallDisk() ?? skip('This user cannot mount a small disk.');
  onTestFinished(() => removeDisk(log));
  const postgres = await PrivatePostgres.start({ settings: ["max_wal_size = '32MB'", "min_wal_size = '32MB'"] });
  onTestFinished(() => postgres.stop());
  await importSamples(postgres.url, 'lv');
  await postgres.query('CREATE TABLE ballast (text text)');
  await postgres.moveLog(log);
  const key = mintSecret();
  const [{ id }] = (await postgres.query("INSERT INTO account (plan) VALUES ('business') RETURNING id")) as [{ id: string }];
  const values = [id, prefixOf(key), hashOf(key)];
  await postgres.query("INSERT INTO api_key (account_id, name, prefix, hash) VALUES ($1, 'test', $2, $3)", values);
  const service = new ServiceProcess({ DATABASE_URL: postgres.url, NODE_ENV: 'test', LOG_LEVEL: 'error', DATA_DIR: log });
  onTestFinished(async () => void (await service.end('SIGKILL')));
  const base = (await service.says(/API +(http\S+\/api\/v1)/))[1] ?? '';
  const statusOf = async (path: string) => (await fetch(base + path)).status;
  await vi.waitFor(async () => expect(await statusOf('/health/ready')).toBe(200), patient);

  const said = new Map<string, number>();
  let units = 0;
  let isOver = false;
  const ask = async (): Promise<void> => {
    for (let sent = 0; !isOver; sent++) {
      const path = ['/entities?q=sia', '/entities?q=a&page=2', '/countries'][sent % 3];
      const response = await fetch(base + path, { headers: { 'x-api-key': key } });
      const { error } = (await response.json()) as { error?: { code: string } };
      if (response.ok) units += 1;
      const what = `${response.status} ${error?.code ?? ''}`.trim();
      said.set(what, (said.get(what) ?? 0) + 1);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const asking = [ask(), ask(), ask()];

  // A consumer of the log that never comes keeps every file of it, until the disk is full.
  await postgres.query("SELECT pg_create_physical_replication_slot('nobody', true)");
  const fill = 'INSERT INTO ballast SELECT repeat(md5(n::text), 30) FROM generate_series(1, 5000) AS n';
  const filling = async () => {
    for (;;) await postgres.query(fill);
  };
  await expect(filling()).rejects.toThrow();
  await vi.waitFor(async () => expect(await statusOf('/health/ready')).toBe(503), patient);
  expect(await statusOf('/health/live')).toBe(200);
  await vi.waitFor(() => expect(said.get('503 service_unavailable') ?? 0).toBeGreaterThan(20), patient);
  expect(postgres.isRunning, 'PostgreSQL gives up without a log').toBe(false);

  // There is room again, and whoever watches PostgreSQL starts it.
  execFileSync('mount', ['-o', 'remount,size=512m', log]);
  await postgres.comeBack();
  await vi.waitFor(async () => expect(await statusOf('/health/ready')).toBe(200), patient);
  const before = units;
  await vi.waitFor(() => expect(units).toBeGreaterThan(before + 20), patient);
  isOver = true;
  await Promise.all(asking);
  expect(await service.end('SIGTERM')).toBe(0);
  expect([...said.keys()].filter((what) => what !== '200' && what !== '503 service_unavailable')).toEqual([]);
  const [row] = await postgres.query('SELECT sum(used)::int AS used FROM period_usage WHERE account_id = $1', [id]);
  expect(row?.['used']).toBe(units);
});
