import { setTimeout as delay } from 'node:timers/promises';
import { attackNames } from '../test/support/largest/attack-names.ts';
import { largestGround } from '../test/support/largest/ground.ts';
import { startProbe } from '../test/support/largest/probe.ts';
import { PrivatePostgres } from '../test/support/servers/postgres.ts';
import { say } from './database.ts';

const idleMs = 3_000;
const rounds = 3;

/**
 * How long others wait while one account asks for the most that is allowed: probes and matches of another account, beside an idle
 * instance. First the largest input of every operation at once, then many long names of each kind.
 */
export async function benchLargest(): Promise<void> {
  const server = await PrivatePostgres.start();
  const ground = await largestGround(server.url);
  const probe = startProbe(ground.url);
  const { secret: other } = await ground.account('other@example.com');
  const match = async (key: string, names: readonly string[]): Promise<void> => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const body = JSON.stringify({ queries: names.map((name) => ({ name })) });
    await (await fetch(`${ground.url}/api/v1/match`, { method: 'POST', headers, body })).text();
  };
  const measure = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    await probe.report();
    const before = ground.stops().length;
    let isDone = false;
    const done = work().finally(() => {
      isDone = true;
    });
    const matches: number[] = [];
    while (!isDone) {
      const start = performance.now();
      await match(other, ['Kriadeagralt Recruitmnt Ltd']);
      matches.push(performance.now() - start);
      await delay(20);
    }
    await done;
    const { longestMs, asked } = await probe.report();
    const [stop] = ground
      .stops()
      .slice(before)
      .sort((one, another) => another.cpuMs - one.cpuMs);
    const stopped = stop ? `the longest stop ${stop.ms} ms, ${stop.cpuMs} of the processor: ${Object.keys(stop.ran)}` : 'no stop';
    const waits = `a match at most ${Math.max(...matches).toFixed(0)} ms of ${matches.length}`;
    say(`${what}: a probe waits at most ${longestMs.toFixed(0)} ms of ${asked}, ${waits}; ${stopped}`);
  };
  try {
    await match(other, ['Recruitment Holdings']);
    await measure('idle', () => delay(idleMs));
    for (let round = 0; round < rounds; round += 1)
      await measure(`${ground.requests.length} largest requests`, () => Promise.all(ground.requests.map(ground.send)));
    for (const [kind, name] of attackNames) {
      const attack = () => match(ground.secret, Array.from({ length: 50 }, name));
      await measure(`8 matches of 50 names, ${kind}`, () => Promise.all(Array.from({ length: 8 }, attack)));
    }
    await measure('idle again', () => delay(idleMs));
  } finally {
    await probe.end();
    await ground.close();
    await server.stop();
  }
}
