import {
  type Access,
  accessOf,
  type Entry,
  entriesOf,
  type OpenApi,
  type Parameter,
  type Resolve,
  resolverOf,
} from './contract.ts';
import { exampleBody, exampleOf, firstValue } from './example.ts';

const jsonType = 'application/json';

/** Values that the reader of the collection fills in, or has from it. */
const variables = { baseUrl: 'The address of the service.', apiKey: 'For company data.', sessionToken: 'For the account.' };

const credential = (scheme: string, attributes: Record<string, string>) => ({
  type: scheme,
  [scheme]: Object.entries(attributes).map(([key, value]) => ({ key, value, type: 'string' })),
});
const credentials: Record<Access, object> = {
  key: credential('apikey', { key: 'X-API-Key', value: '{{apiKey}}', in: 'header' }),
  session: credential('bearer', { token: '{{sessionToken}}' }),
  none: { type: 'noauth' },
};

/**
 * The contract as a collection of requests, in the format of Postman (v2.1), which Insomnia and other programs import too. It has
 * a folder for each tag. Operations that only one caller may use are left out.
 */
export function postmanCollection(document: OpenApi, baseUrl: string): object {
  const resolve = resolverOf(document);
  const entries = entriesOf(document).filter((entry) => !entry['x-internal']);
  return {
    info: {
      name: document.info.title,
      description: `Set the variable apiKey to your key. The guides: ${baseUrl}/docs`,
      version: document.info.version,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    variable: Object.entries(variables).map(([key, description]) => ({
      key,
      value: key === 'baseUrl' ? baseUrl : '',
      type: 'string',
      description,
    })),
    auth: credentials.key,
    item: document.tags.map(({ name, description }) => ({
      name,
      description,
      item: entries.filter(({ tags }) => tags.includes(name)).map((entry) => itemOf(entry, resolve)),
    })),
  };
}

function itemOf(entry: Entry, resolve: Resolve): object {
  const { summary, description, method, path, responses } = entry;
  const parameters = (entry.parameters ?? []).map(resolve);
  const within = (place: string) => parameters.filter((parameter) => parameter.in === place);
  const body = exampleBody(entry, resolve);
  const query = within('query').map(fieldOf);
  const words = path.slice(1).replaceAll(/\{(\w+)\}/g, ':$1');
  const sent = query.filter(({ disabled }) => !disabled).map(({ key, value }) => `${key}=${encodeURIComponent(value)}`);
  const request = {
    method,
    description,
    auth: credentials[accessOf(entry)],
    header: [...(body === undefined ? [] : [{ key: 'Content-Type', value: jsonType }]), ...within('header').map(fieldOf)],
    url: {
      raw: `{{baseUrl}}/${words}${sent.length > 0 ? `?${sent.join('&')}` : ''}`,
      host: ['{{baseUrl}}'],
      path: words.split('/'),
      ...(query.length > 0 && { query }),
      ...(within('path').length > 0 && {
        variable: within('path').map((one) => ({ key: one.name, value: firstValue(one), description: one.description })),
      }),
    },
    ...(body !== undefined && {
      body: { mode: 'raw', raw: JSON.stringify(body, null, 2), options: { raw: { language: 'json' } } },
    }),
  };
  const response = Object.entries(responses)
    .filter(([status]) => status < '300')
    .flatMap(([status, reference]) => {
      const { description: name, content } = resolve(reference);
      const example = content?.[jsonType] && exampleOf(content[jsonType]);
      if (example === undefined) return [];
      const header = [{ key: 'Content-Type', value: jsonType }];
      const originalRequest = { method, url: request.url.raw };
      return [{ name, originalRequest, code: Number(status), header, body: JSON.stringify(example, null, 2) }];
    });
  return { name: summary, request, response };
}

/** A parameter that the request can do without is there to be switched on. */
function fieldOf(parameter: Parameter) {
  const { name, required, description, schema } = parameter;
  const value = firstValue(parameter) || String(schema.default ?? schema.enum?.[0] ?? '');
  return { key: name, value, description, ...(!required && name !== 'q' && { disabled: true }) };
}
