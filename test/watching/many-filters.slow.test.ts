import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { FewDocuments } from '../../src/search/changed/few-documents.ts';
import { IndexedStates } from '../../src/search/changed/indexed-states.ts';
import { Steps } from '../../src/search/changed/steps.ts';
import { Matcher } from '../../src/search/engine/matcher.ts';
import { FilterQueries } from '../../src/search/filter.ts';
import { addKey, type ChangesGround, changesGround, smallRegister } from '../support/changes.ts';
import { connect } from '../support/imports.ts';
import { callsByTurn } from '../support/suite/turns.ts';

let ground: ChangesGround;
beforeAll(async () => {
  ground = await changesGround();
});
afterAll(() => ground.close());

/** More changes than one transaction looks at. */
const [changes, accounts, listsOfAccount] = [10_000, 10, 200];
const md = smallRegister('md');
const rows = (name: string) =>
  Array.from({ length: changes }, (_, place) => ({ number: String(place), name: `${name} ${place.toString(36)} Trading` }));
/** Of every kind that a search has, all different. */
const filterOf = (place: number) =>
  [
    { q: `alfa ${place.toString(36)}` },
    { q: `trading ${place.toString(36)}`, mode: 'words', names: 'all' },
    { q: `tradimg alfa ${place.toString(36)}`, mode: 'words', fuzzy: true },
    { status: 'active', registeredFrom: '2004-09-27', q: place.toString(36) },
    { country: 'RO', q: `alfa ${place.toString(36)}` },
  ][place % 5] ?? {};

async function watch(filters: readonly object[]): Promise<string> {
  const { accountId } = await addKey(ground.query as never);
  await ground.query(
    `INSERT INTO watch_list (account_id, name, filter) SELECT $1, 'list', filter::json FROM unnest($2::text[]) AS filter`,
    [accountId, filters.map((filter) => JSON.stringify(filter))],
  );
  return accountId;
}

/** Imports names. Nothing looks for hits before it is over and `begin` is called. */
async function importBefore(name: string): Promise<{ begin(): Promise<void> }> {
  const busy = await connect(ground.url);
  await busy.query('BEGIN; SELECT FROM watch_progress FOR UPDATE; LOCK watch_lane');
  await ground.importRows(md, rows(name), { allowChange: true });
  return { begin: () => busy.end() };
}

const progress = async () =>
  (await ground.query(
    `SELECT least(version, (SELECT min(version) FROM watch_lane)) = (SELECT max(version) FROM change_set) AS "isDone",
       (SELECT sum(position) FROM watch_lane)::int AS position FROM watch_progress`,
  )) as unknown as [{ isDone: boolean; position: number }];
const settled = () => vi.waitFor(async () => expect((await progress())[0].isDone).toBe(true), { timeout: 120_000, interval: 50 });
const hitsOf = async (accountId: string) =>
  (
    await ground.query(
      `SELECT sum(1 + coalesce(bit_count(earlier), 0))::int AS hits FROM watch_hit JOIN watch_list ON id = list_id
       WHERE account_id = $1 AND version = (SELECT max(version) FROM change_set) GROUP BY list_id ORDER BY hits`,
      [accountId],
    )
  ).map(({ hits }) => hits as unknown as number);

test('thousands of lists with filters leave the service its time while an import is looked at', async () => {
  await ground.importRows(md, rows('Alfa'));
  for (let account = 0; account < accounts; account++)
    await watch(Array.from({ length: listsOfAccount }, (_, place) => filterOf(account * listsOfAccount + place)));
  const { begin } = await importBefore('Beta');
  // Each piece of work ends its step, however many a fast machine has time for. So the pieces of a turn can be counted.
  vi.spyOn(Steps.prototype, 'isOver', 'get').mockReturnValue(true);
  using filters = callsByTurn(FilterQueries.prototype, 'of');
  using records = callsByTurn(IndexedStates.prototype, 'documents');
  using documents = callsByTurn(FewDocuments.prototype, 'add');
  using queries = callsByTurn(Matcher.prototype, 'documents');
  await begin();
  let answers = 0;
  while (!(await progress())[0].isDone) {
    expect((await ground.get('/health/live')).status).toBe(200);
    answers++;
  }
  vi.restoreAllMocks();
  expect(answers).toBeGreaterThan(10);
  expect(queries.calls().length).toBeGreaterThan(accounts * listsOfAccount);
  for (const pieces of [filters, records, documents, queries]) expect(pieces.most()).toBeLessThanOrEqual(2);
  expect(Math.max(...records.calls().map(([some]) => some.length))).toBeLessThanOrEqual(64);
  expect(Math.max(...documents.calls().map(([some]) => some.length))).toBeLessThanOrEqual(512);
});

test('an instance that stops in the middle of an import loses nothing, and another one goes on', async () => {
  const many = Array.from({ length: 30 }, (_, place) => ({ country: 'MD', q: 'trading'.slice(0, 1 + (place % 7)) }));
  const accountId = await watch([...many, { country: 'MD' }]);
  const { begin } = await importBefore('Gamma');
  const first = await ground.start();
  await begin();
  await vi.waitFor(async () => expect((await progress())[0].position).toBeGreaterThan(0), { timeout: 60_000, interval: 5 });
  await first.stop();
  await settled();
  expect(await hitsOf(accountId)).toEqual(Array(31).fill(changes));
});
