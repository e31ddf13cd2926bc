import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ChangesGround, changesGround, smallRegister } from '../support/changes.ts';
import { filledIn, guideBlocks } from '../support/guide-blocks.ts';

const run = promisify(execFile);
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
  expect((await readdir(installed)).toSorted()).toEqual(['CHANGELOG.md', 'README.md', 'dist', 'package.json']);
  expect(await readdir(join(folder, 'node_modules'))).toEqual(expect.not.arrayContaining(['openapi-typescript', 'typescript']));
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
