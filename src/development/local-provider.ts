import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import type { Teardown } from '../kernel/teardown.ts';
import type { LocalProvider } from './payments/server.ts';

export type LocalPayments = Pick<LocalProvider, 'settings' | 'pagesAt'>;

/** Starts the local payment provider, so that purchases can be tried outside production, where no other is configured. */
export async function offerLocalProvider(
  { production, billing, dataDir }: Pick<Config, 'production' | 'billing' | 'dataDir'>,
  teardown: Teardown,
) {
  if (production || billing) return undefined;
  // Stripe's library takes 30 MB of memory.
  const { LocalProvider } = await import('./payments/server.ts');
  const provider = await LocalProvider.start({ file: join(dataDir, 'payment-provider.json') });
  teardown.push(() => provider.close());
  return provider;
}
