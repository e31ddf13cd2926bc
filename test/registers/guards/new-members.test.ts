import { afterEach, beforeEach, expect, test } from 'vitest';
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
