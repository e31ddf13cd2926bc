import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { zipText } from '../../../scripts/samples/files.ts';
import { lithuanianRows, registeredHeader, struckOffHeader } from '../../../scripts/samples/lt.ts';
import { Refusal } from '../../../src/kernel/errors.ts';
import { lt } from '../../../src/registers/countries/lt/register.ts';
import { registers } from '../../../src/registers/countries/registers.ts';
import type { Download } from '../../../src/registers/declaration/register.ts';
import { downloadAll, goldenCopy, readFetch, runFetch } from '../../../src/registers/fetch/command.ts';
import { download } from '../../../src/registers/fetch/download.ts';
import { importGround } from '../../support/imports.ts';
import { ServiceProcess } from '../../support/process.ts';
import { useFolder } from '../../support/registers/register-files.ts';
import { cert, key } from '../../support/servers/tls.ts';

const path = useFolder();
const asked: IncomingMessage[] = [];
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let server: Server;
let base: string;
let folders = 0;
let folder: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request);
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  onArrival = () => {};
  asked.length = 0;
  folder = path(`downloads-${folders++}`);
});

const text = `number;name\n${'1;a company\n'.repeat(100_000)}`;
const bytes = Buffer.from(text);

/** Told when bytes of a download are on the disk. */
let onArrival = () => {};

/** A server as publishers have it: with ranges and validators. It breaks off after so many bytes, as often as told. */
function publish(content: Buffer, { etag = '"one"', breaks = 0, after = 300_000, type = 'text/csv' } = {}) {
  let left = breaks;
  answer = (request, response) => {
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end();
    const [, from] = /^bytes=(\d+)-$/.exec(request.headers.range ?? '') ?? [];
    const start = from && request.headers['if-range'] === etag ? Number(from) : 0;
    const part = content.subarray(start);
    response.writeHead(start > 0 ? 206 : 200, {
      'content-type': type,
      'content-length': part.length,
      etag,
      ...(start > 0 ? { 'content-range': `bytes ${start}-${content.length - 1}/${content.length}` } : {}),
    });
    if (left-- <= 0) return void response.end(part);
    // What has arrived and is not yet on the disk is lost with the connection, so that breaks only then.
    onArrival = () => response.destroy();
    response.write(part.subarray(0, after));
  };
}

const get = (wanted: Partial<Download> = {}) =>
  download({ url: `${base}/register.csv`, type: 'text', ...wanted }, { folder, onProgress: () => onArrival(), pauseMs: 1 });

test('a file is downloaded once; the second time the publisher says that it is the current one', async () => {
  publish(bytes);
  expect(await get()).toEqual({ path: `${folder}/register.csv`, isNew: true });
  expect((await readFile(`${folder}/register.csv`)).equals(bytes)).toBe(true);
  expect(await get()).toEqual({ path: `${folder}/register.csv`, isNew: false });
  publish(Buffer.from('another;file\n'), { etag: '"two"' });
  expect((await get()).isNew).toBe(true);
  expect(await readFile(`${folder}/register.csv`, 'utf8')).toBe('another;file\n');
});

test('a download that breaks off goes on where it ended, in the same run and in the next', async () => {
  publish(bytes, { breaks: 2 });
  await get();
  expect((await readFile(`${folder}/register.csv`)).equals(bytes)).toBe(true);
  expect(
    asked.slice(1).every(({ headers }) => /^bytes=[1-9]\d*-$/.test(headers.range ?? '') && headers['if-range'] === '"one"'),
  ).toBe(true);

  folder = path('again');
  publish(bytes, { breaks: 6, after: 50_000 });
  await expect(get()).rejects.toThrow(/^The download failed 6 times.*Run it again to resume it\.$/);
  publish(bytes);
  asked.length = 0;
  await get();
  expect(Number(/\d+/.exec(asked[0]?.headers.range ?? '')?.[0])).toBeGreaterThan(0);
  expect((await readFile(`${folder}/register.csv`)).equals(bytes)).toBe(true);
});

test('each failed attempt is reported at once, with its reason and the time until the next', async () => {
  const said: string[] = [];
  const options = { folder, onProgress: () => {}, onRetry: (line: string) => said.push(line), pauseMs: 1 };
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port } = closed.address() as AddressInfo;
  await new Promise((done) => closed.close(done));
  const url = `http://127.0.0.1:${port}/register.csv`;
  await expect(download({ url, type: 'text' }, options)).rejects.toThrow(/^The download failed 6 times/);
  expect(said).toHaveLength(5);
  expect(said[0]).toMatch(/^The download failed: .*ECONNREFUSED.* Trying again in 0\.001 s \(attempt 2 of 6\)\.$/);
});

test('a file that changed in between is downloaded from its beginning', async () => {
  publish(bytes, { breaks: 6, after: 50_000 });
  await expect(get()).rejects.toThrow(Refusal);
  const other = Buffer.from(`another;file\n${'2;b\n'.repeat(50_000)}`);
  publish(other, { etag: '"two"' });
  await get();
  expect((await readFile(`${folder}/register.csv`)).equals(other)).toBe(true);
});

test.each<[string, () => void, Partial<Download>, RegExp]>([
  [
    'an error page that says 200',
    () => publish(Buffer.from('<html><title>Be right  back</title>'), { type: 'text/html; charset=utf-8' }),
    {},
    /returned a page \(200: Be right back\), not a file/,
  ],
  ['a page under another type', () => publish(Buffer.from('\uFEFF <!doctype html>')), {}, /did not send a text file with rows/],
  ['an error in JSON', () => publish(Buffer.from('{"error":"busy"}')), {}, /did not send a text file with rows/],
  ['text in place of an archive', () => publish(bytes), { type: 'zip' }, /did not send a zip file/],
  [
    'an archive that is cut off',
    () => publish(Buffer.concat([Buffer.from('PK\x03\x04'), bytes])),
    { type: 'zip' },
    /damaged or cut off/,
  ],
  ['an empty file', () => publish(Buffer.alloc(0)), {}, /empty file/],
  [
    'a missing file',
    () => {
      answer = (_request, response) => void response.writeHead(404).end();
    },
    {},
    /register\.csv returned 404\.$/,
  ],
])('%s is refused in one line, and nothing is left of it', async (_what, prepare, wanted, message) => {
  prepare();
  const refused = await get(wanted).catch((error) => error);
  expect(refused).toBeInstanceOf(Refusal);
  expect(refused.message).toMatch(message);
  expect(refused.message).not.toContain('\n');
  await expect(readFile(`${folder}/register.csv`)).rejects.toThrow('ENOENT');
  await expect(readFile(`${folder}/register.csv.part`)).rejects.toThrow('ENOENT');
});

test('a publisher that falls silent, or is busy for a moment, is asked again', async () => {
  let turn = 0;
  answer = (_request, response) => {
    turn += 1;
    if (turn === 1) response.writeHead(503).end();
    else if (turn > 2) response.writeHead(200, { 'content-length': 4 }).end('a;b\n');
  };
  const silent = { folder, onProgress: () => {}, pauseMs: 1, idleMs: 500 };
  expect((await download({ url: `${base}/a.csv`, type: 'text' }, silent)).isNew).toBe(true);
  expect(turn).toBe(3);
});

test('where the address changes, the newest link on the page is taken, and its name leads nowhere else', async () => {
  const file = Buffer.from('a;b\n');
  answer = (request, response) => {
    if (request.url !== '/page') return void response.writeHead(200, { 'content-length': 4 }).end(file);
    response.end(`"${base}\\/x/file_9.csv" <a href="/y/file_10.csv?a=1&amp;b=2"> "/z/..%2f..%2ffile_2.csv" file_x.csv`);
  };
  const found = await get({ url: `${base}/page`, link: /file_\d+\.csv$/ });
  expect(found.path).toBe(`${folder}/file_10.csv`);
  expect(asked.at(-1)?.url).toBe('/y/file_10.csv?a=1&b=2');
  expect((await get({ url: `${base}/z/..%2f..%2fetc%2fpasswd` })).path).toBe(`${folder}/_.._etc_passwd`);
  await expect(get({ url: `${base}/page`, link: /none/ })).rejects.toThrow(/has no link to the file any more/);
  answer = (_request, response) => void response.end('file:///etc/passwd');
  await expect(get({ url: `${base}/page`, link: /^passwd$/ })).rejects.toThrow(/unsafe address/);
});

test('every step of the way to a file is encrypted where the first is, names no user, and the way has an end', async () => {
  const secure = createSecureServer({ key, cert }, (request, response) => {
    asked.push(request);
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(secure, 'listening');
  const safe = `https://127.0.0.1:${(secure.address() as AddressInfo).port}`;
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  let steps: Record<string, string> = {};
  answer = (request, response) => {
    const location = steps[request.url ?? ''];
    if (location) return void response.writeHead(302, { location }).end();
    response.writeHead(200, { 'content-length': 4, 'content-type': 'text/csv' }).end('a;b\n');
  };
  const way = async (url: string, chain: Record<string, string>, more: Partial<Download> = {}) => {
    steps = chain;
    asked.length = 0;
    folder = path(`downloads-${folders++}`);
    return get({ url, ...more }).then(
      ({ isNew }) => isNew,
      (error) => (error instanceof Refusal ? error.message : error),
    );
  };
  expect(await way(`${safe}/1.csv`, { '/1.csv': '/2', '/2': `${safe}/3` })).toBe(true);
  expect(asked.map(({ url }) => url)).toEqual(['/1.csv', '/2', '/3']);
  expect(await way(`${base}/1.csv`, { '/1.csv': `${safe}/2` }), 'it may become encrypted').toBe(true);
  // The last step is encrypted again; nobody may learn or change the way there.
  const unsafe = /leads to an unsafe address/;
  expect(await way(`${safe}/1.csv`, { '/1.csv': `${base}/2`, '/2': `${safe}/3` })).toMatch(unsafe);
  expect(
    asked.map(({ url }) => url),
    'the step was not taken',
  ).toEqual(['/1.csv']);
  expect(await way(`${base}/1.csv`, { '/1.csv': `${safe}/2`, '/2': `${base}/3` })).toMatch(unsafe);
  expect(await way(`${safe}/page`, { '/page': `${base}/2`, '/2': `${safe}/3` }, { link: /csv/ }), 'a page, too').toMatch(unsafe);
  expect(await way(`${safe}/1.csv`, { '/1.csv': safe.replace('//', '//user:word@') })).toMatch(unsafe);
  expect(await way(`${safe}/1.csv`, { '/1.csv': 'file:///etc/passwd' })).toMatch(unsafe);
  expect(await way(`${safe}/1.csv`, { '/1.csv': '/1.csv' })).toMatch(/too many redirects/);
  vi.unstubAllEnvs();
  secure.closeAllConnections();
  secure.close();
});

test('all files of a register are fetched, and the import goes on with them', async () => {
  const rows = [...lithuanianRows(60)];
  const lines = (header: string, isStruckOff: boolean) =>
    [
      header,
      ...rows
        .filter((row) => row.isStruckOff === isStruckOff)
        .map(({ cells }) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join('|')),
      '',
    ].join('\n');
  answer = (request, response) => {
    const body = request.url?.includes('JAR_IS') ? lines(struckOffHeader, true) : lines(registeredHeader, false);
    response.writeHead(200, { 'content-type': 'text/csv' }).end(body);
  };
  const register = { ...lt, downloads: lt.downloads?.map((one) => ({ ...one, url: `${base}/?byla=${one.file}` })) ?? [] };
  const said: string[] = [];
  const request = await runFetch(
    { register, isImported: true, allowShrink: false },
    { downloadsDir: folder, bar: { show: () => {}, clear: () => {} }, say: (line) => said.push(line) },
  );
  expect(request.path).toBe(`${folder}/lt/JAR_IREGISTRUOTI.csv`);
  expect(said).toHaveLength(2);
  const ground = await importGround();
  expect(await ground.import(register, request.path, { morePaths: request.morePaths ?? [] })).toMatchObject({
    added: 60,
    rejected: 0,
  });
  await ground.close();
});

test('words that ask for nothing sensible are refused', () => {
  expect(() => readFetch([])).toThrow(/^Usage: npm run fetch/);
  expect(() => readFetch(['xx'])).toThrow(/^There is no register xx/);
  expect(() => readFetch(['be'])).toThrow(/have to be downloaded by hand: get them at https:/);
  expect(() => readFetch(['gb', '--nonsense'])).toThrow(Refusal);
  expect(readFetch(['GB', '--import'])).toMatchObject({ isImported: true, allowShrink: false });
});

test('every address is https, and a page has a link to look for', () => {
  const downloads = registers.flatMap((register) => register.downloads ?? []);
  expect(downloads.length).toBeGreaterThan(5);
  for (const { url, link, file, type } of downloads) {
    expect(new URL(url).protocol).toBe('https:');
    expect(link?.source.replace('$', '') ?? file ?? url).toMatch(/\.(csv|zip|gz|xlsx|json|txt)$/i);
    expect(['zip', 'gzip', 'text']).toContain(type);
  }
});

test('the proxy of the environment is used', async () => {
  const tunnel = Promise.withResolvers<string>();
  const proxy = createServer().on('connect', (request, socket) => {
    tunnel.resolve(request.url ?? '');
    socket.on('error', () => {});
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const process = new ServiceProcess({ DATA_DIR: folder, HTTPS_PROXY: address }, 'fetch', 'no');
  expect(await tunnel.promise).toBe('data.brreg.no:443');
  await process.end('SIGKILL');
  proxy.closeAllConnections();
  proxy.close();
});

test('what was fetched as an archive is looked into', async () => {
  const archive = path('archive.zip');
  await zipText(archive, { 'a.csv': () => ['a;b\n'] });
  publish(await readFile(archive));
  expect((await get({ url: `${base}/archive.zip`, type: 'zip' })).isNew).toBe(true);
  await writeFile(archive, '');
});

test('the golden copy of identifiers is three files, each under a name of its own', async () => {
  await zipText(path('golden.zip'), { '20261116-0800-gleif-goldencopy-lei2-golden-copy.csv': () => ['LEI,Entity.LegalName\n'] });
  publish(await readFile(path('golden.zip')), { type: 'application/zip' });
  expect(goldenCopy.downloads.map(({ url }) => new URL(url).pathname.split('/').slice(-3, -2)[0])).toEqual([
    'lei2',
    'rr',
    'repex',
  ]);
  const downloads = goldenCopy.downloads.map((one) => ({ ...one, url: base + new URL(one.url).pathname }));
  const said: string[] = [];
  const bar = { show: () => {}, clear: () => {} } as never;
  const paths = await downloadAll({ id: 'gleif', downloads }, { downloadsDir: folder, bar, say: (line) => said.push(line) });
  expect(paths).toEqual(['lei2', 'rr', 'repex'].map((kind) => `${folder}/gleif/${kind}.csv.zip`));
  expect(said).toHaveLength(3);
});
