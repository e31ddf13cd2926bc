import type { Config } from '../src/config/config.ts';
import type { Progress } from '../src/database/reach.ts';
import type { Teardown } from '../src/kernel/teardown.ts';

/** What replaces other services for development. Production never loads it, and the image does not have it. */
export const loadDevelopment = async ({ production }: Pick<Config, 'production'>) =>
  production ? undefined : import('../src/development/index.ts');

/** Returns the address of the configured database, or starts the embedded one. A command needs a direct connection. */
export async function reachDatabase(
  config: Pick<Config, 'database' | 'dataDir'>,
  role: 'service' | 'command',
  progress: Progress,
  teardown: Teardown,
): Promise<string> {
  const { url, directUrl } = config.database;
  if (url) return role === 'command' ? (directUrl ?? url) : url;
  const joining = import('../src/development/index.ts').then(({ joinEmbeddedDatabase }) =>
    joinEmbeddedDatabase(config.dataDir, role, progress, teardown.signal),
  );
  // The teardown may begin before it has joined.
  teardown.push(async () => (await joining).leave(), { limitMs: 8_000 });
  return (await joining).url;
}

/** How to reach the configured payment provider, or the local one. Undefined: there is none. */
export async function paymentSettings(config: Config, teardown: Teardown): Promise<Config['billing']> {
  const development = config.billing ? undefined : await loadDevelopment(config);
  return config.billing ?? (await development?.startLocalPayments(config, teardown))?.settings;
}
