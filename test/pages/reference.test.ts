import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { jsonTree } from '../../rest/page/json-tree.ts';
import { entriesOf, type OpenApi, plainSchema, resolverOf, valuesOf } from '../../rest/reference/contract.ts';
import { referenceOf } from '../../rest/reference/reference.ts';

const contract: OpenApi = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'));
const { body, navigation } = referenceOf(contract, 'https://api.example.com');
const resolve = resolverOf(contract);
const articleOf = (id: string, text = body.text) => text.split('<article ').find((part) => part.includes(` id="${id}"`)) ?? '';
const fieldOf = (article: string, name: string) =>
  article.split('<label').find((part) => part.includes(`name="${name}"`)) ?? `There is no field ${name}.`;

test('the reference links to every operation and has a form for it', () => {
  const entries = entriesOf(contract);
  expect(entries.length).toBeGreaterThan(25);
  for (const { operationId, method, path } of entries) {
    expect(navigation.text).toContain(`href="#${operationId}"`);
    expect(articleOf(operationId)).toContain(`data-method="${method}" data-path="${path}"`);
    for (const language of ['curl', 'TypeScript', 'Python'])
      expect(articleOf(operationId)).toContain(`data-language="${language}"><code>`);
  }
});

test('a form has a field of the right kind for every parameter and every field of a body', () => {
  const kinds = new Set<string>();
  for (const { operationId, parameters = [], requestBody } of entriesOf(contract)) {
    const article = articleOf(operationId);
    const { properties = {} } = plainSchema(requestBody?.content['application/json']?.schema ?? {}, resolve);
    const fields = [
      ...parameters.map(resolve).map(({ in: place, name, schema }) => ({ name: `${place}:${name}`, schema })),
      ...Object.entries(properties).map(([name, schema]) => ({ name: `body:${name}`, schema })),
    ];
    for (const { name, schema } of article.includes('name="json:"')
      ? fields.filter((one) => !one.name.startsWith('body:'))
      : fields) {
      const field = fieldOf(article, name);
      const plain = plainSchema(schema, resolve);
      const values = valuesOf(plain);
      const kind = values ? '<select' : { date: 'type="date"', 'date-time': 'type="datetime-local"' }[plain.format ?? ''];
      if (kind) expect(field, `${operationId} ${name}`).toContain(kind);
      if (kind) kinds.add(kind);
      for (const value of values ?? []) expect(field, `${operationId} ${name}`).toContain(`>${String(value)}`);
    }
  }
  expect(kinds.size).toBe(3);
});

test('answers are trees of fields, and a type that depends on the country is shown once', () => {
  const search = articleOf('searchEntities');
  expect(search).toMatch(/<details><summary><code class="field">data<\/code> <span class="faint">list of EntitySummary/);
  expect(search).toContain('<code class="field">canonicalName</code>');
  expect(articleOf('getEntity')).toContain('<a href="#RegistryGB">United Kingdom</a>');
  expect(body.text.split('id="RegistryGB"')).toHaveLength(2);
});

test('a body with lists is typed as JSON, with an example', () => {
  const schema = {
    type: 'object',
    required: ['names', 'mode'],
    properties: {
      names: { type: 'array', items: { type: 'string' } },
      mode: { enum: ['fast', 'exact'] },
      more: { type: 'integer' },
    },
  };
  const match = {
    operationId: 'match',
    tags: ['Registry'],
    summary: 'Match',
    description: '',
    requestBody: { content: { 'application/json': { schema } } },
    responses: { 200: { description: 'Found.' } },
  };
  const document = { ...contract, paths: { '/api/v1/match': { post: match } } };
  const article = articleOf('match', referenceOf(document, '').body.text);
  const [, example = ''] = /<textarea[^>]*>([^<]*)/.exec(article) ?? [];
  expect(JSON.parse(example.replaceAll('&quot;', '"'))).toEqual({ names: ['text'], mode: 'fast' });
});

test('JSON is shown whole, with every value escaped', () => {
  const value = { 'a"<b>': ['</div><script>', null, 1.5, true, {}, []], deep: { a: { b: { c: 1 } } } };
  const { text } = jsonTree(value);
  const shown = text.replaceAll(/<span class="folded">.*?<\/span>|<[^>]+>/g, '').replaceAll('&quot;', '"');
  expect(JSON.parse(shown.replaceAll('&lt;', '<').replaceAll('&gt;', '>'))).toEqual(value);
  expect(text).not.toContain('<script');
});
