import { expect, test } from 'vitest';
import { Bodies } from '../../rest/bodies.ts';

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

test('an answer that would take much of the room is not kept, and an address counts too', () => {
  const bodies = new Bodies(100_000);
  twice(bodies, 'large', 10_000);
  twice(bodies, 'x'.repeat(4_000), 10);
  expect(bodies.used).toBe(0);
  const none = new Bodies(0);
  twice(none, 'k', 1);
  expect([none.get('k'), none.used]).toEqual([undefined, 0]);
});
