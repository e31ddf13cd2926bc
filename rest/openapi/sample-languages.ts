/** A request to the API, as a page shows it. */
export interface ApiRequest {
  /** With its query, relative to the address of the service. */
  path: string;
  /** GET by default. */
  method?: string;
  /** Sent as JSON. */
  body?: unknown;
  /** No credential is needed. */
  isPublic?: boolean;
}

export const sampleLanguages = ['curl', 'TypeScript', 'Python'] as const;
export type SampleLanguage = (typeof sampleLanguages)[number];

/** The placeholder for a key that is not known. */
const unknownKey = 'YOUR_API_KEY';

const single = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The request in each language, without further packages. */
export function samplesOf(request: ApiRequest, baseUrl: string, key = unknownKey): Record<SampleLanguage, string> {
  const { path, method = 'GET', body, isPublic } = request;
  const url = baseUrl + path;
  const json = body === undefined ? undefined : JSON.stringify(body);
  const headers = {
    ...(!isPublic && { 'X-API-Key': key }),
    ...(json !== undefined && { 'Content-Type': 'application/json' }),
  };
  const options = {
    ...(method !== 'GET' && { method }),
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(json !== undefined && { body: json }),
  };
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
    '    print(json.load(response))',
  ];
  const given = Object.keys(options).length === 0 ? '' : `, ${JSON.stringify(options, null, 2)}`;
  return {
    curl: curl.join(' \\\n  '),
    TypeScript: `const response = await fetch(${JSON.stringify(url)}${given});\nconsole.log(await response.json());`,
    Python: python.join('\n'),
  };
}

function pythonValue(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(pythonValue).join(', ')}]`;
  if (typeof value === 'object')
    return `{${Object.entries(value as object)
      .map(([name, one]) => `${JSON.stringify(name)}: ${pythonValue(one)}`)
      .join(', ')}}`;
  return JSON.stringify(value);
}
