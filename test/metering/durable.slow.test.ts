import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type MeteringGround, meteringGround, paths } from '../support/metering.ts';
import { ServiceProcess } from '../support/process.ts';
import { call } from '../support/service.ts';

let ground: MeteringGround;
beforeEach(async () => {
  ground = await meteringGround();
});
afterEach(() => ground.close());

const times = <Result>(count: number, work: () => Promise<Result>) => Promise.all(Array.from({ length: count }, work));

test('after kill -9 nothing is missing that was answered before the last write was begun', async () => {
  const account = await ground.account('business');
  const dataDir = await mkdtemp(join(tmpdir(), 'registry-killed-'));
  const killed = new ServiceProcess({ DATABASE_URL: ground.url, NODE_ENV: 'test', DATA_DIR: dataDir });
  const url = await killed.url();
  const send = () => call(url, paths[200], { headers: { 'x-api-key': account.keys[0] ?? '' } });
  const month = new Date(new Date().toISOString().slice(0, 7)).toISOString();
  await times(40, send);
  await vi.waitFor(async () => expect(await ground.used(account, month)).toBe(40), { timeout: 60_000, interval: 20 });
  let answered = 0;
  const load = times(3, async () => {
    for (;;) {
      if ((await send()).status !== 200) return;
      answered += 1;
    }
  }).catch(() => {});
  /** What had been answered before each look, and what was written by then. */
  const looks: { answered: number; used: number }[] = [];
  const firstWritten = () => looks.findIndex(({ used }) => used > 40);
  await vi.waitUntil(
    async () => {
      const before = answered;
      looks.push({ answered: before, used: await ground.used(account, month) });
      return answered > 30 && (looks.at(-1)?.used ?? 0) > (looks[firstWritten()]?.used ?? Number.POSITIVE_INFINITY);
    },
    { timeout: 60_000, interval: 20 },
  );
  await killed.end('SIGKILL');
  await load;
  await rm(dataDir, { recursive: true, force: true });
  const total = 40 + answered;
  const used = await ground.used(account, month);
  // A second write was seen. It was begun after the first one, which a look had not seen yet.
  expect(used).toBeGreaterThanOrEqual(40 + (looks[firstWritten() - 1]?.answered ?? 0));
  // An answer that was under way when it died may have been counted.
  expect(used).toBeLessThanOrEqual(total + 3);
});
