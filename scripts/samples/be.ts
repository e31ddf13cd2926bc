/** Belgium: the tables of the Crossroads Bank for Enterprises, whole or as the update from one edition to the next. */
import { entries, hardCase, type RegisterOptions, shown } from './editions.ts';
import { zipText } from './files.ts';
import { Random, shuffled, weighted } from './random.ts';
import { capitalized, type Day, dutch, french, inventedDay, inventedWord, padded } from './words.ts';

export const belgianHeaders = {
  enterprise: [
    'EnterpriseNumber',
    'Status',
    'JuridicalSituation',
    'TypeOfEnterprise',
    'JuridicalForm',
    'JuridicalFormCAC',
    'StartDate',
  ],
  denomination: ['EntityNumber', 'Language', 'TypeOfDenomination', 'Denomination'],
  address: [
    ...[
      'EntityNumber',
      'TypeOfAddress',
      'CountryNL',
      'CountryFR',
      'Zipcode',
      'MunicipalityNL',
      'MunicipalityFR',
      'StreetNL',
      'StreetFR',
    ],
    ...['HouseNumber', 'Box', 'ExtraAddressInfo', 'DateStrikingOff'],
  ],
  contact: ['EntityNumber', 'EntityContact', 'ContactType', 'Value'],
  activity: ['EntityNumber', 'ActivityGroup', 'NaceVersion', 'NaceCode', 'Classification'],
  establishment: ['EstablishmentNumber', 'StartDate', 'EnterpriseNumber'],
  branch: ['Id', 'StartDate', 'EnterpriseNumber'],
} as const;
export type Table = keyof typeof belgianHeaders;
export const tables = Object.keys(belgianHeaders) as Table[];

const forms = { '014': 'NV/SA', '015': 'BV/SRL', '017': 'VZW/ASBL', '416': 'Dienst/Service', '610': 'BVBA/SPRL', '706': 'CV/SC' };
const situations = {
  '000': 'Normaal/Normal',
  '012': 'Vereffening/Liquidation',
  '020': 'Fusie/Fusion',
  '050': 'Faillissement/Faillite',
};
const classes = ['01110', '36000', '41101', '47110', '56101', '62010', '68121', '70220', '84130', '93110'];
const versions = ['2003', '2008', '2025'];
const situation = weighted<string>(['000', 85], ['012', 12], ['020', 2], ['050', 1]);

const oddNames = ['* "*" NV', '*, * & Co', '100% *', '*_*', "L'*é d'*", 'ÉÈÇ *', '1', '* \\ *', ' *'];

export type BelgianRows = Record<Table, string[][]> & { number: string };

/** Dotted, the last two digits check the others. */
export function belgianNumber(index: number, seed: number): string {
  const stem = `0${4_000_000 + shuffled(index, 5_999_993, seed)}`;
  const number = stem + padded(97 - (Number(stem) % 97));
  return `${number.slice(0, 4)}.${number.slice(4, 7)}.${number.slice(7)}`;
}

const dashed = ([year, month, day]: Day): string => `${padded(day)}-${padded(month)}-${year}`;

/** The rows of each company in all tables. Every eighth is followed by a natural person, whom no importer may keep. */
export function* belgianCompanies(count: number, options: RegisterOptions = {}): Generator<BelgianRows> {
  const { seed = 1 } = options;
  for (const { index, revision } of entries(count, options)) {
    yield belgianRows(index, revision, seed, false);
    if (index % 8 === 0) yield belgianRows(5_000_000 - index, revision, seed, true);
  }
}

function belgianRows(index: number, revision: number, seed: number, isPerson: boolean): BelgianRows {
  const random = new Random(seed, index, 0xbe);
  const later = revision === 0 ? random : new Random(seed, index, revision);
  const isDutch = random.chance(0.6);
  const word = (by: Random) => capitalized(inventedWord(by, isDutch ? dutch : french));
  const number = belgianNumber(index, seed);
  const name = hardCase(index, 3, seed, oddNames)?.replaceAll('*', () => word(random)) ?? `${word(later)} ${word(later)}`;
  const language = isDutch ? '2' : '1';
  const form = isPerson ? '' : (shown(index, 2, Object.keys(forms)) ?? random.pick(['610', '015', '014', '017']));
  const started = dashed(inventedDay(random, 1950, 2024));
  const [street, city] = [word(random), word(random)];
  const unit = `2.${padded(Math.floor(index / 1e6), 3)}.${padded(Math.floor(index / 1000) % 1000, 3)}.${padded(index % 1000, 3)}`;
  const activities = Array.from({ length: random.between(0, 3) }, () => random.pick(classes));
  return {
    number,
    enterprise: [
      [number, 'AC', shown(index, 1, Object.keys(situations)) ?? situation(random), isPerson ? '1' : '2', form, '', started],
    ],
    denomination: [
      [number, language, '001', name],
      ...(random.chance(0.3) ? [[number, language, '002', name.slice(0, 3).toUpperCase()]] : []),
      ...(random.chance(0.1) ? [[unit, language, '003', word(random)]] : []),
    ],
    address: [
      ...(random.chance(0.95)
        ? [
            [
              number,
              'REGO',
              '',
              '',
              String(random.between(1000, 9999)),
              city,
              city,
              street,
              street,
              String(later.between(1, 99)),
              '',
              '',
              '',
            ],
          ]
        : [[number, 'REGO', 'Frankrijk', 'France', '62000', city, city, street, street, '2', 'A', '', '13-11-2023']]),
      [unit, 'BAET', '', '', '9000', city, city, street, street, '7', '', '', ''],
    ],
    contact: random.chance(0.2) ? [[number, 'ENT', 'WEB', 'www.example.com']] : [],
    activity: activities.flatMap((code, place) =>
      versions.map((version) => [number, '001', version, code, place === 0 ? 'MAIN' : 'SECO']),
    ),
    establishment: [[unit, started, number]],
    branch: unit.endsWith('0') ? [[`9${unit.slice(1)}`, started, number]] : [],
  };
}

/** Text is quoted; dates, and the columns that are mostly empty, are not. */
const unquoted = new Set(['JuridicalFormCAC', 'StartDate', 'CountryNL', 'CountryFR', 'DateStrikingOff']);
export function belgianLine(header: readonly string[], cells: readonly string[]): string {
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
  const fields = cells.map((cell, place) => {
    const bare = unquoted.has(header[place] ?? '') && (cell === '' || /^\d\d-\d\d-\d{4}$/.test(cell));
    return bare ? cell : quoted(cell);
  });
  return `${fields.join(',')}\n`;
}

function* lists(category: string, texts: Record<string, string>): Generator<string[]> {
  for (const [code, text] of Object.entries(texts)) {
    const [nl = '', fr = nl] = text.split('/');
    yield [category, code, 'NL', nl];
    yield [category, code, 'FR', fr];
  }
}

function meta(type: 'full' | 'update', edition: number): string[][] {
  return [
    ['SnapshotDate', `27-${padded(edition)}-2026`],
    ['ExtractTimestamp', `28-${padded(edition)}-2026 07:07:49`],
    ['ExtractType', type],
    ['ExtractNumber', String(284 + edition)],
    ['Version', '1.0.0'],
  ];
}

const file = (header: readonly string[], rows: () => Iterable<readonly string[]>) =>
  function* (): Generator<string> {
    yield belgianLine([], header);
    for (const row of rows()) yield belgianLine(header, row);
  };

const shared = (type: 'full' | 'update', edition: number) => ({
  'meta.csv': file(['Variable', 'Value'], () => meta(type, edition)),
  'code.csv': file(['Category', 'Code', 'Language', 'Description'], function* () {
    yield* lists('JuridicalForm', forms);
    yield* lists('JuridicalSituation', situations);
    for (const version of versions)
      yield* lists(`Nace${version}`, Object.fromEntries(classes.map((code) => [code, `Activiteit ${code}/Activité ${code}`])));
  }),
});

/** A full edition. */
export async function writeBelgianFiles(path: string, count: number, options: RegisterOptions = {}): Promise<void> {
  await zipText(path, {
    ...shared('full', options.edition ?? 1),
    ...Object.fromEntries(
      tables.map((table) => [
        `${table}.csv`,
        file(belgianHeaders[table], function* () {
          for (const company of belgianCompanies(count, options)) yield* company[table];
        }),
      ]),
    ),
  });
}

/** The update that leads to an edition from the one before it. */
export async function writeBelgianUpdate(
  path: string,
  count: number,
  options: RegisterOptions & { edition: number },
): Promise<void> {
  const before = new Map(
    [...belgianCompanies(count, { ...options, edition: options.edition - 1 })].map((one) => [one.number, one]),
  );
  const after = new Map([...belgianCompanies(count, options)].map((one) => [one.number, one]));
  const differing = (table: Table) =>
    [...new Set([...before.keys(), ...after.keys()])].filter(
      (number) => JSON.stringify(before.get(number)?.[table] ?? []) !== JSON.stringify(after.get(number)?.[table] ?? []),
    );
  await zipText(path, {
    ...shared('update', options.edition),
    ...Object.fromEntries(
      tables.flatMap((table) => [
        [
          `${table}_delete.csv`,
          // Rows are deleted by the first column: the number of the entity, or that of the establishment or branch itself.
          file(belgianHeaders[table].slice(0, 1), () => {
            const gone = differing(table).flatMap((number) => (before.get(number)?.[table] ?? []).map(([first = '']) => first));
            return [...new Set(gone)].map((first) => [first]);
          }),
        ],
        [
          `${table}_insert.csv`,
          file(belgianHeaders[table], () => differing(table).flatMap((number) => after.get(number)?.[table] ?? [])),
        ],
      ]),
    ),
  });
}
