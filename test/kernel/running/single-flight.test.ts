import { expect, test } from 'vitest';
import { SingleFlight } from '../../../src/kernel/running/single-flight.ts';

test('all who ask for the same while it is under way get one outcome; others have their own', async () => {
  const flights = new SingleFlight<number>();
  let started = 0;
  const { promise, resolve } = Promise.withResolvers<number>();
  const work = () => {
    started += 1;
    return promise;
  };
  const same = [flights.do('a', work), flights.do('a', work)];
  const other = flights.do('b', work);
  expect(started).toBe(2);
  resolve(7);
  expect(await Promise.all([...same, other])).toEqual([7, 7, 7]);
});

test('a failure reaches all who waited, and is not kept', async () => {
  const flights = new SingleFlight<string>();
  const failing = [1, 2].map(() => flights.do('a', () => Promise.reject(new Error('no'))));
  expect((await Promise.allSettled(failing)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await flights.do('a', async () => 'yes')).toBe('yes');
});

test('after a restart the next one starts anew, and those who wait keep theirs', async () => {
  const flights = new SingleFlight<string>();
  const { promise, resolve } = Promise.withResolvers<string>();
  const before = flights.do('a', () => promise);
  flights.restart();
  expect(await flights.do('a', async () => 'new')).toBe('new');
  resolve('old');
  expect(await before).toBe('old');
});
