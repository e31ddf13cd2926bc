import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import type { Teardown } from '../kernel/teardown.ts';

/**
 * Starts the local payment provider, so that purchases can be tried outside production, where no other is configured. The image
 * does not have its code.
 */
export async function offerLocalProvider(
  { production, billing, dataDir }: Pick<Config, 'production' | 'billing' | 'dataDir'>,
  teardown: Teardown,
) {
  if (production || billing) return undefined;
  const { startLocalProvider } = await import('../local-payments/index.ts');
  const provider = await startLocalProvider(join(dataDir, 'payment-provider.json'));
  teardown.push(() => provider.close());
  return provider;
}
