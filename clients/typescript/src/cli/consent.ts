import { createInterface } from 'node:readline/promises';
import type { Call } from './command.ts';
import { NothingFound, UsageError } from './shell.ts';
import { counted, number } from './text.ts';
import { readLimits } from './usage.ts';

/** Says what something costs, and goes on if the person agrees: by --yes, or by an answer on a terminal. */
export async function agree(call: Call, what: string, units: number): Promise<void> {
  const { options, shell, signal, note } = call;
  const { period } = await readLimits(call);
  const cost = `${what}: ${counted(units, 'unit')}. ${number(period.remaining)} are left in this period.`;
  const short = units > period.remaining ? ' It will stop when they are used up, and can go on in the next period.' : '';
  if (options.has('yes')) return note(cost + short);
  if (!shell.stdin.isTTY || !shell.stderr.isTTY) throw new UsageError(`${cost}${short} Give --yes to go on.`);
  const reader = createInterface({ input: shell.stdin, output: shell.stderr });
  try {
    const answer = await reader.question(`${cost}${short} Go on? [y/N] `, { signal });
    if (!/^\s*y(es)?\s*$/i.test(answer)) throw new NothingFound('Nothing was done.');
  } finally {
    reader.close();
  }
}
