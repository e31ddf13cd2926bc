import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import pg from 'pg';
import { expect } from 'vitest';
import { type Company, naturalPerson, type ParsedRow, type Register, Removed } from '../../src/registers/declaration/register.ts';
import { importRegister } from '../../src/registers/import/import.ts';
import type { ImportOptions } from '../../src/registers/import/import-job.ts';
import { samples } from '../../src/registers/import/samples.ts';
import { createDatabase } from './database.ts';
import { expectDeclared } from './registry-fields.ts';

export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Files of tests may have any day. What is said of files of the future is tested with a day of its own. */
export const farAhead = () => new Date('2099-01-01');

/** A database to import into, a folder for files, and a clock that a test moves. */
export async function importGround() {
  const database = await createDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'registry-import-'));
  // One connection. Tests that ask at the same time wait for each other.
  const pool = new pg.Pool({ connectionString: database.url, max: 1, idleTimeoutMillis: 0 });
  pool.on('error', () => {});
  const ground = {
    url: database.url,
    folder,
    now: new Date('2026-11-01T00:00:00Z'),
    path: (name: string) => join(folder, name),
    file: async (name: string, text: string | Buffer) => {
      await writeFile(join(folder, name), text);
      return join(folder, name);
    },
    query: async (sql: string, values: unknown[] = []) => (await pool.query(sql, values)).rows,
    import: async (register: Register, path: string, options: Partial<ImportOptions> = {}) => {
      // The moment of an import is the database's affair.
      await pool.query(`ALTER DATABASE ${database.name} SET company_registry.clock = '${ground.now.toISOString()}'`);
      return importRegister({
        register,
        path,
        rejectsDir: join(folder, 'rejects'),
        connect: () => connect(database.url),
        now: () => ground.now,
        today: farAhead,
        progress: () => {},
        ...options,
      });
    },
    /** Makes the moments of imports what they were in builds before: by the clock of the importer, and in any order. */
    backdate: () =>
      pool.query('UPDATE import_run SET imported_at = (SELECT min(updated_at) FROM entity WHERE import_run_id = import_run.id)'),
    /** All that is served, in one value: to see whether anything of it changed. */
    state: async () =>
      (await pool.query('SELECT md5(string_agg(entity::text, chr(10) ORDER BY id)) AS state FROM entity')).rows[0].state,
    close: async () => {
      await pool.end();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return ground;
}

/** The samples that most tests search in, with 2,000 companies. */
export const usualSamples = samples.filter(({ register }) => ['ee', 'gb', 'lv', 'md', 'no'].includes(register.id));

/** The samples of some registers as if they were real, in a database that is there already. */
export const importSamples = (url: string, ...ids: string[]): Promise<void> => importFiles(url, ids, false);

/** The same, as the first start does it: they are known to be samples. */
export const importAsSamples = (url: string, ...ids: string[]): Promise<void> => importFiles(url, ids, true);

/** Imports the samples of a register as its next file, with changes. */
export async function importNextSample(url: string, id: string, change: (text: string) => string): Promise<void> {
  const { register, path } = samples.find((sample) => sample.register.id === id) ?? expect.unreachable();
  const folder = await mkdtemp(join(tmpdir(), 'registry-next-'));
  const next = join(folder, basename(path).replace('-11-01', '-11-02'));
  await writeFile(next, change(await readFile(path, 'utf8')));
  const parts = { rejectsDir: folder, connect: () => connect(url), now: () => new Date(), progress: () => {} };
  await importRegister({ register, path: next, ...parts });
  await rm(folder, { recursive: true });
}

async function importFiles(url: string, ids: string[], areSamples: boolean): Promise<void> {
  const parts = { rejectsDir: tmpdir(), connect: () => connect(url), now: () => new Date(), progress: () => {} };
  for (const { sourceUrl, ...sample } of samples.filter(({ register }) => ids.includes(register.id)))
    await importRegister({ ...sample, ...(areSamples && { sourceUrl }), ...parts });
}

export type ImportGround = Awaited<ReturnType<typeof importGround>>;

/** What a register makes of each row of a file that can be read. */
export async function takenOf(register: Register, path: string): Promise<ParsedRow[]> {
  const snapshot = await register.open(path);
  const taken: ParsedRow[] = [];
  try {
    for await (const batch of snapshot.batches) for (const row of batch) if ('cells' in row) taken.push(snapshot.company(row));
    for (const company of taken.filter(isCompany)) expectDeclared(register, company.registry);
    return taken;
  } finally {
    await snapshot.close();
  }
}

/** The companies that a register sees in a file. */
export const companiesOf = async (register: Register, path: string): Promise<Company[]> =>
  (await takenOf(register, path)).filter(isCompany);

const isCompany = (one: ParsedRow): one is Company => one !== undefined && one !== naturalPerson && !(one instanceof Removed);
