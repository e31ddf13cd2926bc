/** Runs the tests as on a machine that has none of the optional programs: with a PATH of links to everything else. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { optionalPrograms } from '../test/support/suite/programs.ts';

const folder = mkdtempSync(join(tmpdir(), 'registry-bare-path-'));
const taken = new Set<string>(optionalPrograms);
for (const from of (process.env['PATH'] ?? '').split(delimiter).filter((part) => existsSync(part)))
  for (const program of readdirSync(from)) {
    // The first of a name is the one that the PATH would give.
    if (!taken.has(program)) symlinkSync(join(from, program), join(folder, program));
    taken.add(program);
  }

// In CI a skipped test is a failure; here tests are skipped on purpose.
const env = { ...process.env, PATH: folder, CI: '' };
const { status } = spawnSync('npm', ['test', '--', ...process.argv.slice(2)], { stdio: 'inherit', env });
rmSync(folder, { recursive: true });
process.exitCode = status ?? 1;
