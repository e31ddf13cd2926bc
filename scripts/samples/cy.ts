/** Cyprus: organisations with a row for each name, and their registered offices. */
import { entries, hardCase, type RegisterOptions, shown } from './editions.ts';
import { quotedLine, zipText } from './files.ts';
import { Random, shuffled, weighted } from './random.ts';
import { english, inventedDay, inventedWord, slashedDay } from './words.ts';

export const organisationHeader = [
  ...['ORGANISATION_NAME', 'REGISTRATION_NO', 'ORGANISATION_TYPE_CODE', 'ORGANISATION_TYPE', 'ORGANISATION_SUB_TYPE'],
  ...[
    'NAME_STATUS_CODE',
    'NAME_STATUS',
    'REGISTRATION_DATE',
    'ORGANISATION_STATUS',
    'ORGANISATION_STATUS_DATE',
    'ADDRESS_SEQ_NO',
  ],
];
export const officeHeader = ['ADDRESS_SEQ_NO', 'STREET', 'BUILDING', 'TERRITORY'];

const types = [
  ['C', 'Εταιρεία', 'Ιδιωτική'],
  ['O', 'Αλλοδαπή Εταιρεία', ''],
  ['P', 'Συνεταιρισμός', 'Ομόρρυθμος'],
] as const;
const states = [
  'Εγγεγραμμένη',
  'Διαγραμμένη',
  'Εκούσια Εκκαθάριση από Μετόχους',
  'Εκούσια Εκκαθάριση από Πιστωτές',
  'Στάληκε επιστολή Υπενθύμισης',
  'Υπο Διαχείριση',
] as const;
const commonState = weighted<(typeof states)[number]>([states[0], 60], [states[1], 40]);
const oddNames = ['<<*>> LTD', '* & * LTD', '100% * LTD', '*_* LTD', 'ΑΒΓΔ * ΛΤΔ', '1', '*, * LTD', "*'S LTD"];
const word = (random: Random): string => inventedWord(random, english).toUpperCase();

export interface CypriotOrganisation {
  /** One for each name. */
  rows: string[][];
  office: string[];
}

export function* cypriotOrganisations(count: number, options: RegisterOptions = {}): Generator<CypriotOrganisation> {
  const { seed = 1 } = options;
  for (const { index, revision } of entries(count, options)) yield organisation(index, revision, seed);
}

function organisation(index: number, revision: number, seed: number): CypriotOrganisation {
  const random = new Random(seed, index, 0xc4);
  const later = revision === 0 ? random : new Random(seed, index, revision);
  const [code, type, subType] = shown(index, 2, types) ?? types[0];
  const number = String(10_000 + shuffled(index, 499_979, seed));
  const name = hardCase(index, 3, seed, oddNames)?.replaceAll('*', () => word(random)) ?? `${word(later)} ${word(later)} LTD`;
  const address = String(900_000 + index);
  const registered = inventedDay(random, 1970, 2024);
  const about = [
    slashedDay(registered),
    shown(index, 1, states) ?? commonState(random),
    slashedDay([registered[0] + 1, 5, 4]),
    address,
  ];
  const row = (text: string, status: string, label: string) => [text, number, code, type, subType, status, label, ...about];
  const former = random.chance(0.15) ? [row(`${word(random)} LTD`, 'OLD', 'Προηγούμενο Όνομα')] : [];
  // Every ninth is followed by a business name: the trade of a person, whom no importer may keep.
  const person = index % 9 === 0 ? [row(word(random), 'ACR', 'Τρέχον').with(2, 'B').with(3, 'Εμπορική Επωνυμία')] : [];
  return {
    rows: [...former, row(name, 'ACR', 'Τρέχον Όνομα'), ...person],
    office: [
      address,
      `${word(random)} ${later.between(1, 99)}`,
      random.chance(0.3) ? word(random) : '',
      `${random.between(1000, 8999)}, ΚΥΠΡΟΣ`,
    ],
  };
}

/** Both files in one archive. */
export async function writeCypriotFiles(path: string, count: number, options: RegisterOptions = {}): Promise<void> {
  function* lines(header: readonly string[], rowsOf: (one: CypriotOrganisation) => string[][]): Generator<string> {
    yield `\uFEFF${quotedLine(header, '\r\n')}`;
    for (const one of cypriotOrganisations(count, options)) for (const row of rowsOf(one)) yield quotedLine(row, '\r\n');
  }
  await zipText(path, {
    'organisations_94.csv': () => lines(organisationHeader, ({ rows }) => rows),
    'registered_office_96.csv': () => lines(officeHeader, ({ office }) => [office]),
  });
}
