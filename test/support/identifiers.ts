import { importGleif } from '../../src/registers/gleif/import.ts';
import { samplesUrl } from '../../src/registers/import/sample-source.ts';
import type { ChangesGround } from './changes.ts';
import { connect, farAhead } from './imports.ts';
import { as } from './people.ts';

type Options = Partial<Parameters<typeof importGleif>[0]>;

/** Imports files of the golden copy, by their names, an hour after whatever was before. */
export async function importGolden(ground: ChangesGround, files: Record<string, string | Buffer>, options: Options = {}) {
  ground.now = new Date(ground.now.getTime() + 3_600_000);
  const paths = await Promise.all(Object.entries(files).map(([name, content]) => ground.file(name, content)));
  const imported = await importGleif({
    paths,
    samplesUrl,
    connect: () => connect(ground.url),
    now: () => ground.now,
    today: farAhead,
    progress: () => {},
    ...options,
  });
  await catchUp(ground);
  return imported;
}

/** Makes the service notice the last import at once: it compares the version of whatever record it reads. */
export async function catchUp({ service, accountId }: ChangesGround): Promise<void> {
  await service.graphql('{ entity(id: "00000000-0000-4000-8000-000000000000") { id } }', { headers: as(accountId) });
}

let editions = 0;
/** The name of the next whole edition, as GLEIF names them. */
export const nextEdition = (kind = 'lei2', form = 'csv'): string =>
  `202612${String(++editions).padStart(2, '0')}-0800-gleif-goldencopy-${kind}-golden-copy.${form}`;
