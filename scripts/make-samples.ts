/** Writes the committed samples of the registers that have a generator. */
import { fileURLToPath } from 'node:url';
import { writeAustralianFile } from './samples/au.ts';
import { writeBelgianFiles } from './samples/be.ts';
import { writeCypriotFiles } from './samples/cy.ts';
import { writeCzechFile } from './samples/cz.ts';
import { writeEstonianFile } from './samples/ee.ts';
import { writeFinnishFile } from './samples/fi.ts';
import { writeFrenchFile } from './samples/fr.ts';
import { writeBritishFile } from './samples/gb.ts';
import { writeGoldenCopy } from './samples/gleif/sample.ts';
import { writeIrishFile } from './samples/ie.ts';
import { writeJapaneseFile } from './samples/jp.ts';
import { writeLithuanianFiles } from './samples/lt.ts';
import { writeLatvianFile } from './samples/lv.ts';
import { writeMoldovanWorkbook } from './samples/md.ts';
import { writeNorwegianFile } from './samples/no.ts';
import { writeRomanianFiles } from './samples/ro.ts';
import { writeSwedishFile } from './samples/se.ts';
import { writeSlovakFile } from './samples/sk.ts';

export interface Sample {
  /** The id of the register, and the name of the file. */
  path: `${string}/${string}`;
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
  { path: 'fi/all_companies.zip', companies: 150, write: writeFinnishFile },
  { path: 'au/company_202611.csv', companies: 150, write: writeAustralianFile },
  { path: 'jp/00_zenkoku_all_20261030.zip', companies: 150, write: writeJapaneseFile },
  { path: 'ie/companies.csv.zip', companies: 150, write: writeIrishFile },
  { path: 'fr/StockUniteLegale_utf8.zip', companies: 150, write: writeFrenchFile },
  { path: 'sk/init_2026-11-07_001.json.gz', companies: 150, write: writeSlovakFile },
  { path: 'se/bolagsverket_bulkfil.zip', companies: 150, write: writeSwedishFile },
  { path: 'cz/res_data.csv', companies: 150, write: writeCzechFile },
];

const registers = fileURLToPath(new URL('../src/registers', import.meta.url));

/** Where the sample of a register is committed. */
export const committed = (path: string): string => `${registers}/countries/${path.replace('/', '/sample/')}`;

if (import.meta.main) {
  for (const { path, companies, write } of samples) await write(committed(path), companies);
  await writeGoldenCopy(`${registers}/gleif/sample`);
}
