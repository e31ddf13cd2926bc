import type { Limit, Limits } from '../../limits.ts';
import type { Call } from '../command.ts';
import { exitCodes } from '../failure.ts';
import { printOne } from '../one.ts';
import { readLimits } from '../read-limits.ts';
import { number } from '../text.ts';

export async function run(call: Call): Promise<number> {
  const limits = await readLimits(call);
  await printOne<Limits>(
    call,
    limits,
    [
      ['This minute', lineOf(limits.minute, limits.minute.resetsAt.toISOString().slice(11, 19))],
      ['This period', lineOf(limits.period, limits.period.resetsAt.toISOString().slice(0, 10))],
    ],
    (['minute', 'period'] as const).flatMap((name) => [
      { field: `${name}Limit`, value: (both: Limits) => both[name].limit },
      { field: `${name}Remaining`, value: (both: Limits) => both[name].remaining },
      { field: `${name}ResetsAt`, value: (both: Limits) => both[name].resetsAt.toISOString() },
    ]),
  );
  return exitCodes.done;
}

const lineOf = ({ limit, remaining }: Limit, until: string): string =>
  `${number(limit - remaining)} used, ${number(remaining)} of ${number(limit)} left until ${until} UTC`;
