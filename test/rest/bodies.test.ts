import { expect, test } from 'vitest';
import { Bodies } from '../../rest/bodies.ts';

const answer = (size: number) => ({ status: 200, body: Buffer.alloc(size), headers: {} });

test('answers are kept within the room that there is, the ones least recently asked for go first', () => {
  const bodies = new Bodies(100_000);
  for (let index = 0; index < 50; index++) {
    bodies.set(`k${index}`, answer(4_000));
    bodies.get('k0');
    expect(bodies.used).toBeLessThanOrEqual(100_000);
  }
  expect(bodies.get('k0')).toBeDefined();
  expect(bodies.get('k1')).toBeUndefined();
  expect(bodies.get('k49')).toBeDefined();
});

test('an answer that would take much of the room is not kept, and an address counts too', () => {
  const bodies = new Bodies(100_000);
  bodies.set('large', answer(10_000));
  bodies.set('x'.repeat(4_000), answer(10));
  expect(bodies.used).toBe(0);
  const none = new Bodies(0);
  none.set('k', answer(1));
  expect([none.get('k'), none.used]).toEqual([undefined, 0]);
});

test('the same answer again takes no more room', () => {
  const bodies = new Bodies(100_000);
  bodies.set('k', answer(1_000));
  const { used } = bodies;
  bodies.set('k', answer(1_000));
  expect(bodies.used).toBe(used);
});
