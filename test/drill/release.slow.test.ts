import { describe, expect, onTestFinished, test } from 'vitest';
import { roll } from '../../drill/rolling.ts';
import { Stage } from '../../drill/stage.ts';
import { buildOf, lastRelease } from '../support/builds.ts';
import { ServiceProcess } from '../support/process.ts';

// Another one by hand: RELEASED_BUILD=<commit> npx vitest run test/drill/release
const released = lastRelease();
const why = 'missing' in released ? ` (skipped: ${released.missing})` : '';

describe.skipIf('missing' in released)(`the last released build and this one${why}`, () => {
  test('an upgrade under load, instance by instance, and the way back: no request fails, and everyone stays ready', async () => {
    const stage = await Stage.set();
    onTestFinished(() => stage.clear());
    const Old = await buildOf('commit' in released ? released.commit : '', stage.folder);
    const { figures, isGood } = await roll(stage, { Old, New: ServiceProcess, instances: 2, aroundMs: 500, pauseMs: 100 });
    expect(figures).toMatchObject({ started: 6, failed: 0, unready: [], etagsWithTwoBodies: 0, units: { lost: 0, doubled: 0 } });
    expect(figures['answers']).toBeGreaterThan(200);
    expect(isGood).toBe(true);
  });
});
