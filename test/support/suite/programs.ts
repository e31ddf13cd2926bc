import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Programs that some tests need. Those tests are skipped where one is missing; but `.ci/run` installs them all. */
const common = [
  ...(['chromium', 'clickhouse-server', 'curl', 'openssl', 'pg_basebackup', 'pgbouncer', 'promtool'] as const),
  ...(['python3', 'redis-server'] as const),
] as const;
/** Debian does not have the first, and only drills use the second. */
const rare = ['kustomize', 'haproxy'] as const;

export const optionalPrograms = [...common, ...rare];
type OptionalProgram = (typeof optionalPrograms)[number];

/** Everywhere that the PATH has a program. */
const pathsOf = (program: OptionalProgram): string[] =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, program))
    .filter(isExecutable);

/** Where the PATH has a program, if it does. */
export const pathOf = (program: OptionalProgram): string | undefined => pathsOf(program)[0];

export const has = (program: OptionalProgram): boolean => pathOf(program) !== undefined;

/** Modules of Python that the tests of its client need: the first ones all of them, the others the slow ones. */
export const pythonModules = ['httpx', 'pytest'] as const;
export const slowPythonModules = [...pythonModules, 'ensurepip', 'mypy', 'pandas', 'setuptools', 'wheel'] as const;

/** The first Python of the PATH that is new enough for its client and has these modules. A second one often lacks them. */
export function pythonWith(modules: readonly string[] = pythonModules): string | undefined {
  const check =
    'import sys, importlib.util as u; sys.exit(sys.version_info < (3, 11) or not all(map(u.find_spec, sys.argv[1:])))';
  return pathsOf('python3').find((path) => spawnSync(path, ['-c', check, ...modules]).status === 0);
}

/** Prints which programs are missing. In CI a missing one is a failure. */
export function reportMissingPrograms(): void {
  const missing: string[] = common.filter((program) => !has(program));
  if (!pythonWith(slowPythonModules)) missing.push(`python3 with ${slowPythonModules.join(', ')}`);
  if (process.env['CI'] && missing.length > 0) throw new Error(`CI may skip nothing, and the PATH has no ${missing.join(', ')}.`);
  const all = [...new Set([...missing, ...rare.filter((program) => !has(program))])];
  if (all.length > 0) process.stderr.write(`The PATH has no ${all.join(', ')}: tests that need one of them are skipped.\n`);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
