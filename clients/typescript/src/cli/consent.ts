import { createInterface } from 'node:readline/promises';
import type { Call } from './command.ts';
import { readLimits } from './read-limits.ts';
import { deferred, Interrupted, NothingFound, UsageError } from './shell.ts';
import { counted, number } from './text.ts';

/** Says what something costs, and goes on if the person agrees: by --yes, or by an answer on a terminal. */
export async function agree(call: Call, what: string, units: number): Promise<void> {
  const { options, shell, signal, note } = call;
  const { period } = await readLimits(call);
  const cost = `${what}: ${counted(units, 'unit')}. ${number(period.remaining)} are left in this period.`;
  const short = units > period.remaining ? ' It will stop when they are used up, and can go on in the next period.' : '';
  if (options.has('yes')) return note(cost + short);
  if (!shell.stdin.isTTY || !shell.stderr.isTTY) throw new UsageError(`${cost}${short} Give --yes to go on.`);
  // Not `terminal`: it would take Ctrl-C away from the process.
  const reader = createInterface({ input: shell.stdin, output: shell.stderr, terminal: false });
  const { promise, resolve, reject } = deferred<string>();
  // Ctrl-D ends the input without an answer.
  reader.once('close', () => reject(new Interrupted()));
  reader.question(`${cost}${short} Go on? [y/N] `, { signal }).then(resolve, reject);
  const answer = await promise.finally(() => reader.close());
  if (!/^\s*y(es)?\s*$/i.test(answer)) throw new NothingFound('Nothing was done.');
}
