import { EventEmitter } from 'node:events';
import type pg from 'pg';
import { posting } from '../background/outbox.ts';
import { repeat } from '../background/repeat.ts';
import { cursorOf } from '../changes/index.ts';
import type { Companies } from '../companies/index.ts';
import type { WatchList } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import { inTransaction } from '../database/transaction.ts';
import type { Logger } from '../kernel/logging.ts';
import type { Teardown } from '../kernel/teardown.ts';
import { blocksOf, type HitBlock } from './hit-blocks.ts';
import { isInLane, type Lane, saveLane, takeLane, wholeProgress } from './lanes.ts';
import { hitLimits } from './limits.ts';
import type { WatchedFilter } from './watch-lists.ts';

/** After this it tries again, if another instance is at work or the database is away. */
const retryMs = 500;

/** The time depends on the number of changes: each one looks up the lists that have its company. */
const insertHits = sql`INSERT INTO watch_hit (list_id, version, position, at, earlier)
  SELECT list_id, version, position, at, NULL FROM change JOIN watched_company USING (entity_id)
    JOIN watch_list ON watch_list.id = list_id
  WHERE version = $1 AND position > $2 AND position <= $3 FOR KEY SHARE OF watch_list ON CONFLICT DO NOTHING`;

/** The lists are locked, so that none is deleted before the event about it is posted. */
const postHits = posting({
  topic: 'watch_list.changed',
  subject: 'id',
  data: `jsonb_build_object('listId', id, 'since', $3::text, 'cursor', $4::text, 'count', hits)`,
  from: `watch_list CROSS JOIN LATERAL (
      SELECT sum(1 + coalesce(bit_count(earlier), 0))::int AS hits FROM watch_hit WHERE list_id = watch_list.id AND version = $2
    ) AS counted
    WHERE hits > 0 AND ${isInLane} FOR KEY SHARE OF watch_list`,
});

interface HitsOptions {
  pool: pg.Pool;
  dataVersion: Companies['services']['dataVersion'];
  changedMatches: Parameters<typeof filterHits>[0];
  logger: Logger;
  teardown: Teardown;
}

/**
 * Finds what imports changed of watched companies and of what fits watched filters, and posts an event about each list with hits.
 * Of each lane one instance at a time does it, import by import, some thousand changes in one transaction. If it is killed, any
 * instance goes on from there. The returned emitter emits `moved` when this instance can read the hits of an import.
 */
export function findHits({ pool, dataVersion, changedMatches, logger, teardown }: HitsOptions) {
  const found = new EventEmitter<{ moved: [progress: string] }>();
  const byFilter = filterHits(changedMatches);
  let emitted = '';

  /** Emits if any instance has found more. Returns whether the hits of every import are found. */
  async function emitProgress(): Promise<boolean> {
    const { isDone, mark } = await wholeProgress(pool);
    if (mark !== emitted) found.emit('moved', mark);
    emitted = mark;
    return isDone;
  }

  /** Finds the hits among the next changes. Returns whether there were any that no other instance looks at. */
  async function next(): Promise<boolean> {
    const taken = await inTransaction(pool, async (client) => {
      const lane = await takeLane(client);
      if (!lane) return undefined;
      const { accountId, version, position, size, epoch } = lane;
      const upTo = Math.min(position + hitLimits.changes, size);
      if (!accountId) await client.query(insertHits, [version, position, upTo]);
      await byFilter.insert(client, lane, upTo);
      const [since, cursor] = [cursorOf({ version, position: 0, epoch }), cursorOf({ version, position: size, epoch })];
      if (upTo === size) await client.query(postHits, [accountId, version, since, cursor]);
      await saveLane(client, lane, upTo);
      return { isWhole: upTo === size };
    });
    if (taken?.isWhole) await emitProgress();
    return taken !== undefined;
  }

  const run = async (signal: AbortSignal) => {
    while (!signal.aborted && (await next())) {}
    byFilter.forget();
    return emitProgress();
  };
  const finding = repeat({ name: 'hits of watch lists', firstMs: 0, retryMs, run, logger, teardown });
  dataVersion.on('moved', () => finding.wake());
  return found;
}

const listFilters = sql<Pick<WatchList, 'id'> & { filter: WatchedFilter }>`
  SELECT id, filter FROM watch_list WHERE filter IS NOT NULL AND ${isInLane}`;
/** Lists and blocks of hits are joined by the number of the match. The lists are locked, so that none is deleted meanwhile. */
const insertMatches = sql`INSERT INTO watch_hit (list_id, version, position, at, earlier)
  SELECT id, $1, position, $2, earlier FROM unnest($3::uuid[], $4::int[]) AS list (id, number) JOIN watch_list USING (id)
    JOIN unnest($5::int[], $6::int[], $7::bytea[]) AS matched (number, position, earlier) USING (number)
  FOR KEY SHARE OF watch_list ON CONFLICT DO NOTHING`;

/** Lists whose filters mean the same, and their hits. */
interface Match {
  listIds: string[];
  blocks: HitBlock[];
  at: Date;
}

/** Finds the changes whose records fit the filter of a list, before or after. */
function filterHits(changedMatches: Pick<Companies['changedMatches'], 'ask' | 'of' | 'forget'>) {
  /** The lists of a lane, and their filters as they were when its import was begun: filters are read once for an import. */
  const laneFilters = new Map<Lane['accountId'], Awaited<ReturnType<typeof readFilters>>>();

  async function readFilters(client: pg.ClientBase, { accountId, version }: Lane) {
    const { rows } = await client.query(listFilters, [accountId]);
    const filters = rows.map(({ filter }) => filter);
    return { version, listIds: rows.map(({ id }) => id), queries: await changedMatches.ask(client, filters) };
  }

  return {
    /** Inserts the hits among the changes of a lane up to a position. All are found first, so that lists are locked shortly. */
    insert: async (client: pg.ClientBase, lane: Lane, upTo: number): Promise<void> => {
      const { accountId, version, position: after } = lane;
      const known = laneFilters.get(accountId);
      const { listIds, queries } = known?.version === version ? known : await readFilters(client, lane);
      laneFilters.set(accountId, { version, listIds, queries });
      if (listIds.length === 0) return;
      const found: Match[] = [];
      for await (const { filters, positions, at } of changedMatches.of(client, queries, { version, after, upTo })) {
        const blocks = blocksOf(positions);
        for (let from = 0; from < filters.length; from += hitLimits.portion)
          found.push({ listIds: filters.slice(from, from + hitLimits.portion).map((place) => listIds[place] ?? ''), blocks, at });
      }
      for (const matches of portionsOf(found)) await insertAll(client, version, matches);
    },

    /** Gives back all memory. */
    forget: (): void => {
      laneFilters.clear();
      changedMatches.forget();
    },
  };
}

/** Matches that make some rows together. */
function* portionsOf(matches: readonly Match[]): Generator<Match[]> {
  let [portion, rows]: [Match[], number] = [[], 0];
  for (const match of matches) {
    portion.push(match);
    rows += match.listIds.length * match.blocks.length;
    if (rows < hitLimits.portion) continue;
    yield portion;
    [portion, rows] = [[], 0];
  }
  if (portion.length > 0) yield portion;
}

async function insertAll(client: pg.ClientBase, version: number, matches: readonly Match[]): Promise<void> {
  const listed = matches.flatMap(({ listIds }, number) => listIds.map((id) => ({ number, id })));
  const matched = matches.flatMap(({ blocks }, number) => blocks.map((block) => ({ number, ...block })));
  await client.query(insertMatches, [
    version,
    matches[0]?.at,
    listed.map(({ id }) => id),
    listed.map(({ number }) => number),
    matched.map(({ number }) => number),
    matched.map(({ position }) => position),
    matched.map(({ earlier }) => earlier && Buffer.from(earlier)),
  ]);
}
