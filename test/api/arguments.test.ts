import { buildSchema, parse } from 'graphql';
import { expect, test } from 'vitest';
import { describeArguments } from '../../src/api/arguments.ts';

const schema = buildSchema(`
  type Query {
    search("What to look for." filter: Filter, order: Order! = by_name, "How many." size: Int = 10): String
    other("Of another field." size: Int = 99): String
  }
  input Filter { "A fragment." text: String, kind: Order = by_date }
  enum Order { by_name by_date }
`);

test('arguments and the fields of input objects tell their description and default, as JSON has them', () => {
  const document = parse('query ($f: Filter, $n: Int) { found: search(filter: $f, size: $n) }');
  expect(Object.fromEntries(describeArguments(schema, document))).toEqual({
    filter: { description: 'What to look for.' },
    text: { description: 'A fragment.' },
    kind: { default: 'by_date' },
    order: { default: 'by_name' },
    size: { description: 'How many.', default: 10 },
  });
});
