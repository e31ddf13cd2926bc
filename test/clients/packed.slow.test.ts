import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type ChangesGround, changesGround, smallRegister } from '../support/changes.ts';
import { filledIn, guideBlocks } from '../support/guides/guide-blocks.ts';
import { endChild, run, startChild } from '../support/suite/children.ts';

const source = fileURLToPath(new URL('../../clients/typescript', import.meta.url));
const npm = (words: string[], cwd: string) => run('npm', words, { cwd });

let ground: ChangesGround;
let folder: string;
beforeAll(async () => {
  ground = await changesGround();
  await ground.importRows(
    smallRegister('gb'),
    Array.from({ length: 5 }, (_, n) => ({ number: `${10_000_000 + n}`, name: `Northwind Holding ${n}` })),
  );
  await ground.makeSnapshots('GB');
  folder = await mkdtemp(join(tmpdir(), 'registry-packed-'));
  await npm(['pack', '--pack-destination', folder], source);
  await writeFile(join(folder, 'package.json'), '{ "private": true }');
  const [file = expect.unreachable()] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
  await npm(['install', '--offline', '--no-audit', `./${file}`], folder);
});
afterAll(async () => {
  await ground.close();
  await rm(folder, { recursive: true, force: true });
});

test('the packed client has its code and types alone', async () => {
  const installed = join(folder, 'node_modules/@company-registry/client');
  expect((await readdir(installed)).toSorted()).toEqual([
    ...['CHANGELOG.md', 'COMMAND-LINE.md', 'README.md', 'dist', 'package.json'],
  ]);
  expect(await readdir(join(folder, 'node_modules'))).toEqual(expect.not.arrayContaining(['openapi-typescript', 'typescript']));
});

const environment = () => ({
  ...process.env,
  HOME: folder,
  PATH: `${join(folder, 'node_modules/.bin')}:${process.env['PATH']}`,
  COMPANY_REGISTRY_URL: ground.service.url,
  COMPANY_REGISTRY_KEY: ground.secret,
});
const bash = (script: string) => run('bash', ['-c', script], { cwd: folder, env: environment() });
const unitsLeft = async () => JSON.parse((await bash('company-registry usage')).stdout).period.remaining as number;

test('every block of COMMAND-LINE.md runs in an empty folder, with the packed command', async () => {
  const blocks = guideBlocks(['clients/typescript/COMMAND-LINE.md']).filter(({ text }) => text.includes('YOUR_API_KEY'));
  expect(blocks.length).toBeGreaterThan(4);
  const { body } = await ground.get('/entities');
  const reader = { url: ground.service.url, key: ground.secret, token: '', recordId: body.data[0].id };
  for (const { place, text } of blocks) {
    const { stderr } = await bash(`set -eo pipefail\n${filledIn(text, reader)}`);
    expect(stderr, place).not.toMatch(/^company-registry: |error/im);
  }
  expect(await readFile(join(folder, 'matched.csv'), 'utf8')).toContain(',match,');
});

test('a pipe that is closed and a wrong word end the process as scripts expect', async () => {
  const { stdout } = await bash('company-registry search --all -q | head -n 1; echo $PIPESTATUS');
  expect(stdout).toMatch(/^\{.*\}\n0\n$/);
  await expect(bash('company-registry serch')).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^.*search.*\n$/),
  });
  await expect(bash('COMPANY_REGISTRY_KEY= company-registry search x')).rejects.toMatchObject({ code: 3 });
});

test('a match that is killed goes on, and pays for each answer once', async () => {
  const rows = Array.from({ length: 60 }, (_, n) => `Northwind Holding ${n % 5},GB,${10_000_000 + n}`);
  await writeFile(join(folder, 'many.csv'), ['name,country,number', ...rows].join('\n'));
  const before = await unitsLeft();
  const words = ['match', 'many.csv', '-o', 'many-matched.csv', '--yes'];
  const { promise: isHeld, resolve: held } = Promise.withResolvers<void>();
  let answered = 0;
  // The second batch never reaches the service. The first one may be sent again, if the machine is too busy to answer.
  const proxy = createServer(async (request, response) => {
    if (request.method === 'POST' && answered > 0) return held();
    const body = request.method === 'POST' ? { body: await buffer(request) } : {};
    const headers = { 'x-api-key': ground.secret, 'content-type': 'application/json' };
    const answer = await fetch(ground.service.url + request.url, { method: request.method ?? '', headers, ...body });
    if (request.method === 'POST' && answer.ok) answered += 1;
    const limits = [...answer.headers].filter(([name]) => name.startsWith('x-'));
    response.writeHead(answer.status, Object.fromEntries(limits)).end(Buffer.from(await answer.arrayBuffer()));
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void proxy.close().closeAllConnections());
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const child = startChild('company-registry', [...words, '--url', url], { cwd: folder, env: environment(), stdio: 'ignore' });
  await isHeld;
  await endChild(child);
  const { stderr } = await run('company-registry', words, { cwd: folder, env: environment() });
  expect(stderr).toContain('50 of 60 are answered already.');
  expect(before - (await unitsLeft())).toBe(60);
  expect((await readFile(join(folder, 'many-matched.csv'), 'utf8')).split('\r\n')).toHaveLength(62);
});

test('a follower that is killed twice between imports misses no change, and repeats few', async () => {
  const rowsOf = (status: string) =>
    Array.from({ length: 300 }, (_, n) => ({ number: `${10_000_000 + n}`, name: `Northwind Holding ${n}`, status }));
  const file = join(folder, 'followed.ndjson');
  const follow = () => {
    const words = ['changes', '--follow', '--country', 'GB', '--cursor', 'start', '--cursor-file', 'followed.cursor'];
    const child = startChild('company-registry', words, { cwd: folder, env: environment(), stdio: ['ignore', 'pipe', 'ignore'] });
    child.stdout?.pipe(createWriteStream(file, { flags: 'a' }));
    return child;
  };
  /** Who is killed can leave half a line, and the next one goes on in it. The change of that half comes again. */
  const seen = async () =>
    (await readFile(file, 'utf8').catch(() => ''))
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line.slice(line.lastIndexOf('{"cursor"'))).cursor);
  let follower = follow();
  await ground.importRows(smallRegister('gb'), rowsOf(''), { allowChange: true } as never);
  await expect.poll(async () => (await seen()).length, { timeout: 60_000 }).toBeGreaterThan(0);
  for (const status of ['x', '']) {
    follower.kill('SIGKILL');
    await once(follower, 'close');
    follower = follow();
    await ground.importRows(smallRegister('gb'), rowsOf(status), { allowChange: true } as never);
  }
  const all: string[] = [];
  for (let cursor = 'start'; ; ) {
    const { body } = await ground.get(`/changes?country=GB&limit=1000&cursor=${cursor}`);
    all.push(...body.data.map((change: { cursor: string }) => change.cursor));
    cursor = body.meta.nextCursor;
    if (!body.meta.hasMore) break;
  }
  expect(all.length).toBeGreaterThan(800);
  await expect.poll(async () => (await seen()).at(-1), { timeout: 60_000 }).toBe(all.at(-1));
  follower.kill('SIGINT');
  expect(await once(follower, 'exit')).toEqual([130, null]);
  expect([...new Set(await seen())]).toEqual(all);
});

test('every block of its README runs in an empty folder with the packed client', async () => {
  const blocks = guideBlocks(['clients/typescript/README.md']).filter(({ language }) => language === 'ts');
  expect(blocks.length).toBeGreaterThan(5);
  const { body } = await ground.get('/entities');
  const reader = { url: ground.service.url, key: ground.secret, token: '', recordId: body.data[0].id };
  for (const { place, text } of blocks) {
    const file = join(folder, 'block.mjs');
    await writeFile(file, filledIn(text, reader));
    const { stdout, stderr } = await run(process.execPath, [file]);
    expect(stdout, place).toMatch(/\S/);
    expect(stderr, place).toBe('');
  }
});
