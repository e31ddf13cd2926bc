import type pg from 'pg';
import { readBinary } from '../../database/copy-out.ts';

/** The columns of a row of search_segment that have its documents, but for their ids. */
export const documentColumns = {
  texts: 'texts',
  facts: 'facts',
  activities: 'activities',
  otherNames: 'other_names',
  words: 'words',
  addresses: 'addresses',
};

/** Reads columns of some segments. COPY takes no parameters; the ids are UUIDs from the database. */
export async function readColumns<Name extends string>(
  client: pg.Client,
  ids: readonly string[],
  columns: Record<Name, string>,
  options?: Parameters<typeof readBinary>[2],
): Promise<Record<Name, Buffer>[]> {
  const names = Object.keys(columns);
  const copy = `COPY (SELECT ${Object.values(columns).join(', ')} FROM search_segment WHERE id IN ('${ids.join("', '")}')
    ) TO STDOUT (FORMAT binary)`;
  const rows = await readBinary(client, copy, options);
  return rows.map((row) => Object.fromEntries(row.map((value, place) => [names[place], value])) as Record<Name, Buffer>);
}
