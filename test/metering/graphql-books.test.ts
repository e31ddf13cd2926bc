import { specifiedRules } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkOperation, parseDocument, validateDocument } from '../../src/api/operation.ts';
import { schema } from '../../src/api/schema.ts';
import { importSamples } from '../support/imports.ts';
import { type MeteringGround, meteringGround, type TestAccount, usedOf } from '../support/metering.ts';
import { as } from '../support/people.ts';
import type { TestService } from '../support/service.ts';

let ground: MeteringGround;
let service: TestService;
beforeAll(async () => {
  ground = await meteringGround();
  await importSamples(ground.url, 'lv', 'ee');
  service = await ground.start();
});
afterAll(() => ground.close());

const send = (account: TestAccount, query: string, variables: object = {}) =>
  service.graphql('', { body: JSON.stringify({ query, variables }), headers: as(account.id) });
const aliasesIn = (query: string) => [...query.matchAll(/f\d+: /g)].length;
const aliased = (count: number, field: string) => Array.from({ length: count }, (_, place) => `f${place}: ${field}`).join(' ');

describe('a field that gave something is paid for, whatever went wrong below it', () => {
  test.each([
    [
      'a condition below it that is null',
      'query ($x: Boolean = true) { entities(pageSize: 100) { items { id provenance { file @include(if: $x) } } } }',
    ],
    ['a condition of one record', `query ($x: Boolean = true) { entities { items { id } meta { total @skip(if: $x) } } }`],
  ])('%s', async (_what, query) => {
    const account = await ground.account();
    const { body } = await send(account, query, { x: null });
    expect(body.data?.entities ? 1 : 0).toBe(await usedOf(service, account));
  });

  test('twenty of them by other names', async () => {
    const account = await ground.account();
    const field = 'entities(pageSize: 50) { items { id provenance { file @include(if: $x) } } }';
    const { body } = await send(account, `query ($x: Boolean = true) { ${aliased(20, field)} }`, { x: null });
    expect(await usedOf(service, account)).toBe(Object.values(body.data ?? {}).filter((value) => value !== null).length);
  });

  test('one that fails takes nothing from the others, nor their charge', async () => {
    const account = await ground.account();
    for (const wrong of ['entities(page: 0) { meta { total } }', 'usage(days: 0) { used }']) {
      const before = await usedOf(service, account);
      const { body } = await send(account, `{ ${aliased(29, 'entities { items { id } }')} wrong: ${wrong} }`);
      expect(body.errors).toMatchObject([{ path: ['wrong'], extensions: { code: 'invalid_request' } }]);
      expect(body.data).toMatchObject({ wrong: null, f0: { items: expect.any(Array) }, f28: { items: expect.any(Array) } });
      expect(await usedOf(service, account)).toBe(before + 29);
    }
  });

  test('a part that fails on our side is missing, and the rest is there and paid for', async () => {
    const account = await ground.account();
    // What a search keeps in memory is there already: only the provenance is read anew.
    await send(await ground.account(), '{ entities(pageSize: 3) { items { id } } }');
    await ground.query('ALTER TABLE import_run RENAME TO import_run_away');
    const { body } = await send(account, '{ entities(pageSize: 3) { items { id provenance { file } } } countries { code } }');
    await ground.query('ALTER TABLE import_run_away RENAME TO import_run');
    expect(body.data.entities.items).toMatchObject(Array(3).fill({ id: expect.any(String), provenance: null }));
    expect(body.errors).toHaveLength(3);
    expect(body.errors[0]).toMatchObject({
      path: ['entities', 'items', 0, 'provenance'],
      extensions: { code: 'service_unavailable' },
    });
    expect(await usedOf(service, account), 'the page without its parts, and the countries').toBe(2);
  });

  test('a page that fails on our side as a whole gave nothing, and is given back alone', async () => {
    const account = await ground.account();
    await ground.query('ALTER TABLE source_layout RENAME TO source_layout_away');
    const { body } = await send(account, '{ entities(pageSize: 3) { items { id sourceData } } countries { code } }');
    await ground.query('ALTER TABLE source_layout_away RENAME TO source_layout');
    expect(body.data).toMatchObject({ entities: null, countries: expect.any(Array) });
    expect(await usedOf(service, account)).toBe(1);
  });
});

describe('what one operation reads has an end', () => {
  const full = 'items { id registry sourceData registrations provenance { file } }';
  test.each([
    ['25 pages of full records', `{ ${aliased(25, `entities(pageSize: 100) { ${full} }`)} }`, {}],
    ['11 pages of summaries', `{ ${aliased(11, 'entities(pageSize: 100) { items { id } }')} }`, {}],
    [
      'three full pages by fragments',
      `{ a: entities(pageSize: 100) { ...P } ...Q } fragment P on EntityPage { ${full} } fragment Q on Query { b: entities(pageSize: 100) { ...P } c: entities(pageSize: 100) { ...P } }`,
      {},
    ],
    ['one page, its parts by many names', `{ entities(pageSize: 100) { items { ${aliased(20, 'sourceData')} } } }`, {}],
    ['items by many names', `{ entities(pageSize: 100) { ${aliased(11, 'items { id }')} } }`, {}],
    ['the size in a variable', `query ($n: Int!) { ${aliased(11, 'entities(pageSize: $n) { items { id } }')} }`, { n: 100 }],
    [
      'the size as the default of a variable',
      `query ($n: Int! = 100) { ${aliased(11, 'entities(pageSize: $n) { items { id } }')} }`,
      {},
    ],
    [
      'a negative size beside it',
      `{ n: entities(pageSize: -2000000) { items { id } } ${aliased(11, 'entities(pageSize: 100) { items { id } }')} }`,
      {},
    ],
  ])('%s: refused before it runs, for nothing', async (_what, query, variables) => {
    const account = await ground.account();
    const { status, body } = await send(account, query, variables);
    expect([status, body.error?.code]).toEqual([400, 'invalid_request']);
    expect(body.error.message).toMatch(/1000/);
    expect(await usedOf(service, account)).toBe(0);
  });

  test.each([
    ['two pages of full records', `{ ${aliased(2, `entities(pageSize: 100) { ${full} }`)} }`],
    ['ten pages of summaries', `{ ${aliased(10, 'entities(pageSize: 100) { items { id } }')} }`],
    ['thirty totals', `{ ${aliased(30, 'entities(pageSize: 100) { meta { total } }')} }`],
    ['thirty full records', `{ ${aliased(30, 'entity(id: "x") { registry sourceData registrations provenance { file } }')} }`],
  ])('%s may be asked for', (_what, query) => {
    const document = parseDocument(query);
    expect(validateDocument(schema, document, specifiedRules)).toEqual([]);
    expect(checkOperation(schema, document, { query })).toHaveLength(aliasesIn(query));
  });

  test('an answer that became too large is refused, and given back', async () => {
    const account = await ground.account();
    await ground.query(`UPDATE entity SET registry = json_build_object('note', repeat('x', 30000)) WHERE country_code = 'LV'`);
    const { status, body, text } = await send(
      account,
      '{ entities(pageSize: 100, filter: { country: "LV" }) { items { registry } } }',
    );
    expect([status, body.error.code, body.data]).toEqual([400, 'invalid_request', undefined]);
    expect(body.error.message).toMatch(/2 MB/);
    expect(text.length).toBeLessThan(2_000);
    expect(await usedOf(service, account)).toBe(0);
  });
});

test('a page costs what it has, and not what it could have', async () => {
  const full = 'items { id provenance { file } }';
  const id = (await send(await ground.account(), '{ entities(pageSize: 3) { items { id } } }')).body.data.entities.items[0]
    .id as string;
  for (const [query, units] of [
    [`{ entities(filter: { q: "qqzzxxjj" }, pageSize: 100) { ${full} } }`, 1],
    [`{ entities(page: 100, pageSize: 100) { ${full} } }`, 1],
    [`{ entities(pageSize: 3) { ${full} } }`, 3],
    [`{ a: entities(pageSize: 2) { rows: ${full} } b: entities(filter: { q: "qqzzxxjj" }, pageSize: 50) { rows: ${full} } }`, 3],
    ['query { entities(pageSize: 2) { ...P } } fragment P on EntityPage { items { id sourceData provenance { file } } }', 2],
    [`{ entity(id: "${id}") { id provenance { file } } }`, 1],
    ['{ changes(limit: 200, cursor: "now") { items { entity { id } } } }', 1],
  ] as const) {
    const account = await ground.account();
    const { body, headers } = await send(account, query);
    expect(body.errors, query).toBeUndefined();
    expect([query, await usedOf(service, account)]).toEqual([query, units]);
    expect(headers.get('x-monthly-quota-remaining')).toBe(String(1000 - units));
  }
});
