import type pg from 'pg';
import type { Companies } from '../companies/index.ts';
import type { WatchList } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import { blocksOf, type HitBlock } from './hit-blocks.ts';
import { isInLane, type Lane } from './lanes.ts';
import { hitLimits } from './limits.ts';
import type { WatchedFilter } from './watch-lists.ts';

type ChangedMatches = Pick<Companies['changedMatches'], 'ask' | 'of' | 'forget'>;

const listFilters = sql<Pick<WatchList, 'id'> & { filter: WatchedFilter }>`
  SELECT id, filter FROM watch_list WHERE filter IS NOT NULL AND ${isInLane}`;
/** Lists and blocks of hits are joined by the number of the match. The lists are locked, so that none is deleted meanwhile. */
const insertMatches = sql`INSERT INTO watch_hit (list_id, version, position, at, earlier)
  SELECT id, $1, position, $2, earlier FROM unnest($3::uuid[], $4::int[]) AS list (id, number) JOIN watch_list USING (id)
    JOIN unnest($5::int[], $6::int[], $7::bytea[]) AS matched (number, position, earlier) USING (number)
  FOR KEY SHARE OF watch_list ON CONFLICT DO NOTHING`;

/** The lists of a lane, and their filters as they were when its import was begun. */
interface Held {
  version: number;
  listIds: string[];
  asked: Awaited<ReturnType<ChangedMatches['ask']>>;
}

/** Lists whose filters mean the same, and their hits. */
interface Match {
  listIds: string[];
  blocks: HitBlock[];
  at: Date;
}

/** Finds the changes whose records fit the filter of a list, before or after. */
export class FilterHits {
  readonly #changedMatches: ChangedMatches;
  /** By lane, so that filters are read once for an import. */
  readonly #held = new Map<Lane['accountId'], Held>();

  constructor(changedMatches: ChangedMatches) {
    this.#changedMatches = changedMatches;
  }

  /** Inserts the hits among the changes of a lane up to a position. All are found first, so that lists are locked shortly. */
  async insert(client: pg.ClientBase, lane: Lane, upTo: number): Promise<void> {
    const { version, position: after } = lane;
    const { listIds, asked } = await this.#holding(client, lane);
    if (listIds.length === 0) return;
    const found: Match[] = [];
    for await (const { filters, positions, at } of this.#changedMatches.of(client, asked, { version, after, upTo })) {
      const blocks = blocksOf(positions);
      for (let from = 0; from < filters.length; from += hitLimits.portion)
        found.push({ listIds: filters.slice(from, from + hitLimits.portion).map((place) => listIds[place] ?? ''), blocks, at });
    }
    for (const matches of portionsOf(found)) await insertAll(client, version, matches);
  }

  /** Gives back all memory. */
  forget(): void {
    this.#held.clear();
    this.#changedMatches.forget();
  }

  async #holding(client: pg.ClientBase, { accountId, version }: Lane): Promise<Held> {
    const known = this.#held.get(accountId);
    if (known?.version === version) return known;
    const { rows } = await client.query(listFilters, [accountId]);
    const filters = rows.map(({ filter }) => filter);
    const held = { version, listIds: rows.map(({ id }) => id), asked: await this.#changedMatches.ask(client, filters) };
    this.#held.set(accountId, held);
    return held;
  }
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
