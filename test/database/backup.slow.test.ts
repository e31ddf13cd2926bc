import { existsSync, readdirSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashOf, mintSecret, prefixOf } from '../../src/accounts/keys/key-format.ts';
import { createAccount } from '../support/billing.ts';
import { guideBlocks } from '../support/guides/guide-blocks.ts';
import { importSamples } from '../support/imports.ts';
import { processes } from '../support/process.ts';
import { freePort } from '../support/servers/redis.ts';
import { call } from '../support/service.ts';
import { run as runProgram } from '../support/suite/children.ts';
import { has } from '../support/suite/programs.ts';

const project = fileURLToPath(new URL('../../', import.meta.url));
const blocks = guideBlocks(['docs/operators/backup.md']);
const block = (word: string) => blocks.find(({ text }) => text.includes(word))?.text ?? '';

/** Debian keeps the programs of the server apart, by version. */
const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql').sort() : [];
const programs = `/usr/lib/postgresql/${versions.at(-1)}/bin`;
/** PostgreSQL refuses to run as root. */
const asServer = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--'] : [];

const { run, endAll } = processes();
let folder: string;
let env: Record<string, string>;
const urlAt = (port: number, name: string) => `postgresql://registry:secret@127.0.0.1:${port}/${name}`;

/** Runs a block of the guide, with the folders and addresses of this test. */
async function shell(script: string, more: Record<string, string> = {}): Promise<string> {
  const text = `set -eu\ncd ${project}\n${script.replaceAll('/backup/wal', join(folder, 'backup', 'wal'))}`;
  const [program = '', ...words] = [...asServer, 'sh', '-c', text];
  const PATH = `${programs}:${process.env['PATH']}`;
  const { stdout } = await runProgram(program, words, { env: { PATH, ...env, ...more } });
  return stdout;
}

async function query(url: string, text: string, values: unknown[] = []) {
  const client = new pg.Client(url);
  await client.connect();
  return (await client.query(text, values).finally(() => client.end())).rows;
}

/** The hashes that the guide compares. */
const hashes = async (one: string, other: string, script = block('sha256sum')) =>
  (await shell(script, { DATABASE_URL: one, RESTORED_URL: other })).trim().split('\n');
/** The log has sequences only in steps of 32 numbers, so some numbers are skipped after a recovery. */
const rowsAlone = block('sha256sum').replace('^(', '^(SELECT pg_catalog.setval|');

beforeAll(async () => {
  if (!has('pg_basebackup') || versions.length === 0) return;
  folder = await mkdtemp(join(tmpdir(), 'registry-backup-'));
  await chmod(folder, 0o777);
  const port = await freePort();
  const restoredPort = await freePort();
  env = {
    BACKUP: join(folder, 'backup'),
    DATA: join(folder, 'data'),
    RESTORED_DATA: join(folder, 'restored'),
    DATABASE_URL: urlAt(port, 'registry'),
    RESTORED_URL: urlAt(port, 'restored'),
    PITR_URL: urlAt(restoredPort, 'registry'),
  };
  await mkdir(join(folder, 'backup', 'wal'), { recursive: true });
  for (const path of ['backup', 'backup/wal']) await chmod(join(folder, path), 0o777);
  await writeFile(join(folder, 'password'), 'secret');
  const settings = ["listen_addresses = '127.0.0.1'", "unix_socket_directories = ''", `port = ${port}`, 'fsync = off'];
  await shell(`initdb --pgdata="$DATA" --auth=scram-sha-256 --username=registry --pwfile=${folder}/password --encoding=UTF8
cat >> "$DATA/postgresql.conf" <<END
${settings.join('\n')}
${block('archive_mode')}
END
pg_ctl --pgdata="$DATA" --log="$DATA/server.log" --wait start
createdb --maintenance-db=${urlAt(port, 'postgres')} registry`);
  env['RESTORED_PORT'] = String(restoredPort);
  const migrating = run({ DATABASE_URL: env['DATABASE_URL'] ?? '' }, 'migrate');
  expect(await migrating.end(), migrating.output).toBe(0);
});
afterAll(async () => {
  await endAll();
  if (!folder) return;
  for (const data of ['DATA', 'RESTORED_DATA'])
    await shell(`pg_ctl --pgdata="$${data}" --mode=immediate --wait stop`).catch(() => {});
  await rm(folder, { recursive: true, force: true });
});

test.skipIf(!has('pg_basebackup') || versions.length === 0)(
  'the guide is right: a dump restores every row, and the log leads back to a moment',
  async () => {
    const source = env['DATABASE_URL'] ?? '';
    const restored = env['RESTORED_URL'] ?? '';
    await importSamples(source, 'lv');
    const pool = new pg.Pool({ connectionString: source });
    const accountId = await createAccount(pool);
    const secret = mintSecret();
    await pool.query('INSERT INTO api_key (account_id, name, prefix, hash) VALUES ($1, $2, $3, $4)', [
      accountId,
      'kept',
      prefixOf(secret),
      hashOf(secret),
    ]);

    await shell(block('pg_dump --format'));
    await shell(`createdb --maintenance-db="$DATABASE_URL" restored\n${block('pg_restore')}`);
    const [one, other] = await hashes(source, restored);
    expect(one).toBe(other);
    const service = run({ DATABASE_URL: restored });
    const url = await service.url();
    const found = async () => (await call(url, '/api/v1/entities?pageSize=1', { headers: { 'x-api-key': secret } })).body;
    await expect.poll(found, { timeout: 60_000 }).toMatchObject({ meta: { total: 300 } });
    await service.end('SIGINT');
    // A lost row is noticed.
    await query(restored, 'DELETE FROM tombstone');
    await query(restored, 'UPDATE api_key SET name = $1', ['changed']);
    const [before, after] = await hashes(source, restored);
    expect(before).not.toBe(after);

    await shell(block('pg_basebackup'));
    await importSamples(source, 'ee');
    const [atMoment] = await hashes(source, source, rowsAlone);
    const [{ moment }] = (await pool.query('SELECT clock_timestamp()::text AS moment')).rows;
    await pool.query('DELETE FROM account');
    await importSamples(source, 'no');
    const [{ segment }] = (await pool.query('SELECT pg_walfile_name(pg_switch_wal()) AS segment')).rows;
    const archived = () => existsSync(join(env['BACKUP'] ?? '', 'wal', segment));
    await expect.poll(archived, { timeout: 60_000 }).toBe(true);
    await pool.end();
    await shell('pg_ctl --pgdata="$DATA" --mode=immediate --wait stop');

    const port = `sed --in-place 's/^port = .*/port = ${env['RESTORED_PORT']}/' "$BACKUP/base/postgresql.conf"`;
    await shell(`${port}\n${block('recovery.signal')}`, { TARGET: moment }).catch(async (error: Error) => {
      throw new Error(`${error.message}\n${await shell('cat "$RESTORED_DATA/server.log"')}`);
    });
    const back = env['PITR_URL'] ?? '';
    await expect.poll(() => query(back, 'SELECT pg_is_in_recovery() AS waits'), { timeout: 60_000 }).toEqual([{ waits: false }]);
    const [then] = await hashes(back, back, rowsAlone);
    expect(then).toBe(atMoment);
    expect(await query(back, 'SELECT count(*)::int AS accounts FROM account')).toEqual([{ accounts: 1 }]);
  },
);
