import { parse } from 'graphql';
import { execute } from 'graphql/execution/execute.js';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { prepare } from '../../src/api/executor.ts';
import { schema } from '../../src/api/schema.ts';
import { companyLookup } from '../../src/companies/lookup/lookup.ts';
import { IdentifierReads } from '../../src/identifiers/index.ts';
import { DataVersion } from '../../src/records/data-version.ts';
import { DerivedFields } from '../../src/records/derived-fields.ts';
import { companyRecords } from '../../src/records/records.ts';
import { SourceTerms } from '../../src/records/source-terms.ts';
import { registers } from '../../src/registers/countries/registers.ts';
import { samples } from '../../src/registers/import/samples.ts';
import { openScanner } from '../../src/search/engine/scanner.ts';
import { type ImportGround, importGround } from '../support/imports.ts';
import { someone } from '../support/service.ts';

let ground: ImportGround;
let pool: pg.Pool;
let ids: string[];
beforeAll(async () => {
  ground = await importGround();
  for (const { register, path } of samples) if (register.id === 'ee') await ground.import(register, path);
  pool = new pg.Pool({ connectionString: ground.url });
  ids = (await ground.query('SELECT id FROM entity ORDER BY id LIMIT 3')).map(({ id }) => id);
});
afterAll(async () => {
  await pool.end();
  await ground.close();
});

/** The operation on records that nothing is known of, and the statements on records that it led to. */
async function ask(query: string, way: 'compiled' | 'interpreted') {
  const asked = vi.spyOn(pool, 'query');
  const services = { records: companyRecords(pool, new DataVersion(pool)) };
  const context = { requestId: '', principal: someone, services } as never;
  const data =
    way === 'compiled'
      ? await prepare(schema, query)({}, context)
      : (await execute({ schema, document: parse(query), contextValue: context })).data;
  const statements = asked.mock.calls.map(([statement]) => (statement as unknown as { text?: string }).text ?? '');
  asked.mockRestore();
  return { data, statements: statements.filter((text) => text.includes('JOIN entity')) };
}

test.each(['compiled', 'interpreted'] as const)('%s, only what an operation selects is read', async (way) => {
  const small = await ask(`{ entity(id: "${ids[0]}") { id canonicalName } }`, way);
  expect(small.data).toMatchObject({ entity: { id: ids[0] } });
  expect(small.statements).toHaveLength(1);
  expect(small.statements[0]).not.toMatch(/registry,|source_cells|registrations|layout_id/);

  const more = await ask(
    `{ entity(id: "${ids[0]}") { ...one } } fragment one on Entity { name: canonicalName numbers: registrations }`,
    way,
  );
  expect(more.data).toMatchObject({
    entity: { numbers: expect.arrayContaining([expect.objectContaining({ scheme: expect.any(String) })]) },
  });
  expect(more.statements).toHaveLength(1);
  expect(more.statements[0]).toMatch(/registrations/);
  expect(more.statements[0]).not.toMatch(/registry,|source_cells|layout_id/);
});

test('records that are asked for at the same time are one question', async () => {
  const { data, statements } = await ask(
    `{ ${ids.map((id, place) => `e${place}: entity(id: "${id}") { id }`).join(' ')} }`,
    'compiled',
  );
  expect(Object.values(data ?? {})).toEqual(ids.map((id) => ({ id })));
  expect(statements).toHaveLength(1);
});

test('a look-up reads its records by two statements, and each term of full records at once', async () => {
  const statements = vi.spyOn(pool, 'query');
  const version = new DataVersion(pool);
  const records = companyRecords(pool, version);
  const scanner = openScanner({ databaseUrl: ground.url, threads: 1 });
  const services = {
    records,
    lookup: companyLookup({ pool, version, counter: scanner, records, identifiers: new IdentifierReads(pool), registers }),
    sourceTerms: new SourceTerms(pool),
    derived: new DerivedFields(registers),
  };
  const some = await ground.query('SELECT id, number FROM entity ORDER BY id DESC LIMIT 50');
  const items = some.flatMap(({ id, number }) => [{ id }, { country: 'EE', number }]);
  const query = `query ($items: [EntityLookupItem!]!) {
    entityLookup(items: $items) { status entity { id registry sourceData registrations address { raw } provenance { file } } }
  }`;
  // The countries and the version are read once.
  await records.countries();
  for (const most of [6, 2]) {
    statements.mockClear();
    const data = await prepare(schema, query)({ items }, { requestId: '', principal: someone, services } as never);
    const found = data['entityLookup'] as { entity: { id: string } }[];
    expect(found.map(({ entity }) => entity.id)).toEqual(some.flatMap(({ id }) => [id, id]));
    expect(statements.mock.calls.length).toBeLessThanOrEqual(most);
  }
  statements.mockRestore();
  await scanner.close();
});

test('a part that is missing is read where it is asked for', async () => {
  const records = companyRecords(pool, new DataVersion(pool));
  const record = await records.find(ids[0] ?? '', []);
  expect(record?.parts).toEqual({});
  expect(record && (await records.part(record, 'registrations'))?.registrations).not.toHaveLength(0);
});
