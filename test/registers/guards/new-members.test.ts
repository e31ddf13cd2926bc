import { afterEach, beforeEach, expect, test } from 'vitest';
import { contentHash } from '../../../src/intake/content-hash.ts';
import { fi } from '../../../src/registers/countries/fi/register.ts';
import { type ChangesGround, changesGround } from '../../support/changes.ts';

let ground: ChangesGround;
beforeEach(async () => {
  ground = await changesGround();
});
afterEach(() => ground.close());

const count = 300;
let files = 0;
/** Finnish records; each has a list without items. */
const finnish = (more: (at: number) => object = () => ({})) =>
  ground.file(
    `${files++}.json`,
    JSON.stringify(
      Array.from({ length: count }, (_, at) => ({
        businessId: { value: `${1000000 + at}-0`, registrationDate: '2001-03-15', source: '3' },
        names: [{ name: `Kurki ${at} Oy`, type: '1', registrationDate: '2001-03-20' }],
        companySituations: [],
        ...more(at),
      })),
    ),
  );
const empty = { note: null, remark: '', list: [], part: { inner: {}, deeper: { null: null } } };
const told = async () => (await ground.query("SELECT FROM change WHERE type <> 'baseline'")).length;

test('a member without a value changes no record of a JSON file; one with a value changes those that have it', async () => {
  await ground.import(fi, await finnish());
  const before = await ground.state();
  expect(await ground.import(fi, await finnish(() => empty))).toMatchObject({ changed: 0, unchanged: count });
  expect(await ground.state()).toBe(before);
  expect(await told()).toBe(0);
  const some = await finnish((at) => ({ ...empty, ...(at < 7 && { list: [0] }) }));
  expect(await ground.import(fi, some)).toMatchObject({ changed: 7, unchanged: count - 7 });
  expect(await ground.import(fi, await finnish())).toMatchObject({ changed: 7, unchanged: count - 7 });
});

test('records that an earlier build hashed with such members stay as they are', async () => {
  await ground.import(fi, await finnish());
  const rows = await ground.query(`SELECT id, number, canonical_name AS name, status, legal_form AS "legalForm",
      to_char(registered_at, 'YYYY-MM-DD') AS "registeredAt", NULL AS "endedAt", NULL AS "endKind", legal_form_label AS "legalFormLabel", registry::text,
      source_cells::text AS cells, registrations::text, unlicensed, licensed, search_text AS "firstText"
    FROM entity ORDER BY id`);
  const hashes = async () =>
    (await ground.query("SELECT encode(content_hash, 'hex') AS hash FROM entity ORDER BY id")).map((row) => row['hash']);
  const [made, former] = [await hashes(), rows.map((row) => contentHash(fi.revision, { ...row, searchText: '' } as never))];
  for (const [place, { id }] of rows.entries())
    await ground.query(`UPDATE entity SET content_hash = '\\x${former[place]}' WHERE id = '${id}'`);
  expect(former).not.toContain(made[0]);
  // The same records in another file: their hashes are made anew, and nothing else.
  expect(await ground.import(fi, await finnish((at) => (at === 0 ? { website: { url: 'x.example' } } : {})))).toMatchObject({
    changed: 1,
    unchanged: count - 1,
  });
  expect((await hashes()).filter((hash, place) => hash === made[place])).toHaveLength(count - 1);
  // So a new member without a value leaves them alone, too. The first loses its website.
  expect(await ground.import(fi, await finnish(() => empty))).toMatchObject({ changed: 1, unchanged: count - 1 });
});
