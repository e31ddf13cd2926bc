import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { servedIdentifiers } from '../../identifiers/index.ts';
import { importLog } from '../../intake/index.ts';
import { registers } from '../countries/registers.ts';
import type { GleifRequest } from './gleif-request.ts';
import type { ImportRequest } from './request.ts';
import { samplesUrl } from './sample-source.ts';

const folderOf = (path: string) => fileURLToPath(new URL(`../${path}/sample`, import.meta.url));

/** The sample files of the registers; the image has none. */
export const samples: readonly ImportRequest[] = registers.flatMap((register) => {
  const folder = folderOf(`countries/${register.id}`);
  const [file] = existsSync(folder) ? readdirSync(folder) : [];
  return file ? [{ register, path: `${folder}/${file}`, sourceUrl: samplesUrl }] : [];
});

/** The sample identifiers, for companies of the samples. */
export const sampleIdentifiers: GleifRequest = {
  paths: ['lei2', 'rr', 'repex'].map((kind) => `${folderOf('gleif')}/${kind}.csv`),
  sourceUrl: samplesUrl,
};

/** Whether a database with nothing but samples lacks their identifiers. */
export async function lacksIdentifiers(client: pg.Client): Promise<boolean> {
  const imported = await importLog.sources(client);
  return imported.every(({ sourceUrl }) => sourceUrl === samplesUrl) && !(await servedIdentifiers(client));
}

/** The samples that a database lacks. None if real data was imported, because samples must not be mixed with real companies. */
export async function missingSamples(client: pg.Client): Promise<ImportRequest[]> {
  const imported = await importLog.sources(client);
  if (imported.some(({ sourceUrl }) => sourceUrl !== samplesUrl)) return [];
  return samples.filter(({ register }) => !imported.some(({ registerId }) => registerId === register.id));
}
