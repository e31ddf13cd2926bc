import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { zipText } from '../../scripts/samples/files.ts';
import {
  directly,
  exceptionCsv,
  type GoldenLei,
  leiCsv,
  leiJson,
  leiNumber,
  relationCsv,
  ultimately,
} from '../../scripts/samples/gleif/golden-copy.ts';
import { be } from '../../src/registers/countries/be/register.ts';
import { fi } from '../../src/registers/countries/fi/register.ts';
import { samples } from '../../src/registers/import/samples.ts';
import { type ChangesGround, changesGround, Follower, servedRecord, smallRegister } from '../support/changes.ts';
import { catchUp, importGolden, nextEdition } from '../support/identifiers.ts';
import { as } from '../support/people.ts';
import { folderOf } from '../support/registers/joined-files.ts';
import { expectWhole } from '../support/search-segments.ts';

let ground: ChangesGround;
beforeAll(async () => {
  ground = await changesGround();
});
afterAll(() => ground.close());

type Identified = { id: string; identifiers: { scheme: string; value: string }[]; otherNames: { name: string }[] };
const find = async (query: string): Promise<{ id: string; canonicalName: string }[]> =>
  (await ground.get(`/entities?${query}`)).body.data;
const record = async (number: string, country: string): Promise<Identified> => {
  const [found] = await find(`number=${encodeURIComponent(number)}&country=${country}`);
  return (await ground.get(`/entities/${found?.id}`)).body.data;
};
const leisOf = ({ identifiers }: Identified) => identifiers.flatMap(({ scheme, value }) => (scheme === 'LEI' ? value : []));

const egret: GoldenLei = { lei: leiNumber(1), name: 'Egret Ltd', authority: 'RA000587', number: '1234567', country: 'GB' };
const heron: GoldenLei = { lei: leiNumber(2), name: 'HERON AS', authority: 'RA000472', number: '988 799 033', country: 'NO' };
const stork: GoldenLei = { lei: leiNumber(3), name: 'STORK SA', authority: 'RA001129', number: '542 051 180', country: 'FR' };
const crane: GoldenLei = { lei: leiNumber(4), name: 'Crane Holding Inc', country: 'US' };
const owl: GoldenLei = { lei: leiNumber(5), name: 'Owl Fund Inc', country: 'US' };
const later = (one: GoldenLei, changes: Partial<GoldenLei>): GoldenLei => ({
  ...one,
  updated: new Date(Date.UTC(2026, 11, 1, 0, 0, seconds++)).toISOString(),
  ...changes,
});
let seconds = 0;

/** The companies are served, with these identifiers and no others. */
async function start(leis: readonly GoldenLei[], more: Record<string, string> = {}) {
  await ground.query('DELETE FROM erasure');
  const fresh = leis.map((one) => later(one, {}));
  await importGolden(ground, { [nextEdition()]: leiCsv(fresh), ...more }, { allowShrink: true, allowOlder: true });
  await importName('gb', '01234567', 'EGRET LIMITED');
  await importName('no', '988799033', 'Bittern AS');
  await importName('fr', '542051180', 'STORK');
}
async function importName(register: string, number: string, name: string) {
  await ground.importRows(smallRegister(register), [{ number, name }], { allowChange: true, allowShrink: true });
  await catchUp(ground);
}

test('a look-up finds companies by their LEIs, among ids and numbers', async () => {
  await start([egret, heron, crane]);
  const { id } = await record('1234567', 'GB');
  const items = [
    { lei: egret.lei.toLowerCase() },
    { lei: crane.lei },
    { lei: stork.lei },
    { country: 'NO', number: '988799033' },
    { lei: `${heron.lei.slice(0, 4)} ${heron.lei.slice(4)}` },
    { id },
  ];
  const lookUp = (some: object[]) =>
    ground.service.get('/api/v1/entities/lookup?include=detail', {
      method: 'POST',
      headers: { 'x-api-key': ground.secret, 'content-type': 'application/json' },
      body: JSON.stringify({ items: some }),
    });
  const { body } = await lookUp(items);
  const found = body.data as { status: string; entity: Identified | null }[];
  expect(found.map(({ status }) => status)).toEqual(['found', 'not_found', 'not_found', 'found', 'found', 'found']);
  expect(found.map(({ entity }) => entity?.id)).toEqual([
    id,
    undefined,
    undefined,
    found[4]?.entity?.id,
    found[3]?.entity?.id,
    id,
  ]);
  expect(found[0]?.entity).toEqual((await ground.get(`/entities/${id}`)).body.data);
  await ground.importRows(smallRegister('gb'), [{ number: '7654321', name: 'OTHER' }], { allowShrink: true });
  await catchUp(ground);
  expect((await lookUp([{ lei: egret.lei }])).body.data).toEqual([
    { input: { lei: egret.lei }, status: 'removed', entity: null },
  ]);
});

test('an LEI is joined by authority and number, in any order, and a register that comes again keeps it', async () => {
  await start([egret, heron, stork]);
  expect((await record('1234567', 'GB')).identifiers).toEqual([
    { scheme: 'LEI', value: egret.lei, status: 'ISSUED', since: '2019-03-04', doubtful: false, source: 'GLEIF' },
  ]);
  expect((await record('988799033', 'NO')).identifiers).toMatchObject([{ value: heron.lei, doubtful: true }]);
  expect((await record('542051180', 'FR')).identifiers).toMatchObject([{ value: stork.lei, doubtful: false }]);
  await importName('gb', '01234567', 'EGRET PLC');
  expect(leisOf(await record('01234567', 'GB'))).toEqual([egret.lei]);
  const { text } = await ground.service.get('/status', { headers: { accept: 'text/html' } });
  expect(text).toMatch(/Global LEI Index[\s\S]*>daily<[\s\S]*2026-12-/);
  const all = await ground.service.graphql(
    `{ entities(filter: { lei: "${egret.lei}" }) { items { identifiers { value provenance { register file licence } } } } }`,
    { headers: as(ground.accountId) },
  );
  expect(all.body.data.entities.items).toMatchObject([
    { identifiers: [{ value: egret.lei, provenance: { register: 'GLEIF', licence: 'CC0 1.0' } }] },
  ]);
});

test('a search takes an LEI with any other filter, and refuses wrong check digits', async () => {
  await start([egret, heron]);
  expect(await find(`lei=${egret.lei}`)).toMatchObject([{ canonicalName: 'EGRET LIMITED' }]);
  expect(await find(`identifier=lei:${heron.lei.toLowerCase()}`)).toMatchObject([{ canonicalName: 'Bittern AS' }]);
  expect(await find(`lei=${egret.lei}&country=NO`)).toEqual([]);
  expect(await find(`lei=${egret.lei}&q=egret&number=01234567`)).toHaveLength(1);
  expect(await find(`lei=${egret.lei}&identifier=LEI:${egret.lei}`)).toHaveLength(1);
  expect(await find(`lei=${egret.lei}&number=988799033`)).toEqual([]);
  expect(await find(`lei=${leiNumber(77)}`)).toEqual([]);
  const { body } = await ground.get(`/entities/facets?lei=${heron.lei}&facets=country`);
  expect(body.data).toMatchObject([{ values: [{ value: 'NO', count: 1 }] }]);
  const wrong = egret.lei.slice(0, 18) + (egret.lei.endsWith('00') ? '01' : '00');
  for (const query of [`lei=${wrong}`, `identifier=LEI:${wrong}`, 'lei=x', 'identifier=DUNS:1', 'identifier=EUID:BE']) {
    const { status, body: refused } = await ground.get(`/entities?${query}`);
    expect([status, refused?.error?.code], query).toEqual([400, 'invalid_request']);
    expect(refused.error.message).toMatch(/check digits/);
  }
  const unknown = await ground.get('/entities?identifier=EUID:DEK1101R.HRB1');
  expect([unknown.status, unknown.body.error.message]).toEqual([400, expect.stringContaining('BEKBOBCE., FIFPRO., ROONRC.')]);
  const asked = await ground.service.graphql(`{ entities(filter: { lei: "${wrong}" }) { meta { total } } }`, {
    headers: as(ground.accountId),
  });
  expect(asked.body.errors?.[0]).toMatchObject({ message: expect.stringContaining('check digits') });
});

/** Places of Belgium, each with a company: in Dutch and in French. One French name is that of two places. */
const belgianPlaces = [
  ['1000', 'Brussel', 'Bruxelles'],
  ['1050', 'Elsene', 'Ixelles'],
  ['4000', 'Luik', 'Liège'],
  ['4420', 'Saint-Nicolas', 'Saint-Nicolas'],
  ['9100', 'Sint-Niklaas', 'Saint-Nicolas'],
  ['4700', 'Eupen', 'Eupen'],
] as const;

/** The number of a company, with its check digits and full stops. */
function belgianNumber(place: number): string {
  const digits = 4_000_010 + place;
  return `0${digits}${String(97 - (digits % 97)).padStart(2, '0')}`.replace(/(.{4})(.{3})(.{3})/, '$1.$2.$3');
}

const quoted = (cells: readonly string[]) => cells.map((cell) => (cell === '' ? '' : `"${cell}"`)).join(',');
const table = (header: string, rows: readonly (readonly string[])[]) =>
  [quoted(header.split(' ')), ...rows.map(quoted), ''].join('\n');

const belgianFiles = {
  'meta.csv': table('Variable Value', [
    ['SnapshotDate', '30-05-2025'],
    ['ExtractType', 'full'],
    ['ExtractNumber', '136'],
  ]),
  'code.csv': table('Category Code Language Description', [['JuridicalForm', '416', 'FR', 'Association de service']]),
  'enterprise.csv': table(
    'EnterpriseNumber Status JuridicalSituation TypeOfEnterprise JuridicalForm JuridicalFormCAC StartDate',
    belgianPlaces.map((_, place) => [belgianNumber(place), 'AC', '000', '2', '416', '', '']),
  ),
  'denomination.csv': table(
    'EntityNumber Language TypeOfDenomination Denomination',
    belgianPlaces.map(([code], place) => [belgianNumber(place), '2', '001', `Bedrijf ${code}`]),
  ),
  'address.csv': table(
    'EntityNumber TypeOfAddress CountryNL CountryFR Zipcode MunicipalityNL MunicipalityFR StreetNL StreetFR HouseNumber Box ExtraAddressInfo DateStrikingOff',
    belgianPlaces.map(([code, dutch, french], place) => [
      belgianNumber(place),
      'REGO',
      '',
      '',
      code,
      dutch,
      french,
      'Straat',
      'Rue',
      '1',
      '',
      '',
      '',
    ]),
  ),
  'activity.csv': table('EntityNumber ActivityGroup NaceVersion NaceCode Classification', []),
  'contact.csv': table('EntityNumber EntityContact ContactType Value', []),
  'establishment.csv': table('EstablishmentNumber StartDate EnterpriseNumber', []),
  'branch.csv': table('Id StartDate EnterpriseNumber', []),
};

/** Registers that have EUIDs, and places with names in two languages. */
async function importBilingual() {
  const { path } = samples.find((sample) => sample.register === fi) ?? expect.unreachable();
  await ground.import(fi, path);
  await ground.import(be, await folderOf(ground, 'be', belgianFiles));
  await catchUp(ground);
}

test('a place is found by its name in each language that its register has a column for', async () => {
  await importBilingual();
  const total = async (query: string) => (await ground.get(`/entities?${query}`)).body.meta.total;
  const own = `coalesce(registry -> 'visitingAddress', registry -> 'postalAddress')`;
  const [city, swedish] = [`${own} ->> 'city'`, `${own} ->> 'citySwedish'`];
  const [{ first, second }] = (await ground.query(
    `SELECT ${city} AS first, ${swedish} AS second FROM entity WHERE country_code = 'FI' AND ${city} <> ${swedish} LIMIT 1`,
  )) as [{ first: string; second: string }];
  const [{ count }] = (await ground.query(`SELECT count(*)::int FROM entity WHERE $1 IN (${city}, ${swedish})`, [first])) as [
    { count: number },
  ];
  for (const name of [first, second.toLowerCase()]) {
    const typed = encodeURIComponent(name);
    expect(await total(`locality=${typed}`), name).toBe(count);
    expect(await total(`countries=BE,FI&locality=${typed}&postalCode=0`)).toBe(
      await total(`country=FI&locality=${typed}&postalCode=0`),
    );
  }
  expect(await total(`locality=${encodeURIComponent(`${second} x`)}`)).toBe(0);
});

test('a Belgian place is found by its Dutch, its French and its double name, and in no other country', async () => {
  await importBilingual();
  const total = async (query: string) => (await ground.get(`/entities?${query}`)).body.meta.total;
  const plain = (name: string) => name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const doubled = (names: readonly string[]) => [...new Set(names)].join(' / ');
  for (const [code, dutch, french] of belgianPlaces)
    for (const name of [dutch.toUpperCase(), french, plain(french), doubled([dutch, french])]) {
      const query = `locality=${encodeURIComponent(name)}`;
      const isNamed = ([, ...names]: readonly string[]) => [...names, doubled(names)].map(plain).includes(plain(name));
      const expected = belgianPlaces.filter(isNamed).length;
      expect([name, await total(query), await total(`${query}&countries=EE,BE`)]).toEqual([name, expected, expected]);
      expect(await total(`${query}&postalCode=${code}`), name).toBe(1);
      expect(await total(`${query}&countries=EE,LV,FI`), name).toBe(0);
    }
  const { body } = await ground.get(`/entities/facets?locality=${encodeURIComponent('liège')}&facets=country,legalFormGroup`);
  expect(body.data[0].values).toEqual([expect.objectContaining({ value: 'BE', count: 1 })]);
});

test('countries that have none of what is asked for give an empty page, empty facets and no suggestion', async () => {
  await importBilingual();
  // No register of Estonia and Latvia is imported here, and Finland has no Belgian postal code.
  for (const filter of [
    'countries=EE,LV',
    'countries=EE,LV,FI&postalCode=1000&legalFormGroup=branch',
    'countries=EE,FI&nace=A&lei=',
  ]) {
    const query = filter.endsWith('lei=') ? `${filter}${leiNumber(77)}` : filter;
    const { status, body } = await ground.get(`/entities?${query}`);
    expect([status, body.data, body.meta.total], query).toEqual([200, [], 0]);
    const facets = (await ground.get(`/entities/facets?${query}&facets=country,legalFormGroup,nace,registeredYear,activity`))
      .body;
    expect(facets.meta.total, query).toBe(0);
    for (const { values, other, missing } of facets.data) expect([values, other, missing], query).toEqual([[], 0, 0]);
  }
  expect((await ground.get('/entities/suggest?q=a&countries=EE,LV')).body.data).toEqual([]);
});

test('an EUID follows from the register, and finds the record', async () => {
  await importBilingual();
  for (const [country, form] of [
    ['BE', /^BEKBOBCE\.[01]\d{9}$/],
    ['FI', /^FIFPRO\.\d{7}-\d$/],
  ] as const) {
    const [some] = await find(`country=${country}&pageSize=1`);
    const { body } = await ground.get(`/entities/${some?.id}`);
    const [{ scheme, value, source }] = body.data.identifiers;
    expect([scheme, source]).toEqual(['EUID', body.data.provenance.register]);
    expect(value).toMatch(form);
    expect(await find(`identifier=EUID:${value}`)).toMatchObject([{ id: some?.id }]);
  }
});

test('a lapsed LEI stays, a duplicate or an annulled one does not, and the feed, the history and the past say so', async () => {
  await start([egret, heron, stork]);
  const before = ground.now;
  const cursor = (await ground.get('/changes?cursor=now')).body.meta.nextCursor;
  const next = [later(egret, { status: 'LAPSED' }), later(heron, { status: 'DUPLICATE' }), later(stork, { status: 'ANNULLED' })];
  const name = nextEdition('lei2', 'json');
  await importGolden(ground, { [name]: leiJson(next) });
  const british = await record('1234567', 'GB');
  expect(british.identifiers).toMatchObject([{ value: egret.lei, status: 'LAPSED' }]);
  expect(leisOf(await record('988799033', 'NO'))).toEqual([]);
  expect(await find(`lei=${heron.lei}`)).toEqual([]);
  const { body } = await ground.get(`/changes?type=identifiers&cursor=${cursor}`);
  const change = (countryCode: string) => ({ type: 'identifiers', countryCode, changes: [{ path: '/identifiers' }] });
  expect(body.data).toMatchObject([change('FR'), change('GB'), change('NO')]);
  const { body: history } = await ground.get(`/entities/${british.id}/history`);
  expect(history.data[0]).toMatchObject({ type: 'identifiers', provenance: { register: 'GLEIF', file: name } });
  const past = await ground.get(`/entities/${british.id}?asOf=${before.toISOString()}`);
  expect(past.body.data.identifiers).toMatchObject([{ value: egret.lei, status: 'ISSUED' }]);
});

test('whoever follows the changes from a snapshot has the identifiers', async () => {
  await start([egret, heron]);
  await ground.makeSnapshots('GB');
  const follower = new Follower(ground, 'GB');
  await follower.start();
  const { id } = await record('1234567', 'GB');
  expect(follower.records.get(id)).toBe(await servedRecord(ground, id));
  await importGolden(ground, { [nextEdition()]: leiCsv([later(egret, { status: 'RETIRED' }), later(heron, {})]) });
  const { body } = await ground.get(`/changes?country=GB&cursor=${follower.cursor}`);
  expect(body.data).toMatchObject([{ type: 'identifiers', changes: [{ path: '/identifiers', new: [{ status: 'RETIRED' }] }] }]);
  const copy = JSON.parse(follower.records.get(id) ?? '');
  copy.identifiers = body.data[0].changes[0].new;
  expect(JSON.stringify(copy)).toBe(await servedRecord(ground, id));
});

test('whoever follows a register has the identifiers and names of GLEIF: new, doubtful, needless, erased and removed', async () => {
  await start([british, heron, { ...stork, others: british.others }]);
  await ground.makeSnapshots('GB');
  const follower = new Follower(ground, 'GB');
  await follower.start();
  const isInStep = async () => {
    const seen = follower.entries.length;
    await catchUp(ground);
    await follower.pull();
    for (const [id, copy] of follower.records) expect(copy).toBe(await servedRecord(ground, id));
    return follower.entries.slice(seen).map(({ type, changes }) => [type, changes.map(({ path }) => path)]);
  };
  const { id } = await record('1234567', 'GB');
  expect(JSON.parse(follower.records.get(id) ?? '')).toMatchObject({ otherNames: [little], identifiers: [{ doubtful: false }] });
  const gb = (name: string, more: { number: string; name: string }[] = []) =>
    ground.importRows(smallRegister('gb'), [{ number: '01234567', name }, ...more], { allowChange: true, allowShrink: true });
  const before = ground.now;

  await gb('SPOONBILL PLC');
  expect(await isInStep()).toEqual([['updated', expect.arrayContaining(['/canonicalName', '/identifiers', '/otherNames'])]]);
  expect(await record('1234567', 'GB')).toMatchObject({ otherNames: [], identifiers: [{ doubtful: true }] });
  await gb('LITTLE EGRET TRADING LTD');
  expect(await isInStep()).toEqual([['updated', expect.arrayContaining(['/canonicalName', '/identifiers', '/otherNames'])]]);
  const past = await ground.get(`/entities/${id}?asOf=${before.toISOString()}`);
  expect(past.body.data).toMatchObject({ otherNames: [little], identifiers: [{ value: egret.lei, doubtful: false }] });

  const ibis = { lei: leiNumber(6), name: 'Ibis Ltd', authority: 'RA000585', number: '7654329', country: 'GB' };
  const more = { others: [{ name: 'Sacred Ibis Ltd', type: 'PREVIOUS_LEGAL_NAME' }] };
  const renamed = { ...british, others: [{ name: 'Great Egret Ltd', type: 'PREVIOUS_LEGAL_NAME' }] };
  await importGolden(ground, {
    [nextEdition()]: leiCsv([later(renamed, {}), later({ ...ibis, ...more }, {}), later(heron, {})]),
  });
  expect(await isInStep()).toEqual([['identifiers', ['/otherNames']]]);
  expect(await find('q=egret great&mode=words&names=all')).toMatchObject([{ id, matchedName: 'Great Egret Ltd' }]);

  await gb('EGRET LIMITED', [{ number: '07654329', name: 'IBIS LIMITED' }]);
  expect((await isInStep()).map(([type]) => type).toSorted()).toEqual(['created', 'updated']);
  const { id: other } = await record('7654329', 'GB');
  expect(JSON.parse(follower.records.get(other) ?? '')).toMatchObject({
    identifiers: [{ value: ibis.lei }],
    otherNames: [{ name: 'Sacred Ibis Ltd', source: 'GLEIF' }],
  });
  await ground.erase(id);
  await catchUp(ground);
  // An erasure has the new value on both sides.
  const { body: erased } = await ground.get(`/changes?country=GB&cursor=${follower.cursor}`);
  expect(erased.data).toMatchObject([{ reason: 'erasure', entityId: id }]);
  expect(erased.data[0].changes).toContainEqual({ path: '/otherNames', old: [], new: [] });
  follower.cursor = erased.meta.nextCursor;
  expect(JSON.stringify((await ground.get(`/entities/${id}/history`)).body.data)).not.toMatch(/Great Egret|Little Egret/);
  await ground.makeSnapshots('GB');
  const late = new Follower(ground, 'GB');
  await late.start();
  expect(late.records.get(id)).toBe(await servedRecord(ground, id));
  // Nor is a name of it stored, also after the next import of identifiers.
  const stored = () => ground.query('SELECT name, names FROM lei WHERE lei = $1', [renamed.lei]);
  expect(await stored()).toEqual([{ name: null, names: null }]);
  await importGolden(ground, {
    [nextEdition()]: leiCsv([later(renamed, {}), later({ ...ibis, ...more }, {}), later(heron, {})]),
  });
  expect(await stored()).toEqual([{ name: null, names: null }]);
  await gb('EGRET LIMITED');
  await late.pull();
  expect(late.entries.map(({ type }) => type)).toEqual(['removed']);
  expect([...late.records.keys()]).toEqual([id]);
});

const british = {
  ...egret,
  others: [
    { name: 'Little Egret Trading Ltd', type: 'PREVIOUS_LEGAL_NAME', language: 'en' },
    { name: 'EGRET-LIMITED', type: 'TRADING_OR_OPERATING_NAME' },
  ],
};
const little = { name: 'Little Egret Trading Ltd', kind: 'previous', language: 'en', from: null, to: null, source: 'GLEIF' };

test('names that the register lacks join the others with their source, are found, and stay after the next import', async () => {
  await start([british, { ...heron, others: british.others }]);
  expect((await record('1234567', 'GB')).otherNames).toEqual([little]);
  expect((await record('988799033', 'NO')).otherNames).toEqual([]);
  expect(await find('q=little%20egret&names=all')).toMatchObject([{ canonicalName: 'EGRET LIMITED', matchedName: little.name }]);
  await importName('gb', '01234567', 'EGRET PLC');
  expect(await find('q=little%20egret&names=all')).toMatchObject([{ canonicalName: 'EGRET PLC' }]);
  await importGolden(ground, { [nextEdition()]: leiCsv([later(egret, {})]) }, { allowShrink: true });
  expect(await find('q=little%20egret&names=all')).toEqual([]);
  expect((await record('1234567', 'GB')).otherNames).toEqual([]);
  await expectWhole(ground);
});

test('an erased person does not come back by a name of GLEIF', async () => {
  await start([british, { ...heron, category: 'SOLE_PROPRIETOR', others: british.others }]);
  const { id } = await record('1234567', 'GB');
  await ground.erase(id);
  await catchUp(ground);
  const isGone = async () => {
    expect((await record('1234567', 'GB')).otherNames).toEqual([]);
    expect(await find('q=little%20egret&names=all')).toEqual([]);
  };
  await isGone();
  await importGolden(ground, { [nextEdition()]: leiCsv([later(british, { status: 'LAPSED' }), later(heron, {})]) });
  await isGone();
  await importName('gb', '01234567', 'EGRET AND SONS');
  await isGone();
  await start([{ ...heron, category: 'SOLE_PROPRIETOR', others: british.others }]);
  expect(await ground.query(`SELECT name, names FROM lei`)).toEqual([{ name: null, names: null }]);
});

const group = async (id: string, query = '') => (await ground.get(`/entities/${id}/group${query}`)).body;

test('a group has parents and children, with our records or with LEI, name and country alone', async () => {
  const relations = [
    { child: egret.lei, parent: heron.lei, percentage: 75.5 },
    { child: egret.lei, parent: crane.lei, kind: ultimately, validation: 'ENTITY_SUPPLIED_ONLY' },
    { child: heron.lei, parent: crane.lei },
    { child: heron.lei, parent: crane.lei, kind: ultimately },
    { child: stork.lei, parent: heron.lei },
    { child: stork.lei, parent: heron.lei, kind: ultimately },
    { child: stork.lei, parent: owl.lei, status: 'INACTIVE' },
    { child: owl.lei, parent: crane.lei },
  ];
  const exceptions = [
    { lei: stork.lei, category: 'ULTIMATE' as const, reason: 'NO_KNOWN_PERSON' },
    { lei: crane.lei, category: 'ULTIMATE' as const, reason: 'NATURAL_PERSONS' },
  ];
  await start([egret, heron, stork, crane, owl], {
    'rr.csv': relationCsv(relations),
    'repex.csv': exceptionCsv(exceptions),
  });
  const [one, two, three] = [await record('1234567', 'GB'), await record('988799033', 'NO'), await record('542051180', 'FR')];
  const above = (await group(one.id)).data;
  expect(above).toMatchObject({
    lei: egret.lei,
    directParent: {
      kind: directly,
      from: '2018-02-03',
      to: null,
      percentage: 75.5,
      checked: true,
      member: { entity: { id: two.id } },
    },
    ultimateParent: {
      ...{ kind: ultimately, percentage: null, checked: false, validation: 'ENTITY_SUPPLIED_ONLY' },
      member: { lei: crane.lei, name: crane.name, countryCode: 'US', entity: null },
    },
    noDirectParent: null,
    children: [],
  });
  expect(above.chain.map(({ member }: { member: { lei: string } }) => member.lei)).toEqual([heron.lei, crane.lei]);
  const whole = await group(two.id, '?pageSize=1&page=2');
  expect(whole.meta).toEqual({ page: 2, pageSize: 1, pageCount: 2, total: 2 });
  expect(whole.data.children).toMatchObject([{ kind: directly, member: { lei: stork.lei, entity: { canonicalName: 'STORK' } } }]);
  expect((await group(three.id)).data).toMatchObject({ noUltimateParent: ['NO_KNOWN_PERSON'], otherParents: [] });
  // A company outside is kept only if a relation of ours names it.
  expect(await ground.query('SELECT name FROM lei WHERE register_id IS NULL')).toEqual([{ name: crane.name }]);
  const nobody = await ground.get('/entities/8f6f3c0e-5b7a-5f0e-9a1d-2c3b4a596877/group');
  expect([nobody.status, nobody.body.error.code]).toEqual([404, 'entity_not_found']);
  const asked = await ground.service.graphql(
    `{ entity(id: "${two.id}") { group { children(pageSize: 5) { items { member { entity { group { lei } } } } } } } }`,
    { headers: as(ground.accountId) },
  );
  expect(asked.body.data.entity.group.children.items).toHaveLength(2);
});

test('a circle of companies ends, and a company without an LEI has no group', async () => {
  const relations = [
    { child: egret.lei, parent: heron.lei },
    { child: heron.lei, parent: stork.lei },
    { child: stork.lei, parent: egret.lei },
  ];
  await start([egret, heron, stork], { 'rr.csv': relationCsv(relations) });
  const { data } = await group((await record('1234567', 'GB')).id);
  expect(data.chain.map(({ member }: { member: { lei: string } }) => member.lei)).toEqual([heron.lei, stork.lei]);
  await start([egret]);
  expect((await group((await record('988799033', 'NO')).id)).data).toMatchObject({ lei: null, directParent: null, children: [] });
});

test('a delta changes what it has and nothing else', async () => {
  await start([egret, heron, stork], { 'rr.csv': relationCsv([{ child: egret.lei, parent: heron.lei }]) });
  const delta = { '20261231-0800-gleif-goldencopy-lei2-last-day.csv': leiCsv([later(egret, { status: 'LAPSED' })]) };
  await importGolden(ground, delta);
  expect((await record('1234567', 'GB')).identifiers).toMatchObject([{ status: 'LAPSED' }]);
  expect(leisOf(await record('542051180', 'FR'))).toEqual([stork.lei]);
  const ended = relationCsv([{ child: egret.lei, parent: heron.lei, status: 'INACTIVE' }]);
  const unmarked = { '20261231-1600-gleif-goldencopy-rr-intra-day.csv': ended };
  await expect(importGolden(ground, unmarked)).rejects.toThrow(
    /rr-intra-day\.csv is a delta without a column .* take the delta as JSON/,
  );
  const marked = (csv: string, mark: string) =>
    csv
      .trimEnd()
      .replaceAll(/$/gm, `,${mark}`)
      .replace(/^(.*),.*$/m, '$1,Extension.gleif.Deletion.DeletedAt');
  await importGolden(ground, { '20261231-1600-gleif-goldencopy-rr-intra-day.csv': marked(ended, '') });
  const { id } = await record('1234567', 'GB');
  expect((await group(id)).data.directParent).toBeNull();
  expect(leisOf(await record('1234567', 'GB'))).toEqual([egret.lei]);

  // As JSON, with another parent; then with the mark of a deletion. An empty mark means nothing.
  const wrapped = (parent: string, deleted?: object | null) => ({
    RelationshipRecord: {
      Relationship: {
        StartNode: { NodeID: { $: egret.lei }, NodeIDType: { $: 'LEI' } },
        EndNode: { NodeID: { $: parent }, NodeIDType: { $: 'LEI' } },
        RelationshipType: { $: directly },
        RelationshipPeriods: {
          RelationshipPeriod: { StartDate: { $: '2020-01-02T00:00:00Z' }, PeriodType: { $: 'RELATIONSHIP_PERIOD' } },
        },
        RelationshipStatus: { $: 'ACTIVE' },
      },
      Registration: { RegistrationStatus: { $: 'PUBLISHED' }, ValidationSources: { $: 'FULLY_CORROBORATED' } },
      ...(deleted !== undefined && { Extension: { 'gleif:Deletion': deleted } }),
    },
  });
  const exception = (deleted: object | null) => ({
    LEI: { $: egret.lei },
    ExceptionCategory: { $: 'ULTIMATE_ACCOUNTING_CONSOLIDATION_PARENT' },
    ExceptionReason: [{ $: 'NATURAL_PERSONS' }],
    Extension: { 'gleif:Deletion': deleted },
  });
  const importDelta = (hour: number, relations: object[], exceptions: object[]) =>
    importGolden(ground, {
      [`20270101-0${hour}00-gleif-goldencopy-rr-intra-day.json`]: JSON.stringify({ relations }),
      [`20270101-0${hour}00-gleif-goldencopy-repex-intra-day.json`]: JSON.stringify({ exceptions }),
    });
  await importDelta(1, [wrapped(heron.lei)], [exception(null)]);
  await importDelta(2, [wrapped(stork.lei, null)], [exception(null)]);
  const { data } = await group(id);
  expect(data).toMatchObject({
    directParent: { from: '2020-01-02', member: { lei: stork.lei } },
    noUltimateParent: ['NATURAL_PERSONS'],
  });
  expect(data.chain).toHaveLength(1);
  const deletion = { 'gleif:DeletedAt': { $: '2027-01-01T02:30:00Z' } };
  await importDelta(3, [wrapped(stork.lei, deletion)], [exception(deletion)]);
  expect((await group(id)).data).toMatchObject({ directParent: null, noUltimateParent: null });

  // As CSV, with a column for deletions.
  const again = (hour: number, mark: string) =>
    importGolden(ground, {
      [`20270102-0${hour}00-gleif-goldencopy-rr-last-day.csv`]: marked(
        relationCsv([{ child: egret.lei, parent: heron.lei }]),
        mark,
      ),
    });
  await again(1, '');
  expect((await group(id)).data.directParent).toMatchObject({ member: { lei: heron.lei } });
  await again(2, '2027-01-02T01:30:00Z');
  expect((await group(id)).data.directParent).toBeNull();
});

test('a file that is older, cut off, of another format, or lacks most of what is served changes nothing', async () => {
  const many = Array.from({ length: 40 }, (_, place) => ({
    ...heron,
    lei: leiNumber(100 + place),
    number: String(900_000_000 + place),
  }));
  await start([egret, heron, ...many]);
  const state = async () =>
    (
      await ground.query(
        "SELECT md5(string_agg(lei::text, ',' ORDER BY lei)) AS leis, (SELECT version FROM data_version) FROM lei",
      )
    )[0];
  const before = await state();
  const refused = async (files: Record<string, string | Buffer>, message: RegExp) => {
    await expect(importGolden(ground, files)).rejects.toThrow(message);
    expect(await state()).toEqual(before);
  };
  const whole = leiCsv([egret, heron, ...many].map((one) => later(one, {})));
  await refused(
    { '20250101-0800-gleif-goldencopy-lei2-golden-copy.csv': whole },
    /The file is of 2025-01-01T08:00.*--allow-older/,
  );
  const old = leiCsv([egret, heron, ...many].map((one) => ({ ...one, updated: '2020-01-01T00:00:00Z' })));
  await refused({ 'renamed.csv': old }, /42 rows are older.*none is newer/);
  await refused({ 'cut.csv': whole.slice(0, -30) }, /cut off/);
  const json = leiJson([egret]);
  await refused({ 'cut.json': json.slice(0, -5) }, /cut off/);
  await zipText(ground.path('whole.csv.zip'), { 'lei2.csv': () => [whole] });
  const zip = await readFile(ground.path('whole.csv.zip'));
  await refused({ 'cut.csv.zip': zip.subarray(0, zip.length - 40) }, /cut\.csv\.zip/);
  await refused({ 'few.csv': leiCsv([later(egret, {})]) }, /lacks 41 of the 42 identifiers.*--allow-shrink/);
  await refused({ 'other.csv': 'number,name\n1,x\n' }, /no file of GLEIF's golden copy/);
  await refused({ 'other.json': '{"records":[{"a":1}]}' }, /no file of GLEIF's golden copy/);
  await refused({ 'lei.xml': '<?xml version="1.0"?><lei:LEIData/>' }, /XML/);
  await refused({ 'columns.csv': leiCsv([egret]).replace('Registration.RegistrationStatus', 'Status') }, /lacks the column/);
  await refused({ 'bad.csv': leiCsv([later(egret, { lei: 'NOPE' }), later(heron, {})]) }, /cannot be used/);
  await refused({ 'a.csv': whole, 'b.csv': whole.replace('ISSUED', 'LAPSED') }, /same kind/);
});

test('an import that ends in any phase changes nothing, and the next one does it all', async () => {
  await start([egret, heron]);
  const next = { [nextEdition()]: leiCsv([later(egret, { status: 'LAPSED' }), later(heron, {})]) };
  const state = async () => (await ground.query('SELECT (SELECT version FROM data_version), status FROM lei ORDER BY lei'))[0];
  const before = await state();
  for (const last of ['reading lei2', 'comparing', 'writing']) {
    const progress = (phase: string) => {
      if (phase === last) throw new Error(`ended while ${phase}`);
    };
    await expect(importGolden(ground, next, { progress })).rejects.toThrow(`ended while ${last}`);
    expect(await state()).toEqual(before);
  }
  await importGolden(ground, next);
  expect((await record('1234567', 'GB')).identifiers).toMatchObject([{ status: 'LAPSED' }]);
  expect(await importGolden(ground, next)).toBeUndefined();
});
