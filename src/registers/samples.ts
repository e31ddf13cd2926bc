import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import type { ImportRequest } from './command.ts';
import { registers } from './registers.ts';

const folder = fileURLToPath(new URL('../../samples', import.meta.url));

/** The sample file of each register, where there is one. */
export const samples: readonly ImportRequest[] = registers.flatMap((register) => {
  const place = `${folder}/${register.id}`;
  const [file] = existsSync(place) ? readdirSync(place) : [];
  // Invented companies come from no register: their source is ourselves.
  return file ? [{ register, path: `${place}/${file}`, sourceUrl: 'urn:company-registry:samples', allowShrink: false }] : [];
});

/** The samples that a database lacks; none, where anything else was imported: invented companies don't go among real ones. */
export async function missingSamples(client: pg.Client): Promise<ImportRequest[]> {
  const { rows } = await client.query('SELECT register_id AS id, source_url AS url FROM import_run');
  if (rows.some(({ url }) => !samples.some(({ sourceUrl }) => sourceUrl === url))) return [];
  return samples.filter(({ register }) => !rows.some(({ id }) => id === register.id));
}
