import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase } from '../../support/database.ts';
import { largestGround } from '../../support/largest/ground.ts';
import { startProbe } from '../../support/largest/probe.ts';
import { refusedAnyway } from '../../support/largest/requests.ts';

let database: Awaited<ReturnType<typeof createDatabase>>;
let ground: Awaited<ReturnType<typeof largestGround>>;
let probe: ReturnType<typeof startProbe>;
beforeAll(async () => {
  database = await createDatabase();
  ground = await largestGround(database.url);
  probe = startProbe(ground.url);
});
afterAll(async () => {
  await probe?.end();
  await ground?.close();
  await database.drop();
});

test('the largest input of every operation at once is no mistake, and probes are answered meanwhile', async () => {
  const { requests, send } = ground;
  await probe.report();
  const answers = await Promise.all(requests.map(async (request) => ({ ...request, ...(await send(request)) })));
  const { asked } = await probe.report();
  // A 503 is the deadline of its own request. A mistake of ours is 500, and what is refused as too large is not the largest.
  const mistakes = answers.filter(({ name, status }) => {
    const [operation = ''] = name.split(':');
    return status === 500 || status === 413 || (status === 400 && !(operation in refusedAnyway));
  });
  expect(mistakes.map(({ name, status, text }) => `${name} ${status} ${text}`)).toEqual([]);
  // How long they wait is measured by a benchmark: npm run bench -- largest.
  expect(asked).toBeGreaterThan(10);
});
