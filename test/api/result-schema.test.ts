import { buildSchema, type GraphQLObjectType, type GraphQLSchema, parse } from 'graphql';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { resultSchema } from '../../src/api/result-schema.ts';
import { declare } from '../../src/graphql/declaration.ts';

const schema = buildSchema(`
  type Query { company(id: ID!): Company companies: [Company!] }
  "A company."
  type Company {
    id: ID!
    "How it is called."
    name: String!
    form: Form
    owner: Person
    people: [Person!]!
    extra: String!
  }
  "Somebody."
  type Person { name: String age: Int! }
  enum Form { limited public_limited }
`);

/** Says of a field what its type does not. */
function declareOf(target: GraphQLSchema, type: string, field: string, ...words: Parameters<typeof declare>): void {
  const found = (target.getType(type) as GraphQLObjectType).getFields()[field];
  if (found) found.extensions = declare(...words);
}
declareOf(schema, 'Company', 'extra', { value: z.string().length(2), optional: true });

const jsonOf = (document: string) => z.toJSONSchema(resultSchema(schema, parse(document)));

test('types, nullability and descriptions are those of the schema', () => {
  expect(jsonOf('{ company(id: 1) { id name form owner { age } people { name } extra } }')).toMatchObject({
    required: ['company'],
    properties: {
      company: {
        description: 'A company.',
        required: ['id', 'name', 'form', 'owner', 'people'],
        properties: {
          id: { type: 'string', format: 'uuid' },
          name: { type: 'string', description: 'How it is called.' },
          form: { anyOf: [{ enum: ['limited', 'public_limited'] }, { type: 'null' }] },
          owner: {
            anyOf: [{ description: 'Somebody.', properties: { age: { type: 'integer', minimum: 0 } } }, { type: 'null' }],
          },
          people: { type: 'array', items: { required: ['name'], properties: { name: { type: ['string', 'null'] } } } },
          extra: { type: 'string', minLength: 2, maxLength: 2 },
        },
      },
    },
  });
});

test('a fragment that is a whole selection is a component of its name; others are looked into', () => {
  const fragments = `fragment Summary on Company { id } fragment Detail on Company { ...Summary owner { ...Person } people { ...Person } }
    fragment Person on Person { name }`;
  expect(jsonOf(`{ companies { ...Summary } one: company(id: 1) { ...Detail } } ${fragments}`)).toMatchObject({
    properties: { companies: { type: 'array', items: { $ref: '#/$defs/Summary' } }, one: { $ref: '#/$defs/Detail' } },
    $defs: {
      Summary: { required: ['id'] },
      Detail: { required: ['id', 'owner', 'people'], properties: { people: { items: { $ref: '#/$defs/Person' } } } },
      Person: { description: 'Somebody.' },
    },
  });
});

test('a scalar whose JSON nobody described is a mistake', () => {
  const other = buildSchema('scalar Money type Query { price: Money! }');
  expect(() => resultSchema(other, parse('{ price }'))).toThrow('There is no JSON schema for the scalar Money.');
});
