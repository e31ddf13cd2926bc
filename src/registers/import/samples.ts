import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import type { ImportRun } from '../../database/client.ts';
import { sql } from '../../database/sql.ts';
import { registers } from '../countries/registers.ts';
import type { ImportRequest } from './request.ts';
import { samplesUrl } from './sample-source.ts';

const folder = fileURLToPath(new URL('../../../samples', import.meta.url));

/** The sample file of each register, where there is one. */
export const samples: readonly ImportRequest[] = registers.flatMap((register) => {
  const place = `${folder}/${register.id}`;
  const [file] = existsSync(place) ? readdirSync(place) : [];
  return file ? [{ register, path: `${place}/${file}`, sourceUrl: samplesUrl }] : [];
});

const listSources = sql<Pick<ImportRun, 'registerId' | 'sourceUrl'>>`
  SELECT register_id AS "registerId", source_url AS "sourceUrl" FROM import_run`;

/** The samples that a database lacks; none, where anything else was imported: invented companies don't go among real ones. */
export async function missingSamples(client: pg.Client): Promise<ImportRequest[]> {
  const { rows } = await client.query(listSources);
  if (rows.some((run) => !samples.some(({ sourceUrl }) => sourceUrl === run.sourceUrl))) return [];
  return samples.filter(({ register }) => !rows.some(({ registerId }) => registerId === register.id));
}
