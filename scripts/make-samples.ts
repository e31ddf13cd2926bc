/** Writes the committed sample registers; a folder may be named to have them elsewhere. */
import { fileURLToPath } from 'node:url';
import { writeBelgianFiles } from './samples/be.ts';
import { writeCypriotFiles } from './samples/cy.ts';
import { writeEstonianFile } from './samples/ee.ts';
import { writeBritishFile } from './samples/gb.ts';
import { writeLithuanianFiles } from './samples/lt.ts';
import { writeLatvianFile } from './samples/lv.ts';
import { writeMoldovanWorkbook } from './samples/md.ts';
import { writeNorwegianFile } from './samples/no.ts';
import { writeRomanianFiles } from './samples/ro.ts';

export interface Sample {
  path: string;
  companies: number;
  write: (path: string, count: number) => Promise<void>;
}

export const samples: readonly Sample[] = [
  { path: 'md/company_2026.09.14.xlsx', companies: 500, write: writeMoldovanWorkbook },
  { path: 'gb/BasicCompanyDataAsOneFile-2026-11-01.csv', companies: 500, write: writeBritishFile },
  { path: 'no/enheter.csv.gz', companies: 400, write: writeNorwegianFile },
  { path: 'ee/ettevotja_rekvisiidid__lihtandmed.csv.zip', companies: 300, write: writeEstonianFile },
  { path: 'lv/register.csv', companies: 300, write: writeLatvianFile },
  { path: 'be/KboOpenData_0285_2026_02_27_Full.zip', companies: 150, write: writeBelgianFiles },
  { path: 'cy/organisations.zip', companies: 120, write: writeCypriotFiles },
  { path: 'lt/jar.zip', companies: 150, write: writeLithuanianFiles },
  { path: 'ro/firme.zip', companies: 150, write: writeRomanianFiles },
];

export async function makeSamples(folder: string): Promise<void> {
  for (const { path, companies, write } of samples) await write(`${folder}/${path}`, companies);
}

if (import.meta.main) await makeSamples(process.argv[2] ?? fileURLToPath(new URL('../samples', import.meta.url)));
