import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ServiceProcess } from './process.ts';

/** What the next build changes: tables that every request uses, in a way that the build before it can live with. */
const expanding = {
  name: '20991231000000_expanding',
  sql: `-- compatible: the columns have defaults, and no build before this one names them.
ALTER TABLE account ADD COLUMN nickname text NOT NULL DEFAULT 'none';
ALTER TABLE entity ADD COLUMN colour text;
CREATE TABLE novelty (id int PRIMARY KEY);`,
};

/** A copy of this build with one more migration, which can be run beside it. */
export async function nextBuild(folder: string, { name, sql } = expanding): Promise<typeof ServiceProcess> {
  const root = join(folder, name);
  const here = ServiceProcess.root.pathname;
  for (const part of ['src', 'rest', 'docs', 'dashboard/dist', 'bin', 'prisma', 'package.json'])
    await cp(join(here, part), join(root, part), { recursive: true });
  await symlink(join(here, 'node_modules'), join(root, 'node_modules'));
  await mkdir(join(root, 'prisma/migrations', name));
  await writeFile(join(root, 'prisma/migrations', name, 'migration.sql'), sql);
  return class extends ServiceProcess {
    static override root = pathToFileURL(`${root}/`);

    constructor(env: Record<string, string>, ...words: string[]) {
      // What is compiled of the copy is of no use to anybody else, so it is not kept.
      super({ NODE_DISABLE_COMPILE_CACHE: '1', ...env }, ...words);
    }
  };
}
