import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Matches } from '../../../src/matching/matches/matches.ts';
import { samples } from '../../../src/registers/import/samples.ts';
import { KnownWords } from '../../../src/search/vocabulary/known-words.ts';
import { type ChangesGround, changesGround, smallRegister } from '../../support/changes.ts';
import { contract } from '../../support/contract.ts';

/* Matching names with companies, over REST and GraphQL. */

interface Result {
  score: number;
  match: boolean;
  matchedName: { name: string; kind: string };
  features: { id: string; score: number; weight: number; explanation: string }[];
  entity: { id: string; canonicalName: string; countryCode: string; number: string };
}
interface Answer {
  key: string | null;
  results: Result[];
}

const invented = [
  'BRIGHTWATER HOLDINGS SRL',
  'BRIGHTWATER LEASING SRL',
  'SRL ULEIURI DIN NORD',
  'CARRICK FUND II',
  'CARRICK FUND III',
  'ООО СИБИРСКИЙ ЛЕС',
  'T & K SRL',
  "L'ORANGERAIE SRL",
  'MINNESOTA MINING AND MANUFACTURING SRL',
  'ALTRIA SRL',
];

let ground: ChangesGround;
beforeAll(async () => {
  ground = await changesGround();
  for (const id of ['gb', 'jp']) {
    const { register, path } = samples.find((one) => one.register.id === id) ?? expect.unreachable();
    await ground.import(register, path);
  }
  const rows = invented.map((name, place) => ({ number: String(1_000_000_000_000 + place), name, activity: '1' }));
  await ground.importRows(smallRegister('md'), rows);
});
afterAll(() => ground.close());

const match = (body: unknown, secret = ground.secret) =>
  ground.service.get('/api/v1/match', {
    method: 'POST',
    headers: { 'x-api-key': secret, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const askGraphql = (input: unknown, selection: string, headers: Record<string, string>) =>
  ground.service.graphql('', {
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({
      query: `query ($input: MatchInput!) { match(input: $input) { ${selection} } }`,
      variables: { input },
    }),
  });

/** The results of one query. */
async function resultsOf(query: object, options: object = {}): Promise<Result[]> {
  const { status, body } = await match({ queries: [query], ...options });
  expect(status, JSON.stringify(body)).toBe(200);
  return (body.data as Answer[])[0]?.results ?? [];
}

test('a misspelt name, each with its reasons, in the order of the queries, over REST and GraphQL', async () => {
  const queries = [
    { key: 'a', name: 'Krideagralt Recruitment Ltd' },
    { name: 'Nobody Is Called So' },
    { key: 'c', name: 'Brightwater Holding' },
  ];
  const { status, body, headers } = await match({ queries });
  expect(status, JSON.stringify(body)).toBe(200);
  const [first, second, third] = body.data as [Answer, Answer, Answer];
  expect([first.key, second.key, third.key]).toEqual(['a', null, 'c']);
  expect(first.results[0]).toMatchObject({
    match: true,
    matchedName: { name: 'KRAIDEAGRALT RECRUITMENT LIMITED', kind: 'current' },
    entity: { number: '02158170', countryCode: 'GB' },
  });
  expect(second.results.filter((one) => one.match)).toEqual([]);
  expect(third.results[0]).toMatchObject({ match: true, entity: { canonicalName: 'BRIGHTWATER HOLDINGS SRL' } });
  expect(third.results.map(({ score }) => score)).toEqual(third.results.map(({ score }) => score).sort((a, b) => b - a));
  for (const { score, features } of third.results) {
    const sum = features.reduce((total, one) => total + one.score * one.weight, 0);
    expect(Math.min(1, Math.max(0, sum))).toBeCloseTo(score, 3);
    for (const { explanation } of features) expect(explanation).toMatch(/^\S.*\.$/);
  }
  expect(body.meta).toEqual({ count: 3 });
  expect(headers.get('cache-control')).toBe('no-store');
  const selection =
    'key results { score match matchedName { name kind } features { id score weight explanation } entity { id } }';
  const over = await askGraphql({ queries }, selection, (await ground.caller(100)).session);
  const short = ({ key, results }: Answer) => ({
    key,
    results: results.map((one) => ({ ...one, entity: { id: one.entity.id } })),
  });
  expect(over.body.data?.match, over.text).toEqual((body.data as Answer[]).map(short));
});

test('limit, threshold and exclude', async () => {
  const query = { name: 'Brightwater' };
  const all = await resultsOf(query);
  expect(all.map(({ entity }) => entity.canonicalName).sort()).toEqual(['BRIGHTWATER HOLDINGS SRL', 'BRIGHTWATER LEASING SRL']);
  expect(await resultsOf(query, { limit: 1 })).toHaveLength(1);
  expect((await resultsOf({ name: 'Brightwater Holdings' }, { threshold: 1 }))[0]?.match).toBe(true);
  const misspelt = { name: 'Brihtwater Holdings' };
  expect((await resultsOf(misspelt, { threshold: 1 }))[0]?.match).toBe(false);
  expect((await resultsOf(misspelt, { threshold: 0.5 }))[0]?.match).toBe(true);
  const left = await resultsOf(query, { exclude: [all[0]?.entity.id.toUpperCase()] });
  expect(left.map(({ entity }) => entity.id)).toEqual([all[1]?.entity.id]);
});

test('numbers of a fund separate it from its sibling', async () => {
  const [first, second] = await resultsOf({ name: 'Carrick Fund 3' });
  expect(first).toMatchObject({ match: true, entity: { canonicalName: 'CARRICK FUND III' } });
  expect(second?.score).toBeLessThan(0.7);
});

test.each([
  ['T and K', 'T & K SRL'],
  ['T&K S.R.L.', 'T & K SRL'],
  ["L'Orangeraie", "L'ORANGERAIE SRL"],
  ['Lorangeraie SRL', "L'ORANGERAIE SRL"],
])('%s is found, although the search has other words of it', async (name, found) => {
  expect((await resultsOf({ name, country: 'MD' }))[0]).toMatchObject({ match: true, entity: { canonicalName: found } });
});

test.each([
  ['the known name of a company', '3M', 'MINNESOTA MINING AND MANUFACTURING SRL'],
  ['another name of a company', 'Philip Morris Companies', 'ALTRIA SRL'],
])('%s finds it, though they share no word', async (_what, name, found) => {
  expect((await resultsOf({ name }))[0]).toMatchObject({ match: true, entity: { canonicalName: found } });
});

test('an equal number decides in its country, however the company is called', async () => {
  const [first] = await resultsOf({ name: 'Something Else', country: 'gb', number: '2158170' });
  expect(first).toMatchObject({ score: 1, match: true, entity: { number: '02158170' } });
  const [without] = await resultsOf({ name: 'Kraideagralt', number: '02158170' });
  expect(without).toMatchObject({ match: true, entity: { number: '02158170' } });
});

test.each([['Cyrillic', 'Сибирский лес', 'ООО СИБИРСКИЙ ЛЕС']])('%s', async (_what, name, expected) => {
  expect((await resultsOf({ name }))[0]).toMatchObject({ match: true, entity: { canonicalName: expected } });
});

test.each([
  ['one letter', 'a'],
  ['500 letters', 'abcde fghij '.repeat(42).slice(0, 500)],
  ['one word of 500 letters', 'a'.repeat(500)],
  ['emoji alone', '🚀🔥'],
  ['only a legal form', 'Limited'],
  ['only stop words', 'the of and'],
  ['only marks', '-.,'],
  ['digits', '12345678'],
  ['quotes', '"; DROP TABLE entity; --'],
])('%s is answered', async (_what, name) => {
  for (const { score } of await resultsOf({ name })) expect(score).toBeLessThanOrEqual(1);
});

test('as many queries as may be are answered, with every name as long as may be and every letter escaped', async () => {
  const { secret } = await ground.caller(50);
  const name = '\\u00e9'.repeat(1_000);
  const answer = await ground.service.get('/api/v1/match', {
    method: 'POST',
    headers: { 'x-api-key': secret, 'content-type': 'application/json' },
    body: `{"queries":[${Array(50).fill(`{"name":"${name}"}`)}]}`,
  });
  expect([answer.status, answer.body.meta?.count]).toEqual([200, 50]);
  expect((await match({ queries: [{ name: 'x'.repeat(700_000) }] })).status).toBe(413);
});

test('the same over GraphQL, where the query itself has to be short', async () => {
  const { session: headers } = await ground.caller(50);
  const many = { queries: Array.from({ length: 50 }, () => ({ name: '株'.repeat(1_000) })) };
  const { status, body } = await askGraphql(many, 'key', headers);
  expect([status, body.data?.match?.length]).toEqual([200, 50]);
  expect((await askGraphql({ queries: [{ name: 'x'.repeat(700_000) }] }, 'key', headers)).status).toBe(413);
  expect((await askGraphql(many, 'key '.repeat(30_000), headers)).status).toBe(413);
});

describe('what is wrong is refused, with its place and what would be right, and costs nothing', () => {
  let asking: Awaited<ReturnType<ChangesGround['caller']>>;
  beforeAll(async () => {
    asking = await ground.caller(1_000);
  });
  const right = { name: 'x' };
  test.each<[body: unknown, message: RegExp]>([
    [{ queries: [] }, /^queries: must have 1 to 50 queries/],
    [{ queries: Array(51).fill(right) }, /^queries: must have 1 to 50 queries/],
    [{ queries: [right, right, right, { ...right, country: 'XX' }] }, /^queries\[3\].country: must be one of GB, JP, MD/],
    [{ queries: [{ ...right, country: 'UK' }] }, /^queries\[0\].country: must be one of .*; GB is probably meant/],
    [{ queries: [right, { name: ' ' }] }, /^queries\[1\].name: must have 1 to 1000 characters/],
    [{ queries: [{ ...right, lei: '529900T8BM49AURSDO54' }] }, /^queries\[0\].lei: must be an LEI: .* check digits/],
    [{ queries: [{ ...right, country: '' }] }, /^queries\[0\].country: must be one of GB, JP, MD/],
    [{ queries: [{ ...right, registeredAt: '2004-02-31' }] }, /^queries\[0\].registeredAt: must be a day, a month or a year/],
    [{ queries: [{ ...right, registeredAt: 'soon' }] }, /^queries\[0\].registeredAt: must be a day, a month or a year/],
    [{ queries: [{ ...right, number: '' }] }, /^queries\[0\].number: must have 1 to 50 characters/],
    [{ queries: [right], limit: 0 }, /^limit: must be a whole number from 1 to 20/],
    [{ queries: [right], limit: 1.5 }, /^limit: must be a whole number from 1 to 20/],
    [{ queries: [right], limit: 2 ** 31 }, /^limit: must be a whole number from 1 to 20/],
    [{ queries: [right], limit: 21 }, /^limit: must be a whole number from 1 to 20/],
    [{ queries: [right], threshold: 1.1 }, /^threshold: must be a number from 0 to 1/],
    [{ queries: [right], exclude: ['x'] }, /^exclude\[0\]: must be a UUID/],
  ])('case %#', async (sent, message) => {
    const { secret, session } = asking;
    const { status, body, headers } = await match(sent, secret);
    expect([status, body.error?.code]).toEqual([400, 'invalid_request']);
    expect(body.error.message).toMatch(message);
    expect(headers.get('x-monthly-quota-remaining')).toBe('1000');
    const over = await askGraphql(sent, 'key', session);
    expect(JSON.stringify(over.body)).toContain('invalid_request');
    expect((await ground.service.graphql('{ usage { used } }', { headers: session })).body.data.usage.used).toBe(99_000);
  });

  test('fields that there are not, and values of a wrong kind', async () => {
    const message = async (body: unknown) => (await match(body)).body.error.message;
    expect(await message({ queries: [right, { title: 'x' }] })).toMatch(/^queries\[1\].*(?:name|title)/);
    expect(await message({ queries: [{ name: 1 }] })).toBe('queries[0].name: must be text.');
    expect(await message({ queries: 'x' })).toBe('queries: must be a list.');
  });
});

test('a unit for each query, all of them or none', async () => {
  const { secret, session } = await ground.caller(100);
  const queries = (count: number) => ({ queries: Array(count).fill({ name: 'Brightwater' }), limit: 2 });
  expect((await match(queries(30), secret)).headers.get('x-monthly-quota-remaining')).toBe('70');
  const over = await askGraphql(queries(30), 'results { entity { canonicalName } }', session);
  expect(over.headers.get('x-monthly-quota-remaining'), over.text).toBe('40');
  const work = vi.spyOn(Matches.prototype, 'match');
  for (const { status, body, headers } of [await match(queries(50), secret), await askGraphql(queries(50), 'key', session)]) {
    expect([status, body.error.code]).toEqual([429, 'monthly_quota_exceeded']);
    expect(body.error.message).toMatch(/costs 50 units, and 40 of 100,000 are left/);
    expect(headers.get('x-monthly-quota-remaining')).toBe('40');
  }
  expect(work).not.toHaveBeenCalled();
  work.mockRestore();
  const full = await askGraphql(queries(10), 'results { entity { registry } }', session);
  expect(full.headers.get('x-monthly-quota-remaining'), 'full records cost more').toBe('20');
  const logged = async () =>
    (await ground.service.get('/api/v1/request-log?path=/match', { headers: session })).body.data.map(
      ({ method, status, units }: { method: string; status: number; units: number }) => [method, status, units].join(' '),
    );
  await expect.poll(logged).toHaveLength(2);
  expect((await logged()).sort()).toEqual(['POST 200 30', 'POST 429 0']);
});

test('a batch that nobody waits for any more is not worked on', async () => {
  const matches = new Matches({} as never);
  const options = { limit: 5, threshold: 0.7, exclude: [] };
  await expect(matches.match([{ key: null, name: 'x' }], options, { caller: 'a', isOver: () => true })).rejects.toThrow(
    'Nobody waits',
  );
  await expect(matches.match([], options, { caller: 'a', isOver: () => true }), 'at the end').rejects.toThrow('Nobody waits');
});

test('a request of one account does not hold up those of others', async () => {
  const [one, other] = [await ground.caller(1_000), await ground.caller(1_000)];
  const queries = Array.from({ length: 50 }, (_, place) => ({ name: `Recruitment Servces ${place} Holdings` }));
  const ended: string[] = [];
  const long = match({ queries }, one.secret).then(() => ended.push('50 names'));
  const short = match({ queries: [{ name: 'Brihtwater Holdings' }] }, other.secret).then(() => ended.push('one name'));
  await Promise.all([long, short]);
  expect(ended).toEqual(['one name', '50 names']);
});

test('only a key reads it over REST', async () => {
  const ask = (headers: Record<string, string>) => ground.service.get('/api/v1/match', { method: 'POST', headers, body: '{}' });
  expect((await ask({})).body.error.code).toBe('api_key_required');
  expect((await ask((await ground.caller(1)).session)).body.error.code).toBe('invalid_api_key');
});

test('the example of the contract answers with the sample data', async () => {
  const { post } = contract.paths['/api/v1/match'] as never as {
    post: {
      requestBody: { content: { 'application/json': { example: object } } };
      responses: { 200: { content: { 'application/json': { example: { data: Answer[] } } } } };
    };
  };
  const { body } = await match(post.requestBody.content['application/json'].example);
  const { data } = post.responses[200].content['application/json'].example;
  const timeless = ({ key, results }: Answer) => ({
    key,
    results: results.map((one) => ({ ...one, entity: { ...one.entity, updatedAt: '' } })),
  });
  expect(body.data.map(timeless)).toEqual(data.map(timeless));
});

test('names of an import are found, misspelt ones too, as soon as it is searched', async () => {
  const rows = [...invented, 'QUARTZHOLLOW BREWERS SRL'].map((name, place) => ({
    number: String(1_000_000_000_000 + place),
    name,
    activity: '1',
  }));
  await ground.importRows(smallRegister('md'), rows);
  const found = async (name: string) => (await resultsOf({ name }))[0]?.entity.canonicalName;
  await expect.poll(() => found('Quartzholow Brewers')).toBe('QUARTZHOLLOW BREWERS SRL');
});

test('words of removed names are forgotten, after all words were read again', async () => {
  const words = new KnownWords(() => ground.service.databaseUrl, { rebuildAfterMs: 0 });
  const import_ = (names: string[]) =>
    ground.importRows(
      smallRegister('md'),
      names.map((name, place) => ({ number: String(1_000_000_000_000 + place), name, activity: '1' })),
    );
  await import_([...invented, 'VELMORANE BREWERS SRL']);
  await words.readAll('1');
  expect(await words.among(['velmorane', 'brightwater'], 'a')).toEqual(['velmorane', 'brightwater']);
  await import_(invented);
  await words.readAll('2');
  await expect.poll(() => words.among(['velmorane', 'brightwater'], 'a')).toEqual(['brightwater']);
  await words.close();
});
