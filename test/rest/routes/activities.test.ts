import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { norwegianHeader } from '../../../scripts/samples/no.ts';
import type { Authenticate } from '../../../src/kernel/principal.ts';
import { no } from '../../../src/registers/countries/no/register.ts';
import { samples } from '../../../src/registers/import/samples.ts';
import { type ImportGround, importGround } from '../../support/imports.ts';
import { type Fields, type TextFormat, textOf } from '../../support/registers/register-files.ts';
import { someone, startTestService, type TestService } from '../../support/service.ts';

const account = { kind: 'apiKey', accountId: someone.accountId, keyId: someone.accountId, familyId: someone.accountId } as const;
const authenticate: Authenticate = async () => account;
const format: TextFormat = { delimiter: ',', quote: 'all', lineBreak: '\n' };

const norwegian = (number: number, ...activities: [code: string, label: string][]): Fields => ({
  organisasjonsnummer: String(810_000_000 + number),
  navn: `FIRMA ${number} AS`,
  'organisasjonsform.kode': 'AS',
  konkurs: 'false',
  underAvvikling: 'false',
  underTvangsavviklingEllerTvangsopplosning: 'false',
  ...Object.fromEntries(
    activities.flatMap(([code, label], place) => [
      [`naeringskode${place + 1}.kode`, code],
      [`naeringskode${place + 1}.beskrivelse`, label],
    ]),
  ),
});

let ground: ImportGround;
let service: TestService;
beforeAll(async () => {
  ground = await importGround();
  for (const { register, path } of samples)
    if (['md', 'fr', 'gb', 'fi'].includes(register.id)) await ground.import(register, path);
  const rows = [
    // One code with an old label and a new one, also in one record.
    norwegian(1, ['62.010', 'Programmeringstjenester'], ['62.010', 'Programmering']),
    norwegian(2, ['62.010', 'Programmeringstjenester']),
    norwegian(3, ['62.010', 'Programmering'], ['58.110', 'Utgivelse av bøker']),
    // The code of one is the label of another.
    norwegian(4, ['01.110', '62.010']),
    // Another classification has the same code.
    norwegian(5, ['62010', 'Programmering']),
    norwegian(6),
  ];
  await ground.import(no, await ground.file('no.csv', textOf(norwegianHeader, rows, format)));
  await ground.query(`INSERT INTO account (id, plan) VALUES ($1, 'business')`, [account.accountId]);
  service = await startTestService({ databaseUrl: ground.url, authenticate });
});
afterAll(async () => {
  await service.stop();
  await ground.close();
});

interface Value {
  value: string;
  label: string | null;
  scheme: string;
  count: number;
}

const get = (path: string) => service.get(`/api/v1/entities${path}`);
const total = async (query: Record<string, string>) => (await get(`?${new URLSearchParams(query)}`)).body.meta.total;
const facet = async (query: Record<string, string>) => {
  const { body } = await get(`/facets?${new URLSearchParams({ facets: 'activity', size: '20', ...query })}`);
  return { ...body.data[0], total: body.meta.total } as { values: Value[]; other: number; missing: number; total: number };
};

test('a scheme tells apart what has the same code', async () => {
  for (const scheme of ['MD-CAEM-1', 'MD-CAEM-2']) {
    const [{ count }] = (await ground.query(
      `SELECT count(*)::int AS count FROM entity WHERE EXISTS (
         SELECT FROM activity WHERE id = ANY (unlicensed) AND scheme = $1 AND code = '0111')`,
      [scheme],
    )) as [{ count: number }];
    expect([scheme, await total({ activity: '0111', activityScheme: scheme })]).toEqual([scheme, count]);
  }
  expect(await total({ activity: '62.010', activityScheme: 'NO-SN' })).toBe(3);
  expect(await total({ activity: '62.010', activityScheme: 'no-sn' })).toBe(0);
  expect(await total({ activity: '62.010', activityScheme: 'MD-CAEM-2' })).toBe(0);
});

test('a scheme alone finds the records that have any activity of it', async () => {
  expect(await total({ activityScheme: 'NO-SN' })).toBe(5);
  expect(await total({ activityScheme: 'NO-SN', activityType: 'licensed' })).toBe(0);
  expect(await total({ activityScheme: 'NOTHING' })).toBe(0);
  const { values, other, missing } = await facet({ activityScheme: 'NO-SN' });
  expect(new Set(values.map(({ scheme }) => scheme))).toEqual(new Set(['NO-SN']));
  expect([values.length, other, missing]).toEqual([4, 0, 0]);
});

test('several labels of a code are one value, which a record has once', async () => {
  const { values, missing } = await facet({ country: 'NO' });
  expect(values).toEqual([
    { value: '62.010', label: 'Programmering', scheme: 'NO-SN', count: 3 },
    { value: '58.110', label: 'Utgivelse av bøker', scheme: 'NO-SN', count: 1 },
    { value: '01.110', label: '62.010', scheme: 'NO-SN', count: 1 },
    { value: '62010', label: 'Programmering', scheme: 'NO-SN', count: 1 },
  ]);
  expect(missing).toBe(1);
  expect(await total({ country: 'NO', activity: 'Programmering', activityScheme: 'NO-SN' })).toBe(3);
});

test.each([
  {},
  { country: 'MD' },
  { country: 'MD', activityType: 'licensed' },
  { activityType: 'licensed' },
  { country: 'FR' },
  { q: 'a', status: 'active' },
  { activityScheme: 'MD-CAEM-2' },
])('each activity of the facets of %j counts what its filter finds', async (query) => {
  const { values } = await facet(query as Record<string, string>);
  expect(values.length).toBeGreaterThan(3);
  expect(new Set(values.map(({ scheme, value }) => `${scheme} ${value}`)).size).toBe(values.length);
  for (const { value, scheme, count } of values)
    expect([scheme, value, await total({ ...query, activity: value, activityScheme: scheme })]).toEqual([scheme, value, count]);
});

test('where no register has licensed activities, the answer says so', async () => {
  const header = async (path: string) => (await get(path)).headers.get('x-no-licensed-activities');
  expect(await header('?country=fr&activity=17&activityType=licensed')).toBe('FR');
  expect(await header('/facets?country=GB&activityType=licensed&facets=activity')).toBe('GB');
  for (const query of ['country=MD&activityType=licensed', 'activity=17&activityType=licensed', 'country=FR&activity=17'])
    expect([query, await header(`?${query}`)]).toEqual([query, null]);
  // It is told to be unknown.
  expect(await header('?country=ZZ&activityType=licensed')).toBeNull();
  const { body } = await service.graphql(`{
    entities(filter: { country: "FR", activity: "17", activityType: licensed }) { noLicensedActivities meta { total } }
    moldovan: entities(filter: { country: "MD", activityType: licensed }) { noLicensedActivities }
    entityFacets(filter: { country: "FR", activityType: licensed }, facets: [activity]) { noLicensedActivities }
  }`);
  expect(body.data).toEqual({
    entities: { noLicensedActivities: ['FR'], meta: { total: 0 } },
    moldovan: { noLicensedActivities: null },
    entityFacets: { noLicensedActivities: ['FR'] },
  });
});

test('the label of a legal form stands beside its code, in pages and records', async () => {
  const { body } = await get('?country=FR&legalForm=5710&pageSize=1');
  expect(body.data[0]).toMatchObject({ legalForm: '5710', legalFormLabel: 'SAS, société par actions simplifiée' });
  const { body: record } = await get(`/${body.data[0].id}`);
  expect(record.data.legalFormLabel).toBe('SAS, société par actions simplifiée');
  const { body: named } = await get('?country=GB&pageSize=1');
  expect(named.data[0].legalFormLabel).toBeNull();
});

test.each([
  'legalFormGroup',
  'legalFormCode',
  'nace',
  'naceSection',
])('each value of the facet %s counts what its filter finds', async (name) => {
  const filter = name === 'naceSection' ? 'nace' : name;
  for (const query of [{}, { status: 'active', country: 'FR' }]) {
    const { values, missing, other, total: all } = await facet({ ...query, facets: name, size: '12' });
    expect(values.length).toBeGreaterThan(1);
    for (const { value, count, label } of values) {
      expect([value, await total({ ...query, [filter]: value })]).toEqual([value, count]);
      expect([value, label === null]).toEqual([value, name === 'legalFormGroup']);
    }
    if (filter !== 'nace') expect(values.reduce((sum, { count }) => sum + count, other + missing)).toBe(all);
  }
});

test('a code of NACE finds what is below it, and what records show is what is found', async () => {
  const counts = await Promise.all(['K', 'k', '62', '62.1', '62.10', '58.11'].map((nace) => total({ nace, country: 'NO' })));
  expect(counts).toEqual([4, 4, 4, 4, 4, 1]);
  const { body } = await get('?nace=62.10&country=NO');
  const { body: record } = await get(`/${body.data[0].id}`);
  expect(record.data.registry.activities.unlicensed[0].nace.codes).toContain('62.10');
  const { body: group } = await get('?legalFormGroup=limited_company&country=FR&pageSize=1');
  expect(group.data[0]).toMatchObject({ legalFormGroup: 'limited_company' });
  expect(await total({ legalFormCode: group.data[0].legalFormCode.toLowerCase(), legalFormGroup: 'limited_company' })).toBe(
    await total({ legalFormCode: group.data[0].legalFormCode }),
  );
  expect(await total({ legalFormCode: group.data[0].legalFormCode, legalFormGroup: 'branch' })).toBe(0);
  const { body: same } = await service.graphql(`{
    entities(filter: { nace: "62", country: "NO" }) { meta { total } }
    entityFacets(filter: { country: "NO", legalFormGroup: limited_company }, facets: [naceSection], size: 1) {
      facets { values { value label count } }
    }
  }`);
  const label =
    'Telecommunication, computer programming, consulting, computing infrastructure and other information service activities';
  expect(same.data).toEqual({
    entities: { meta: { total: 4 } },
    entityFacets: { facets: [{ values: [{ value: 'K', label, count: 4 }] }] },
  });
});

test('a postal code, its beginning and a locality find the records whose address has them, however they are typed', async () => {
  const { body } = await get('?country=GB&pageSize=100');
  const records = await Promise.all(
    body.data.slice(0, 40).map(async ({ id }: { id: string }) => (await get(`/${id}`)).body.data),
  );
  const { id, address } = records.find(({ address }) => address?.postalCode && address.locality);
  const { postalCode, locality } = address;
  const found = async (query: Record<string, string>) => {
    const { body } = await get(`?${new URLSearchParams({ country: 'GB', pageSize: '100', ...query })}`);
    return [body.meta.total > 0, body.data.some((one: { id: string }) => one.id === id) || body.meta.total > 100];
  };
  for (const typed of [
    postalCode,
    postalCode.toLowerCase(),
    postalCode.replace(' ', '-'),
    postalCode.replace(' ', ''),
    postalCode.slice(0, 2),
  ])
    expect([typed, await found({ postalCode: typed })]).toEqual([typed, [true, true]]);
  expect(await total({ postalCode: `${postalCode}0`, country: 'GB' })).toBe(0);
  for (const typed of [locality.toLowerCase(), ` ${locality.toUpperCase()} `])
    expect([typed, await found({ locality: typed, postalCode: postalCode.slice(0, 2) })]).toEqual([typed, [true, true]]);
  expect(await total({ locality: locality.slice(0, -1), country: 'GB' })).toBe(0);
  const { body: same } = await service.graphql(
    `{ entities(filter: { country: "GB", postalCode: "${postalCode}" }) { items { address { postalCode } } } }`,
  );
  expect(same.data.entities.items[0].address.postalCode).toBe(postalCode);
});

test('the examples of the guide find something in the sample data', async () => {
  const guide = readFileSync(new URL('../../../docs/guides/searching.md', import.meta.url), 'utf8');
  const lines =
    guide.match(
      /(?<=^curl 'http:\/\/localhost:3000\/api\/v1\/entities)\?[^']*(?:nace|legalForm|postalCode|locality)[^']*(?=')/gm,
    ) ?? [];
  const examples = lines.filter((line) => !line.includes('<'));
  expect(examples.length).toBeGreaterThan(3);
  for (const path of examples) expect([path, (await get(path)).body.meta.total > 0]).toEqual([path, true]);
});

test.each([
  ['postalCode=', /1 to 9 letters and digits/],
  ['postalCode=--', /1 to 9 letters and digits/],
  ['postalCode=1234567890', /1 to 9 letters and digits/],
  ['locality=%20', /1 to 200 characters/],
  ['legalFormGroup=gmbh', /must be one of limited_company, public_limited_company/],
  ['legalFormCode=12345', /four letters or digits/],
  ['legalFormCode=ZZZZ', /no legal form of our registers has the code ZZZZ/],
  ['nace=software', /J, 62, 62\.1 or 62\.10/],
  ['nace=W', /J, 62/],
  ['nace=04', /no 04\. As divisions it has 01, 02, 03, 05/],
  ['nace=62.3', /no 62\.3\. Below 62 it has 62\.1, 62\.2, 62\.9/],
  ['nace=62.17', /no 62\.17\. Below 62\.1 it has 62\.10/],
])('%s is a bad request that says why', async (query, message) => {
  for (const path of [`?${query}`, `/facets?facets=status&${query}`])
    expect((await get(path)).body.error).toMatchObject({ code: 'invalid_request', message: expect.stringMatching(message) });
});

test.each(['activityScheme=', `activityScheme=${'x'.repeat(101)}`])('%s is a bad request', async (query) => {
  expect((await get(`?${query}`)).body.error.code).toBe('invalid_request');
  expect((await get(`/facets?facets=activity&${query}`)).body.error.code).toBe('invalid_request');
});
