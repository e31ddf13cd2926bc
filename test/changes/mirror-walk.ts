import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ImportOptions } from '../../src/registers/import/import-job.ts';
import { type ChangesGround, changesGround, Follower, servedRecord } from '../support/changes.ts';
import { connect } from '../support/imports.ts';
import {
  belgianPublisher,
  japanesePublisher,
  type Publisher,
  randomness,
  slovakPublisher,
  smallPublisher,
} from '../support/registers/publishers.ts';

interface Walk {
  steps: number;
  seed: number;
  /** In percent: so many of the records are asked for as of each version. */
  share: number;
  /** In percent: so many of the records at the beginning and at the end are compared with what is served. */
  served: number;
}

/** Imports, erases and kills at random, while copies follow the changes; then compares the copies with what is served. */
export function testMirror({ steps, seed, share, served }: Walk): void {
  let ground: ChangesGround;
  beforeAll(async () => {
    ground = await changesGround();
    // All moments of the test are over.
    ground.now = new Date('2025-11-01T00:00:00Z');
  });
  afterAll(() => ground.close());

  const random = randomness(seed);
  const publishers: Publisher[] = [
    smallPublisher('gb', 'GB', random),
    smallPublisher('md', 'MD', random),
    belgianPublisher(random),
    japanesePublisher(random),
    slovakPublisher(random),
  ];

  /** Every look at the clock is a minute later, so imports at the same time have different moments. */
  const now = () => {
    ground.now = new Date(ground.now.getTime() + 60_000);
    return ground.now;
  };
  const path = (name: string) => ground.path(name);

  /** The connection is cut when the import gets to some statement, as with a process or a database that was killed. */
  function killed(statement: string): Partial<ImportOptions> {
    return {
      connect: async () => {
        const client = await connect(ground.url);
        const query = client.query.bind(client) as (...words: unknown[]) => unknown;
        client.query = ((...words: unknown[]) => {
          const text = typeof words[0] === 'string' ? words[0] : ((words[0] as { text?: string })?.text ?? '');
          if (!text.includes(statement)) return query(...words);
          client.end();
          throw new Error('killed');
        }) as typeof client.query;
        return client;
      },
    };
  }
  const writes = ['INTO entity', 'DELETE FROM entity', 'UPDATE register', 'INSERT INTO change_set'];
  const moments = ['CREATE TEMPORARY TABLE staged', ...writes, 'COMMIT'];

  async function publish(publisher: Publisher): Promise<void> {
    const file = await publisher.next(path);
    // Some imports write row by row while the file is read, others only when it was read.
    const mergedBytes = random.pick([1, 3_000, undefined]);
    // Before PostgreSQL 18 the database returned all values of a change.
    const returnsOld = random.pick([false, undefined]);
    const importing = (more: Partial<ImportOptions> = {}) =>
      ground.import(publisher.register(), file, { allowShrink: true, allowChange: true, now, mergedBytes, returnsOld, ...more });
    if (random.chance(20)) await expect(importing(killed(random.pick(moments)))).rejects.toThrow('killed');
    await importing();
    if (random.chance(10)) expect(await importing()).toMatchObject({ sameFile: true });
  }

  async function erase(): Promise<void> {
    const served = await ground.query("SELECT id FROM entity WHERE register_id IN ('md', 'be', 'sk') ORDER BY id");
    await ground.erase(random.pick(served)['id']);
  }

  test('a copy made of a snapshot and the changes is the served data, byte by byte, whatever is imported and however', async () => {
    for (const publisher of publishers) await publish(publisher);
    await ground.makeSnapshots();
    const followers = publishers.map(({ country }) => new Follower(ground, country));
    const everything = new Follower(ground);
    for (const follower of [...followers, everything]) await follower.start();
    const pullAll = () => Promise.all([...followers, everything].map((follower) => follower.pull()));

    const compare = async (percent: number) => {
      const ids = (await ground.query('SELECT id FROM entity ORDER BY id')).map(({ id }) => id as string);
      expect([...everything.records.keys()].toSorted()).toEqual(ids);
      const parted = new Map(followers.flatMap(({ records }) => [...records]));
      expect(Object.fromEntries(parted)).toEqual(Object.fromEntries(everything.records));
      for (const id of ids.filter(() => random.chance(percent)))
        expect(everything.records.get(id)).toBe(await servedRecord(ground, id));
    };
    await compare(served);

    for (let step = 1; step <= steps; step++) {
      const chosen = new Set(Array.from({ length: random.chance(20) ? 3 : 1 }, () => random.pick(publishers)));
      // Whoever follows reads on while the imports run.
      await Promise.all([...[...chosen].map(publish), everything.pull()]);
      if (random.chance(15)) await erase();
      // The changes go over several months.
      if (step % 20 === 0) ground.now = new Date(ground.now.getTime() + 20 * 86_400_000);
      if (step % 10 !== 0) continue;
      await pullAll();
      await compare(step === steps ? served : 5 * share);
    }

    // Whoever follows all countries sees the same as who follows each, every change once, in one order.
    const cursors = everything.entries.map(({ cursor }) => cursor);
    expect(new Set(cursors).size).toBe(cursors.length);
    expect(followers.flatMap(({ entries }) => entries.map(({ cursor }) => cursor)).toSorted()).toEqual(cursors.toSorted());
    expect(everything.versions).toEqual(everything.versions.toSorted((one, other) => one.version - other.version));
    const ofEach = (name: 'type' | 'reason') => new Set(everything.entries.map((entry) => entry[name]));
    // A short walk may lack a kind of change.
    if (steps >= 30) {
      expect(ofEach('type')).toEqual(new Set(['created', 'updated', 'removed', 'restored']));
      expect(ofEach('reason')).toEqual(new Set(['source', 'mapping', 'erasure']));
    }

    // Nothing of a person got in.
    const ofPersons = everything.entries.filter(({ countryCode }) => countryCode !== 'GB');
    expect(JSON.stringify(ofPersons)).not.toMatch(/PERSON|statutoryBodies|www\.example/);

    // Every record as of every version, removed ones too.
    const everyone = [...new Set(everything.versions.flatMap(({ records }) => [...records.keys()]))];
    const compareAsOf = async ({ version, at, records }: (typeof everything.versions)[number]) => {
      // A minute later, for the limits by the minute.
      now();
      for (const id of everyone.filter(() => random.chance(share))) {
        const { status, body, headers } = await ground.get(`/entities/${id}?asOf=${at}`);
        const expected = records.get(id);
        expect(status, `${id} as of version ${version}, ${at}`).toBe(expected ? 200 : 404);
        if (!expected) continue;
        expect(JSON.stringify(body.data), `${id} as of version ${version}, ${at}`).toBe(expected);
        expect(Date.parse(headers.get('memento-datetime') ?? '')).toBeLessThanOrEqual(Date.parse(at));
      }
    };
    for (const version of everything.versions) await compareAsOf(version);
  });
}
