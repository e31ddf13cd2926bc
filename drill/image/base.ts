import { execFile, spawnSync } from 'node:child_process';
import { copyFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Builder } from './builders.ts';
import { Impossible } from './impossible.ts';

const run = promisify(execFile);
const certificates = '/etc/ssl/certs/ca-certificates.crt';

/** The base that the Dockerfile names, if it can be had; otherwise one like it, made from the packages of Debian. */
export async function findBase(builder: Builder, say: (line: string) => void): Promise<string> {
  const dockerfile = await readFile(new URL('../../Dockerfile', import.meta.url), 'utf8');
  const [, preset = ''] = /^ARG BASE=(\S+)$/m.exec(dockerfile) ?? [];
  if (await builder.has(preset)) return preset;
  const own = `localhost/company-registry-base:node-${process.versions.node}`;
  if (await builder.has(own)) return own;
  say(`${preset} cannot be pulled: making ${own} with debootstrap. It is kept for the next time.`);
  await make(builder, own);
  return own;
}

/** Debian with this Node, npm, a user `node`, and the certificates that this machine trusts. */
async function make(builder: Builder, image: string): Promise<void> {
  const why = 'The base cannot be pulled. Give one with --base';
  if (process.getuid?.() !== 0) throw new Impossible(`${why}, or run this as root, so that one can be made.`);
  if (spawnSync('debootstrap', ['--version']).status !== 0)
    throw new Impossible(`${why}, or install debootstrap, so that one can be made.`);
  const folder = await mkdtemp(join(tmpdir(), 'registry-base-'));
  try {
    const root = join(folder, 'root');
    await run('debootstrap', ['--variant=minbase', '--include=ca-certificates', 'bookworm', root]).catch((error) => {
      throw new Impossible(`${why}: debootstrap failed to make one: ${String(error.stdout).trim().split('\n').at(-1)}`);
    });
    await copyFile(process.execPath, join(root, 'usr/local/bin/node'));
    await run('npm', ['install', '--global', '--prefix', join(root, 'usr/local'), 'npm@11']);
    await run('chroot', [root, 'useradd', '--create-home', '--uid', '1000', 'node']);
    const trusted = process.env['NODE_EXTRA_CA_CERTS'];
    if (trusted) await cp(trusted, join(root, certificates));
    for (const place of ['var/cache/apt', 'var/lib/apt/lists']) await rm(join(root, place), { recursive: true, force: true });
    await mkdir(join(folder, 'context'));
    const archive = join(folder, 'context', 'base.tar');
    await run('tar', ['--create', '--file', archive, '--directory', root, '--exclude=./dev/*', '--exclude=./proc/*', '.']);
    await writeFile(
      join(folder, 'context', 'Dockerfile'),
      `FROM scratch\nADD base.tar /\nENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin\nENV NODE_EXTRA_CA_CERTS=${certificates}\n`,
    );
    await builder.build(image, join(folder, 'context'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
