import { clientSamples, pythonValue, type SentRequest } from './client-samples.ts';

/** A request to the API, as a page shows it. */
export interface ApiRequest extends SentRequest {
  /** No credential is needed. */
  isPublic?: boolean;
  /** The credential is a session and not a key. */
  isSession?: boolean;
  /** The account that the session is about. Unset: the one that the person made. */
  accountId?: string | undefined;
  /** What the answer contains. JSON by default. */
  answer?: 'json' | 'file' | 'none';
}

export const sampleLanguages = ['curl', 'TypeScript', 'Python'] as const;
export type SampleLanguage = (typeof sampleLanguages)[number];

/** The placeholders for credentials that are not known. */
const unknownKey = 'YOUR_API_KEY';
const unknownToken = 'YOUR_SESSION_TOKEN';

const single = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The last lines of a sample: what it does with the answer. */
const endings = {
  json: { curl: '', TypeScript: 'console.log(await response.json());', Python: 'print(json.load(response))' },
  none: { curl: ' -i', TypeScript: 'console.log(response.status);', Python: 'print(response.status)' },
  file: {
    curl: ' -OJ',
    TypeScript:
      "const { writeFile } = await import('node:fs/promises');\n" +
      "await writeFile('answer', Buffer.from(await response.arrayBuffer()));",
    Python: 'open("answer", "wb").write(response.read())',
  },
};

/** The request in each language: with our client where it has a call for it, else without further packages. */
export function samplesOf(request: ApiRequest, baseUrl: string, key = unknownKey): Record<SampleLanguage, string> {
  const { path, method = 'GET', body, isPublic, isSession, accountId, answer = 'json' } = request;
  const url = baseUrl + path;
  const json = body === undefined ? undefined : JSON.stringify(body);
  const credential: Record<string, string> = isSession
    ? { Authorization: `Bearer ${unknownToken}`, ...(accountId && { 'X-Account-ID': accountId }) }
    : { 'X-API-Key': key };
  const person = { session: unknownToken, ...(accountId && { accountId }) };
  const access = { ...(!isPublic && (isSession ? person : { key })), baseUrl };
  const headers: Record<string, string> = {
    ...(!isPublic && credential),
    ...(json !== undefined && { 'Content-Type': 'application/json' }),
    ...request.headers,
  };
  const options = {
    ...(method !== 'GET' && { method }),
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(json !== undefined && { body: json }),
  };
  const ending = endings[answer];
  const curl = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${single(url)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${single(`${name}: ${value}`)}`),
    ...(json === undefined ? [] : [`-d ${single(json)}`]),
  ];
  const python = [
    'import json, urllib.request',
    '',
    `request = urllib.request.Request(${JSON.stringify(url)}, method=${JSON.stringify(method)}${
      json === undefined ? '' : `,\n    data=json.dumps(${pythonValue(body)}).encode()`
    },\n    headers=${JSON.stringify(headers)})`,
    'with urllib.request.urlopen(request) as response:',
    `    ${ending.Python}`,
  ];
  const given = Object.keys(options).length === 0 ? '' : `, ${JSON.stringify(options, null, 2)}`;
  return {
    curl: curl.join(' \\\n  ') + ending.curl,
    TypeScript: `const response = await fetch(${JSON.stringify(url)}${given});\n${ending.TypeScript}`,
    Python: python.join('\n'),
    ...clientSamples(request, access),
  };
}
