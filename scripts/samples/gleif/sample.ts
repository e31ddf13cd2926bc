/** Invented identifiers for sample companies, and a group of them over three countries. */
import { estonianCompanies } from '../ee.ts';
import { writeText } from '../files.ts';
import { britishCompanies } from '../gb.ts';
import { latvianCompanies } from '../lv.ts';
import {
  directly,
  exceptionCsv,
  type GoldenLei,
  type GoldenRelation,
  leiCsv,
  leiNumber,
  relationCsv,
  ultimately,
} from './golden-copy.ts';

/** How many companies of each register have an identifier. */
const identified = 15;

const authorities = { GB: 'RA000585', EE: 'RA000181', LV: 'RA000423' } as const;

/** The first companies of a sample register, as its generator writes them. */
function* companies(
  country: keyof typeof authorities,
  rows: Iterable<string[]>,
  name: number,
  number: number,
): Generator<GoldenLei> {
  let count = 0;
  for (const row of rows) {
    if (count++ === identified) return;
    yield { lei: '', name: row[name] ?? '', number: row[number] ?? '', authority: authorities[country], country };
  }
}

/** Every fifth has lapsed, some have a previous name, and one has a name that fits no other. */
function sampleLeis(): GoldenLei[] {
  const all = [
    ...companies('GB', britishCompanies(500), 0, 1),
    ...companies('EE', estonianCompanies(300), 0, 1),
    ...companies('LV', latvianCompanies(300), 2, 0),
  ];
  const ours = all.map((one, place): GoldenLei => {
    const others = place % 4 === 1 ? [{ name: `Formerly ${one.name}`, type: 'PREVIOUS_LEGAL_NAME', language: 'en' }] : [];
    const name = place === 14 ? 'Xylophone Quay' : one.name;
    return { ...one, name, lei: leiNumber(place + 1), status: place % 5 === 4 ? 'LAPSED' : 'ISSUED', others };
  });
  return [...ours, { lei: leiNumber(outsider), name: 'Aurora Invented Holding AG', country: 'CH' }];
}

/** The parent of all is in no register of ours. */
const outsider = 900;
/** By their places among the identified companies: a British one holds one of each country, and the Estonian one a Latvian. */
const holding = 1;
const [british, estonian, latvian, granddaughter] = [2, identified + 1, 2 * identified + 1, 2 * identified + 2];

function sampleRelations(): GoldenRelation[] {
  const [top, head] = [leiNumber(outsider), leiNumber(holding)];
  const daughters = [british, estonian, latvian].map(leiNumber);
  return [
    { child: head, parent: top, percentage: 100 },
    { child: head, parent: top, kind: ultimately },
    ...daughters.map((child, place) => ({ child, parent: head, kind: directly, ...(place === 0 && { percentage: 75 }) })),
    { child: leiNumber(granddaughter), parent: leiNumber(estonian), validation: 'ENTITY_SUPPLIED_ONLY' },
    ...[...daughters, leiNumber(granddaughter)].map((child) => ({ child, parent: top, kind: ultimately })),
  ];
}

/** Writes the three files into a folder. */
export async function writeGoldenCopy(folder: string): Promise<void> {
  const free = { lei: leiNumber(3), reason: 'NATURAL_PERSONS' };
  const exceptions = [
    { ...free, category: 'DIRECT' as const },
    { ...free, category: 'ULTIMATE' as const },
  ];
  await writeText(`${folder}/lei2.csv`, [leiCsv(sampleLeis())]);
  await writeText(`${folder}/rr.csv`, [relationCsv(sampleRelations())]);
  await writeText(`${folder}/repex.csv`, [exceptionCsv(exceptions)]);
}
