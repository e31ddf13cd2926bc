import { CompanyRegistry } from '../client.ts';
import { ApiError, ApiKeyRequiredError } from '../errors.ts';
import type { Limits } from '../limits.ts';
import type { Call } from './command.ts';

/** Where the limits stand. An answer to HEAD is free and says them. */
export async function readLimits({ baseUrl, key, options, signal, shell }: Call): Promise<Limits> {
  // The answer to HEAD has no body that would say it.
  if (!key) throw new ApiKeyRequiredError(401, { code: 'api_key_required', message: 'An API key is required.' });
  const ask = shell.fetch ?? globalThis.fetch;
  const registry = new CompanyRegistry({
    ...{ key, baseUrl, allowInsecureHttp: options.has('allow-insecure-http') },
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
