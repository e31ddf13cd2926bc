import { hash } from 'node:crypto';
import type { Queries } from '../../database/pool.ts';
import { sql } from '../../database/sql.ts';
import { versionColumn } from '../../records/index.ts';
import { idSize } from '../segments/packed-documents.ts';

interface IndexStateRow {
  version: string;
  ids: Buffer | null;
  sizes: number[] | null;
  runs: number[] | null;
  times: Date[] | null;
}

const inOrder = 'ORDER BY first_name COLLATE "C", first_id';

/** One statement, so that all values are of one moment. */
const readState = sql<IndexStateRow>`SELECT ${versionColumn} AS version, ids, sizes, runs, times
  FROM (SELECT string_agg(uuid_send(id), ''::bytea ${inOrder}) AS ids, array_agg(size ${inOrder}) AS sizes
      FROM search_segment) AS segments,
    (SELECT array_agg(ordinal ORDER BY ordinal) AS runs, array_agg(imported_at ORDER BY ordinal) AS times
      FROM import_run) AS imports`;

export type IndexState = Awaited<ReturnType<typeof readIndexState>>;

/** The search index of PostgreSQL at one moment: the ids of its segments, without their documents. */
export async function readIndexState(database: Pick<Queries, 'query'>) {
  const { rows } = await database.query(readState);
  const { version = '', ids, sizes, runs, times } = rows[0] ?? {};
  const bytes = ids ?? Buffer.alloc(0);
  const all = bytes.toString('hex');
  const segments = Array.from({ length: bytes.length / idSize }, (_, place) =>
    all.slice(2 * idSize * place, 2 * idSize * (place + 1)),
  );
  return {
    version,
    /** Names this state of the index: the same in every database. */
    edition: hash('sha256', bytes, 'hex'),
    /** The ids of the segments in hexadecimal, in the order of the names, and how many documents each has. */
    segments,
    sizes: sizes ?? [],
    /** The ids as bytes, one after the other. */
    ids: bytes,
    /** The place of a segment in the order of the names, by its id. */
    places: new Map(segments.map((id, place) => [id, place])) as ReadonlyMap<string, number>,
    runTimes: (runs ?? []).map((run, index): [number: number, time: number] => [run, times?.[index]?.getTime() ?? 0]),
  };
}
