import type { Call } from './command.ts';
import { exitCodes } from './failure.ts';
import { NoCredential } from './shell.ts';

interface Bridge {
  bridge(options: {
    baseUrl: string;
    key: string;
    input: NodeJS.ReadableStream;
    output: NodeJS.WritableStream;
    fetch?: typeof fetch;
  }): Promise<void>;
}

export async function run({ baseUrl, key, shell }: Call): Promise<number> {
  if (!key) throw new NoCredential('There is no API key: run company-registry login, or set COMPANY_REGISTRY_KEY.');
  const file = new URL(import.meta.url.endsWith('.ts') ? './mcp.ts' : './mcp.js', import.meta.url);
  const { bridge } = (await import(file.href).catch(() => {
    throw new Error('This version has no tools for agents.');
  })) as Bridge;
  await bridge({ baseUrl, key, input: shell.stdin, output: shell.stdout, ...(shell.fetch && { fetch: shell.fetch }) });
  return exitCodes.done;
}
