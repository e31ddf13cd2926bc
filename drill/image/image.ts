import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { samples } from '../../src/registers/import/samples.ts';
import { ForeignIssuer } from '../../test/support/browser/issuer.ts';
import { readCompose } from '../../test/support/compose.ts';
import { PrivatePostgres } from '../../test/support/servers/postgres.ts';
import { freePort } from '../../test/support/servers/redis.ts';
import type { Verdict } from '../verdict.ts';
import { findBase } from './base.ts';
import { Builder } from './builders.ts';
import { ask, becomeReady, openPage } from './questions.ts';
import type { Run } from './sandbox.ts';

const project = fileURLToPath(new URL('../../', import.meta.url));
/** Two drills at once have two images. */
const tag = `localhost/company-registry:drill-${process.pid}`;
const say = (line: string) => void process.stderr.write(`${line}\n`);
const secondsSince = (start: number) => Number(((performance.now() - start) / 1_000).toFixed(1));

/** What a process can do in the container, as the kernel tells it. */
const confinement = `
  const { readFileSync, writeFileSync } = require('node:fs');
  const status = Object.fromEntries(readFileSync('/proc/self/status', 'utf8').split('\\n').map((line) => line.split(':\\t')));
  const attempt = (file) => { try { writeFileSync(file, ''); return 'written'; } catch ({ code }) { return code; } };
  const { CapPrm, CapEff, CapBnd, NoNewPrivs, Seccomp } = status;
  console.log(JSON.stringify({ uid: process.getuid(), root: attempt('/app/x'), tmp: attempt('/tmp/x'), data: attempt('/data/x'),
    capabilities: [CapPrm, CapEff, CapBnd].map((set) => parseInt(set, 16)), noNewPrivileges: NoNewPrivs, systemCallFilter: Seccomp }));`;
/** A filter of system calls is not promised; docker and podman have one. */
const promised = { uid: 1000, root: 'EROFS', tmp: 'written', data: 'written', capabilities: [0, 0, 0], noNewPrivileges: '1' };

/** Builds the image, and does with it what the README and compose.yaml say, on a real PostgreSQL. */
export async function image(words: string[]): Promise<Verdict> {
  const { values } = parseArgs({ args: words, options: { base: { type: 'string' }, builder: { type: 'string' } } });
  const builder = Builder.find(values.builder);
  const base = values.base ?? (await findBase(builder, say));
  const ends: (() => Promise<unknown>)[] = [() => builder.clear(tag)];
  const figures: Verdict['figures'] = { builder: builder.program, base };
  const failures: string[] = [];
  try {
    const building = performance.now();
    await builder.build(tag, project, { BASE: base });
    figures['buildSeconds'] = secondsSince(building);
    figures['size'] = { image: await builder.sizeOf(tag), base: await builder.sizeOf(base) };
    await serve(builder, { figures, failures, ends });
  } catch (error) {
    failures.push(String(error));
  } finally {
    for (const end of ends.toReversed()) await end();
  }
  return { figures: { ...figures, failures }, isGood: failures.length === 0 };
}

interface Course {
  figures: Verdict['figures'];
  failures: string[];
  ends: (() => Promise<unknown>)[];
}

async function serve(builder: Builder, { figures, failures, ends }: Course): Promise<void> {
  const expectThat = (isTrue: boolean, what: string) => void (isTrue || failures.push(what));
  const { web, command } = readCompose('compose.yaml').services as { [name: string]: Run['service'] };
  if (!web || !command?.entrypoint) throw new Error('compose.yaml has no services web and command.');
  const entrypoint = command.entrypoint;

  const postgres = await PrivatePostgres.start();
  ends.push(() => postgres.stop());
  await postgres.query('CREATE DATABASE image');
  const issuer = await ForeignIssuer.start();
  ends.push(() => issuer.stop());
  const data = await mkdtemp(join(tmpdir(), 'registry-image-'));
  ends.push(() => rm(data, { recursive: true, force: true }));
  // Our user and the one of the container are two.
  await chmod(data, 0o777);
  const database = { DATABASE_URL: postgres.url.replace(/\/postgres$/, '/image') };

  /** Runs a command of the service `command`, to its end. */
  const runCommand = async (...words: string[]) => {
    const mounts = [
      { from: data, to: '/data', isReadOnly: false },
      { from: join(project, 'src/registers/countries'), to: '/registers', isReadOnly: true },
    ];
    const container = await builder.run(tag, { service: command, env: database, mounts, words });
    const code = await container.end();
    expectThat(code === 0, `${words.join(' ').slice(0, 100)} ended with ${code}: ${container.output.trim().slice(-500)}`);
    return container.output;
  };

  const confined = JSON.parse(await runCommand('node', '--eval', confinement));
  figures['confinement'] = confined;
  for (const [name, value] of Object.entries(promised))
    expectThat(JSON.stringify(confined[name]) === JSON.stringify(value), `${name} is ${confined[name]}, not ${value}`);

  say('Migrating');
  const migrating = performance.now();
  await runCommand(...entrypoint, 'migrate');
  figures['migrateSeconds'] = secondsSince(migrating);

  say('Starting the service');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const starting = performance.now();
  const identity = { OIDC_ISSUER: issuer.url, SESSION_SECRET: randomBytes(32).toString('base64') };
  const env = { ...database, ...identity, BASE_URL: url, PORT: String(port) };
  const service = await builder.run(tag, { service: web, env, mounts: [{ from: data, to: '/data', isReadOnly: true }] });
  ends.push(async () => {
    service.tell('SIGTERM');
    await service.end();
  });
  await becomeReady(url, service);
  figures['readySeconds'] = secondsSince(starting);

  const imports: { [register: string]: string } = {};
  figures['imports'] = imports;
  for (const { register, path } of samples) {
    say(`Importing ${basename(path)}`);
    const said = await runCommand(...entrypoint, 'import', register.id, `/registers/${register.id}/sample/${basename(path)}`);
    imports[register.id] = `${basename(path)}: ${/added \d+/.exec(said)?.[0] ?? 'FAILED'}`;
    expectThat(/added \d/.test(said), `${register.id}: nothing was added: ${said.slice(-500)}`);
  }
  await runCommand(...entrypoint, 'snapshot', 'lv');

  const token = await issuer.token();
  const pages: { [path: string]: number } = {};
  figures['partsOfPages'] = pages;
  for (const path of ['/', '/dashboard', '/docs']) {
    pages[path] = await openPage(url, path, token);
    expectThat(pages[path] > 0, `${path} names no styles and no scripts.`);
  }
  Object.assign(figures, await ask(url, token, samples.length));
  const stopping = performance.now();
  service.tell('SIGTERM');
  const code = await service.end();
  const stopSeconds = secondsSince(stopping);
  figures['stopSeconds'] = stopSeconds;
  expectThat(code === 0, `The service ended with ${code}: ${service.output.slice(-500)}`);
  expectThat(stopSeconds < Number.parseInt(web.stop_grace_period ?? '0', 10), `It took ${stopSeconds} s to stop.`);
}
