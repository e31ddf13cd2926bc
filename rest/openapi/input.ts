import { type GraphQLSchema, parse } from 'graphql';
import type { z } from 'zod';
import { type ArgumentDescription, describeArguments } from '../../src/api/index.ts';
import { isConditional, type Route } from '../route/route.ts';
import type { Components, Json } from './components.ts';

interface InputOptions {
  route: Route;
  schema: GraphQLSchema;
  components: Components;
}

interface ObjectSchema extends Json {
  properties?: Record<string, Json>;
  required?: string[];
  items?: ObjectSchema;
}

const places = { params: 'path', query: 'query', headers: 'header' } as const;

/** The parameters and the body of a route. Missing descriptions come from the GraphQL argument of the same name. */
export function describeInput({ route, schema, components }: InputOptions): Json {
  const { input } = route;
  const fromSchema = describeArguments(schema, parse(route.document));
  const declared = (['params', 'query', 'headers'] as const).flatMap((part) => {
    if (!input?.[part]) return [];
    const { properties = {}, required = [] } = components.add(input[part], 'input') as ObjectSchema;
    return Object.entries(properties).map(([name, own]) => {
      const { description, examples, ...property } = { ...fromSchema.get(name), ...own } as Json;
      return {
        name,
        in: places[part],
        required: part === 'params' || required.includes(name),
        ...(description !== undefined && { description }),
        schema: property,
        ...(Array.isArray(examples) && { example: examples[0] }),
      };
    });
  });
  const signatures = Object.entries(input?.raw?.headers ?? {}).map(([name, description]) => optionalHeader(name, description));
  const parameters = [...declared, ...signatures, ...(isConditional(route) ? [ifNoneMatch] : []), ...accountChoice(route)];
  const body = input?.body ?? input?.raw?.schema;
  return {
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: describeRequestBody(body, fromSchema, components) }),
  };
}

function describeRequestBody(body: z.ZodType, fromSchema: Map<string, ArgumentDescription>, components: Components): Json {
  const { examples, ...schema } = components.add(body, 'input') as ObjectSchema;
  const described = ({ properties, items, ...own }: ObjectSchema): ObjectSchema => ({
    ...own,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, field]) => [name, described({ ...fromSchema.get(name), ...field })]),
      ),
    }),
    ...(items !== undefined && { items: described(items) }),
  });
  const media = { schema: described(schema), ...(Array.isArray(examples) && { example: examples[0] }) };
  return { required: !body.safeParse(undefined).success, content: { 'application/json': media } };
}

const optionalHeader = (name: string, description: string) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string' },
});

/** Every session can choose one of the accounts that its person is in. */
const accountChoice = ({ access }: Route) => (access === 'session' ? [{ $ref: '#/components/parameters/X-Account-ID' }] : []);

export const sharedParameters = {
  'X-Account-ID': {
    ...optionalHeader('X-Account-ID', 'One of the accounts that you are in. Without it, the account that you made.'),
    schema: { type: 'string', format: 'uuid' },
  },
};

export const ifNoneMatch = optionalHeader(
  'If-None-Match',
  'The `ETag` of an answer that you have. If it is still valid, the status is 304.',
);
