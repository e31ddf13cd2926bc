import { GraphQLInt, GraphQLObjectType, GraphQLSchema, GraphQLString } from 'graphql';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { Bodies, keyOf } from '../../../rest/edge/bodies.ts';
import { from } from '../../../rest/route/envelope.ts';
import { route } from '../../../rest/route/route.ts';
import type { Services } from '../../../src/api/index.ts';
import { startApp } from '../../support/app.ts';

const answer = (size: number) => ({ status: 200, body: 'x'.repeat(size), headers: {} });
const twice = (bodies: Bodies, key: string, size: number) => {
  bodies.set(key, answer(size));
  bodies.set(key, answer(size));
};

test('an answer is kept when it is asked for the second time', () => {
  const bodies = new Bodies(100_000);
  bodies.set('k', answer(10));
  expect(bodies.get('k')).toBeUndefined();
  bodies.set('k', answer(10));
  expect(String(bodies.get('k')?.body)).toBe('x'.repeat(10));
  const { used } = bodies;
  bodies.set('k', answer(10));
  expect(bodies.used).toBe(used);
});

test('answers are kept within the room that there is, the ones least recently asked for go first', () => {
  const bodies = new Bodies(100_000);
  for (let index = 0; index < 50; index++) {
    twice(bodies, `k${index}`, 4_000);
    bodies.get('k0');
    expect(bodies.used).toBeLessThanOrEqual(100_000);
  }
  expect(bodies.used).toBeGreaterThan(80_000);
  expect(bodies.get('k0')).toBeDefined();
  expect(bodies.get('k1')).toBeUndefined();
  expect(bodies.get('k49')).toBeDefined();
});

test('an answer that would take much of the room is not kept', () => {
  const bodies = new Bodies(100_000);
  twice(bodies, 'large', 10_000);
  expect(bodies.used).toBe(0);
  const none = new Bodies(0);
  twice(none, 'k', 1);
  expect([none.get('k'), none.used]).toEqual([undefined, 0]);
});

test('questions count too, however many and however long they are', () => {
  const room = 1_000_000;
  const bodies = new Bodies(room);
  const lengths = new Set<number>();
  for (let index = 0; index < 30_000; index++) {
    const key = keyOf('7', 'searchEntities', { filter: { q: `${index}${'x'.repeat(index % 100 === 0 ? 16_000 : 10)}` } });
    lengths.add(key.length);
    bodies.set(key, answer(10));
  }
  expect([...lengths], 'a key does not grow with its question').toEqual([43]);
  expect(bodies.used).toBeGreaterThan(room / 10);
  expect(bodies.used, 'of questions that were asked once').toBeLessThanOrEqual(room / 8);
  for (let index = 0; index < 3_000; index++) twice(bodies, keyOf('7', 'searchEntities', { index }), 1_000);
  expect(bodies.used).toBeGreaterThan(room * 0.8);
  expect(bodies.used, 'with answers').toBeLessThanOrEqual(room);
});

test('a question is one question, however its address is spelt', async () => {
  let asked = 0;
  const args = { q: { type: GraphQLString }, page: { type: GraphQLInt, defaultValue: 1 } };
  const found = { type: GraphQLString, args, resolve: (_: unknown, { q }: { q?: string }) => `${q} ${++asked}` };
  const search = route({
    operationId: 'search',
    method: 'get',
    path: '/search',
    tag: 'Test',
    summary: 'A test',
    description: 'A test.',
    access: 'public',
    input: { query: z.strictObject({ q: z.string().trim().optional(), page: z.coerce.number().optional() }) },
    document: 'query ($q: String, $page: Int) { found(q: $q, page: $page) }',
    variables: ({ query }) => query,
    answers: { 200: { description: 'Done.', body: { found: from('found') } } },
    cacheControl: 'no-store',
    versioned: true,
  });
  const schema = new GraphQLSchema({ query: new GraphQLObjectType({ name: 'Query', fields: { found } }) });
  const services = { dataVersion: { current: async () => '7' } } as unknown as Partial<Services>;
  const app = await startApp({ schema, routes: [search], services, bodyMemory: 1_000_000 });
  const ask = async (query: string) => (await fetch(`${app.url}/api/v1/search?${query}`)).json();
  expect(await ask('q=ab')).toEqual({ found: 'ab 1' });
  expect(await ask('q=%61b')).toEqual({ found: 'ab 2' });
  const spellings = ['q=ab&page=1', 'page=1&q=ab', 'page=01&q=+ab+', `q=ab${'&'.repeat(15_000)}`, '&&%71=%61%62'];
  for (const spelling of spellings) expect(await ask(spelling), spelling.slice(0, 40)).toEqual({ found: 'ab 2' });
  expect(await ask('q=ab&page=2')).toEqual({ found: 'ab 3' });
  expect(await ask('q=AB')).toEqual({ found: 'AB 4' });
  await app.stop();
});
