import { parseArgs } from 'node:util';
import { localIssuerWord } from '../../config/issuers.ts';
import { Refusal } from '../../kernel/errors.ts';
import { groupsIn, type Person, personOf } from './local-identity.ts';
import { type LocalIssuerSettings, openLocalIssuer } from './local-issuer.ts';

/** Makes a session token of the local issuer, for curl. The service must run with the same configuration. */
export async function tokenFor(words: string[], config: LocalIssuerSettings, whom = ''): Promise<string> {
  if (config.identity.issuer) throw new Refusal('OIDC_ISSUER is set: session tokens come from there.');
  const { reachableHost, port } = config.http;
  const { baseUrl = `http://${reachableHost}:${port}` } = config.http;
  if (!config.http.baseUrl && port === 0) throw new Refusal('PORT is 0, which names no address: set PORT or BASE_URL.');
  const { person, issuer } = readPerson(words);
  if (!person) throw new Refusal(`Usage: npm run token -- ${whom}`);
  const played = issuer === undefined ? undefined : localEntry(config, issuer);
  return openLocalIssuer(config, baseUrl, played).token(person);
}

function localEntry({ identity }: LocalIssuerSettings, id: string) {
  const entry = identity.issuers.find((one) => one.id === id && one.issuer === localIssuerWord);
  if (!entry) throw new Refusal(`OIDC_ISSUERS has no entry with the id ${id} and the issuer ${localIssuerWord}.`);
  return entry;
}

function readPerson(words: string[]): { person?: Person | undefined; issuer?: string | undefined } {
  const text = { type: 'string' } as const;
  try {
    const options = { name: text, issuer: text, groups: text };
    const { positionals, values } = parseArgs({ args: words, options, allowPositionals: true });
    const person = positionals.length === 1 ? personOf(positionals[0] ?? '', values.name) : undefined;
    return { person: person && { ...person, groups: groupsIn(values.groups ?? '') }, issuer: values.issuer };
  } catch {
    return {};
  }
}
