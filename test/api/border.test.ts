import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { filterRules } from '../../src/company/limits.ts';
import { as, makeKey, sessions } from '../support/people.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ sessions });
});
afterAll(async () => {
  await service.stop();
  // Whatever was sent, nothing of it was a failure of ours.
  expect(service.log.entries().filter(({ level, err }) => level >= 50 || err)).toEqual([]);
});

const send = (body: unknown, headers = {}) =>
  service.graphql('', { body: typeof body === 'string' ? body : JSON.stringify(body), headers: { ...as('ada'), ...headers } });
const search = 'query ($f: EntityFilter, $p: Int! = 1) { entities(filter: $f, page: $p) { meta { total } } }';

describe('what never becomes an operation has the body and the status of any other error', () => {
  test.each([
    ['an empty object', '{}', {}, 400, 'invalid_request'],
    ['null', 'null', {}, 400, 'invalid_request'],
    ['a number', '7', {}, 400, 'invalid_request'],
    ['a text', '"{ plans { id } }"', {}, 400, 'invalid_request'],
    ['a list', '[]', {}, 400, 'invalid_request'],
    ['no JSON', '{', {}, 400, 'invalid_request'],
    ['a query that is no text', '{"query":7}', {}, 400, 'invalid_request'],
    ['variables that are a list', '{"query":"{ plans { id } }","variables":[]}', {}, 400, 'invalid_request'],
    ['variables that are a text', '{"query":"{ plans { id } }","variables":"x"}', {}, 400, 'invalid_request'],
    ['a member that we do not know', `{"query":"{ plans { id } }","${'x'.repeat(90_000)}":1}`, {}, 400, 'invalid_request'],
    ['another name for the operation', '{"query":"{ plans { id } }","operationName":7}', {}, 400, 'invalid_request'],
    ['another type of body', '{}', { 'content-type': 'text/plain' }, 400, 'invalid_request'],
    ['an answer that we do not have', '{"query":"{ plans { id } }"}', { accept: 'text/csv' }, 406, 'not_acceptable'],
    ['a body that is too large', JSON.stringify({ query: 'x'.repeat(100_001) }), {}, 413, 'payload_too_large'],
  ])('%s', async (_what, body, headers, status, code) => {
    const answer = await send(body, headers);
    expect([answer.status, answer.body.error?.code, answer.body.data]).toEqual([status, code, undefined]);
    expect(answer.body.error.requestId).toBe(answer.headers.get('x-request-id'));
    expect(answer.text.length, 'what was sent is not sent back').toBeLessThan(2_000);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });
});

describe('an operation that is refused before it runs has it too, and the same in the form of GraphQL', () => {
  test.each([
    ['no syntax', '{ nonsense', {}],
    ['nothing', '', {}],
    ['no such field', '{ nonsense }', {}],
    ['a subscription', 'subscription { plans { id } }', {}],
    ['no such operation', { query: 'query A { plans { id } }', operationName: 'B' }, {}],
    ['several operations and no name', 'query A { plans { id } } query B { plans { id } }', {}],
    ['fragments that lead back', '{ ...F } fragment F on Query { ...F }', {}],
    ['a variable of the wrong type', search, { p: 'x' }],
    ['a variable that is too large', search, { p: 2 ** 40 }],
    ['a variable that is missing', 'query ($p: Int!) { entities(page: $p) { meta { total } } }', {}],
    ['a variable that may not be null', search, { p: null }],
    ['an unknown field of the input', search, { f: { nonsense: 1 } }],
    ['an unknown value of an enum', search, { f: { activityType: 'nonsense' } }],
    ['an unknown value of an enum in the text', '{ entities(filter: { activityType: nonsense }) { meta { total } } }', {}],
    ['a condition that is null', 'query ($x: Boolean = true) { plans @include(if: $x) { id } }', { x: null }],
    [
      'a condition that is null below the root',
      'query ($x: Boolean = true) { entity(id: "x") { provenance { file @skip(if: $x) } } }',
      { x: null },
    ],
    [
      'a condition that is null in introspection',
      'query ($x: Boolean = true) { __schema { types { name @skip(if: $x) } } }',
      { x: null },
    ],
    ['a page size that is null', 'query ($n: Int = 5) { entities(pageSize: $n) { meta { total } } }', { n: null }],
    ['a NUL in an id', 'query ($id: ID!) { entity(id: $id) { id } }', { id: '\0' }],
    ['an endless id', 'query ($id: ID!) { entity(id: $id) { id } }', { id: 'x'.repeat(90_000) }],
    ['an endless name of a variable', `query ($${'token'.repeat(18_000)}: Nonsense) { plans { id } }`, {}],
    ['two changes', 'mutation { a: createPortal { url } b: createPortal { url } }', {}],
    [
      'two changes in a fragment',
      'mutation { ...F } fragment F on Mutation { createPortal { url } createCheckout(plan: pro) { url } }',
      {},
    ],
    ['an event of the payment provider', 'mutation { receivePaymentEvent(body: "", signatures: []) { stale } }', {}],
  ])('%s', async (_what, operation, variables) => {
    const { status, body, text } = await send({
      ...(typeof operation === 'string' ? { query: operation } : operation),
      variables,
    });
    expect([status, body.error?.code, body.data]).toEqual([400, 'invalid_request', undefined]);
    expect(body.errors.length).toBeGreaterThan(0);
    for (const error of body.errors) expect(error.extensions).toEqual({ code: 'invalid_request' });
    expect(body.errors[0].message).toBe(body.error.message);
    expect(text.length, 'what was sent is not sent back').toBeLessThan(8_000);
  });

  test('of many mistakes a few are told, each with its place', async () => {
    const { body } = await send({ query: `{ ${Array.from({ length: 50 }, (_, place) => `n${place}`).join(' ')} }` });
    expect(body.errors.length).toBeLessThan(10);
    expect(body.errors[0].locations).toEqual([{ line: 1, column: 3 }]);
  });
});

test('an operation that ran answers in the form of GraphQL, whatever failed in it', async () => {
  const { status, body } = await send({ query: '{ usage(days: 0) { used } plans { id } }' });
  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual(['data', 'errors']);
  expect(body.errors).toMatchObject([{ path: ['usage'], extensions: { code: 'invalid_request' } }]);
  const other = await send({ query: '{ plans { id } }' }, { accept: 'application/graphql-response+json' });
  expect([other.status, other.headers.get('content-type')]).toEqual([200, 'application/graphql-response+json; charset=utf-8']);
});

describe('the texts of a search have the same limits through both doors', () => {
  const [fragment, term] = [filterRules.q.most, filterRules.legalForm.most];
  const texts: [keyof typeof filterRules, string, boolean][] = [
    ...(['legalForm', 'activity'] as const).flatMap((name): [keyof typeof filterRules, string, boolean][] => [
      [name, '', false],
      [name, 'a\0b', false],
      [name, '👩'.repeat(term), true],
      [name, 'x'.repeat(term + 1), false],
    ]),
    ['q', '', true],
    ['q', 'a\0b', false],
    ['q', ` ${'é'.repeat(fragment)} `, true],
    ['q', 'x'.repeat(fragment + 1), false],
    ['q', '\ud800', true],
    ['country', 'lv', true],
    ['country', '', false],
    ['country', 'LVA', false],
  ];
  let key: string;
  beforeAll(async () => {
    key = (await makeKey(service, 'ada')).secret;
  });

  test.each(texts)('%s: %j', async (name, text, isGood) => {
    const { body } = await send({ query: search, variables: { f: { [name]: text } } });
    const code = body.errors?.[0].extensions.code;
    expect(code).toBe(isGood ? undefined : 'invalid_request');
    if (!text.isWellFormed()) return;
    const rest = await service.get(`/api/v1/entities?${new URLSearchParams({ [name]: text })}`, {
      headers: { 'x-api-key': key },
    });
    expect(rest.status).toBe(isGood ? 200 : 400);
  });

  test.each([
    ['registeredFrom', '2026-02-30'],
    ['registeredTo', 'yesterday'],
    ['updatedSince', '2026-11-15'],
    ['number', 'x'.repeat(51)],
    ['country', 'LVA'],
    ['pageSize', '101'],
    ['page', '0'],
  ])('what is wrong with %s: %j is said in the same words', async (name, value) => {
    const argument = name.startsWith('page') ? `${name}: ${value}` : `filter: { ${name}: ${JSON.stringify(value)} }`;
    const { body } = await send({ query: `{ entities(${argument}) { meta { total } } }` });
    const rest = await service.get(`/api/v1/entities?${name}=${value}`, { headers: { 'x-api-key': key } });
    expect(rest.body.error).toMatchObject({ code: 'invalid_request', message: body.errors[0].message });
    expect(rest.body.error.message).toMatch(`${name}: must `);
  });

  test('endless text stops nothing', async () => {
    for (const name of Object.keys(filterRules)) {
      const { body } = await send({ query: search, variables: { f: { [name]: 'x'.repeat(90_000) } } });
      expect(body.errors[0].extensions.code, name).toBe('invalid_request');
    }
  });
});

test('OPTIONS is answered as elsewhere', async () => {
  const { status, headers, text } = await service.get('/graphql', { method: 'OPTIONS' });
  expect([status, headers.get('allow'), text]).toEqual([204, 'GET, HEAD, POST', '']);
  const wrong = await service.get('/graphql', { method: 'DELETE' });
  expect([wrong.status, wrong.body.error.code, wrong.headers.get('allow')]).toEqual([
    405,
    'method_not_allowed',
    'GET, HEAD, POST',
  ]);
});
