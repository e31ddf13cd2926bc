import { afterAll, beforeAll, expect, test } from 'vitest';
import { samples } from '../../../src/registers/import/samples.ts';
import { type ChangesGround, changesGround } from '../../support/changes.ts';
import { attackNames } from '../../support/largest/attack-names.ts';
import { watchQueues } from '../../support/suite/turns.ts';

/* The longest names that are legal, in as many requests as an attacker has, while others ask for little. */

let ground: ChangesGround;
beforeAll(async () => {
  ground = await changesGround();
  for (const id of ['gb', 'jp']) {
    const { register, path } = samples.find((one) => one.register.id === id) ?? expect.unreachable();
    await ground.import(register, path);
  }
  await match(ground.secret, [{ name: 'Recruitment Holdings' }]);
});
afterAll(() => ground.close());

const match = (secret: string, queries: { name: string }[]) =>
  ground.service.get('/api/v1/match', {
    method: 'POST',
    headers: { 'x-api-key': secret, 'content-type': 'application/json' },
    body: JSON.stringify({ queries }),
  });
const overGraphql = (session: Record<string, string>, queries: { name: string }[]) =>
  ground.service.graphql('', {
    headers: { ...session, 'content-type': 'application/json' },
    body: JSON.stringify({
      query: 'query ($input: MatchInput!) { match(input: $input) { results { score } } }',
      variables: { input: { queries } },
    }),
  });

const live = () => ground.service.get('/api/v1/health/live');
/** So many requests of each kind others send, one after another. */
const asked = 10;

test.each(attackNames)('eight requests of 50 names of 1,000 letters hold nobody up: %s', async (_kind, name) => {
  using queues = watchQueues();
  const [attacker, other] = [await ground.caller(1_000), await ground.caller(5_000)];
  const batches = Array.from({ length: 8 }, () => Array.from({ length: 50 }, () => ({ name: name() })));
  let isDone = false;
  const attack = Promise.all(
    batches.map((queries, place) => (place % 2 ? match(attacker.secret, queries) : overGraphql(attacker.session, queries))),
  ).finally(() => {
    isDone = true;
  });
  const headers = { 'x-api-key': other.secret };
  const kinds = [
    live,
    () => ground.service.get('/api/v1/countries', { headers }),
    () => match(other.secret, [{ name: 'Kriadeagralt Recruitmnt Ltd' }]),
  ];
  const others = await Promise.all(
    kinds.map(async (ask) => {
      const answers: { status: number; isBefore: boolean }[] = [];
      while (answers.length < asked) answers.push({ status: (await ask()).status, isBefore: !isDone });
      return answers;
    }),
  );
  const answered = (await attack).filter(({ status }) => status === 200).length;
  const { body } = await ground.service.graphql('{ usage { used } }', { headers: attacker.session });
  expect(body.data.usage.used - 99_000).toBeGreaterThanOrEqual(Math.max(1, 50 * answered));
  expect(others.flat().filter(({ status }) => status !== 200)).toEqual([]);
  for (const [first] of others) expect(first?.isBefore, 'nobody waits for the end of the attack').toBe(true);
  // Where names are compared, and where their words are looked up.
  expect(queues.queuesOf(other.accountId)).toBeGreaterThanOrEqual(2);
  expect(queues.mostPassed()).toBeLessThanOrEqual(1);
});
