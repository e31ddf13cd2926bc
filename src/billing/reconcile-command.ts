import type pg from 'pg';
import type { Command } from '../command-line/command.ts';
import { counted } from '../command-line/counted.ts';
import { readWords } from '../command-line/read-words.ts';
import { openPool } from '../database/connection.ts';
import { Failure, Refusal } from '../kernel/errors.ts';
import { reachProvider } from './index.ts';
import type { PaymentProvider } from './provider.ts';
import { compareAll, type Reconciliation } from './reconcile.ts';
import type { Prices } from './subscription.ts';

const usage = 'npm run billing:reconcile [-- --dry-run]';

export const command: Command = {
  name: 'billing:reconcile',
  summary: "Compares all subscriptions with the payment provider's and repairs what differs.",
  usage,
  needs: { migratedDatabaseTo: 'reconcile' },
  run: async ({ words, database, payments, say, teardown }) => {
    // Wrong words are refused before the database is started.
    readDryRun(words);
    const settings = await payments();
    if (!settings) throw new Refusal('No payment provider is configured: set STRIPE_SECRET_KEY and its companions.');
    const pool = openPool(await database(), 1);
    teardown.push(() => pool.end());
    await reconcile({ words, pool, provider: await reachProvider(settings), prices: settings.prices, say });
  },
};

interface ReconcileCommand {
  words: string[];
  pool: pg.Pool;
  provider: PaymentProvider;
  prices: Prices;
  say(line: string): void;
}

/** Compares the subscriptions with the provider, and repairs and reports differences. Throws if a difference is left. */
export async function reconcile({ words, say, ...options }: ReconcileCommand): Promise<void> {
  const dryRun = readDryRun(words);
  const counts = await compareAll({ ...options, dryRun, report: say }).catch((error) => {
    if (error instanceof Failure && error.code === 'billing_unavailable')
      throw new Refusal(`${error.message} ${(error.cause as Error | undefined)?.message ?? ''} Run it again.`, { cause: error });
    throw error;
  });
  say(summaryOf(counts));
  const left = counts.different + counts.newer + counts.missing;
  if (left > 0)
    throw new Refusal(dryRun ? 'Nothing was changed: this was a dry run.' : 'Not everything agrees: run it again later.');
}

function readDryRun(words: string[]): boolean {
  const { values, positionals } = readWords(words, { 'dry-run': { type: 'boolean', default: false } }, usage);
  if (positionals.length > 0) throw new Refusal(`Usage: ${usage}`);
  return values['dry-run'];
}

function summaryOf({ same, repaired, different, newer, missing, passed, undone, deleted }: Reconciliation): string {
  const parts = [
    `${counted(same + repaired + different + newer + missing, 'subscription')} compared`,
    `${same} the same`,
    `${repaired} repaired`,
    ...(different ? [`${different} different`] : []),
    ...(newer ? [`${newer} left to newer events`] : []),
    ...(missing ? [`${missing} unknown to the provider`] : []),
    ...(undone ? [`${undone} paid twice and undone`] : []),
    ...(deleted ? [`${counted(deleted, 'erased customer')} deleted`] : []),
    ...(passed ? [`${passed} passed over that are none of ours`] : []),
  ];
  return `${parts.join(', ')}.`;
}
