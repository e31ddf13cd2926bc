import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CompanyRegistry } from '../../clients/typescript/src/index.ts';
import { type ChangesGround, smallRegister } from '../support/changes.ts';
import { pytest, pythonFolder, pythonGround } from '../support/clients/python-client.ts';
import { guideBlocks } from '../support/guides/guide-blocks.ts';
import { DatabaseProxy } from '../support/servers/proxy.ts';
import { run, startChild } from '../support/suite/children.ts';
import { pythonWith, slowPythonModules } from '../support/suite/programs.ts';

const python = pythonWith(slowPythonModules) ?? '';

describe.skipIf(!python)(`the wheel, by a Python that has ${slowPythonModules.join(', ')}`, () => {
  let ground: ChangesGround;
  let env: Record<string, string>;
  let folder: string;
  /** A Python that has the wheel. */
  let installed: string;
  beforeAll(async () => {
    ({ ground, env } = await pythonGround());
    folder = await mkdtemp(join(tmpdir(), 'registry-wheel-'));
    await run(process.execPath, ['scripts/pack.ts', folder]);
    const wheel = (await readdir(folder)).find((file) => file.endsWith('.whl')) ?? expect.unreachable();
    execFileSync(python, ['-m', 'venv', '--system-site-packages', 'venv'], { cwd: folder });
    installed = join(folder, 'venv/bin/python');
    execFileSync(installed, ['-m', 'pip', 'install', '--quiet', '--no-index', '--no-deps', wheel], { cwd: folder });
  });
  afterAll(async () => {
    await ground.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('is packed beside the npm package, and has the package alone', async () => {
    expect((await readdir(folder)).filter((file) => /\.(?:tgz|whl)$/.test(file)).toSorted()).toEqual([
      'company-registry-client-1.0.0.tgz',
      'company_registry-1.0.0-py3-none-any.whl',
    ]);
    const { stdout } = await run(installed, ['-m', 'zipfile', '-l', 'company_registry-1.0.0-py3-none-any.whl'], { cwd: folder });
    const files = [...stdout.matchAll(/^company_registry\S*/gm)].map(([file]) => file);
    expect(files).toEqual(expect.arrayContaining(['company_registry/py.typed', 'company_registry/types.py']));
    expect(files.filter((file) => !/^company_registry(?:-1\.0\.0\.dist-info)?\/[^/]+$/.test(file))).toEqual([]);
  });

  test('passes all tests, pandas included, and every block of its README runs', async () => {
    const printed = await pytest(installed, { ...env, COMPANY_REGISTRY_INSTALLED: folder });
    expect(printed).not.toContain('skipped');
  });

  test('and its README are clean by mypy --strict', async () => {
    const blocks = guideBlocks(['clients/python/README.md']).filter(({ language }) => language === 'python');
    expect(blocks.length).toBeGreaterThan(7);
    const files = await Promise.all(
      blocks.map(async ({ text }, place) => {
        await writeFile(join(folder, `block_${place}.py`), text);
        return `block_${place}.py`;
      }),
    );
    const wrong = 'from company_registry import CompanyRegistry\nCompanyRegistry().entities.search(pagesize=3)\n';
    await writeFile(join(folder, 'wrong.py'), wrong);
    const mypy = (...words: string[]) => ['-m', 'mypy', '--strict', '--cache-dir', join(folder, 'mypy'), ...words];
    await run(installed, mypy('--config-file', `${pythonFolder}/pyproject.toml`, `${pythonFolder}/src`));
    await run(installed, mypy('--enable-incomplete-feature=Unpack', ...files), { cwd: folder });
    const found = run(installed, mypy('--enable-incomplete-feature=Unpack', 'wrong.py'), { cwd: folder });
    await expect(found).rejects.toMatchObject({ stdout: expect.stringContaining('Unexpected keyword argument "pagesize"') });
  });

  test('follows changes once each, through three imports, two kills and a service that is away', async () => {
    const proxy = await DatabaseProxy.before(ground.service.url);
    const follow = `
import asyncio, os, sys
from company_registry import AsyncCompanyRegistry, CompanyRegistry
def show(change): print(change["cursor"], change["entityId"], flush=True)
key, address, cursor, kind = os.environ["COMPANY_REGISTRY_KEY"], *sys.argv[1:]
async def main():
    async for change in AsyncCompanyRegistry(key, base_url=address).changes(cursor=cursor, limit=40): show(change)
if kind == "awaited": asyncio.run(main())
for change in CompanyRegistry(key, base_url=address).changes(cursor=cursor, limit=40): show(change)`;
    const seen: string[] = [];
    /** A follower that is killed when so many changes are seen. A line that is printed is a change that is dealt with. */
    const followUntil = async (count: number, kind: string) => {
      const words = ['-c', follow, proxy.url.replace(/\/$/, ''), seen.at(-1)?.split(' ')[0] ?? 'start', kind];
      const follower = startChild(installed, words, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'ignore'] });
      const lines = createInterface({ input: follower.stdout ?? expect.unreachable() });
      lines.on('line', (line) => {
        seen.push(line);
        if (seen.length >= count) follower.kill('SIGKILL');
      });
      await once(lines, 'close');
    };
    const rows = (status: string) =>
      Array.from({ length: 250 }, (_, n) => ({ number: `${10_000_000 + n}`, name: `Company ${n}`, status }));
    const importAll = (status: string) => ground.importRows(smallRegister('ee'), rows(status), { allowChange: true } as never);
    await importAll('');
    await importAll('x');
    const first = followUntil(150, 'blocking');
    await importAll('');
    await first;
    const second = followUntil(400, 'awaited');
    await proxy.vanish();
    await importAll('x');
    await proxy.comeBack();
    await second;
    const wanted: string[] = [];
    const registry = new CompanyRegistry({ key: ground.secret, baseUrl: ground.service.url });
    for await (const { cursor, entityId } of registry.changes({ cursor: 'start', follow: false }))
      wanted.push(`${cursor} ${entityId ?? 'None'}`);
    if (seen.length < wanted.length) await followUntil(wanted.length, 'blocking');
    await proxy.vanish();
    expect(wanted.length).toBeGreaterThan(750);
    expect(seen).toEqual(wanted);
  });
});
