import { readFile } from 'node:fs/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ro } from '../../../src/registers/countries/ro/register.ts';
import { samples } from '../../../src/registers/import/samples.ts';
import { type ChangesGround, changesGround, smallRegister } from '../../support/changes.ts';
import { contract } from '../../support/contract.ts';
import { folderOf } from '../../support/registers/joined-files.ts';

/* Looking up many companies by id or number, over REST and GraphQL. */

interface Item {
  id?: string;
  country?: string;
  number?: string;
}
const anyChange = { allowShrink: true, allowChange: true };
const sampleOf = (id: string) => samples.find(({ register }) => register.id === id) ?? expect.unreachable();

/** The number of a company in the samples of both Czechia and Slovakia. */
const sameDigits = '51827981';

let ground: ChangesGround;
/** A record of the Slovak sample that the second file lacks. */
let gone: { id: string; number: string };
beforeAll(async () => {
  ground = await changesGround();
  for (const { register, path } of ['cz', 'gb', 'sk'].map(sampleOf)) await ground.import(register, path);
  await ground.importRows(smallRegister('md'), [{ number: sameDigits, name: 'SAME DIGITS', activity: '1' }]);
  const firms = [
    'FIRST SRL^13735411^J14/33/2001^SRL',
    'MOVED SRL^13735411^J40/33/2001^SRL',
    ...Array.from({ length: 250 }, (_, place) => `SHARED SRL^777^J2/${place}/2004^SRL`),
    'GONE SRL^555^J1/2/2003^SRL',
  ];
  const importFirms = async (name: string, some: string[]) =>
    ground.import(
      ro,
      await folderOf(ground, name, {
        'OD_FIRME.CSV': ['DENUMIRE^CUI^COD_INMATRICULARE^FORMA_JURIDICA', ...some, ''].join('\n'),
        'OD_STARE_FIRMA.CSV': 'COD_INMATRICULARE^COD\n',
      }),
      anyChange,
    );
  await importFirms('ro-1', firms);
  await importFirms('ro-2', firms.slice(0, -1));
  [gone] = (await ground.query(
    `SELECT id, number FROM entity WHERE register_id = 'sk' AND number ~ '^\\d{8}$' AND number <> $1 LIMIT 1`,
    [sameDigits],
  )) as [typeof gone];
  const slovak = JSON.parse(gunzipSync(await readFile(sampleOf('sk').path)).toString());
  const others = slovak.results.filter((one: object) => !JSON.stringify(one).includes(gone.number));
  const file = await ground.file('init_2026-11-08_001.json.gz', gzipSync(JSON.stringify({ ...slovak, results: others })));
  await ground.import(sampleOf('sk').register, file, anyChange);
});
afterAll(() => ground.close());

const lookUp = (items: unknown, query = '', secret = ground.secret) =>
  ground.service.get(`/api/v1/entities/lookup${query}`, {
    method: 'POST',
    headers: { 'x-api-key': secret, 'content-type': 'application/json' },
    body: JSON.stringify({ items }),
  });
const askGraphql = (items: unknown, selection: string, headers: Record<string, string>) =>
  ground.service.graphql('', {
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({
      query: `query ($items: [EntityLookupItem!]!) { entityLookup(items: $items) { ${selection} } }`,
      variables: { items },
    }),
  });
const statusesOf = (data: { status: string }[]) => data.map(({ status }) => status);

test('answers come in the order of the items, each with what was sent, over REST and GraphQL', async () => {
  const [{ id, number }] = (await ground.query(`SELECT id, number FROM entity WHERE number = '02158170'`)) as [
    { id: string; number: string },
  ];
  const items: Item[] = [
    { country: 'gb', number: '2158170' },
    { id: '00000000-0000-5000-8000-000000000000' },
    { id: id.toUpperCase() },
    { country: 'GB', number: '021-581 70' },
    { country: 'CZ', number },
    { country: 'SK', number: gone.number },
    { id: gone.id },
    { country: 'RO', number: 'RO 13735411' },
    { country: 'RO', number: 'J14/33/2001' },
    { country: 'RO', number: '777' },
    { country: 'RO', number: 'j1 2 2003' },
    { country: 'RO', number: 'RO555' },
    { country: 'CZ', number: '-' },
  ];
  const expected = [
    'found',
    'not_found',
    'found',
    'found',
    'not_found',
    'removed',
    'removed',
    'ambiguous',
    'found',
    'ambiguous',
    'removed',
    'removed',
    'not_found',
  ];
  const { status, body, headers } = await lookUp(items);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(statusesOf(body.data)).toEqual(expected);
  expect(body.data.map(({ input }: { input: Item }) => input)).toEqual(items);
  expect(body.meta).toEqual({ count: items.length });
  expect(headers.get('cache-control')).toBe('no-store');
  const known = (await ground.get(`/entities?number=${number}&country=GB`)).body.data[0];
  for (const [place, one] of body.data.entries())
    if (![0, 2, 3, 8].includes(place)) expect(one.entity).toBeNull();
    else if (place < 8) expect(one.entity).toEqual(known);
  const over = await askGraphql(items, 'input status entity { id }', (await ground.caller(1_000)).session);
  expect(statusesOf(over.body.data.entityLookup)).toEqual(expected);
  expect(over.body.data.entityLookup[0]).toEqual({ input: items[0], status: 'found', entity: { id } });
});

test('the same digits in two countries are two companies', async () => {
  const { body } = await lookUp(['SK', 'GB', 'CZ'].map((country) => ({ country, number: sameDigits })));
  const countries = body.data.map(({ entity }: { entity: { countryCode: string } | null }) => entity?.countryCode ?? null);
  expect(countries).toEqual(['SK', null, 'CZ']);
});

test('a full record is what it is alone', async () => {
  const records = (await ground.query(`SELECT id FROM entity WHERE register_id IN ('cz', 'sk') ORDER BY id LIMIT 100`)) as {
    id: string;
  }[];
  const { status, body } = await lookUp(
    records.map(({ id }) => ({ id })),
    '?include=detail',
  );
  expect(status).toBe(200);
  expect(new Set(statusesOf(body.data))).toEqual(new Set(['found']));
  for (const place of [0, 50, 99])
    expect(body.data[place].entity).toEqual((await ground.get(`/entities/${records[place]?.id}`)).body.data);
});

describe('what is wrong is refused, with its place and what would be right, and costs nothing', () => {
  let asking: Awaited<ReturnType<ChangesGround['caller']>>;
  beforeAll(async () => {
    asking = await ground.caller(1_000);
  });
  const right = { id: '00000000-0000-5000-8000-000000000000' };
  const countries = /must be one of CZ, GB, MD, RO, SK/;
  test.each<[items: unknown, message: RegExp]>([
    [[], /^items: must have 1 to 100 items/],
    [Array(101).fill(right), /^items: must have 1 to 100 items/],
    [[right, right, right, { number: '1' }], new RegExp(`^items\\[3\\].country: is required with number.*${countries.source}`)],
    [[{ country: 'UK', number: '1' }], new RegExp(`^items\\[0\\].country: ${countries.source}; GB is probably meant`)],
    [[{ country: 'nonsense', number: '1' }], new RegExp(`^items\\[0\\].country: ${countries.source}`)],
    [[right, { country: 'CZ' }], /^items\[1\].number: is required with country/],
    [[{ country: 'CZ', number: '' }], /^items\[0\].number: must have 1 to 50 characters/],
    [[{ country: 'CZ', number: 'x'.repeat(51) }], /^items\[0\].number: must have 1 to 50 characters/],
    [[{}], /^items\[0\]: must have id, lei, or country and number/],
    [[{ ...right, country: 'CZ' }], /^items\[0\]: must have only one of these: id, lei, or country and number/],
    [[right, { lei: '529900T8BM49AURSDO54' }], /^items\[1\].lei: must be an LEI: .* check digits/],
    [[right, { id: 'x' }], /^items\[1\].id: must be a UUID/],
    [[{ id: 'x' }, {}], /^items\[0\].id: must be a UUID; items\[1\]: must have id/],
    [[{ identity: 1, ...right }], /unknown: identity|identity/],
    [[{ country: 'CZ', number: 1 }], /number/],
    ['nonsense', /items/],
  ])('case %#', async (items, message) => {
    const { secret, session } = asking;
    const { status, body, headers } = await lookUp(items, '', secret);
    expect([status, body.error?.code]).toEqual([400, 'invalid_request']);
    expect(body.error.message).toMatch(message);
    expect(headers.get('x-monthly-quota-remaining')).toBe('1000');
    const over = await askGraphql(items, 'status', session);
    expect(JSON.stringify(over.body)).toContain('invalid_request');
    expect((await ground.service.graphql('{ usage { used } }', { headers: session })).body.data.usage.used).toBe(99_000);
  });

  test('fields that there are not, and values of a wrong kind, in the body and in the query', async () => {
    const message = async (items: unknown, query = '') => (await lookUp(items, query)).body.error.message;
    expect(await message([right, { Id: 'x' }])).toBe('items[1]: unknown: Id (known are id, lei, country, number).');
    expect(await message([right, { country: 'CZ', number: 1 }])).toBe('items[1].number: must be text.');
    expect(await message([right, 'x'])).toBe('items[1]: must be an object.');
    expect(await message({})).toBe('items: must be a list.');
    expect(await message([right], '?include=all')).toBe('include: must be summary or detail.');
  });
});

test('a unit for each item, found or not, all of them or none', async () => {
  const { secret, session } = await ground.caller(250);
  const items = Array.from({ length: 100 }, (_, place) => ({ country: 'CZ', number: String(place) }));
  expect((await lookUp(items, '?include=detail', secret)).headers.get('x-monthly-quota-remaining')).toBe('150');
  const over = await askGraphql(items.slice(0, 60), 'status entity { registry }', session);
  expect(over.headers.get('x-monthly-quota-remaining'), over.text).toBe('90');
  const refused = [await lookUp(items, '', secret), await askGraphql(items, 'status', session)];
  for (const { status, body, headers } of refused) {
    expect([status, body.error.code]).toEqual([429, 'monthly_quota_exceeded']);
    expect(body.error.message).toMatch(/costs 100 units, and 90 of 100,000 are left/);
    expect(headers.get('x-monthly-quota-remaining')).toBe('90');
  }
  const both = await Promise.all([lookUp(items.slice(0, 50), '', secret), lookUp(items.slice(0, 50), '', secret)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 429]);
  expect((await lookUp(items.slice(0, 40), '', secret)).headers.get('x-monthly-quota-remaining')).toBe('0');
  const logged = async () =>
    (await ground.service.get('/api/v1/request-log?path=/entities/lookup', { headers: session })).body.data.map(
      ({ method, status, units }: { method: string; status: number; units: number }) => [method, status, units].join(' '),
    );
  await expect.poll(logged).toHaveLength(5);
  expect((await logged()).sort()).toEqual(['POST 200 100', 'POST 200 40', 'POST 200 50', 'POST 429 0', 'POST 429 0']);
});

test('only a key reads it over REST', async () => {
  const ask = (headers: Record<string, string>) =>
    ground.service.get('/api/v1/entities/lookup', { method: 'POST', headers, body: '{}' });
  expect((await ask({})).body.error.code).toBe('api_key_required');
  expect((await ask((await ground.caller(1)).session)).body.error.code).toBe('invalid_api_key');
  expect((await ground.service.graphql('{ entityLookup(items: [{ id: "x" }]) { status } }')).status).toBe(401);
});

test('the example of the contract answers with the sample data', async () => {
  const { post } = contract.paths['/api/v1/entities/lookup'] as never as {
    post: {
      requestBody: { content: { 'application/json': { example: { items: Item[] } } } };
      responses: { 200: { content: { 'application/json': { example: { data: { entity: object | null }[] } } } } };
    };
  };
  const { body } = await lookUp(post.requestBody.content['application/json'].example.items);
  const { data } = post.responses[200].content['application/json'].example;
  const timeless = (one: { entity: object | null }) => ({ ...one, entity: one.entity && { ...one.entity, updatedAt: '' } });
  expect(body.data.map(timeless)).toEqual(data.map(timeless));
});

test('an answer is of one version, while an import changes, removes and brings back', async () => {
  const md = smallRegister('md');
  const rows = (name: string, from: number, to: number) =>
    Array.from({ length: to - from }, (_, place) => ({
      number: String(9_000 + from + place),
      name: `${name} ${place}`,
      activity: '1',
    }));
  await ground.importRows(md, rows('OLD', 0, 50), anyChange);
  await ground.importRows(md, rows('OLD', 0, 40), anyChange);
  const ids = (await ground.query(`SELECT id FROM tombstone WHERE register_id = 'md' AND number ~ '^90' ORDER BY number`)) as {
    id: string;
  }[];
  const items = [...rows('', 0, 50).map(({ number }) => ({ country: 'MD', number })), ...ids.map(({ id }) => ({ id }))];
  const seen = async () => {
    const { status, body } = await lookUp(items, '?include=detail');
    expect(status).toBe(200);
    return body.data.map((one: { status: string; entity: { canonicalName: string } | null }) =>
      one.entity ? one.entity.canonicalName.slice(0, 3) : one.status,
    );
  };
  const part = (size: number, value: string) => Array(size).fill(value);
  const before = [...part(40, 'OLD'), ...part(20, 'removed')];
  const after = [...part(10, 'removed'), ...part(50, 'NEW')];
  expect(await seen()).toEqual(before);
  let isDone = false;
  const importing = ground.importRows(md, rows('NEW', 10, 50), anyChange).finally(() => {
    isDone = true;
  });
  while (!isDone) expect([before, after]).toContainEqual(await seen());
  await importing;
  await expect.poll(seen).toEqual(after);
});
