import { firstQuery } from '../openapi/code-samples.ts';
import type { ApiRequest } from '../openapi/sample-languages.ts';
import {
  accessOf,
  answerOf,
  type Entry,
  type Media,
  type Parameter,
  plainSchema,
  type Resolve,
  type Schema,
} from './contract.ts';

const jsonType = 'application/json';

/** The example of an answer or a body. */
export const exampleOf = ({ example, examples }: Media): unknown => example ?? Object.values(examples ?? {})[0]?.value;

/** The value that a parameter has in samples and forms. Other optional parameters would narrow a search. */
export const firstValue = ({ name, example }: Parameter): string => (name === 'q' ? firstQuery : String(example ?? ''));

/** The JSON of a body with its required fields. */
export function exampleBody({ requestBody }: Entry, resolve: Resolve): unknown {
  const media = requestBody?.content[jsonType];
  if (!media?.schema) return undefined;
  return exampleOf(media) ?? exampleValue(media.schema, resolve);
}

function exampleValue(schema: Schema, resolve: Resolve): unknown {
  const {
    examples,
    enum: values,
    const: only,
    default: preset,
    type,
    properties,
    required = [],
    items,
  } = plainSchema(schema, resolve);
  const given = only ?? examples?.[0] ?? values?.[0] ?? preset;
  if (given !== undefined) return given;
  if (properties)
    return Object.fromEntries(
      Object.entries(properties)
        .filter(([name]) => required.includes(name))
        .map(([name, own]) => [name, exampleValue(own, resolve)]),
    );
  if (items) return [exampleValue(items, resolve)];
  const [first = 'string'] = [type ?? []].flat();
  return { string: 'text', integer: 1, number: 1, boolean: true, object: {} }[first] ?? null;
}

/** The request of an operation with its required parameters and the search fragment. */
export function exampleRequest(entry: Entry, resolve: Resolve): ApiRequest {
  const parameters = (entry.parameters ?? []).map(resolve);
  const path = parameters
    .filter(({ in: place }) => place === 'path')
    .reduce((text, one) => text.replace(`{${one.name}}`, encodeURIComponent(firstValue(one) || one.name)), entry.path);
  const query = new URLSearchParams(
    parameters
      .filter(({ in: place, name, required }) => place === 'query' && (required || name === 'q'))
      .map((one) => [one.name, firstValue(one)]),
  );
  const body = exampleBody(entry, resolve);
  const access = accessOf(entry);
  return {
    path: query.size > 0 ? `${path}?${query}` : path,
    method: entry.method,
    ...(body !== undefined && { body }),
    isPublic: access === 'none',
    isSession: access === 'session',
    answer: answerOf(entry),
  };
}
