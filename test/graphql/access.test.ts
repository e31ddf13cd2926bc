import { expect, test } from 'vitest';
import { routes } from '../../rest/routes/index.ts';
import { schema } from '../../src/graphql/schema.ts';

const roots = [schema.getQueryType(), schema.getMutationType()].flatMap((type) => Object.entries(type?.getFields() ?? {}));

test('nothing is open by accident: every root field declares who may use it', () => {
  expect(roots.length).toBeGreaterThan(0);
  for (const [name, field] of roots) {
    const { pothosOptions } = field.extensions as { pothosOptions?: { authScopes?: object } };
    expect(Object.keys(pothosOptions?.authScopes ?? {}), name).toHaveLength(1);
  }
});

test('every route declares who may call it', () => {
  for (const { operationId, access } of routes) expect(['public', 'apiKey', 'session'], operationId).toContain(access);
});
