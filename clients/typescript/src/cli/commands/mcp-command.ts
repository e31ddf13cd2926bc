import type { Call } from '../command.ts';
import { exitCodes } from '../failure.ts';
import { bridge } from '../mcp.ts';
import { NoCredential } from '../shell.ts';

export async function run({ baseUrl, key, shell }: Call): Promise<number> {
  if (!key) throw new NoCredential('There is no API key: run company-registry login, or set COMPANY_REGISTRY_KEY.');
  await bridge({ baseUrl, key, input: shell.stdin, output: shell.stdout, fetch: shell.fetch });
  return exitCodes.done;
}
