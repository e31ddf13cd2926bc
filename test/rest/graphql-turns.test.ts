import { expect, test } from 'vitest';
import { SessionLimits } from '../../src/metering/session-limits.ts';
import { someone, startTestService } from '../support/service.ts';
import { callsByTurn } from '../support/suite/turns.ts';

const many = 30;
const [attacker, other] = ['7d9bd0d1-8d0a-4a0e-9a53-0f6a1f1f6a01', '7d9bd0d1-8d0a-4a0e-9a53-0f6a1f1f6a02'];

test('operations of GraphQL are checked one in a turn of the event loop, and accounts take turns', async () => {
  const [all, everybody] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let arrived = 0;
  const service = await startTestService({
    // All wait for the last one, so that the network orders nothing.
    authenticate: async (_credential, { headers }) => {
      arrived += 1;
      if (arrived === many) all.resolve();
      if (arrived > many) everybody.resolve();
      await everybody.promise;
      return { ...someone, accountId: String(headers.authorization).slice(7) };
    },
  });
  using counted = callsByTurn(SessionLimits.prototype, 'count');
  const ask = (account: string) =>
    service.graphql('{ plans { id } }', { headers: { authorization: `Bearer ${account}` } }).then(({ status }) => status);
  const attack = Array.from({ length: many }, () => ask(attacker));
  await all.promise;
  const answers = await Promise.all([...attack, ask(other)]);
  expect(new Set(answers)).toEqual(new Set([200]));
  // Each is counted twice: when it is admitted, and with its fields.
  expect(counted.most()).toBeLessThan(5);
  const admitted = counted.calls().filter(([, fields]) => fields.length === 0);
  expect(admitted.map(([principal]) => principal).findIndex((one) => 'accountId' in one && one.accountId === other)).toBeLessThan(
    5,
  );
  await service.stop();
});
