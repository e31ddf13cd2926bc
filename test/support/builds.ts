import { execFileSync } from 'node:child_process';
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isBroken } from '../../src/database/migrations/compatibility.ts';
import { readMigrations } from '../../src/database/migrations/migrations.ts';
import { ServiceProcess } from './process.ts';

/** What the next build changes: tables that every request uses, in a way that the build before it can live with. */
const expanding = {
  name: '20991231000000_expanding',
  sql: `-- compatible: the columns have defaults, and no build before this one names them.
ALTER TABLE account ADD COLUMN nickname text NOT NULL DEFAULT 'none';
ALTER TABLE entity ADD COLUMN colour text;
CREATE TABLE novelty (id int PRIMARY KEY);`,
};

const here = ServiceProcess.root.pathname;

/** A copy of this build with one more migration, which can be run beside it. */
export async function nextBuild(folder: string, { name, sql } = expanding): Promise<typeof ServiceProcess> {
  const root = join(folder, name);
  for (const part of ['app', 'src', 'rest', 'docs', 'dashboard/dist', 'bin', 'prisma', 'package.json'])
    await cp(join(here, part), join(root, part), { recursive: true });
  await symlink(join(here, 'node_modules'), join(root, 'node_modules'));
  await mkdir(join(root, 'prisma/migrations', name));
  await writeFile(join(root, 'prisma/migrations', name, 'migration.sql'), sql);
  return buildIn(root);
}

const buildIn = (root: string): typeof ServiceProcess =>
  class extends ServiceProcess {
    static override root = pathToFileURL(`${root}/`);

    constructor(env: Record<string, string>, ...words: string[]) {
      // What is compiled of the copy is of no use to anybody else, so it goes with the copy.
      super({ NODE_COMPILE_CACHE: join(root, 'compiled'), ...env }, ...words);
    }
  };

const git = (...words: string[]): string => execFileSync('git', words, { cwd: here, encoding: 'utf8', stdio: 'pipe' }).trim();
const lines = (text: string): string[] => text.split('\n').filter(Boolean);
const migrationsOf = (commit: string): string[] => lines(git('ls-tree', '-d', '--name-only', `${commit}:prisma/migrations`));

/**
 * The commit of the last released build, or why there is none to be had. Released are the tags `v*`. Without any, it is the last
 * commit that lacks a migration of ours, so that there is something to migrate, or else the commit before this one. Builds that
 * a migration names as broken were never released, and a build with a migration that we do not have, as before all of them
 * became one, has another kind of database.
 */
export function lastRelease(): { commit: string } | { missing: string } {
  const given = process.env['RELEASED_BUILD'];
  if (given) return { commit: given };
  try {
    if (git('rev-parse', '--show-prefix') !== '') return { missing: 'this folder is no checkout of its own' };
    if (git('rev-parse', '--is-shallow-repository') === 'true') return { missing: 'the history of this checkout is cut off' };
    const ours = readMigrations();
    const head = git('rev-parse', 'HEAD');
    const tags = lines(git('tag', '--list', 'v*', '--merged', 'HEAD', '--sort=-v:refname'));
    const released = tags.map((tag) => git('rev-parse', `${tag}^{commit}`)).find((commit) => commit !== head);
    if (released) return { commit: released };
    const changes = lines(git('log', '--first-parent', '-n', '9', '--format=%P', '--', 'prisma/migrations'));
    const before = [head, ...changes.flatMap((parents) => parents.split(' ').slice(0, 1))];
    const isOurs = (commit: string) => migrationsOf(commit).every((one) => ours.some(({ name }) => name === one));
    const isNamed = (commit: string) => {
      const has = migrationsOf(commit);
      const named = ours.filter(({ name, breach }) => !has.includes(name) && (breach?.from ?? breach?.until));
      return named.some(({ breach }) => isBroken(breach, (one) => has.includes(one)));
    };
    const smaller = before.find((commit) => isOurs(commit) && migrationsOf(commit).length < ours.length && !isNamed(commit));
    const commit = smaller ?? git('rev-parse', 'HEAD^');
    return isOurs(commit) ? { commit } : { missing: 'no build before this one has only migrations that are ours' };
  } catch (error) {
    return { missing: `git does not tell: ${(error as Error).message.split('\n')[0]}` };
  }
}

/** The build of a commit, with the packages that are installed here. */
export async function buildOf(commit: string, folder: string): Promise<typeof ServiceProcess> {
  const root = join(folder, commit);
  await mkdir(root);
  const files = execFileSync('git', ['archive', commit], { cwd: here, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['--extract', '--directory', root], { input: files });
  await symlink(join(here, 'node_modules'), join(root, 'node_modules'));
  await cp(join(here, 'dashboard/dist'), join(root, 'dashboard/dist'), { recursive: true });
  // Its database client is made of its own schema.
  const path = `${join(here, 'node_modules/.bin')}:${process.env['PATH']}`;
  execFileSync('prisma', ['generate', '--no-hints'], { cwd: root, env: { ...process.env, PATH: path }, stdio: 'pipe' });
  return buildIn(root);
}
