import { expect, test } from 'vitest';
import { loopLimits } from '../../src/monitoring/loop-watch.ts';
import { addSomeone, someone, startTestService } from '../support/service.ts';

/** Holds the event loop, as code that takes too long does. */
function hold(milliseconds: number): void {
  for (const end = performance.now() + milliseconds; performance.now() < end; );
}

test('what holds the event loop is counted, and logged with what ran, without what was typed', async () => {
  let isHeld = false;
  const service = await startTestService({
    env: { METRICS_PORT: '0' },
    watchesLoop: true,
    authenticate: async () => someone,
    // The resolver of the time asks it.
    databaseDate: () => {
      if (isHeld) hold(loopLimits.loggedMs + 2 * loopLimits.lookMs);
      isHeld = false;
      return new Date();
    },
  });
  await addSomeone(service.databaseUrl);
  const stopsIn = (name: string) =>
    service.log.entries().filter(({ msg, ran }) => msg === 'the event loop stood still' && name in Object(ran));
  isHeld = true;
  await service.graphql('query TypedBySomebody { typed: health { time } plans { id } }');
  await expect.poll(() => stopsIn('POST /graphql (health, plans)')).not.toEqual([]);
  const [stop] = stopsIn('POST /graphql (health, plans)');
  expect(stop).toMatchObject({ level: 40, ms: expect.any(Number), cpuMs: expect.any(Number) });
  expect(Number(stop?.['ms'])).toBeGreaterThanOrEqual(loopLimits.loggedMs);
  expect(JSON.stringify(stop).toLowerCase()).not.toContain('typed');

  const page = await (await fetch(service.metricsUrl ?? '')).text();
  const [, longest = ''] = /^company_registry_event_loop_longest_stop_seconds (\S+)$/m.exec(page) ?? [];
  expect(Number(longest)).toBeGreaterThanOrEqual(loopLimits.loggedMs / 1000);
  expect(page).toMatch(/^company_registry_event_loop_stop_seconds_bucket\{le="10"\} [1-9]/m);
  await service.stop();
});
