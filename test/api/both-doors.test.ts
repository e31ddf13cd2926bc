import { isObjectType, parse, TypeInfo, validate, visit, visitWithTypeInfo } from 'graphql';
import { expect, test } from 'vitest';
import { routes } from '../../rest/routes/index.ts';
import { publicSchema } from '../../src/api/public-schema.ts';
import { schema } from '../../src/api/schema.ts';

const documents = routes.map(({ operationId, document }) => ({ operationId, document: parse(document) }));

test('GraphQL has every operation that REST has, but for what payment providers and finders of keys report', () => {
  const open = publicSchema(schema);
  const missing = documents.filter(({ document }) => validate(open, document).length > 0);
  expect(missing.map(({ operationId }) => operationId)).toEqual(['receiveLeakReports', 'receivePaymentEvent']);
});

/** What watches, alerts and sends messages. */
const isOwn = (name: string) => /watch|webhook|alert/i.test(name);

/** The fields of these features, with their arguments: `Mutation.createWebhookEndpoint(url)`. */
function declared(): string[] {
  const fields = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .flatMap((type) => Object.values(type.getFields()).map((field) => ({ ...field, type: type.name })))
    .filter(({ type, name }) => isOwn(/^(Query|Mutation)$/.test(type) ? name : type));
  return fields.flatMap(({ type, name, args }) => [`${type}.${name}`, ...args.map((one) => `${type}.${name}(${one.name})`)]);
}

test('REST has every field and every argument of watch lists, webhooks and alerts that GraphQL has', () => {
  const used = new Set<string>();
  const types = new TypeInfo(schema);
  for (const { document } of documents)
    visit(
      document,
      visitWithTypeInfo(types, {
        Field: (node) => {
          const place = `${types.getParentType()?.name}.${node.name.value}`;
          for (const one of [place, ...(node.arguments ?? []).map(({ name }) => `${place}(${name.value})`)]) used.add(one);
        },
      }),
    );
  const all = declared();
  expect(all.length).toBeGreaterThan(80);
  expect(all.filter((one) => !used.has(one))).toEqual([]);
});
