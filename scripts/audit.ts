/**
 * Asks the package registry which of our dependencies have known vulnerabilities. One that is high or critical fails. A
 * registry that cannot tell, such as a mirror, fails nothing, and is said so.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

interface Report {
  /** Only where the registry answered the question. */
  vulnerabilities?: Record<string, { severity: string; range: string; fixAvailable: unknown }>;
  message?: string;
}

const run = promisify(execFile);
const say = (line: string) => process.stdout.write(`${line}\n`);

/** npm ends with 1 where it found something, and its report is on standard output all the same. */
async function ask(): Promise<Report> {
  const words = ['audit', '--json', ...process.argv.slice(2)];
  const { stdout } = await run('npm', words, { maxBuffer: 2 ** 26 }).catch((error: { stdout?: string }) => ({
    stdout: error.stdout ?? '',
  }));
  try {
    return JSON.parse(stdout);
  } catch {
    return { message: 'npm gave no report' };
  }
}

const { vulnerabilities, message } = await ask();
if (!vulnerabilities) {
  // The first words alone: the rest names hosts.
  say(`Dependencies were NOT audited: this registry cannot tell (${message?.split(' - ')[0] ?? 'no reason given'}).`);
} else {
  const found = Object.entries(vulnerabilities);
  const serious = found.filter(([, { severity }]) => severity === 'high' || severity === 'critical');
  for (const [name, { severity, range, fixAvailable }] of found)
    say(`${severity}: ${name} ${range}${fixAvailable ? ', a fix is available' : ''}`);
  say(`Dependencies were audited: ${found.length} with known vulnerabilities, ${serious.length} of them high or critical.`);
  process.exitCode = serious.length > 0 ? 1 : 0;
}
