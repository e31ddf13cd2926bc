import { CompanyRegistry } from '../client.ts';
import { ApiError } from '../errors.ts';
import type { Limit, Limits } from '../limits.ts';
import type { Call } from './command.ts';
import { exitCodes } from './failure.ts';
import { printOne } from './one.ts';
import { number } from './text.ts';

/** Where the limits stand. An answer to HEAD is free and says them. */
export async function readLimits({ baseUrl, key, signal, shell }: Call): Promise<Limits> {
  const ask = shell.fetch ?? globalThis.fetch;
  const registry = new CompanyRegistry({
    ...{ key, baseUrl },
    fetch: async (address, init) => {
      const response = await ask(address, { ...init, method: 'HEAD' });
      return response.ok ? new Response('{"data":[]}', { headers: response.headers }) : response;
    },
  });
  await registry.countries({ signal, retries: shell.retries ?? 1 }).catch((error: unknown) => {
    // A used-up quota is an answer to this question too.
    if (!(error instanceof ApiError && error.status === 429 && registry.limits)) throw error;
  });
  if (!registry.limits) throw new Error(`${baseUrl} does not say its limits.`);
  return registry.limits;
}

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
