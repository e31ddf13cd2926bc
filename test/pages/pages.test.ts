import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiRequest, samplesOf } from '../../rest/openapi/sample-languages.ts';
import { html } from '../../rest/page/html.ts';
import { dashboardViews } from '../../rest/pages/dashboard-views.ts';
import { searchGuides } from '../../rest/pages/guide-search.ts';
import { readGuides, render } from '../../rest/pages/guides.ts';
import { entriesOf, type OpenApi } from '../../rest/reference/contract.ts';
import { hashOf } from '../../src/accounts/keys/key-format.ts';
import { type LocalProvider, startLocalProvider } from '../../src/development/payments/server.ts';
import { errorTable } from '../../src/kernel/errors.ts';
import { Collection, sent } from '../support/clients/postman.ts';
import { filledIn, guideBlocks } from '../support/guides/guide-blocks.ts';
import { type Program, runPrograms } from '../support/guides/run-blocks.ts';
import { connect, importAsSamples, importSamples } from '../support/imports.ts';
import { as, makeKey, sessions } from '../support/people.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** As a browser asks when somebody opens an address. */
const browser = { headers: { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' } };

let service: TestService;
let localPayments: LocalProvider;
beforeAll(async () => {
  localPayments = await startLocalProvider();
  service = await startTestService({ sessions, localPayments, env: { OPERATORS: 'boss@example.com' } });
  await importSamples(service.databaseUrl, 'gb');
});
afterAll(async () => {
  await service.stop();
  await localPayments.close();
});

const pages = [
  '/',
  '/docs',
  '/docs/errors',
  '/docs/operators',
  '/docs/find?q=key',
  '/status',
  '/dashboard',
  '/billing/paid',
  '/account-deleted',
  '/auth/logout',
  '/nothing',
];

test.each(pages)('%s is a page under a strict policy that loads nothing from elsewhere', async (path) => {
  const { headers, text } = await service.get(path, browser);
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(/^default-src 'none';/);
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
  expect(text).not.toMatch(/ style=| on\w+=|<style|<script(?! type="module" src="\/assets\/)/);
  const loaded = [...text.matchAll(/(?:src|<link[^>]+href)="([^"]+)"/g)].map(([, file = '']) => file);
  expect(loaded.length).toBeGreaterThan(1);
  for (const file of loaded) expect((await service.get(file)).status, file).toBe(200);
});

test('the built files name no path of the machine that built them', async () => {
  const built = new URL('../../dashboard/dist/', import.meta.url);
  const scripts = (await readdir(built)).filter((file) => file.endsWith('.js'));
  expect(scripts.length).toBeGreaterThanOrEqual(2);
  for (const file of scripts) expect(await readFile(new URL(file, built), 'utf8'), file).not.toContain('/dashboard/views/');
});

test('every link on the pages leads somewhere', async () => {
  const seen = new Map<string, string>();
  const open = ['/', '/docs', ...readGuides().map(({ path }) => path)];
  const texts = new Map<string, string>();
  for (const path of open) texts.set(path, (await service.get(path, browser)).text);
  for (const [path, text] of texts)
    for (const [, href = ''] of text.matchAll(/<a [^>]*href="([^"]+)"/g)) if (!href.startsWith('http')) seen.set(href, path);
  expect(seen.size).toBeGreaterThan(40);
  for (const [href, from] of seen) {
    const [path = '', anchor] = href.startsWith('#') ? [from, href.slice(1)] : href.split('#');
    const target = texts.get(path) ?? (await service.get(path.replaceAll('&amp;', '&'), browser)).text;
    texts.set(path, target);
    expect(target, `${from} links to ${href}`).not.toContain('Page not found');
    if (anchor) expect(target, `${from} links to ${href}`).toContain(` id="${anchor}"`);
  }
});

test('the status page shows the instance, and the age of each register, without secrets', async () => {
  const { status, headers, text } = await service.get('/status', browser);
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
  for (const words of ['>ready<', '>reachable<', '>not used<', 'United Kingdom', ' days<', '>monthly<', ' UTC</time>'])
    expect(text).toContain(words);
  expect(text).not.toMatch(/postgres(ql)?:|DATABASE_URL|password|127\.0\.0\.1:5/);
});

test('without its database the status page says so', async () => {
  const other = await startTestService({ databaseUrl: 'postgresql://nobody@127.0.0.1:1/none' });
  const { status, text } = await other.get('/status', browser);
  await other.stop();
  expect(status).toBe(200);
  for (const words of ['>not ready<', '>not usable<', 'The registers cannot be read at the moment.'])
    expect(text).toContain(words);
});

describe('the front page', () => {
  test('has a search to try and the prices of the plans; a program gets addresses', async () => {
    const { text } = await service.get('/?q=holding', browser);
    expect(text).toMatch(/<strong>\d+<\/strong>\s+records match “holding”/);
    expect(text).toContain('HOLDINGS LIMITED');
    expect(text.match(/class="badge /g)).toHaveLength(5);
    for (const price of ['€29', '€99', '1,000,000 requests']) expect(text).toContain(price);
    expect(text).toContain('<strong>500</strong> records of United Kingdom.');
    for (const headers of [{}, { accept: 'application/json' }, { accept: '*/*' }]) {
      const { body, headers: sent } = await service.get('/', { headers });
      expect(body).toMatchObject({ docs: `${service.url}/docs`, openapi: `${service.url}/api/v1/openapi.json` });
      expect(sent.get('vary')).toMatch(/accept/i);
    }
  });

  test('shows what was typed as text', async () => {
    const typed = '"><script>alert(1)</script>';
    const { text } = await service.get(`/?q=${encodeURIComponent(typed)}`, browser);
    expect(text).not.toContain('<script>');
    expect(text).toContain('value="&quot;&gt;&lt;script&gt;');
    expect((await service.get(`/?q=${'x'.repeat(201)}`, browser)).status).toBe(400);
  });

  test('lets an address try ten searches a minute, and says what to do then', async () => {
    const other = await startTestService({ databaseUrl: service.databaseUrl });
    const statuses: number[] = [];
    for (let round = 0; round < 11; round++) statuses.push((await other.get('/?q=holding', browser)).status);
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
    const { text, headers } = await other.get('/?q=holding', browser);
    expect(text).toContain('Sign in for more');
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await other.get('/', browser)).status).toBe(200);
    await other.stop();
  });

  test('opens company data to nobody else', async () => {
    expect((await service.get('/api/v1/entities?q=holding', browser)).body.error.code).toBe('api_key_required');
    expect((await service.graphql('{ entities { meta { total } } }', { headers: { authorization: '' } })).status).toBe(401);
  });
});

test('a failure is a page for a browser and JSON for a program, and below /api for both', async () => {
  const page = await service.get('/nothing', browser);
  expect([page.status, page.headers.get('cache-control')]).toEqual([404, 'no-store']);
  expect(page.text).toContain('<code>not_found</code>');
  expect(page.text).toContain(page.headers.get('x-request-id'));
  const callback = await service.get('/auth/callback?code=x&state=y', browser);
  expect([callback.status, callback.text.includes('The sign-in was not completed')]).toEqual([400, true]);
  const signOut = await service.get('/auth/logout', {
    method: 'POST',
    headers: { ...browser.headers, origin: 'https://evil.example' },
  });
  expect([signOut.status, signOut.headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('Bearer')]);
  expect(signOut.text).toContain('invalid_session');
  for (const [path, init] of [
    ['/nothing', {}],
    ['/api/v1/nothing', browser],
    ['/assets/nothing.js', browser],
  ] as const)
    expect((await service.get(path, init)).body.error).toMatchObject({
      code: 'not_found',
      docs: `${service.url}/docs/errors#not_found`,
    });
});

test('sample data is said on every page and with every answer, until a real register is imported', async () => {
  const fresh = await startTestService({ sessions });
  const answers = () =>
    Promise.all([
      fresh.get('/', browser),
      fresh.get('/dashboard', { headers: { ...browser.headers, ...as('ada') } }),
      fresh.get('/api/v1/plans'),
      fresh.get('/api/v1/nothing'),
      fresh.graphql('{ me { id } }', { headers: as('ada') }),
    ]);
  const marks = async () => (await answers()).map(({ headers }) => headers.get('x-sample-data'));
  const notes = async () =>
    (await answers()).slice(0, 2).map(({ text }) => /<aside class="sample-data".*?<strong>(.*?)<a/s.exec(text)?.[1]);
  expect(await marks()).toEqual(Array(5).fill(null));
  await importAsSamples(fresh.databaseUrl, 'cy');
  await expect.poll(marks).toEqual(Array(5).fill('true'));
  for (const note of await notes()) expect(note).toMatch(/^Sample data\..*All companies here are invented/);
  await importSamples(fresh.databaseUrl, 'lv');
  await expect.poll(marks).toEqual(Array(5).fill(null));
  for (const note of await notes()) expect(note).toContain('The companies of Cyprus are invented.');
  await fresh.stop();
});

describe('the dashboard', () => {
  test('offers the sign-in, and the way back, to who is not signed in', async () => {
    const { status, text, headers } = await service.get('/dashboard/explorer?q=a%26b', browser);
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(text).toContain(`/auth/login?returnTo=${encodeURIComponent('/dashboard/explorer?q=a%26b')}`);
    expect(text).not.toContain('type="module"');
  });

  test('has its shell at every view, and nothing elsewhere', async () => {
    const headers = { ...browser.headers, ...as('boss', { isEmailVerified: true }) };
    for (const { path, title } of dashboardViews) {
      const { status, text } = await service.get(path, { headers });
      expect([status, text.includes('id="view"'), text.includes(`>${title}</a>`)], path).toEqual([200, true, true]);
    }
    expect((await service.get('/dashboard/explorer/x', { headers })).status).toBe(200);
    for (const path of ['/dashboard/nothing', '/dashboard/keys/x'])
      expect((await service.get(path, { headers })).status).toBe(404);
    expect((await service.get('/dashboard', { method: 'POST', headers })).status).toBe(405);
  });

  test('is small: at most 40 kB of script, packed, in files that may be kept for ever', async () => {
    const { text } = await service.get('/dashboard', { headers: { ...browser.headers, ...as('ada') } });
    const [, file = ''] = /<script type="module" src="([^"]+)"/.exec(text) ?? [];
    const response = await fetch(service.url + file, { headers: { 'accept-encoding': 'gzip' } });
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const script = await response.text();
    expect(gzipSync(script).length).toBeLessThan(40_000);
    expect(script).not.toMatch(/https?:\/\/(?!www\.w3\.org)/);
    const loadedLater = [...script.matchAll(/\bimport\((.*?)\)/g)].map(([, address = '']) => address);
    expect(loadedLater.filter((address) => !/^.\.\/[\w-]+\.js.$/.test(address))).toEqual([]);
    expect(await (await fetch(service.url + file, { headers: { 'accept-encoding': 'identity' } })).text()).toBe(script);
  });
});

test('GraphiQL leads to the sign-in and back, and opens with queries that work', async () => {
  const away = await service.get('/graphql', browser);
  expect([away.status, away.headers.get('location')]).toEqual([302, '/auth/login?returnTo=/graphql']);
  const page = await service.get('/graphql', { headers: { ...browser.headers, ...as('ada') } });
  expect(page.text).toContain('canonicalName');
});

describe('the documentation', () => {
  test('has an entry for every error code, where error.docs leads', async () => {
    const { text } = await service.get('/docs/errors', browser);
    for (const code of Object.keys(errorTable)) expect(text, code).toContain(` id="${code}"`);
  });

  test('finds the words of a question in titles and texts', () => {
    const hits = searchGuides(readGuides(), 'Retry-After');
    expect(hits.map(({ guide }) => guide.path)).toContain('/docs/errors');
    expect(hits.map(({ excerpt }) => excerpt).join()).not.toMatch(/\||---|\.md|…\w|\w…/);
    expect(searchGuides(readGuides(), 'zzzz')).toEqual([]);
    expect(searchGuides(readGuides(), ' ')).toEqual([]);
  });

  test('takes HTML and addresses of guides as text', () => {
    const links = '[a](javascript:alert(1)) [b](errors.md#x) [c](../operators/README.md) [d](../inside/search.md)';
    const { body } = render('guides', 'x.md', `# T\n\n<script>alert(1)</script> <b onclick="x">y</b>\n\n${links}`);
    expect(body.text).not.toMatch(/<script|<b |javascript:/);
    expect(body.text).toContain('<a href="/docs/errors#x">b</a> <a href="/docs/operators">c</a> d');
  });

  test('shows at each link of its navigation the page of that title', async () => {
    const { text } = await service.get('/docs', browser);
    const [navigation = ''] = /<nav class="side".*?<\/nav>/s.exec(text) ?? [];
    const links = [...navigation.matchAll(/<a href="([^"]+)"[^>]*>([^<]+)<\/a>/g)];
    expect(links.length).toBe(1 + readGuides().length);
    for (const [, path = '', title] of links) {
      const { text: page } = await service.get(path, browser);
      const [, heading] = /<h1[^>]*>(.*?)<\/h1>/.exec(page) ?? [];
      expect(heading?.replaceAll(/<[^>]+>/g, ''), path).toBe(title);
      expect(page).toContain(`<a href="${path}" aria-current="page">`);
    }
  });

  test.each([
    ['/docs/search?q=api%20key%26', '/docs/find?q=api+key%26'],
    ['/docs/search', '/docs/searching'],
    ['/docs/operating', '/docs/operators/operating'],
    ['/docs/operations', '/docs/operators/drills'],
  ])('keeps the address %s, which leads to %s', async (path, newPath) => {
    const { status, headers } = await service.get(path, { ...browser, redirect: 'manual' });
    expect([status, headers.get('location')]).toEqual([301, newPath]);
    expect((await service.get(newPath, browser)).status).toBe(200);
  });

  test('is there as Markdown too, at the same addresses with .md, and llms.txt leads to it', async () => {
    const { text: list, headers } = await service.get('/llms.txt');
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(list).toMatch(/^# .+\n\n> .+\n/);
    const entries = [...list.matchAll(/^- \[(.+)\]\((.+)\): \S.*$/gm)].map(([, title, address]) => ({ title, address }));
    const guides = readGuides();
    const pagesOf = guides.filter(({ path }) => !['/docs/guides', '/docs/operators'].includes(path));
    expect(entries.filter(({ address }) => address?.endsWith('.md'))).toEqual(
      pagesOf.map(({ title, path }) => ({ title, address: `${service.url}${path}.md` })),
    );
    const texts = new Map<string, string>();
    const read = async (path: string) => {
      const known = texts.get(path);
      if (known !== undefined) return known;
      const answer = await service.get(path, browser);
      expect([answer.status, answer.headers.get('cache-control')], path).toEqual([
        200,
        expect.stringMatching(/no-cache|max-age/),
      ]);
      if (path.endsWith('.md')) expect(answer.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
      texts.set(path, answer.text);
      return answer.text;
    };
    const addresses = [...entries.map(({ address = '' }) => address), ...guides.map(({ path }) => `${service.url}${path}.md`)];
    for (const address of addresses) {
      const text = await read(address.slice(service.url.length));
      if (!address.endsWith('.md')) continue;
      expect(text).toMatch(/^# \S/);
      expect(text).not.toMatch(/http:\/\/localhost:3000|<!--/);
      // Whatever a page links to is there, and is no HTML.
      for (const [, href = ''] of text.matchAll(/\]\(([^()\s]+)\)/g)) {
        if (href.startsWith('#') || !href.startsWith(service.url)) expect(href).toMatch(/^(#|https:)/);
        else {
          const target = await read(href.slice(service.url.length).replace(/#.*/, ''));
          expect(target.startsWith('<'), `${address} links to ${href}`).toBe(false);
        }
      }
    }
  });

  test('as Markdown may be asked for as a page may', async () => {
    const { headers, text } = await service.get('/docs/errors.md');
    expect(text).toContain(`](${service.url}/docs/metering.md`);
    const etag = headers.get('etag') ?? '';
    expect((await service.get('/docs/errors.md', { headers: { 'if-none-match': etag } })).status).toBe(304);
    const head = await service.get('/docs/errors.md', { method: 'HEAD' });
    expect([head.status, head.headers.get('etag'), head.text]).toEqual([200, etag, '']);
    expect((await service.get('/docs/errors', browser)).text).toContain(
      '<link rel="alternate" type="text/markdown" href="/docs/errors.md" />',
    );
    const moved = await service.get('/docs/operating.md', { redirect: 'manual' });
    expect([moved.status, moved.headers.get('location')]).toEqual([301, '/docs/operators/operating.md']);
    const missing = await service.get('/docs/nothing.md', browser);
    expect([missing.status, missing.text.includes('Page not found')]).toEqual([404, true]);
    expect((await service.get('/docs/inside/search.md')).body.error.code).toBe('not_found');
    expect((await service.get('/llms.txt', { method: 'POST' })).headers.get('allow')).toBe('GET, HEAD');
  });

  test('has nothing of the pages for people who change the code', async () => {
    for (const path of ['/docs/inside', '/docs/inside/search', '/docs/operators/search', '/docs/guides/errors', '/docs/README'])
      expect((await service.get(path, browser)).status, path).toBe(404);
  });
});

test('the collection for Postman has every operation in the folder of its tag, and each GET of it works', async () => {
  const { body } = await service.get('/api/v1/postman.json');
  const { item: folders, variable } = Collection.parse(body);
  const contract = (await service.get('/api/v1/openapi.json')).body as OpenApi;
  const operations = entriesOf(contract).filter((one) => !one['x-internal']);
  const listed = folders.flatMap((folder) => folder.item.map(({ name }) => `${folder.name}: ${name}`));
  expect(listed.toSorted()).toEqual(operations.map(({ tags: [tag], summary }) => `${tag}: ${summary}`).toSorted());
  expect(Object.fromEntries(variable.map(({ key, value }) => [key, value]))).toEqual({
    baseUrl: service.url,
    apiKey: '',
    sessionToken: '',
  });
  const { secret: apiKey } = await makeKey(service, 'postman');
  const found = await service.get('/api/v1/entities?pageSize=1', { headers: { 'x-api-key': apiKey } });
  const sessionToken = as('postman').authorization.slice(7);
  const values = { baseUrl: service.url, apiKey, sessionToken, id: found.body.data[0].id };
  const items = folders.flatMap(({ item }) => item);
  expect(JSON.stringify(items.map(({ request }) => request))).not.toMatch(/crd_\w|Bearer \S/);
  const reads = items.filter(({ request }) => request.method === 'GET');
  expect(reads.length).toBeGreaterThan(20);
  for (const { name, request, response } of reads) {
    const { path, headers } = sent(request, values);
    // There is no snapshot here, no list of companies, and no webhook endpoint.
    const isMissing = /^\/api\/v1\/(snapshots|watch-lists|webhook-endpoints)\//.test(path);
    expect((await service.get(path, { headers })).status, name).toBe(isMissing ? 404 : 200);
    expect(response.length > 0, `${name} has an example`).toBe(!/snapshots\/|\.json$/.test(path));
  }
});

test('values inside HTML are escaped, HTML of ours is not', () => {
  expect(html`<p title="${'"<'}">${['a&b', html`<br />`, undefined, 0]}</p>`.text).toBe(
    '<p title="&quot;&lt;">a&amp;b<br />0</p>',
  );
});

/** The requests of pages whose samples are run, of a record. */
const sampledRequests = (recordId: string, search: string): ApiRequest[] => [
  { path: search },
  { path: '/api/v1/entities/facets?facets=status&q=100%25&fuzzy=false' },
  { path: '/api/v1/entities/suggest?q=hol&limit=3' },
  ...['', '?asOf=2020-01-01T00:00:00Z', '/history?pageSize=2', '/history?page=1', '/group?page=1'].map((end) => ({
    path: `/api/v1/entities/${recordId}${end}`,
  })),
  { path: '/api/v1/entities/lookup?include=detail', method: 'POST', body: { items: [{ id: recordId }] } },
  { path: '/api/v1/match', method: 'POST', body: { queries: [{ key: 'a "b"', name: 'x' }], limit: 1 } },
  { path: '/api/v1/changes?limit=2' },
  { path: '/api/v1/snapshots?country=gb' },
  { path: '/api/v1/registers', isPublic: true },
  { path: '/api/v1/health/ready', isPublic: true },
];

test('e-mails are caught outside production, for this machine alone', async () => {
  const headers = { ...as('caught', { isEmailVerified: true }), 'content-type': 'application/json' };
  const body = JSON.stringify({ name: '<b>name</b>' });
  expect((await service.get('/api/v1/api-keys', { method: 'POST', headers, body })).status).toBe(201);
  const shown = async () => (await fetch(`${service.url}/local-mail`)).text();
  await expect.poll(shown).toContain('To caught@example.com');
  expect(await shown()).toMatch(/<h2>A new API key was made<\/h2>[\s\S]*<a href="http:\/\/localhost:\d+\/dashboard\/keys">/);
  expect(await shown()).not.toContain('<b>');
  expect((await fetch(`${service.url}/local-mail`, { headers: { 'x-forwarded-for': '192.0.2.1' } })).status).toBe(400);
});

describe('every block of code of the guides', () => {
  const blocks = guideBlocks();

  /** A list of an account whose plan allows more, for the guides make some too. */
  const newList = async (key: string) => {
    const client = await connect(service.databaseUrl);
    await client.query("UPDATE account SET plan = 'business' FROM api_key WHERE account_id = account.id AND hash = $1", [
      hashOf(key),
    ]);
    await client.end();
    const init = { method: 'POST', headers: { 'x-api-key': key, 'content-type': 'application/json' } };
    const { body } = await service.get('/api/v1/watch-lists', { ...init, body: JSON.stringify({ name: 'list' }) });
    return body.data.id;
  };

  test('that asks the service runs as it stands, and so does every sample of the pages', async () => {
    const kinds = ['command line', 'python', 'sh', 'ts'] as const;
    // A key for each language: together they would exceed the limit of the minute.
    const readers = await Promise.all(
      kinds.map(async (kind) => {
        const { secret: key } = await makeKey(service, kind.replace(' ', '-'));
        return { key, listId: await newList(key) };
      }),
    );
    const readerOf = (kind: Program['kind']) => readers[kinds.indexOf(kind)] ?? expect.unreachable();
    const keyOf = (kind: Program['kind']) => readerOf(kind).key;
    const search = `/api/v1/entities?${new URLSearchParams({ q: '100%', pageSize: '2' })}`;
    const { data, meta } = (await service.get(search, { headers: { 'x-api-key': keyOf('sh') } })).body;
    const [{ id: recordId }] = data;
    const token = as('newcomer').authorization.slice(7);
    const programs = blocks
      .filter(({ language, text, tab }) => /^(sh|ts|python)$/.test(language) && (tab || text.includes('http://localhost:3000')))
      .map(({ place, language, tab, text }): Program => {
        const kind = (tab === 'command line' ? tab : language) as Program['kind'];
        return { place, kind, text: filledIn(text, { url: service.url, ...readerOf(kind), token, recordId }) };
      });
    expect([...new Set(programs.map(({ kind }) => kind))].toSorted()).toEqual(kinds);
    const samples = sampledRequests(recordId, search).flatMap((request) =>
      (
        [
          ['sh', 'curl'],
          ['ts', 'TypeScript'],
          ['python', 'Python'],
        ] as const
      ).map(([kind, language]): Program => {
        const text = samplesOf(request, service.url, keyOf(kind))[language].replace(/^curl /, 'curl -sS ');
        return { place: `${language} ${request.path}`, kind, text };
      }),
    );
    // The words of all names are read after the start. From then on misspelt names are found.
    const misspelt =
      '{ match(input: { queries: [{ name: "Kriadeagralt Recruitmnt Ltd", country: "GB" }] }) { results { score } } }';
    const matched = async () => (await service.graphql(misspelt, { headers: as('newcomer') })).body.data.match[0].results;
    await expect.poll(matched).not.toEqual([]);
    // The guides make more keys and invitations than the free plan has.
    const client = await connect(service.databaseUrl);
    await client.query("UPDATE account SET plan = 'business' WHERE email = 'newcomer@example.com'");
    await client.end();
    const printed = await runPrograms([...programs, ...samples], { url: service.url, key: keyOf('command line') });
    expect(printed.length).toBeGreaterThan(30);
    for (const { place, output, error } of printed) {
      // There was no such record then, which each language says in its own way.
      if (place.includes('asOf')) expect(output + error, place).toMatch(/entity_not_found|EntityNotFoundError/);
      else {
        expect({ output, error }, place).toEqual({ output: expect.stringMatching(/\S/), error: null });
        expect(output, place).not.toContain('"error"');
      }
      if (place.endsWith(search)) expect(output, place).toMatch(new RegExp(`["']?total["']?: ?${meta.total}\\b`));
    }
  });

  test('names commands that there are', () => {
    const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    const named = blocks.flatMap(({ text }) => [...text.matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map(([, name]) => name));
    expect(named.length).toBeGreaterThan(5);
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(named));
  });
});

test('a sample without our client has its body too', () => {
  const body = { name: 'a "b"', list: [true, null, 1.5] };
  const { Python, TypeScript, curl } = samplesOf({ path: '/x', method: 'POST', body }, 'http://h', 'k');
  expect(Python).toContain('data=json.dumps({"name": "a \\"b\\"", "list": [True, None, 1.5]}).encode()');
  expect(curl).toContain(`-d '${JSON.stringify(body)}'`);
  expect(TypeScript).toContain('"method": "POST"');
});
