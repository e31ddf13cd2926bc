/** What is sent, but for the credential and the type of the body. */
export interface SentRequest {
  /** With its query, relative to the address of the service. */
  path: string;
  /** GET by default. */
  method?: string;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
}

/** What a call of our clients gives: one value, the first page of many, a value for each input, entries to go through, a file. */
type Gives = 'value' | 'page' | 'batch' | 'feed' | 'file' | 'nothing';

/** The calls of our clients, by the requests that they send; a colon stands for an id. Some take one field of the body first. */
const calls: Record<string, [name: string, gives: Gives, field?: string]> = {
  'GET countries': ['countries', 'value'],
  'GET registers': ['registers', 'value'],
  'GET plans': ['plans', 'value'],
  'GET entities': ['entities.search', 'page'],
  'GET entities/facets': ['entities.facets', 'value'],
  'GET entities/suggest': ['entities.suggest', 'value'],
  'POST entities/lookup': ['entities.lookup', 'batch', 'items'],
  'POST match': ['match', 'batch', 'queries'],
  'GET entities/:': ['entities.get', 'value'],
  'GET entities/:/history': ['entities.history', 'page'],
  'GET entities/:/group': ['entities.group', 'value'],
  'GET changes': ['changes', 'feed'],
  'GET snapshots': ['snapshots.list', 'value'],
  'GET snapshots/:': ['snapshots.download', 'file'],
  'GET account': ['account', 'value'],
  'GET api-keys': ['apiKeys.list', 'value'],
  'POST api-keys': ['apiKeys.create', 'value'],
  'PATCH api-keys/:': ['apiKeys.change', 'value'],
  'POST api-keys/:/rotate': ['apiKeys.rotate', 'value'],
  'DELETE api-keys/:': ['apiKeys.revoke', 'nothing'],
  'GET memberships': ['memberships', 'value'],
  'GET members': ['members.list', 'value'],
  'PATCH members/:': ['members.change', 'value'],
  'DELETE members/:': ['members.remove', 'nothing'],
  'GET invitations': ['invitations.list', 'value'],
  'POST invitations': ['invitations.create', 'value'],
  'POST invitations/lookup': ['invitations.read', 'value', 'token'],
  'POST invitations/accept': ['invitations.accept', 'value', 'token'],
  'DELETE invitations/:': ['invitations.revoke', 'nothing'],
};

type Options = Record<string, unknown>;

/** The request as a program with our client in each language. Undefined where the clients have no call for it. */
export function clientSamples({ path, method = 'GET', body, headers = {} }: SentRequest, access: Options) {
  const [address = '', query] = path.replace('/api/v1/', '').split('?');
  const [start, second, ...rest] = address.split('/');
  const ownName = calls[`${method} ${address}`];
  const id = ownName ? undefined : second;
  const [name, gives, list = ''] = ownName ?? calls[`${method} ${[start, ':', ...rest].join('/')}`] ?? [];
  const { [list]: inputs, ...more } = (body ?? {}) as Options;
  const options: Options = { ...Object.fromEntries([...new URLSearchParams(query)].map(typed)), ...more };
  // The clients go from page to page of a history by themselves, and send headers of their own.
  if (!name || !gives || Object.keys(headers).length > 0 || (rest[0] === 'history' && 'page' in options)) return undefined;
  // The clients search words if nothing else is said, and the API a fragment.
  if ('q' in options && /search|facets/.test(name)) options['mode'] ??= 'fragment';
  if (gives === 'feed') options['follow'] = false;
  const words = [...(id ? [decodeURIComponent(id)] : []), ...(inputs ? [inputs] : [])];
  const given = Object.entries(options);
  return {
    TypeScript: typeScript(
      gives,
      `registry.${name}(${[...words, ...(given.length > 0 ? [options] : [])].map(jsValue).join(', ')})`,
      access,
    ),
    Python: python(gives, `registry.${snake(name)}(${[...words.map(pythonValue), ...given.map(named)].join(', ')})`, access),
  };
}

const typed = ([name, text]: [string, string]): [string, unknown] => {
  if (/^(page|pageSize|limit|size)$/.test(name) && /^\d+$/.test(text)) return [name, Number(text)];
  return [name, name === 'fuzzy' ? text === 'true' : text];
};

function typeScript(gives: Gives, call: string, access: Options): string {
  const endings: Record<Gives, string> = {
    value: `console.log(await ${call});`,
    page: `console.log(await ${call});`,
    batch: `console.log(await ${call});`,
    feed: `for await (const change of ${call}) console.log(change);`,
    file: `await writeFile('snapshot.ndjson.gz', ${call});`,
    nothing: `await ${call};`,
  };
  const first = gives === 'file' ? "import { writeFile } from 'node:fs/promises';\n" : '';
  const imported = `${first}import { CompanyRegistry } from '@company-registry/client';`;
  return `${imported}\n\nconst registry = new CompanyRegistry(${jsValue(access)});\n${endings[gives]}`;
}

function python(gives: Gives, call: string, access: Options): string {
  const endings: Record<Gives, string> = {
    value: `print(${call})`,
    page: `print(${call}.first_page())`,
    batch: `print(${call}.all())`,
    feed: `for change in ${call}:\n    print(change)`,
    file: `with open("snapshot.ndjson.gz", "wb") as file:\n    file.writelines(${call})`,
    nothing: call,
  };
  return `from company_registry import CompanyRegistry

registry = CompanyRegistry(${Object.entries(access).map(named).join(', ')})
${endings[gives]}`;
}

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const named = ([name, value]: [string, unknown]): string => `${snake(name)}=${pythonValue(value)}`;

/** A value as it is written in JavaScript. */
function jsValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(jsValue).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(
    ([name, one]) => `${/^[a-z]\w*$/i.test(name) ? name : JSON.stringify(name)}: ${jsValue(one)}`,
  );
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}

export function pythonValue(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(pythonValue).join(', ')}]`;
  if (typeof value === 'object')
    return `{${Object.entries(value as object)
      .map(([name, one]) => `${JSON.stringify(name)}: ${pythonValue(one)}`)
      .join(', ')}}`;
  return JSON.stringify(value);
}
