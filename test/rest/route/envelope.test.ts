import { expect, test } from 'vitest';
import { z } from 'zod';
import { countOf, from, merged, named, partOf } from '../../../rest/route/envelope.ts';

const schema = z.object({
  key: z.object({ id: z.guid(), name: z.string().nullable() }),
  items: z.array(z.string()),
  isNew: z.boolean(),
});
const data = { key: { id: '0b7c9a52-3f5e-4d0b-8a55-5c1d8c2f9e10', name: null }, items: ['a', 'b'], isNew: true };

test('what is sent and what is documented come from one template', () => {
  const body = partOf({
    data: named('Key', merged(from('key'), { isNew: from('isNew') }), 'A key.'),
    meta: { count: countOf('items'), kind: 'key', isWhole: true },
  });
  const sent = body.read(data);
  expect(sent).toEqual({ data: { ...data.key, isNew: true }, meta: { count: 2, kind: 'key', isWhole: true } });
  const documented = body.schema(schema);
  expect(documented.parse(sent)).toEqual(sent);
  expect(z.toJSONSchema(documented)).toMatchObject({
    properties: { data: { $ref: '#/$defs/Key' }, meta: { properties: { count: { type: 'integer' }, kind: { const: 'key' } } } },
    $defs: { Key: { description: 'A key.', required: ['id', 'name', 'isNew'] } },
  });
});

test.each([
  ['a path that is not selected', from('key.prefix')],
  ['a path through a list', from('items.length')],
  ['a path through a value', from('isNew.text')],
  ['the number of what is no list', countOf('key')],
])('%s is a mistake of the declaration', (_what, part) => {
  expect(() => part.schema(schema)).toThrow(/nothing at|no list at/);
});
