import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { snapshotFolder } from '../../src/changes/snapshots.ts';
import type { ChangesGround } from '../support/changes.ts';
import { as, join as joinAccount, post, raisePlans } from '../support/people.ts';
import type { TestService } from '../support/service.ts';
import { snapshotsGround } from '../support/snapshots.ts';

let ground: ChangesGround;
/** Another instance, where everything is decided. */
let other: TestService;
beforeAll(async () => {
  ground = await snapshotsGround();
  other = await ground.start();
});
afterAll(async () => {
  await other?.stop();
  await ground?.close();
});

/** What a removed person may still read, in milliseconds: teams.md promises half a minute. */
const promised = 30_000;

/** Reads slowly, as over a line that needs minutes for the file. */
class SlowReader {
  bytes = 0;
  readonly #response: IncomingMessage;
  endedAt: number | undefined;

  constructor(response: IncomingMessage) {
    this.#response = response;
    // An answer that is cut off is an error of the response.
    response.on('error', () => {}).on('close', () => (this.endedAt = performance.now()));
    void this.#read();
  }

  static async open(path: string, headers: Record<string, string>): Promise<SlowReader> {
    const asked = request(ground.service.url + path, { headers }).end();
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(200);
    return new SlowReader(response);
  }

  get isComplete(): boolean {
    return this.#response.complete;
  }

  close(): void {
    this.#response.destroy();
  }

  async #read(): Promise<void> {
    while (!this.endedAt) {
      this.bytes += (this.#response.read() as Buffer | null)?.length ?? 0;
      await delay(100);
    }
  }
}

test('a download ends within half a minute of the removal of its reader or the revocation of its key, and no other one does', async () => {
  const { id } = (await ground.get('/snapshots?country=MD')).body.data[0];
  const size = 300_000_000;
  await writeFile(join(snapshotFolder(ground.folder), `${id}.ndjson.gz`), randomBytes(size));
  await ground.query('UPDATE snapshot SET bytes = $2 WHERE id = $1', [id, size]);
  await other.get('/api/v1/account', { headers: as('owner') });
  await raisePlans(other);
  const names = ['stays', 'removed', 'followed', 'revoked'];
  const people = new Map<string, { account: string; key: { id: string; secret: string } }>();
  for (const name of names) {
    const account = await joinAccount(other, 'owner', name, 'member');
    const made = await other.get('/api/v1/api-keys', post(name, { name }, { 'x-account-id': account }));
    expect(made.status, made.text).toBe(201);
    people.set(name, { account, key: made.body.data });
  }
  const person = (name: string) => people.get(name) ?? expect.unreachable();
  const path = `/api/v1/snapshots/${id}`;
  const download = (name: string) => SlowReader.open(path, { 'x-api-key': person(name).key.secret });
  const kept = [await download('stays'), await download('followed')];
  const lost = [await download('removed'), await download('revoked')];

  const members = (await other.get('/api/v1/members', { headers: as('owner') })).body.data as { id: string; email: string }[];
  const idOf = (name: string) => members.find(({ email }) => email === `${name}@example.com`)?.id;
  const change = async (method: string, what: string, body?: unknown) => {
    const headers = { ...as('owner'), 'content-type': 'application/json' };
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const { status, text } = await other.get(`/api/v1${what}`, init);
    expect([200, 204], text).toContain(status);
  };
  const start = performance.now();
  await change('DELETE', `/members/${idOf('removed')}`);
  // Their key has a successor.
  await change('DELETE', `/members/${idOf('followed')}?handOverTo=${idOf('stays')}`);
  await change('DELETE', `/api-keys/${person('revoked').key.id}`);
  await expect.poll(() => lost.map(({ endedAt }) => endedAt !== undefined), { timeout: 60_000 }).toEqual(lost.map(() => true));
  for (const { endedAt = 0, isComplete } of lost) {
    expect(isComplete).toBe(false);
    expect(endedAt - start).toBeLessThan(promised + 5_000);
  }
  // Those who stay read on.
  const before = kept.map(({ bytes }) => bytes);
  await expect.poll(() => kept.every(({ bytes }, place) => bytes > (before[place] ?? 0))).toBe(true);
  expect(kept.map(({ endedAt }) => endedAt)).toEqual(kept.map(() => undefined));
  for (const reader of [...kept, ...lost]) reader.close();
});
