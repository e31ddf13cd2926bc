import { gunzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { hashOf, mintSecret, prefixOf } from '../../src/accounts/keys/key-format.ts';
import { makeSnapshots } from '../../src/changes/make-snapshot.ts';
import { snapshotFolder, withdrawSnapshots } from '../../src/changes/snapshots.ts';
import { Personal } from '../../src/company/personal/personal.ts';
import { runErasure } from '../../src/leaving/erase-command.ts';
import { registers } from '../../src/registers/countries/registers.ts';
import { orNull } from '../../src/registers/declaration/columns.ts';
import type { Register } from '../../src/registers/declaration/register.ts';
import { inState } from '../../src/registers/declaration/states.ts';
import type { ImportOptions } from '../../src/registers/import/import-job.ts';
import { textRegister } from '../../src/registers/layouts/text-register.ts';
import { forgetQuestions } from '../../src/requests/index.ts';
import { connect, importGround } from './imports.ts';
import { as, sessions } from './people.ts';
import { startTestService, type TestOptions, type TestService } from './service.ts';

export const personalColumn = 'Lista conducătorilor';
const columns = ['number', 'name', 'status', 'address', 'activity', personalColumn];

/** A row of a file, by the names of its columns. */
export type Row = Record<string, string>;

/** A register as the service knows it, with a small file in the place of its own; and with a mapping that can be changed. */
export function smallRegister(id: string, revision = 1): Register {
  const base = registers.find((register) => register.id === id) ?? expect.unreachable();
  return textRegister({ ...base, revision }, { delimiter: ',' }, (known) => {
    const read = (name: string) => known.maybe(name);
    const [number, name, status, address, activity, people] = columns.map(read) as [
      ReturnType<typeof read>,
      ...ReturnType<typeof read>[],
    ];
    const text = (reader: typeof number | undefined, cells: Parameters<typeof number>[0]) => reader?.(cells) ?? '';
    return (cells) => ({
      number: number(cells),
      name: text(name, cells),
      state: text(status, cells) === 'x' ? inState.dissolved : inState.active,
      stateText: text(status, cells),
      legalForm: null,
      registeredAt: '2004-09-27',
      enteredOn: null,
      registry: {
        // Other names than those of the real fields, for the contract says what those are.
        place: orNull(text(address, cells)),
        ...(revision > 1 && { reading: revision }),
        'a/b~c': text(status, cells),
        directors: text(people, cells)
          .split(';')
          .map((director) => ({ name: director, role: null })),
      },
      activities: [{ kind: 'unlicensed', scheme: 'TEST', code: text(activity, cells), label: null }],
    });
  });
}

export const fileOf = (rows: readonly Row[], extra: readonly string[] = []): string => {
  const header = [...columns.slice(0, 2), ...extra, ...columns.slice(2)];
  return [header, ...rows.map((row) => header.map((name) => row[name] ?? ''))].map((line) => `${line.join(',')}\n`).join('');
};

export async function addKey(query: (sql: string, values?: unknown[]) => Promise<{ id: string }[]>, plan = 'business') {
  const [account] = await query('INSERT INTO account (plan) VALUES ($1) RETURNING id', [plan]);
  const secret = mintSecret();
  await query('INSERT INTO api_key (account_id, name, prefix, hash) VALUES ($1, $2, $3, $4) RETURNING id', [
    account?.id,
    'key',
    prefixOf(secret),
    hashOf(secret),
  ]);
  return { accountId: account?.id ?? '', secret };
}

/** A database to import into, and a service on it whose caller has a key. */
export async function changesGround(options: TestOptions = {}) {
  const ground = await importGround();
  const { accountId, secret } = await addKey(ground.query as never);
  const start = (own: TestOptions = {}) =>
    startTestService({
      databaseUrl: ground.url,
      sessions,
      databaseDate: () => ground.now,
      ...options,
      ...own,
      env: { DATA_DIR: ground.folder, ...options.env, ...own.env },
    });
  const service = await start();
  let files = 0;
  const own = {
    ...ground,
    accountId,
    secret,
    service,
    start,
    get now() {
      return ground.now;
    },
    set now(moment: Date) {
      ground.now = moment;
    },
    get: (path: string, headers: Record<string, string> = {}, instance: TestService = service) =>
      instance.get(`/api/v1${path}`, { headers: { 'x-api-key': secret, ...headers } }),
    /** An account with so many units left, and a session in it. */
    caller: async (left: number) => {
      const { accountId: id, secret: key } = await addKey(ground.query as never, 'pro');
      await ground.query("INSERT INTO period_usage VALUES ($1, '2026-11-01', $2)", [id, 100_000 - left]);
      await ground.query(
        `INSERT INTO user_profile (account_id, issuer, subject) VALUES ($1::uuid, 'https://issuer.example', $1::text)`,
        [id],
      );
      return { accountId: id, secret: key, session: as(id) };
    },
    /** Imports rows, an hour after whatever was before. */
    importRows: async (register: Register, rows: readonly Row[], more: Partial<ImportOptions> & { extra?: string[] } = {}) => {
      const { extra, ...imports } = more;
      ground.now = new Date(ground.now.getTime() + 3_600_000);
      const path = await ground.file(`${register.id}-${files++}.csv`, fileOf(rows, extra));
      return ground.import(register, path, imports);
    },
    erase: (...words: string[]) =>
      runErasure(words, {
        connect: () => connect(ground.url),
        now: () => ground.now,
        forgetQuestions,
        withdrawSnapshots: (client, code) => withdrawSnapshots(client, snapshotFolder(ground.folder), code),
      }),
    makeSnapshots: async (country?: string) => {
      const client = await connect(ground.url);
      const made: string[] = [];
      await makeSnapshots({
        client,
        folder: snapshotFolder(ground.folder),
        registers,
        country,
        now: () => ground.now,
        made: ({ id }) => made.push(id),
      }).finally(() => client.end());
      return made;
    },
    close: async () => {
      await service.stop();
      await ground.close();
    },
  };
  return own;
}

export type ChangesGround = Awaited<ReturnType<typeof changesGround>>;

interface Told {
  cursor: string;
  type: string;
  reason: string;
  entityId: string;
  countryCode: string;
  dataVersion: number;
  at: string;
  changes: { path: string; old: unknown; new: unknown }[];
}

/** A snapshot as it is listed. */
interface Made {
  id: string;
  countryCode: string;
  cursor: string;
  records: number;
}

/** Copies a country, or all of them, from snapshots, and from there on by the changes alone. */
export class Follower {
  readonly records = new Map<string, string>();
  readonly entries: Told[] = [];
  /** The copy as it was after each version that told something. */
  readonly versions: { version: number; at: string; records: ReadonlyMap<string, string> }[] = [];
  cursor = 'start';
  readonly #ground: ChangesGround;
  readonly #filter: string;
  readonly #limit: number;

  constructor(ground: ChangesGround, country?: string, limit = 7) {
    this.#ground = ground;
    this.#filter = country ? `country=${country}&` : '';
    this.#limit = limit;
  }

  /** Where several countries are copied, their snapshots have to be of the same version. */
  async start(): Promise<void> {
    const { body } = await this.#ground.get(`/snapshots?${this.#filter}`);
    // The newest come first. A test before this one may have made others.
    const newest = new Map<string, Made>(body.data.toReversed().map((one: Made) => [one.countryCode, one]));
    for (const snapshot of newest.values()) await this.#load(snapshot);
  }

  async #load({ id, cursor, records }: Made): Promise<void> {
    const before = this.records.size;
    const response = await fetch(`${this.#ground.service.url}/api/v1/snapshots/${id}`, {
      headers: { 'x-api-key': this.#ground.secret },
    });
    const text = gunzipSync(Buffer.from(await response.arrayBuffer())).toString();
    for (const line of text.split('\n').slice(0, -1)) this.records.set(JSON.parse(line).id, line);
    expect(this.records.size - before).toBe(records);
    this.cursor = cursor;
  }

  /** Reads on to the end. */
  async pull(): Promise<void> {
    for (;;) {
      const path = `/changes?${this.#filter}cursor=${this.cursor}&limit=${this.#limit}`;
      const { status, body } = await this.#ground.get(path);
      expect(status).toBe(200);
      for (const entry of body.data) this.#apply(entry);
      this.cursor = body.meta.nextCursor;
      if (!body.meta.hasMore) return;
    }
  }

  #apply(entry: Told): void {
    const { type, entityId, changes, dataVersion: version, at } = entry;
    this.entries.push(entry);
    this.#change(type, entityId, changes);
    if (this.versions.at(-1)?.version === version) this.versions.pop();
    this.versions.push({ version, at, records: new Map(this.records) });
  }

  #change(type: string, entityId: string, changes: Told['changes']): void {
    const known = this.records.get(entityId);
    if (type === 'updated' || type === 'identifiers') {
      const record = JSON.parse(known ?? expect.unreachable());
      for (const { path, old, new: value } of changes) setAt(record, path, old, value);
      this.records.set(entityId, JSON.stringify(record));
      return;
    }
    const [{ path, old, new: value }] = changes as [Told['changes'][number]];
    expect(path).toBe('');
    expect(JSON.stringify(old), `${type} ${entityId}`).toBe(known ?? 'null');
    if (type === 'removed') this.records.delete(entityId);
    else this.records.set(entityId, JSON.stringify(value));
  }
}

/** Sets the value at a JSON pointer, which must have had the old one. */
function setAt(record: Record<string, unknown>, path: string, old: unknown, value: unknown): void {
  const keys = path.split('/').map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  const parent = keys.slice(1, -1).reduce((object, key) => object[key] as Record<string, unknown>, record);
  const last = keys.at(-1) ?? '';
  expect(JSON.stringify(parent[last]), path).toBe(JSON.stringify(old));
  parent[last] = value;
}

/** The record of a company as it is served, without what is about natural persons. */
export async function servedRecord(ground: ChangesGround, id: string): Promise<string | undefined> {
  const { status, body } = await ground.get(`/entities/${id}`);
  if (status === 404) return undefined;
  const register = registers.find(({ country }) => country.code === body.data.countryCode);
  return JSON.stringify(new Personal(register ?? {}).without(body.data));
}
