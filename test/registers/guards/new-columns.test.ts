import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeBelgianFiles, writeBelgianUpdate } from '../../../scripts/samples/be.ts';
import { au } from '../../../src/registers/countries/au/register.ts';
import { be } from '../../../src/registers/countries/be/register.ts';
import { lv } from '../../../src/registers/countries/lv/register.ts';
import { type ChangesGround, changesGround } from '../../support/changes.ts';

let ground: ChangesGround;
beforeEach(async () => {
  ground = await changesGround();
});
afterEach(() => ground.close());

const header = 'regcode;sepa;name;a;b;c;d;e;f;type;g;registered;terminated;closed'.split(';');
let files = 0;
const latvian = (columns: readonly string[], more: (at: number) => Record<string, string> = () => ({})) =>
  ground.file(
    `${files++}.csv`,
    [
      columns.join(';'),
      ...Array.from({ length: 300 }, (_, at) => {
        const row: Record<string, string> = {
          regcode: `400000${10000 + at}`,
          name: `Company ${at}`,
          a: 'x',
          registered: '2020-01-01',
          ...more(at),
        };
        return columns.map((column) => row[column] ?? '').join(';');
      }),
      '',
    ].join('\n'),
  );
const told = async () => (await ground.query("SELECT FROM change WHERE type <> 'baseline'")).length;

test('a column without values changes no record; one with values changes those that have one', async () => {
  await ground.import(lv, await latvian(header));
  const before = await ground.state();
  expect(await ground.import(lv, await latvian([...header, 'new']))).toMatchObject({ changed: 0, unchanged: 300 });
  // Also in the middle, and with others in another order.
  expect(await ground.import(lv, await latvian(['new', ...header.toReversed()]))).toMatchObject({ changed: 0, unchanged: 300 });
  expect(await ground.state()).toBe(before);
  expect(await told()).toBe(0);
  const some = await latvian([...header, 'new'], (at) => (at < 7 ? { new: 'value' } : {}));
  expect(await ground.import(lv, some)).toMatchObject({ changed: 7, unchanged: 293 });
  expect(await told()).toBe(7);
  // Records of both layouts stay as they are.
  const again = await latvian([...header, 'newer', 'new'], (at) => (at < 7 ? { new: 'value' } : {}));
  expect(await ground.import(lv, again)).toMatchObject({ changed: 0, unchanged: 300 });
  // The column goes again: those that had a value change.
  expect(await ground.import(lv, await latvian(header))).toMatchObject({ changed: 7, unchanged: 293 });
  // A column that was there from the first goes: those with a value change, and all have one.
  const without = await latvian(header.filter((column) => column !== 'b'));
  expect(await ground.import(lv, without)).toMatchObject({ changed: 0 });
  expect(await ground.import(lv, await latvian(header.filter((column) => column !== 'a')), { allowChange: true })).toMatchObject({
    changed: 300,
  });
});

test('a record shows the columns of the file that last changed it', async () => {
  await ground.import(lv, await latvian(header));
  await ground.import(
    lv,
    await latvian([...header, 'new'], (at) => (at === 0 ? { new: '1' } : at === 1 ? { name: 'Other' } : {})),
  );
  const source = async (number: number) => {
    const [row] = await ground.query('SELECT id FROM entity WHERE number = $1', [`400000${number}`]);
    return Object.entries((await ground.get(`/entities/${row?.['id']}`)).body.data.sourceData);
  };
  expect((await source(10000)).at(-1)).toEqual(['new', '1']);
  expect((await source(10001)).at(-1)).toEqual(['new', '']);
  expect((await source(10002)).at(-1)).toEqual(['closed', '']);
});

test('columns that every edition writes anew count for nothing, wherever they stand', async () => {
  const columns =
    'Company Name\tACN\tType\tClass\tSub Class\tStatus\tDate of Registration\tCurrent Name Indicator\tABN\tCurrent Name\tCurrent Name Start Date\tModified since last report'.split(
      '\t',
    );
  const write = (order: readonly string[], flag: string) =>
    ground.file(
      `company_${files++}.csv`,
      [
        order,
        ...Array.from({ length: 20 }, (_, at) =>
          order.map(
            (column) =>
              ({
                'Company Name': `X ${at}`,
                ACN: `0000000${10 + at}`,
                Type: 'APTY',
                Status: 'REGD',
                'Current Name Indicator': 'Y',
                'Modified since last report': flag,
              })[column] ?? '',
          ),
        ),
      ]
        .map((row) => `${row.join('\t')}\n`)
        .join(''),
    );
  await ground.import(au, await write(columns, 'A'));
  expect(await ground.import(au, await write(['fresh', ...columns], 'B'))).toMatchObject({ changed: 0, unchanged: 20 });
});

test('an update is applied to records of several layouts', async () => {
  const path = (name: string) => ground.path(name);
  await writeBelgianFiles(path('1.zip'), 60, { edition: 1 });
  await ground.import(be, path('1.zip'));
  // As if most records were of a file with one more column, in front of the others.
  const [{ id }] = (await ground.query('SELECT layout_id AS id FROM entity LIMIT 1')) as [{ id: number }];
  await ground.query(
    `INSERT INTO source_layout (sha256, columns) SELECT repeat('0', 64),
       replace(columns::text, '"columns":["EstablishmentNumber"', '"columns":["Newest","EstablishmentNumber"')::json FROM source_layout WHERE id = $1`,
    [id],
  );
  await ground.query(
    `UPDATE entity SET layout_id = (SELECT id FROM source_layout WHERE sha256 = repeat('0', 64)),
       source_cells = (SELECT json_agg(CASE WHEN place = 7 - 1 THEN
           (SELECT coalesce(json_agg((SELECT json_agg(v) FROM (SELECT ''::text AS v UNION ALL SELECT * FROM json_array_elements_text(r)) AS x)), '[]') FROM json_array_elements(part) AS r)
         ELSE part END ORDER BY place) FROM json_array_elements(source_cells) WITH ORDINALITY AS one (part, place))
     WHERE number > '05'`,
  );
  await writeBelgianUpdate(path('2.zip'), 60, { edition: 2 });
  await ground.import(be, path('2.zip'));
  await writeBelgianFiles(path('full.zip'), 60, { edition: 2 });
  expect(await ground.import(be, path('full.zip'))).toMatchObject({ added: 0, changed: 0, removed: 0 });
});
