import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { edgeLimits } from '../../../rest/edge/edge-limits.ts';
import { matchRules } from '../../../src/matching/index.ts';
import { Candidates } from '../../../src/search/candidates.ts';
import type { Bodies } from '../../support/bodies.ts';
import { type ChangesGround, changesGround, smallRegister } from '../../support/changes.ts';
import { connect } from '../../support/imports.ts';
import { as, makeKey } from '../../support/people.ts';

/* Who pays for matches that nobody gets, at every door, and how many matches an account may have at a time. */

const limits = { ...edgeLimits };
let ground: ChangesGround;
beforeAll(async () => {
  ground = await changesGround({ limits });
  await ground.importRows(smallRegister('md'), [{ number: '1000000000001', name: 'BRIGHTWATER SRL', activity: '1' }]);
  await match(ground.secret, batch(1, 1));
});
afterAll(() => ground.close());

/** Names that are answered at once, because there is no record to read, and then names that have one. */
const batch = (unknown: number, known: number) => [
  ...Array.from({ length: unknown }, () => ({ name: 'Quexlonzavitch' })),
  ...Array.from({ length: known }, () => ({ name: 'Brightwater' })),
];
/** So many queries of a request are answered at the same time, see matches.ts. */
const lanes = 4;

const post = (path: string, headers: Record<string, string>, body: string | URLSearchParams, signal?: AbortSignal) =>
  fetch(ground.service.url + path, { method: 'POST', headers, body, ...(signal && { signal }) });
const json = { 'content-type': 'application/json' };
type Queries = ReturnType<typeof batch>;
const match = (secret: string, queries: Queries, signal?: AbortSignal) =>
  post('/api/v1/match', { ...json, 'x-api-key': secret }, JSON.stringify({ queries }), signal);

/** A new person's account, and how each door is asked by it. */
async function person(name: string) {
  const { id, secret } = await makeKey(ground.service, name);
  const path = `/api/v1/api-keys/${id}/reconcile-address`;
  const address = await ground.service.get<Bodies['createReconcileAddress']>(path, { method: 'POST', headers: as(name) });
  const reconcile = new URL(address.body.data.url).pathname;
  const graphql = 'query ($input: MatchInput!) { match(input: $input) { key } }';
  return {
    used: async () => (await ground.service.graphql('{ usage { used } }', { headers: as(name) })).body.data.usage.used as number,
    rest: (queries: Queries, signal?: AbortSignal) => match(secret, queries, signal),
    graphql: (queries: Queries, signal?: AbortSignal) =>
      post('/graphql', { ...json, ...as(name) }, JSON.stringify({ query: graphql, variables: { input: { queries } } }), signal),
    openRefine: (queries: Queries, signal?: AbortSignal) => {
      const sent = Object.fromEntries(queries.map(({ name: query }, place) => [`q${place}`, { query }]));
      return post(reconcile, {}, new URLSearchParams({ queries: JSON.stringify(sent) }), signal);
    },
    mcp: (queries: Queries, signal?: AbortSignal) => {
      const params = { name: 'match_company', arguments: queries[0] };
      const headers = { ...json, accept: 'application/json, text/event-stream', 'x-api-key': secret };
      return post('/mcp', headers, JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }), signal);
    },
  };
}

const waitingForLock = async () => {
  const waiting = `SELECT count(*)::int AS count FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
  return ((await ground.query(waiting)) as { count: number }[])[0]?.count;
};

/** Nobody can read a record meanwhile. Then all who wait go on, to their end. */
async function whileLocked<Result>(work: () => Promise<Result>): Promise<Result> {
  const lock = await connect(ground.url);
  await lock.query('BEGIN; LOCK TABLE entity IN ACCESS EXCLUSIVE MODE');
  try {
    return await work();
  } finally {
    await lock.query('COMMIT');
    await lock.end();
    await expect.poll(waitingForLock).toBe(0);
    await ground.service.get('/api/v1/health/ready');
  }
}

test.each([
  ['rest', batch(8, 12), 8 + lanes],
  ['graphql', batch(8, 12), 8 + lanes],
  ['openRefine', batch(8, 12), 8 + lanes],
  ['mcp', batch(0, 1), 1],
] as const)('who hangs up pays for the names that were worked on, and no more are: %s', async (door, queries, begun) => {
  const { used, ...doors } = await person(`leaves-${door}`);
  const searched = vi.spyOn(Candidates.prototype, 'find');
  const [before, leaving] = [await used(), new AbortController()];
  await whileLocked(async () => {
    const gone = doors[door]([...queries], leaving.signal).catch(() => 'gone');
    await expect.poll(waitingForLock).toBe(Math.min(lanes, queries.length));
    leaving.abort();
    expect(await gone).toBe('gone');
    await expect.poll(used).toBe(before + begun);
  });
  expect(await used(), 'what comes of it later changes nothing').toBe(before + begun);
  expect(searched).toHaveBeenCalledTimes(begun);
  searched.mockRestore();
});

test.each(['rest', 'graphql', 'openRefine'] as const)('a deadline leaves the names that were answered paid: %s', async (door) => {
  const { used, ...doors } = await person(`late-${door}`);
  const late = async (deadline: number): Promise<{ paid: number; answer: Response }> => {
    const before = await used();
    limits.answer = deadline;
    const answer = await whileLocked(() => doors[door](batch(8, 12)).finally(() => (limits.answer = edgeLimits.answer)));
    const paid = (await used()) - before;
    // A machine that has no time for eight names by then needs more.
    return paid < 8 && deadline < 4_000 ? late(3 * deadline) : { paid, answer };
  };
  const { paid, answer } = await late(500);
  const { error } = (await answer.json()) as { error: { code: string; message: string } };
  expect([answer.status, error.code, paid]).toEqual([503, 'service_unavailable', 8]);
  expect(error.message).toBe('The answer takes too long. 8 units were used for what was done: ask for less at a time.');
});

test('an account has a few matches under way, and some wait; others are refused, free of charge, and no other account is', async () => {
  const { secret, session } = await ground.caller(1_000);
  const used = async () => (await ground.service.graphql('{ usage { used } }', { headers: session })).body.data.usage.used;
  const most = matchRules.underWay + matchRules.waiting;
  const [before, leaving] = [await used(), new AbortController()];
  await whileLocked(async () => {
    const refused = Promise.withResolvers<Response>();
    const asked = Array.from({ length: most + 1 }, () =>
      match(secret, batch(0, 1), leaving.signal).then(refused.resolve, () => 'gone'),
    );
    const answer = await refused.promise;
    const { error } = (await answer.json()) as { error: { code: string; message: string } };
    expect([answer.status, answer.headers.get('retry-after'), error.code]).toEqual([429, '1', 'rate_limit_exceeded']);
    expect(error.message).toContain(`${most} matches at a time`);
    expect((await match((await ground.caller(10)).secret, batch(1, 0))).status).toBe(200);
    await expect.poll(waitingForLock).toBe(matchRules.underWay);
    leaving.abort();
    expect((await Promise.all(asked)).filter((one) => one === 'gone')).toHaveLength(most);
    await expect.poll(used).toBe(before + matchRules.underWay);
  });
  expect((await match(secret, batch(0, 1))).status, 'all places are free again').toBe(200);
  expect(await used()).toBe(before + matchRules.underWay + 1);
});
