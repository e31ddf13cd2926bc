import { parseArgs } from 'node:util';
import type { Command } from '../command-line/command.ts';
import { Refusal } from '../kernel/errors.ts';
import { personOf } from './local-identity.ts';
import { LocalIssuer, type LocalIssuerSettings } from './local-issuer.ts';

const whom = 'someone@example.com [--name "Some One"]';

export const command: Command = {
  name: 'token',
  summary: 'Prints a session token of the local issuer, for development.',
  usage: `npm run --silent token -- ${whom}`,
  needs: 'settings',
  run: async ({ words, config, print }) => print(await tokenFor(words, config)),
};

/** Makes a session token of the local issuer, for curl. The service must run with the same configuration. */
export async function tokenFor(words: string[], config: LocalIssuerSettings): Promise<string> {
  if (config.production)
    throw new Refusal('Session tokens are made for development alone: in production the identity provider makes them.');
  if (config.identity.issuer) throw new Refusal('OIDC_ISSUER is set: session tokens come from there.');
  const { reachableHost, port } = config.http;
  const { baseUrl = `http://${reachableHost}:${port}` } = config.http;
  if (!config.http.baseUrl && port === 0) throw new Refusal('PORT is 0, which names no address: set PORT or BASE_URL.');
  const person = readPerson(words);
  if (!person) throw new Refusal(`Usage: npm run token -- ${whom}`);
  return new LocalIssuer(config, baseUrl).token(person);
}

function readPerson(words: string[]) {
  try {
    const { positionals, values } = parseArgs({ args: words, options: { name: { type: 'string' } }, allowPositionals: true });
    return positionals.length === 1 ? personOf(positionals[0] ?? '', values.name) : undefined;
  } catch {
    return undefined;
  }
}
