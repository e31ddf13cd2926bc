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

/** Where the PATH has a program, if it does. */
export const pathOf = (program: OptionalProgram): string | undefined =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, program))
    .find(isExecutable);

export const has = (program: OptionalProgram): boolean => pathOf(program) !== undefined;

/** Prints which programs are missing. In CI a missing one is a failure. */
export function reportMissingPrograms(): void {
  const missing = common.filter((program) => !has(program));
  if (process.env['CI'] && missing.length > 0) throw new Error(`CI may skip nothing, and the PATH has no ${missing.join(', ')}.`);
  const all = optionalPrograms.filter((program) => !has(program));
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
