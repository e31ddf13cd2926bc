import { accessSync, constants, statfsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { endOfRun } from './test/support/suite/end-of-run.ts';

// Processes and threads that the tests start need not compile everything again.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url));

/** Files in memory, where Linux has them and room is left for all that the tests write at a time, in bytes. */
const memory = '/dev/shm';
const needed = 2 * 2 ** 30;
// Making and dropping a database is hundreds of files: on a disk that takes ten times as long.
if (hasRoom(memory)) process.env['TMPDIR'] ??= memory;

function hasRoom(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > needed;
  } catch {
    return false;
  }
}

export default defineConfig({
  plugins: [endOfRun],
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/support/global-setup.ts',
    setupFiles: 'test/support/suite/end-of-file.ts',
    pool: 'forks',
    // Requests leave much garbage; with more room it is collected less often.
    // A deprecated call fails its test.
    execArgv: ['--max-semi-space-size=64', '--min-semi-space-size=32', '--throw-deprecation'],
    // Much of a test is waiting for its servers.
    maxWorkers: 4,
    // A test that needs what another one left behind fails. The order is the same in every run, unless another seed is given.
    sequence: { shuffle: { tests: true }, seed: 1 },
    experimental: { viteModuleRunner: false },
    // A test has servers and databases of its own; loading the service anew for every file would take longer than most files do.
    isolate: false,
    // A busy machine is not what a test is about: these only end what hangs.
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 900_000,
    hookTimeout: 600_000,
  },
});
