import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { importLog } from '../../companies/index.ts';
import { registers } from '../countries/registers.ts';
import type { ImportRequest } from './request.ts';
import { samplesUrl } from './sample-source.ts';

const folder = fileURLToPath(new URL('../../../samples', import.meta.url));

/** The sample files of the registers that have one. */
export const samples: readonly ImportRequest[] = registers.flatMap((register) => {
  const place = `${folder}/${register.id}`;
  const [file] = existsSync(place) ? readdirSync(place) : [];
  return file ? [{ register, path: `${place}/${file}`, sourceUrl: samplesUrl }] : [];
});

/** The samples that a database lacks. None if real data was imported, because samples must not be mixed with real companies. */
export async function missingSamples(client: pg.Client): Promise<ImportRequest[]> {
  const imported = await importLog.sources(client);
  if (imported.some(({ sourceUrl }) => sourceUrl !== samplesUrl)) return [];
  return samples.filter(({ register }) => !imported.some(({ registerId }) => registerId === register.id));
}
