import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { hasRedis } from '../support/servers/redis.ts';
import { type Customer, customer, keyMaker, Notes, provider, reader } from './clients.ts';
import { trouble } from './faults.ts';
import { type DrillGround, drillGround, instanceCount } from './ground.ts';

/** Longer by hand: DRILL_SECONDS=300 DRILL_SEED=7 npx vitest run test/drill */
const seconds = Number(process.env['DRILL_SECONDS'] ?? 8);
const seed = Number(process.env['DRILL_SEED'] ?? 1);

/** What a fault may be felt for after it is over, in milliseconds. */
const aftermath = 10_000;

/**
 * How often the limit of a minute may be used up: once, or by each instance where Redis was away or lost its memory and they
 * went on from what they knew.
 */
function minutesAtMost(faults: { name: string; at: number }[], end: number): number {
  const start = end - 60_000 - aftermath;
  return faults.some(({ name, at }) => name.startsWith('Redis') && start <= at && at < end) ? instanceCount : 1;
}

describe.skipIf(!hasRedis)('three instances while PostgreSQL and Redis come and go', () => {
  let ground: DrillGround;
  beforeAll(async () => {
    ground = await drillGround();
  });
  afterAll(() => ground.close());

  test(
    'nothing answered is lost or counted twice, nobody gets more than was promised, and no instance ends',
    async () => {
      const notes = new Notes();
      const [first, second, small, payer] = (await Promise.all(
        ['business', 'business', 'free', 'free'].map((plan) => customer(ground, plan)),
      )) as [Customer, Customer, Customer, Customer];
      let over = false;
      const isOver = () => over;
      const readers = [first, first, second, small, small, small].map((one) => reader(ground, notes, one, isOver));
      const makers = [keyMaker(ground, notes, isOver), keyMaker(ground, notes, isOver)];
      const told = provider(ground, notes, payer, isOver);
      const faults = await trouble(ground, seconds * 1_000, seed);
      const isReady = async (url: string) => (await fetch(`${url}/api/v1/health/ready`)).status === 200;
      await vi.waitFor(async () => expect(await Promise.all(ground.urls.map(isReady))).toEqual([true, true, true]), {
        timeout: 60_000,
        interval: 50,
      });
      over = true;
      await Promise.all(readers);
      const keys = (await Promise.all(makers)).flat();
      const plan = await told;

      for (const secret of keys) {
        const answer = await fetch(`${ground.urls[0]}/api/v1/countries`, { headers: { 'x-api-key': secret } });
        expect(answer.status, 'a key that was promised').toBe(200);
      }
      expect(await ground.postgres.query('SELECT plan FROM account WHERE id = $1', [payer.id])).toEqual([{ plan }]);
      expect(await Promise.all(ground.instances.map((one) => one.end('SIGTERM')))).toEqual([0, 0, 0]);
      const rows = await ground.postgres.query('SELECT account_id, used FROM period_usage');
      const used = new Map(rows.map((row) => [row.account_id, Number(row.used)]));
      const books = [first, second, small].map(({ id }) => ({ answered: notes.units.get(id) ?? 0, charged: used.get(id) ?? 0 }));
      const minutes = [...(notes.minutes.get(small.id) ?? [])].map(([end, passed]) => ({
        passed,
        promised: 60 * minutesAtMost(faults, Number(end) * 1_000),
      }));
      if (process.env['DRILL_SECONDS'])
        process.stdout.write(`${inspect({ faults, ...notes, units: books, minutes, keys: keys.length }, { depth: 3 })}\n`);
      expect(notes.wrong).toEqual([]);
      for (const { answered, charged } of books) expect(charged).toBe(answered);
      for (const { passed, promised } of minutes) expect(passed).toBeLessThanOrEqual(promised);
    },
    seconds * 1_000 + 120_000,
  );
});
