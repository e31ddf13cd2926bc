import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ImportOptions } from '../../src/registers/import-job.ts';
import {
  type ChangesGround,
  changesGround,
  Follower,
  personalColumn,
  type Row,
  servedRecord,
  smallRegister,
} from '../support/changes.ts';
import { connect } from '../support/imports.ts';

let ground: ChangesGround;
beforeAll(async () => {
  ground = await changesGround();
});
afterAll(() => ground.close());

/** The same every time. */
function randomness(seed: number) {
  let state = seed;
  const next = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
  return { next, chance: (percent: number) => next(100) < percent };
}

const random = randomness(42);
const words = ['ALPHA', 'BETA', 'ÎNTREPRINDEREA', 'a~b/c', 'ОБЩЕСТВО', ''];
const word = () => words[random.next(words.length)] ?? '';

interface State {
  rows: Map<string, Row>;
  revision: number;
  extra: string[];
}
const states: Record<string, State> = Object.fromEntries(
  ['gb', 'md'].map((id) => [id, { rows: new Map(), revision: 1, extra: [] }]),
);

/** Some rows change, some go, some come or come back. */
function edit({ rows }: State): void {
  for (let count = 1 + random.next(8); count > 0; count--) {
    const number = String(10_000_000 + random.next(30));
    if (rows.has(number) && random.chance(25)) rows.delete(number);
    else
      rows.set(number, {
        number,
        name: `COMPANY ${number} ${word()}`,
        status: random.chance(30) ? 'x' : '',
        address: word(),
        activity: String(random.next(5)),
        [personalColumn]: `PERSON ${word()}`,
        new: word(),
      });
  }
}

/** Everything is done but the commit: then the connection is gone, as with a process that was killed. */
const killed: Partial<ImportOptions> = {
  connect: async () => {
    const client = await connect(ground.url);
    const query = client.query.bind(client) as (...words: unknown[]) => unknown;
    client.query = ((...words: unknown[]) => {
      if (words[0] !== 'COMMIT') return query(...words);
      client.end();
      throw new Error('killed');
    }) as typeof client.query;
    return client;
  },
};

async function importOnce(id: string): Promise<void> {
  const state = states[id] as State;
  const kind = random.next(10);
  if (kind === 0) state.revision += 1;
  else if (kind === 1) state.extra = state.extra.length > 0 ? [] : ['new'];
  else if (kind !== 3) edit(state);
  const importing = (more: Partial<ImportOptions> = {}) =>
    ground.importRows(smallRegister(id, state.revision), [...state.rows.values()], {
      allowShrink: true,
      extra: state.extra,
      ...more,
    });
  if (kind === 2) await expect(importing(killed)).rejects.toThrow('killed');
  await importing();
}

const country: Record<string, string> = { gb: 'GB', md: 'MD' };

test('a copy made of a snapshot and the changes is the served data, byte by byte, whatever is imported and however', async () => {
  for (const id of ['gb', 'md']) {
    for (let count = 0; count < 4; count++) edit(states[id] as State);
    await ground.importRows(smallRegister(id), [...(states[id] as State).rows.values()]);
  }
  await ground.makeSnapshots();
  const followers = Object.fromEntries(Object.values(country).map((code) => [code, new Follower(ground, code)]));
  for (const follower of Object.values(followers)) await follower.start();

  const pastOf: { at: Date; records: Map<string, string> }[] = [];
  const remember = () =>
    pastOf.push({ at: ground.now, records: new Map(Object.values(followers).flatMap(({ records }) => [...records])) });
  const compare = async () => {
    for (const [code, { records }] of Object.entries(followers)) {
      const ids = await ground.query('SELECT id FROM entity WHERE country_code = $1', [code]);
      expect([...records.keys()].toSorted()).toEqual(ids.map(({ id }) => id).toSorted());
      for (const { id } of ids) expect(records.get(id)).toBe(await servedRecord(ground, id));
    }
  };
  const pull = () => Promise.all(Object.values(followers).map((follower) => follower.pull()));
  await compare();
  remember();

  for (let step = 1; step <= 24; step++) {
    const ids = random.chance(20) ? ['gb', 'md'] : [random.chance(50) ? 'gb' : 'md'];
    // The followers read on while the imports run.
    await Promise.all([...ids.map(importOnce), pull()]);
    await pull();
    if (step % 12 === 0) await compare();
    remember();
  }

  // Nobody follows by country alone: all changes at once are the same, each once.
  const { body } = await ground.get('/changes?limit=1000');
  const all = body.data.map(({ cursor }: { cursor: string }) => cursor);
  expect(new Set(all).size).toBe(all.length);
  const told = Object.values(followers).flatMap(({ entries }) => entries.map(({ cursor }) => cursor));
  const baselines = body.data.filter(({ type }: { type: string }) => type === 'baseline');
  expect(baselines).toHaveLength(2);
  expect(told.toSorted()).toEqual(
    all.filter((cursor: string) => !baselines.some((one: { cursor: string }) => one.cursor === cursor)).toSorted(),
  );
  const types = new Set(body.data.map(({ type }: { type: string }) => type));
  expect(types).toEqual(new Set(['baseline', 'created', 'updated', 'removed', 'restored']));
  expect(new Set(body.data.map(({ reason }: { reason: string }) => reason))).toEqual(new Set(['source', 'mapping']));

  // Nothing of a person got in.
  expect(JSON.stringify(body.data.filter(({ countryCode }: { countryCode: string }) => countryCode === 'MD'))).not.toContain(
    'PERSON',
  );
  expect(
    JSON.stringify(
      await ground.query('SELECT fields FROM change JOIN change_set USING (version) WHERE country_code = $1', ['MD']),
    ),
  ).not.toContain('PERSON');

  // Every record as of every version, removed ones too.
  const everyone = [...new Set(pastOf.flatMap(({ records }) => [...records.keys()]))];
  for (const { at, records } of pastOf) {
    const asked = everyone.filter(() => random.chance(10));
    const answers = await Promise.all(asked.map((id) => ground.get(`/entities/${id}?asOf=${at.toISOString()}`)));
    for (const [place, { status, body: past, headers }] of answers.entries()) {
      const expected = records.get(asked[place] ?? '');
      expect(status, `${asked[place]} as of ${at.toISOString()}`).toBe(expected ? 200 : 404);
      if (!expected) continue;
      expect(JSON.stringify(past.data)).toBe(expected);
      expect(new Date(headers.get('memento-datetime') ?? '').getTime()).toBeLessThanOrEqual(at.getTime());
    }
  }
});
