/**
 * Sweden: the bulk files of the Companies Registration Office and of the statistical office. Every tenth row is an invented sole
 * trader, whom no import may keep.
 */
import type { Entry, RegisterOptions } from './editions.ts';
import { zipText } from './files.ts';
import { inventedCompany, stemOf, tableOf, withLuhn } from './invented.ts';
import { isoDay, swedish } from './words.ts';

export const swedishHeader = (
  'organisationsidentitet;namnskyddslopnummer;registreringsland;organisationsnamn;organisationsform;avregistreringsdatum;' +
  'avregistreringsorsak;pagandeAvvecklingsEllerOmstruktureringsforfarande;registreringsdatum;verksamhetsbeskrivning;postadress'
).split(';');

/** It ends with a tab. */
export const statisticsHeader = (
  'ForAndrTyp COAdress Foretagsnamn FtgStat Gatuadress JEStat JurForm Namn Ng1 Ng2 Ng3 Ng4 Ng5 PeOrgNr PostNr PostOrt RegDatKtid ' +
  'Reklamsparrtyp mCOAdress mForetagsnamn mFtgStat mGatuadress mJEStat mJurForm mNamn mNg1 mNg2 mNg3 mNg4 mNg5 mPostNr mPostOrt ' +
  'mRegDatKtid mReklamsparrtyp '
).split(' ');

const kinds = {
  salt: 0x5e,
  sound: swedish,
  forms: [
    ['AB', ' AB'],
    ['HB', ' HB'],
    ['KB', ' KB'],
    ['EK', ' ek. för.'],
    ['BRF', ''],
    ['I', ''],
  ] as const,
  states: ['', 'KKAV-AVORG', '|LI-AVOMFO$2025-04-01', '|KK-AVOMFO$2025-05-01', '|LIUHOR-AVSLAVOMFO$2019-01-01'] as const,
  oddNames: ['"*"', 'Föreningen "*" med *', '*; *', '100% *', '*_*', 'ÅÄÖ *', '1', '* & Söner', '$*'],
};

function swedishCompany(entry: Entry, seed: number): string[] {
  const { index, random, form, state, name, formerName, registered, ended, street, house, town } = inventedCompany(
    entry,
    seed,
    kinds,
  );
  const isOver = state.endsWith('-AVORG');
  const other = random.chance(0.1) ? `|${formerName}$SARS_FORNAMN-ORGNAM$${isoDay(ended)}` : '';
  const careOf = random.chance(0.1) ? 'c/o Vakant' : '';
  return [
    `${withLuhn(`55${stemOf(index, seed)}`)}$ORGNR-IDORG`,
    '1',
    'SE-LAND',
    `${name}${form[1]}$FORETAGSNAMN-ORGNAM$${isoDay(registered)}${other}`,
    `${form[0]}-ORGFO`,
    isOver ? isoDay(ended) : '',
    isOver ? state : '',
    isOver ? '' : state,
    isoDay(registered),
    `Föremålet är handel med "${formerName}" och därmed förenlig verksamhet.`,
    [`${street}gatan ${house}`, careOf, town.toUpperCase(), String(random.between(10_000, 98_999)), 'SE-LAND'].join('$'),
  ];
}

export const swedishCompanies = (count: number, options: RegisterOptions = {}): Generator<string[]> =>
  tableOf(count, options, swedishCompany, [0, 3]);

/** A person of the year 1800, who belongs to nobody. */
const soleTrader = (index: number): string[] => [
  `18000101${String(index).padStart(4, '0')}$PERSON-IDORG`,
  ...['1', 'SE-LAND', 'Påhittad Firma$NAMN-ORGNAM$2001-01-01', 'E-ORGFO', '', '', '', '2001-01-01', '', ''],
];

const line = (row: readonly string[]): string => `"${row.join('";"')}"\n`;

const activities = ['00000', '47110', '56110', '62100', '68200', '70200'];

/** A row of the statistics for a number of twelve digits: persons have one, too. */
const statisticsLine = (number: string, place: number): string => {
  const code = (turn: number) => activities[(place + turn) % activities.length] ?? '';
  const cells: Record<string, string> = {
    FtgStat: '1',
    JurForm: '49',
    Namn: 'PAHITTAD',
    Ng1: code(0),
    Ng2: code(2),
    PeOrgNr: number,
  };
  return `${statisticsHeader.map((column) => cells[column] ?? '').join('\t')}\n`;
};

/** Both files in one archive. */
export async function writeSwedishFile(path: string, count: number, options: RegisterOptions = {}): Promise<void> {
  await zipText(path, { 'bolagsverket_bulkfil.txt': lines, 'scb_bulkfil_JE_20261101T010000_01.txt': statistics });
  function* lines(): Generator<string> {
    yield `${swedishHeader.join(';')}\n`;
    let rows = 0;
    for (const row of swedishCompanies(count, options)) {
      yield line(row);
      if (++rows % 10 === 0) yield line(soleTrader(rows));
    }
  }
  function* statistics(): Generator<string> {
    yield `${statisticsHeader.join('\t')}\n`;
    let rows = 0;
    for (const [identity = ''] of swedishCompanies(count, options)) {
      rows += 1;
      const [number, place] = [identity.slice(0, 10), Number(identity.slice(2, 9))];
      // Not every company has activities.
      if (place % 3 > 0) yield statisticsLine(`16${number}`, place);
      if (rows % 10 === 0) yield statisticsLine(`18000101${String(rows).padStart(4, '0')}`, rows);
    }
  }
}
