import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { route } from '../../rest/route/route.ts';
import { operationTypes } from '../../scripts/operation-types.ts';

const keys = buildSchema(`
  type Query { key(id: ID!): Key }
  type Key { id: ID! name: String usage: Usage! }
  type Usage { requests: Int! }
`);
const plain = 'fragment Key on Key { id }';
const nested = 'fragment KeyUsage on Key { ...Named usage { requests } } fragment Named on Key { name }';
const typesOf = (document: string) => operationTypes(keys, { readKey: document });

test('a document has the types of its variables and data, with fragments inside fragments', async () => {
  const types = await typesOf(`query ($id: ID!) { key(id: $id) { ...Key ...KeyUsage } } ${plain} ${nested}`);
  expect(types).toContain('readKey: { data: Present<ReadKeyQuery>; variables: ReadKeyQueryVariables };');
  expect(types).toContain('ReadKeyQuery = { key: { id: string, name: string | null, usage: { requests: number } } | null };');
  expect(types).toMatch(/ReadKeyQueryVariables = Exact<\{\s+id: string;\s+\}>/);
});

test('a fragment whose name begins with that of another is another', async () => {
  const types = await typesOf(`query ($id: ID!) { key(id: $id) { ...KeyUsage } } ${nested}`);
  expect(types).toContain('ReadKeyQuery = { key: { name: string | null, usage: { requests: number } } | null };');
  await expect(typesOf(`query ($id: ID!) { key(id: $id) { ...KeyUsage } } ${plain} ${nested}`)).rejects.toThrow('Key');
});

test('a document that does not fit the schema is refused', async () => {
  await expect(typesOf('query ($id: ID!) { key(id: $id) { colour } }')).rejects.toThrow('colour');
});

test('a route takes the types of the document with its operationId', () => {
  const common = { method: 'get', path: '/x', tag: 'x', summary: 'x', description: 'x', access: 'public', answers: {} } as const;
  const declaration = { ...common, cacheControl: 'no-store', document: '{ x }', operationId: 'downloadSnapshot' } as const;
  route({ ...declaration, variables: () => ({ id: 'a' }), cost: { of: 'x', count: ({ snapshot }) => snapshot.records } });
  // @ts-expect-error The variable is called id.
  route({ ...declaration, variables: () => ({ name: 'a' }) });
  // @ts-expect-error The document does not select it.
  route({ ...declaration, cost: { of: 'x', count: ({ snapshot }) => snapshot.colour } });
});
