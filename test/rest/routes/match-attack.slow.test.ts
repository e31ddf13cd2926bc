import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { samples } from '../../../src/registers/import/samples.ts';
import { type ChangesGround, changesGround } from '../../support/changes.ts';
import { longestStop } from '../../support/suite/longest-stop.ts';

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

let seed = 1;
const random = (below: number): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
  return seed % below;
};
const letters = (count: number, alphabet: string): string =>
  Array.from({ length: count }, () => [...alphabet][random([...alphabet].length)]).join('');
const latin = 'abcdefghijklmnopqrstuvwxyz';
const words = (count: number, length: number) => Array.from({ length: count }, () => letters(length, latin)).join(' ');

const shapes: [shape: string, name: () => string][] = [
  ['one word', () => letters(1_000, latin)],
  ['Cyrillic', () => letters(1_000, 'абвгдежзиклмнопрст')],
  ['digits behind letters', () => letters(500, latin) + letters(500, '0123456789')],
  ['one-letter words', () => words(500, 1).slice(0, 1_000)],
  ['words of seven letters', () => words(125, 7)],
  ['words of frequent letters', () => Array.from({ length: 24 }, () => `${'a'.repeat(38)}${letters(2, 'ab')}`).join(' ')],
  ['Chinese', () => letters(1_000, '中国建设银行股份有限公司电力科技发展贸易实业')],
  ['Korean', () => letters(1_000, '가나다라마바사아자차카타파하한국전력')],
  ['kana', () => letters(1_000, 'アイウエオカキクケコサシスセソー')],
  ['combining marks', () => `a${letters(999, '\u0301\u0323\u0316\u0308')}`],
  ['punctuation', () => letters(1_000, '.,-()/&+')],
  ['known words', () => 'recruitment holdings services limited formerly '.repeat(22).slice(0, 1_000)],
];

/** In milliseconds, how long something takes, again and again until it is enough; sorted. */
async function timesOf(ask: () => Promise<{ status: number }>, isEnough: (times: number[]) => boolean): Promise<number[]> {
  const times: number[] = [];
  while (!isEnough(times)) {
    const start = performance.now();
    expect((await ask()).status).toBe(200);
    times.push(performance.now() - start);
    // An account has so many requests a minute.
    await delay(20);
  }
  return times.sort((one, other) => one - other);
}
const most = (times: number[]): number => times.at(-1) ?? 0;
const usual = (times: number[]): number => times[Math.floor(0.9 * times.length)] ?? 0;

const live = () => ground.service.get('/api/v1/health/live');

test.each(shapes)('eight requests of 50 names of 1,000 letters hold nobody up: %s', async (_shape, name) => {
  const [attacker, other] = [await ground.caller(1_000), await ground.caller(5_000)];
  // How much longer everything takes on a machine that has other things to do.
  const slowness = Math.max(1, usual(await timesOf(live, ({ length }) => length === 50)) / 5);
  let isDone = false;
  const batches = Array.from({ length: 8 }, () => Array.from({ length: 50 }, () => ({ name: name() })));
  const stop = longestStop();
  const ask = (queries: { name: string }[], place: number) =>
    place % 2 ? match(attacker.secret, queries) : overGraphql(attacker.session, queries);
  const attack = Promise.all(batches.map(ask)).finally(() => {
    isDone = true;
  });
  const headers = { 'x-api-key': other.secret };
  const [lives, countries, matches] = await Promise.all([
    timesOf(live, () => isDone),
    timesOf(
      () => ground.service.get('/api/v1/countries', { headers }),
      () => isDone,
    ),
    timesOf(
      () => match(other.secret, [{ name: 'Kriadeagralt Recruitmnt Ltd' }]),
      () => isDone,
    ),
  ]);
  const answers = await attack;
  const answered = answers.filter(({ status }) => status === 200).length;
  const { body } = await ground.service.graphql('{ usage { used } }', { headers: attacker.session });
  const paid = body.data.usage.used - 99_000;
  const times = [lives, countries, matches].map((all) => `${all.length}: ${Math.round(usual(all))}, ${Math.round(most(all))}`);
  const stopped = stop();
  const held = `held for ${Math.round(stopped)} ms; slowness ${slowness.toFixed(1)}`;
  const report = `${held}; ${answered} answered, ${paid} paid; ${times.join('; ')}`;
  expect(paid, report).toBeGreaterThanOrEqual(Math.max(1, 50 * answered));
  expect(stopped, report).toBeLessThan(250);
  expect(usual(countries), report).toBeLessThan(250 * slowness);
  expect(usual(matches), report).toBeLessThan(1_000 * slowness);
});
