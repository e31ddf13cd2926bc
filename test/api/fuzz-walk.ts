import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkOperation, parseDocument } from '../../src/api/operation.ts';
import { publicSchema } from '../../src/api/public-schema.ts';
import { schema } from '../../src/api/schema.ts';
import { errorTable } from '../../src/kernel/errors.ts';
import { importSamples } from '../support/imports.ts';
import { type MeteringGround, meteringGround, usedOf } from '../support/metering.ts';
import { as } from '../support/people.ts';
import type { TestService } from '../support/service.ts';

/** What a question may ask for. */
let id: string;

const oneOf = fc.constantFrom<string[]>;
/** One of the good ones, and now and then one of the others: where all is nonsense, nothing is found out. */
const mostly = (good: string[], bad: string[]) => fc.oneof({ weight: 12, arbitrary: oneOf(...good) }, oneOf(...bad));
const variableTypes: Record<string, string> = {
  b: 'Boolean = true',
  s: 'String',
  i: 'Int = 3',
  f: 'EntityFilter',
  id: 'ID = "x"',
};
const condition = fc.oneof(
  { weight: 8, arbitrary: fc.constant('') },
  mostly(
    ['@include(if: $b)', '@skip(if: $b)', '@include(if: true)', '@skip(if: true)'],
    ['@include(if: $s)', '@nonsense', '@skip'],
  ),
);
const whole = mostly(['1', '3', '0', '-1', '101', '2147483647', '$i'], ['99999999999', '"x"', 'null', '1.5', '[1]', '$missing']);
const filter = mostly(
  [
    '{}',
    '{ q: "a" }',
    '{ q: $s }',
    '{ country: "LV" }',
    '{ country: $s }',
    '{ legalForm: "" }',
    '{ activity: $s }',
    '$f',
    'null',
  ],
  ['{ nonsense: 1 }', '{ activityType: nonsense }', '{ legalForm: "\\u0000" }', '7'],
);
const recordId = mostly(['"x"', '$id', '7', '"KNOWN"'], ['$s', 'null']);

const text = (...parts: (string | fc.Arbitrary<string>)[]) =>
  fc.tuple(...parts.map((part) => (typeof part === 'string' ? fc.constant(part) : part))).map((words) => words.join(' '));
const some = (...names: string[]) =>
  fc.array(text(oneOf(...names), condition), { minLength: 1, maxLength: 4 }).map((fields) => `{ ${fields.join(' ')} }`);
const records = some(
  'id',
  'canonicalName',
  'registry',
  'x: sourceData',
  'registrations',
  'provenance { file @include(if: $b) }',
  '__typename',
);
const page = fc.oneof(
  text('{ items', condition, records, '}'),
  text('{ meta', some('total', 'pageCount', 'm: page'), 'items', records, '}'),
);

/** A field at the root, with the names of its kind. */
const field = fc.oneof(
  { weight: 4, arbitrary: text('countries', condition, some('code', 'name', 'n: name')) },
  { weight: 6, arbitrary: text('entities(filter:', filter, 'pageSize:', whole, ')', condition, page) },
  { weight: 3, arbitrary: text('entities(page:', whole, ')', condition, page) },
  { weight: 4, arbitrary: text('entity(id:', recordId, ')', condition, records) },
  text('usage(days:', whole, ')', condition, some('used', 'byDay { day }')),
  text(oneOf('me', 'account', 'apiKeys'), condition, some('id')),
  text('plans', condition, some('id', 'name')),
  mostly(
    ['__typename', '__schema { types { name @skip(if: $b) } }'],
    ['nonsense', 'createPortal { url }', 'revokeApiKey(id: $id)'],
  ),
);
/** The alias tells what a name of the answer stands for; some fields have none. */
const selection = (start: number) =>
  fc
    .array(fc.tuple(fc.nat(9), field), { minLength: 1, maxLength: 5 })
    .map((all) =>
      all.map(([without, one], place) => (without === 0 ? one : `${/^\w+/.exec(one)}_${start + place}: ${one}`)).join(' '),
    );

const query = fc
  .record({
    kind: fc.oneof({ weight: 20, arbitrary: fc.constant('query') }, oneOf('mutation', 'subscription')),
    own: selection(0),
    inFragment: fc.option(selection(5), { freq: 2 }),
    spread: condition,
    cut: fc.option(fc.nat(400), { freq: 1 }),
  })
  .map(({ kind, own, inFragment, spread, cut }) => {
    const body = inFragment ? `{ ${own} ...F ${spread} } fragment F on Query { ${inFragment} }` : `{ ${own} }`;
    const used = Object.keys(variableTypes).filter((name) => new RegExp(`\\$${name}\\b`).test(body));
    const declared = used.map((name) => `$${name}: ${variableTypes[name]}`).join(', ');
    const whole = `${kind} ${declared && `(${declared})`} ${body}`;
    return cut === null ? whole : whole.slice(0, cut) + whole.slice(cut + 1);
  });

const hostile = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    3,
    '',
    'a',
    'a\0b',
    '\ud800',
    'x'.repeat(2_000),
    2 ** 40,
    [],
    {},
    { q: 'a' },
    { q: 7 },
  ),
  fc.record({ q: fc.string(), legalForm: fc.string({ unit: 'binary' }) }, { requiredKeys: [] }),
  fc.jsonValue({ maxDepth: 3 }),
);
const variables = fc.record(
  { b: fc.oneof(fc.boolean(), hostile), s: hostile, i: fc.oneof(fc.nat(100), hostile), f: hostile, id: hostile },
  { requiredKeys: [] },
);
const body = fc.oneof(
  { weight: 20, arbitrary: fc.record({ query, variables }).map((request) => JSON.stringify(request).replaceAll('KNOWN', id)) },
  fc.jsonValue().map((value) => JSON.stringify(value)),
  fc
    .record({ query: fc.oneof(query, fc.string()), variables: hostile, operationName: hostile })
    .map((request) => JSON.stringify(request)),
);

const registryFields = ['countries', 'entities', 'entity'];

interface Given {
  data?: Record<string, unknown>;
  errors?: { path?: unknown[] }[];
}

/**
 * What has to be paid for an answer: for each registry field that gave something its price, of a page of full records no more than
 * it has, and for a missing record one unit.
 */
function paidFor({ data, errors = [] }: Given, sent: string): number {
  if (!data) return 0;
  const { query: text, ...params } = JSON.parse(sent);
  const prices = new Map(
    checkOperation(publicSchema(schema), parseDocument(text), params).map(({ name, units }) => [name, units]),
  );
  return Object.entries(data)
    .filter(([name]) => registryFields.includes(name.replace(/_\d+$/, '')))
    .map(([name, value]) => {
      if (value === null) return Number(!errors.some(({ path }) => path?.[0] === name));
      const { items = [] } = value as { items?: unknown[] };
      return Math.min(prices.get(name) ?? 0, Math.max(1, items.length));
    })
    .reduce((sum, units) => sum + units, 0);
}

/** Sends so many random questions. */
export function testFuzz(questions: number): void {
  let ground: MeteringGround;
  let service: TestService;
  beforeAll(async () => {
    ground = await meteringGround();
    await importSamples(ground.url, 'lv');
    [{ id }] = (await ground.query('SELECT id FROM entity LIMIT 1')) as [{ id: string }];
    service = await ground.start();
  });
  afterAll(() => ground.close());

  test('whatever is sent, the mistakes are the client’s and the books balance', async () => {
    const seen = { sent: 0, ran: 0, paid: 0, refused: 0 };
    let account = await ground.account();
    let paid = 0;
    await fc.assert(
      fc.asyncProperty(body, async (sent) => {
        // An account has so many requests a minute.
        if (seen.sent++ % 50 === 0) [account, paid] = [await ground.account('business'), 0];
        const answer = await service.graphql('', { body: sent, headers: as(account.id) });
        const codes: string[] = (answer.body.errors ?? []).map(
          ({ extensions }: { extensions: { code: string } }) => extensions.code,
        );
        if (answer.status === 200) expect(answer.body).toHaveProperty('data');
        else expect(answer.body).toMatchObject({ error: { code: expect.any(String) } });
        for (const code of [...codes, answer.body.error?.code ?? 'invalid_request']) {
          expect(Object.keys(errorTable)).toContain(code);
          expect(code, answer.text).not.toBe('internal_error');
        }
        const units = paidFor(answer.body, sent);
        paid += units;
        expect(await usedOf(service, account), answer.text).toBe(paid);
        seen[answer.status === 200 ? 'ran' : 'refused']++;
        seen.paid += units;
      }),
      { numRuns: questions, endOnFailure: true },
    );
    // A generator that only makes nonsense would prove nothing.
    expect(Math.min(seen.ran, seen.refused, seen.paid)).toBeGreaterThan(questions / 20);
  });
}
