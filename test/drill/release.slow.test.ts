import { expect, onTestFinished, test } from 'vitest';
import { roll } from '../../drill/rolling.ts';
import { Stage } from '../../drill/stage.ts';
import { buildOf, lastRelease, nextBuild } from '../support/builds.ts';
import { ServiceProcess } from '../support/process.ts';

// Another one by hand: RELEASED_BUILD=<commit> npx vitest run test/drill/release
const released = lastRelease();
// Without a released build an invented migration makes the next one.
const which =
  'missing' in released ? `this build and the next one (${released.missing})` : 'the last released build and this one';

test(`${which}: an upgrade under load, instance by instance, and the way back: no request fails, and everyone stays ready`, async () => {
  const stage = await Stage.set();
  onTestFinished(() => stage.clear());
  const builds =
    'missing' in released
      ? { Old: ServiceProcess, New: await nextBuild(stage.folder) }
      : { Old: await buildOf(released.commit, stage.folder), New: ServiceProcess };
  const { figures, isGood } = await roll(stage, { ...builds, instances: 2, aroundMs: 500, pauseMs: 100 });
  expect(figures).toMatchObject({ started: 6, failed: 0, unready: [], etagsWithTwoBodies: 0, units: { lost: 0, doubled: 0 } });
  expect(figures['answers']).toBeGreaterThan(200);
  expect(isGood).toBe(true);
});
