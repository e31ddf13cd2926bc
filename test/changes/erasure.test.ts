import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Refusal } from '../../src/kernel/errors.ts';
import { type ChangesGround, changesGround, Follower, personalColumn, smallRegister } from '../support/changes.ts';

let ground: ChangesGround;
let id: string;
const md = smallRegister('md');
const rows = (name: string, people = 'ADA;BOB') => [{ number: '1', name, activity: '1', [personalColumn]: people }];
beforeEach(async () => {
  ground = await changesGround();
  await ground.importRows(md, rows('A'));
  await ground.importRows(smallRegister('au'), [{ number: '2', name: 'B', activity: '1' }]);
  id = (await ground.query("SELECT id FROM entity WHERE register_id = 'md'"))[0]?.id;
});
afterEach(() => ground.close());

const erase = (...words: string[]) => ground.erase(...words);
const people = async () => {
  const { registry, sourceData, updatedAt } = (await ground.get(`/entities/${id}`)).body.data;
  const directors = registry.directors?.map(({ name }: { name: string }) => name) ?? null;
  return { directors, cell: sourceData[personalColumn], updatedAt };
};

// One after the other: the second erases what the first looks at.
describe('what is about persons', { shuffle: false }, () => {
  test('is in the current record, and in no change, history or past of it', async () => {
    expect(await people()).toMatchObject({ directors: ['ADA', 'BOB'], cell: 'ADA;BOB' });
    const at = ground.now.toISOString();
    await ground.importRows(md, rows('A', 'EVE'));
    expect((await people()).directors).toEqual(['EVE']);
    const told = (await ground.get(`/changes?entityId=${id}`)).body.data;
    // That something changed is told, and when; a copy would have a wrong updatedAt otherwise.
    expect(told[0].changes.map(({ path }: { path: string }) => path)).toEqual([
      '/updatedAt',
      '/provenance/file',
      '/provenance/sha256',
      '/provenance/importedAt',
    ]);
    for (const path of [
      `/changes?limit=1000`,
      `/entities/${id}/history`,
      `/entities/${id}?asOf=${at}`,
      `/entities/${id}?asOf=${ground.now.toISOString()}`,
    ]) {
      const { status, text } = await ground.get(path);
      expect([status, /ADA|BOB|EVE|directors|Lista/.test(text)], path).toEqual([200, false]);
    }
  });

  test('erased is erased: now, on every instance, and after every import; a line of it stays', async () => {
    const follower = new Follower(ground, 'MD');
    await ground.makeSnapshots();
    await follower.start();
    // The record has no founders: the command does not say that they were erased.
    expect(await erase(id, '--fields', '/registry/founders')).toContain('there is nothing about a person to erase');
    expect(await erase(id, '--fields', '/registry/directors')).toContain('erased /registry/directors');
    // The source column goes with its field.
    await expect.poll(people).toMatchObject({ directors: null, cell: null });
    const { updatedAt } = await people();
    expect(await erase(id.toUpperCase())).toContain('there is nothing about a person to erase');
    expect(await people()).toMatchObject({ updatedAt });
    await ground.importRows(md, rows('A', 'EVE'));
    expect(await people()).toMatchObject({ directors: null, cell: null });
    await ground.importRows(md, rows('A 2', 'NEW'));
    expect(await people()).toMatchObject({ directors: null, cell: null });
    await ground.importRows(md, [], { allowShrink: true });
    await ground.importRows(md, rows('A 3', 'NEWER'));
    expect(await people()).toMatchObject({ directors: null, cell: null });
    expect(JSON.stringify(await ground.query('SELECT * FROM entity WHERE id = $1', [id]))).not.toMatch(/ADA|BOB|EVE|NEW/);
    const lines = await ground.query(
      'SELECT entity_id AS "entityId", register_id AS "registerId", fields FROM erasure ORDER BY cardinality(fields)',
    );
    const together = ['/registry/directors', '/registry/directorsText', 'Lista conducătorilor'];
    expect(lines).toContainEqual({ entityId: id, registerId: 'md', fields: together });
    // Whoever follows has what is served still.
    await follower.pull();
    const { data } = (await ground.get(`/entities/${id}`)).body;
    delete data.registry.directors;
    delete data.sourceData[personalColumn];
    expect(follower.records.get(id)).toBe(JSON.stringify(data));
  });
});

test('what cannot be erased is said in one line', async () => {
  const australian = (await ground.query("SELECT id FROM entity WHERE register_id = 'au'"))[0]?.id;
  for (const words of [
    [],
    ['nonsense'],
    [id, 'more'],
    [id, '--fields', '/status'],
    ['00000000-0000-5000-8000-000000000000'],
    [australian],
  ])
    await expect(erase(...words)).rejects.toThrow(Refusal);
});

test('an operator erases any place that is named, with the same text elsewhere, and what was asked about it', async () => {
  const au = smallRegister('au');
  const row = (name: string, address: string) => [{ number: '2', name, address, activity: '1' }];
  await ground.importRows(au, row('ADA QUILLFEATHER LTD', 'ADA QUILLFEATHER LTD HOUSE'));
  const [{ id: other }] = (await ground.query("SELECT id FROM entity WHERE register_id = 'au'")) as [{ id: string }];
  for (const question of ['Quillfeather%20Ada', 'ada+quillfeather', 'quill']) await ground.get(`/entities?q=${question}`);
  const logged = async () => JSON.stringify(await ground.query('SELECT entries FROM request_batch'));
  await expect.poll(logged).toMatch(/q=quill"/);

  await expect(erase(other, '--fields', '/registry/nothing')).rejects.toThrow(
    /has no .* \/registry\/nothing\. It has: \/canonicalName/,
  );
  await expect(erase(other, '--fields', '/registry/activities')).rejects.toThrow(Refusal);
  const said = await erase(other, '--fields', 'NAME');
  expect(said).toContain('erased /canonicalName, /registry/place, /sourceData/name, /sourceData/address.');
  expect(said).toContain('erased from 2 logged requests');
  expect(said).toContain('The register still publishes what it has: https://');
  expect(await logged()).not.toMatch(/quillfeather/i);
  expect(await logged()).toMatch(/q=quill"/);

  // A later name is one of the company, whose place is still erased; what is elsewhere comes back.
  await ground.importRows(au, row('EVE QUILLFEATHER', 'HIGH STREET'));
  const { data } = (await ground.get(`/entities/${other}`)).body;
  expect(data).toMatchObject({ canonicalName: '2', sourceData: { name: null, address: 'HIGH STREET' } });
  for (const path of ['/changes?limit=1000', `/entities/${other}/history`, '/entities?q=eve'])
    expect((await ground.get(path)).text).not.toMatch(/quillfeather/i);
  expect(await ground.query('SELECT fields, named FROM erasure WHERE entity_id = $1', [other])).toEqual([
    { fields: [], named: ['name'] },
  ]);
});
