import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { samples } from '../../../src/registers/import/samples.ts';
import type { Bodies } from '../../support/bodies.ts';
import { type ChangesGround, changesGround, smallRegister } from '../../support/changes.ts';
import { as, makeKey } from '../../support/people.ts';
import { type Heard, OpenRefine, type Row } from './openrefine-client.ts';

/* The Reconciliation Service API 0.2 over HTTP, asked as OpenRefine asks. */

const scripted = '<script>alert(x)</script> & Sons SRL';
let ground: ChangesGround;
let kraideagralt: string;
let withScript: string;
beforeAll(async () => {
  ground = await changesGround();
  const { register, path } = samples.find((one) => one.register.id === 'gb') ?? expect.unreachable();
  await ground.import(register, path);
  await ground.importRows(smallRegister('md'), [{ number: '1000000000001', name: scripted, activity: '1' }]);
  const idOf = async (name: string) =>
    ((await ground.query('SELECT id FROM entity WHERE canonical_name = $1', [name])) as { id: string }[])[0]?.id ?? '';
  [kraideagralt, withScript] = [await idOf('KRAIDEAGRALT RECRUITMENT LIMITED'), await idOf(scripted)];
});
afterAll(() => ground.close());

/** OpenRefine with the address of a new person's key. The plan free has 60 requests a minute and 1,000 units. */
async function refineOf(name: string) {
  const key = await makeKey(ground.service, name);
  const path = `/api/v1/api-keys/${key.id}/reconcile-address`;
  const made = await ground.service.get<Bodies['createReconcileAddress']>(path, { method: 'POST', headers: as(name) });
  expect(made.status).toBe(201);
  return Object.assign(new OpenRefine(made.body.data.url), { key, made: made.body.data });
}
const remaining = ({ headers }: { headers: Headers }) => Number(headers.get('x-monthly-quota-remaining'));
const errorOf = ({ status, text }: Heard) => [status, JSON.parse(text).error.code];
const messageOf = ({ text }: Heard): string => JSON.parse(text).error.message;
/** The units that some requests took. */
async function costOf(refine: OpenRefine, ask: () => Promise<unknown>): Promise<number> {
  const before = remaining(await refine.fromPage(refine.address));
  await ask();
  return before - remaining(await refine.fromPage(refine.address));
}

test('the manifest says what there is, costs nothing, and is open to pages of other origins', async () => {
  const refine = await refineOf('mia');
  const manifest = await refine.manifest();
  expect(manifest).toMatchObject({ versions: ['0.2'], batchSize: 50, defaultTypes: [{ id: 'company', name: 'Company' }] });
  expect(manifest.preview.url).toBe(`${refine.address}/preview?id={{id}}`);
  expect(JSON.stringify({ ...manifest, preview: 0, suggest: 0, extend: 0 })).not.toContain('crr_');
  const heard = await refine.fromPage(`${refine.address}?callback=jQuery1`);
  expect(heard.headers.get('cache-control')).toBe('no-store');
  expect(remaining(heard)).toBe(1_000);
  const preflight = await refine.fromPage(refine.address, { method: 'OPTIONS' });
  expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([204, 'GET, HEAD, POST, OPTIONS']);
  const elsewhere = await fetch(`${ground.service.url}/api/v1/plans`, { headers: { origin: 'http://127.0.0.1:3333' } });
  expect(elsewhere.headers.get('access-control-allow-origin')).toBeNull();
});

test('a country that is called like a property of objects is unknown, and a HEAD has no work done', async () => {
  const refine = await refineOf('proto');
  const properties = ['constructor', '__proto__', 'valueOf'].map((v) => ({ pid: 'country', v }));
  const queries = JSON.stringify(Object.fromEntries(properties.map((one) => [one.v, { query: 'Acme', properties: [one] }])));
  const heard = await refine.fromPage(`${refine.address}?${new URLSearchParams({ queries })}`);
  expect([heard.status, Object.keys(JSON.parse(heard.text)).sort()]).toEqual([200, ['__proto__', 'constructor', 'valueOf']]);
  const before = await fetch(refine.address, { method: 'HEAD' });
  const minuteLeft = ({ headers }: Response) => Number(headers.get('x-ratelimit-remaining'));
  const asked = [`?${new URLSearchParams({ queries })}`, '/preview?id=x', '/flyout/entity?id=x', '/suggest/entity?prefix=kraide'];
  for (const [place, path] of asked.entries()) {
    const head = await fetch(refine.address + path, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), remaining(head)], path).toEqual([200, null, remaining(before)]);
    expect(minuteLeft(head), 'it counts in the minute').toBe(minuteLeft(before) - place - 1);
  }
});

describe('names', () => {
  test('find their companies, with reasons in numbers, for a unit each', async () => {
    const refine = await refineOf('nan');
    const rows: Row[] = [
      { query: 'Krideagralt Recruitment Ltd', limit: 3 },
      { query: 'Nobody Is Called So' },
      { query: 'Kraideagralt', properties: { country: 'United Kingdom', number: 2158170 } },
      { query: 'KRAIDEAGRALT RECRUITMENT', properties: { country: ['UK'], registeredAt: 'n/a', postalCode: { id: 'QB14 3DX' } } },
      { query: 'KRAIDEAGRALT RECRUITMENT', properties: { country: 'US' } },
      { query: 'KRAIDEAGRALT RECRUITMENT', properties: { P17: 'x', status: 'active', constructor: 1 } },
    ];
    let answers: Awaited<ReturnType<OpenRefine['reconcile']>> = [];
    expect(await costOf(refine, async () => (answers = await refine.reconcile(rows)))).toBe(rows.length);
    const best = answers.map(([first]) => first?.id);
    const [found, none] = [kraideagralt, undefined];
    expect([best[0], ...best.slice(2)]).toEqual([found, found, found, none, found]);
    const [first] = answers[0] ?? [];
    expect(first).toMatchObject({ name: 'KRAIDEAGRALT RECRUITMENT LIMITED', match: true });
    expect(first?.description).toBe('GB 02158170 · Private Limited Company · active');
    const sum = first?.features.reduce((total, { value }) => total + Number(value), 0);
    expect(sum).toBeCloseTo(first?.score ?? 0, 2);
    expect(answers[0]?.length).toBeLessThanOrEqual(3);
  });

  test('an id, an LEI in their place, and a number with its country find their company', async () => {
    const refine = await refineOf('ned');
    const answers = await refine.reconcile([
      { query: kraideagralt },
      { properties: { country: 'gb', number: '02158170' } },
      { properties: { number: '02158170' } },
      { query: '  ' },
      { query: '😀' },
      { query: 'x'.repeat(20_000) },
      { query: '549300MLUDYVRQOOXS22' },
    ]);
    expect(answers.map(([one]) => one?.id)).toEqual([kraideagralt, kraideagralt, ...Array(5).fill(undefined)]);
    expect(answers[0]?.[0]).toMatchObject({ score: 1, match: true });
  });

  test('a GET has the same answer as a form, and an empty batch is free', async () => {
    const refine = await refineOf('nia');
    const queries = OpenRefine.queriesOf([{ query: 'Kraideagralt Recruitment' }]);
    const asked = `${refine.address}?queries=${encodeURIComponent(JSON.stringify(queries))}`;
    expect((await refine.fromPage(asked)).text).toBe((await refine.fromServer({ queries })).text);
    expect(await costOf(refine, () => refine.reconcile([]))).toBe(0);
    expect(await costOf(refine, () => refine.fromPage(asked, { method: 'HEAD' }))).toBe(0);
  });

  test('a batch that the quota cannot pay is refused whole, and so is one over the limit by minute', async () => {
    const rows = Array.from({ length: 4 }, () => ({ query: 'Kraideagralt' }));
    const { accountId } = (await ground.service.get('/api/v1/auth/me', { headers: as('noa') })).body.data;
    await ground.query("INSERT INTO period_usage VALUES ($1, date_trunc('month', now(), 'UTC'), 997)", [accountId]);
    const other = await refineOf('noa');
    const refused = await other.fromServer({ queries: OpenRefine.queriesOf(rows) });
    expect(errorOf(refused)).toEqual([429, 'monthly_quota_exceeded']);
    expect([refused.headers.get('access-control-allow-origin'), remaining(refused)]).toEqual(['*', 3]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await other.reconcile(rows.slice(1));
    expect(errorOf(await other.fromPage(other.address))).toEqual([429, 'monthly_quota_exceeded']);
    // The key and its address share one minute.
    const refine = await refineOf('nat');
    const many = Array.from({ length: 61 }, () =>
      fetch(`${ground.service.url}/api/v1/countries`, { headers: { 'x-api-key': refine.key.secret } }),
    );
    await Promise.all(many);
    expect(errorOf(await refine.fromServer({ queries: {} }))).toEqual([429, 'rate_limit_exceeded']);
  });
});

test('what is typed finds companies and properties', async () => {
  const refine = await refineOf('tia');
  expect((await refine.suggestEntities('kraide'))[0]).toMatchObject({ id: kraideagralt, description: 'GB 02158170 · active' });
  expect(await refine.suggestEntities(kraideagralt)).toHaveLength(1);
  expect(await refine.suggestEntities('')).toEqual([]);
  const [whole, later] = [await refine.suggestEntities('limited'), await refine.suggestEntities('limited', '&cursor=3')];
  expect(later.slice(0, 2)).toEqual(whole.slice(3, 5));
  expect((await refine.suggestProperties('post')).map(({ id }) => id)).toEqual(['postalCode']);
  expect((await refine.proposeProperties('&limit=2')).properties.map(({ id }) => id)).toEqual(['country', 'number']);
  expect(await costOf(refine, () => refine.suggestEntities('kraide'))).toBe(1);
  expect(await costOf(refine, () => refine.suggestProperties('c'))).toBe(0);
});

test('previews are escaped, run no script, and may stand in a frame', async () => {
  const refine = await refineOf('pia');
  const { status, headers, text } = await refine.preview(kraideagralt);
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(text).toContain('<dd>UNIT 1   SHIKATOOS PARK WHIWHOKU CLOSE, QB14 3DX BLEGRIBLOOBURY</dd>');
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';style-src 'sha256-.{44}';.*frame-ancestors \*$/);
  const scriptedPage = await refine.preview(withScript);
  const { html } = await refine.flyout(withScript);
  for (const shown of [scriptedPage.text, html]) {
    expect(shown).toContain('&lt;script&gt;alert(x)&lt;/script&gt; &amp; Sons SRL');
    expect(shown).not.toMatch(/<script/i);
  }
  expect(await costOf(refine, () => refine.preview(kraideagralt))).toBe(1);
  for (const id of ['no-id', '00000000-0000-5000-8000-000000000000'])
    expect([(await refine.preview(id)).status, (await refine.preview(id)).text]).toEqual([
      404,
      expect.stringContaining('No record'),
    ]);
});

test('columns are added to rows, for a unit each', async () => {
  const refine = await refineOf('eva');
  const unknown = '00000000-0000-5000-8000-000000000000';
  const properties = ['name', 'country', 'number', 'registeredAt', 'postalCode', 'status', 'lei', 'P17'];
  let extended: Awaited<ReturnType<OpenRefine['extend']>> | undefined;
  const ask = async () => (extended = await refine.extend([kraideagralt, unknown, 'no-id', kraideagralt], properties));
  expect(await costOf(refine, ask)).toBe(3);
  expect(extended?.meta.map(({ id }) => id)).toEqual(properties);
  expect(extended?.rows[kraideagralt]).toEqual({
    name: [{ str: 'KRAIDEAGRALT RECRUITMENT LIMITED' }],
    country: [{ str: 'GB' }],
    number: [{ str: '02158170' }],
    registeredAt: [{ date: '1985-07-02T00:00:00Z' }],
    postalCode: [{ str: 'QB14 3DX' }],
    status: [{ str: 'active' }],
    lei: [],
    P17: [],
  });
  expect(extended?.rows[unknown]).toEqual(Object.fromEntries(properties.map((id) => [id, []])));
  const proposed = (await refine.proposeProperties()).properties.map(({ id }) => id);
  expect((await refine.extend([withScript, kraideagralt], proposed)).meta).toHaveLength(proposed.length);
});

/** One person sends all the wrong input. */
let careless: ReturnType<typeof refineOf> | undefined;

test.each<[string, Record<string, unknown>, [number, string], string]>([
  ['a list', { queries: [] }, [400, 'invalid_request'], 'queries: must be an object.'],
  ['no JSON', { queries: '{' }, [400, 'invalid_request'], 'queries: is not valid JSON.'],
  [
    'neither name nor properties',
    { queries: { q1: { limit: 1 } } },
    [400, 'invalid_request'],
    'queries.q1: must have a query or properties.',
  ],
  [
    'a limit of none',
    { queries: { a: { query: 'x', limit: 0 } } },
    [400, 'invalid_request'],
    'queries.a.limit: must be at least 1.',
  ],
  ['an unknown field', { queries: { a: { query: 'x', lang: 'en' } } }, [400, 'invalid_request'], 'queries.a: unknown: lang'],
  [
    'no value',
    { queries: { a: { query: 'x', properties: [{ pid: 'lei' }] } } },
    [400, 'invalid_request'],
    'queries.a.properties[0].v: ',
  ],
  [
    'too many',
    { queries: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [i, { query: 'x' }])) },
    [413, 'payload_too_large'],
    'queries: may have 50 at most, and has 51.',
  ],
  ['too deep', { queries: `${'['.repeat(40)}${']'.repeat(40)}` }, [400, 'invalid_request'], 'queries: may have 10 levels'],
  [
    'too many values',
    { queries: { q0: { query: 'x', properties: [{ pid: 'a', v: Array(10_000).fill([]) }] } } },
    [400, 'invalid_request'],
    'queries: may have 10 levels and 10,000 values at most.',
  ],
  [
    'too many properties',
    { extend: { ids: ['1'], properties: Array.from({ length: 101 }, (_, i) => ({ id: `${i}` })) } },
    [400, 'invalid_request'],
    'extend.properties: may have 100 entries at most',
  ],
  ['too large', { queries: `"${'x'.repeat(600_000)}"` }, [413, 'payload_too_large'], 'The body may have 500,000 bytes at most.'],
  ['both', { queries: {}, extend: {} }, [400, 'invalid_request'], 'Send queries or extend, and not both.'],
  ['neither', { query: 'x' }, [400, 'invalid_request'], 'queries: is required, or extend.'],
  ['values of nothing', { extend: { ids: [] } }, [400, 'invalid_request'], 'extend.properties: is required.'],
  [
    'too many records',
    { extend: { ids: Array.from({ length: 101 }, (_, i) => `${i}`), properties: [] } },
    [413, 'payload_too_large'],
    'extend.ids: may have 100 at most',
  ],
])('%s is refused, and nothing is charged', async (_name, form, expected, message) => {
  careless ??= refineOf('careless');
  const refine = await careless;
  const refused = await refine.fromServer(form);
  expect(errorOf(refused)).toEqual(expected);
  expect(messageOf(refused)).toContain(message);
  expect([refused.headers.get('access-control-allow-origin'), remaining(refused)]).toEqual(['*', 1_000]);
});

test('other methods, types and paths are refused in JSON, also for a browser', async () => {
  const refine = await refineOf('oto');
  const asBrowser = { headers: { accept: 'text/html' } };
  const put = await refine.fromPage(refine.address, { method: 'PUT', ...asBrowser });
  expect([...errorOf(put), put.headers.get('allow')]).toEqual([405, 'method_not_allowed', 'GET, HEAD, POST, OPTIONS']);
  expect(errorOf(await refine.fromPage(`${refine.address}/nothing`, asBrowser))).toEqual([404, 'not_found']);
  const json = { body: '{}', headers: { 'content-type': 'application/json' } };
  expect(errorOf(await refine.fromServer({}, json))).toEqual([400, 'invalid_request']);
  expect(errorOf(await refine.fromPage(`${refine.address}/suggest/entity?prefix=x&cursor=-1`))).toEqual([400, 'invalid_request']);
});
