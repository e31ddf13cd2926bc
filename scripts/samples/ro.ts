/** Romania: firms, their states and activities, and the lists of both. No quoting, and people who trade among the firms. */
import { entries, hardCase, type RegisterOptions, shown } from './editions.ts';
import { zipText } from './files.ts';
import { Random, shuffled, weighted } from './random.ts';
import { capitalized, inventedDay, inventedWord, padded, romanian, slashedDay } from './words.ts';

export const firmHeader =
  'DENUMIRE^CUI^COD_INMATRICULARE^DATA_INMATRICULARE^EUID^FORMA_JURIDICA^ADR_TARA^ADR_JUDET^ADR_LOCALITATE^ADR_DEN_STRADA^' +
  'ADR_NR_STRADA^ADR_BLOC^ADR_SCARA^ADR_ETAJ^ADR_APARTAMENT^ADR_COD_POSTAL^ADR_SECTOR^ADR_COMPLETARE^WEB^TARA_FIRMA_MAMA';

const forms = ['SRL', 'SA', 'SNC', 'SCS', 'RA', 'OC1'] as const;
const commonForm = weighted<(typeof forms)[number]>(['SRL', 90], ['SA', 10]);
/** A firm has a set of states. */
const stateSets = [
  ['1048'],
  ['1048', '2069'],
  ['1049'],
  ['1052', '1048'],
  ['1070', '1048'],
  ['1084', '1048'],
  ['1074'],
  [],
] as const;
const commonStates = weighted<readonly string[]>([['1048'], 60], [['1048', '1084'], 35], [['1070'], 5]);
export const stateTexts: Record<string, string> = {
  '1048': 'funcţiune',
  '1049': 'dizolvare',
  '1052': 'lichidare',
  '1070': 'faliment',
  '1074': 'întrerupere temporară de activitate',
  '1084': 'radiată',
  '2069': 'sediu social expirat',
};
/** Of each edition of the classification: some classes, with a label that we wrote. */
const classes = ['0111', '1071', '2562', '4120', '4711', '4941', '5610', '6201', '6820', '7022', '8559', '9602'];
const editionNumbers = ['1', '2', '3'];

const oddNames = ['"*" SRL', '" * SRL', '* & * SRL', '100% * SRL', '*_* SRL', 'ŞŢÎĂ *', 'ȘȚ * S.R.L.', '1', ' * S.A.', "*'S"];
const word = (random: Random): string => inventedWord(random, romanian).toUpperCase();

/** Seven digits and a check digit. */
export function fiscalCode(index: number, seed: number): string {
  const stem = String(1_000_000 + shuffled(index, 8_999_993, seed));
  const sum = [3, 2, 1, 7, 5, 3, 2].reduce((total, weight, place) => total + weight * Number(stem[place]), 0);
  return `${stem}${((sum * 10) % 11) % 10}`;
}

export interface RomanianFirm {
  cells: string[];
  states: readonly string[];
  activities: readonly (readonly [code: string, version: string])[];
}

export function* romanianFirms(count: number, options: RegisterOptions = {}): Generator<RomanianFirm> {
  const { seed = 1 } = options;
  for (const { index, revision } of entries(count, options)) {
    const firm = romanianFirm(index, revision, seed);
    yield firm;
    // After every tenth firm comes a person who trades, whom no importer may keep.
    if (index % 10 === 0) yield { ...firm, cells: firm.cells.with(2, `F40/${index}/2019`).with(5, 'PFA') };
  }
}

function romanianFirm(index: number, revision: number, seed: number): RomanianFirm {
  const random = new Random(seed, index, 0x40);
  const form = shown(index, 2, forms) ?? commonForm(random);
  const states = shown(index, 1, stateSets) ?? commonStates(random);
  const registered = inventedDay(random, 1991, 2025);
  const later = revision === 0 ? random : new Random(seed, index, revision);
  const name = hardCase(index, 3, seed, oddNames)?.replaceAll('*', () => word(random)) ?? `${word(later)} ${form}`;
  const county = random.between(1, 40);
  const number =
    index % 2 === 0
      ? `J${padded(county)}/${index + 1}/${registered[0]}`
      : `J${registered[0]}${padded(index, 6)}${padded(county)}0`;
  const place = capitalized(word(random).toLowerCase());
  const cells = [
    name,
    index % 17 === 16 ? '0' : fiscalCode(index, seed),
    number,
    random.chance(0.05) ? '' : slashedDay(registered) + (random.chance(0.1) ? ' 09:00:20' : ''),
    `ROONRC.${number}`,
    form,
    'România',
    place,
    place,
    `STR. ${word(random)}`,
    String(later.between(1, 200)),
    '',
    random.chance(0.3) ? 'A' : '',
    random.chance(0.3) ? '2' : '',
    random.chance(0.3) ? '14' : '',
    random.pick([' 061071', '30152', '400001', '']),
    '',
    '',
    random.chance(0.1) ? 'www.example.com' : '',
    '',
  ];
  const activities = Array.from(
    { length: random.between(0, 4) },
    () => [random.pick(classes), random.pick(editionNumbers)] as const,
  );
  return { cells, states, activities };
}

const line = (cells: readonly string[]): string => `${cells.join('^')}\r\n`;

/** All files in one archive, each with its byte order mark. */
export async function writeRomanianFiles(path: string, count: number, options: RegisterOptions = {}): Promise<void> {
  function* lines(header: string, rowsOf: (firm: RomanianFirm) => Iterable<readonly string[]>): Generator<string> {
    yield `\uFEFF${header}\r\n`;
    for (const firm of romanianFirms(count, options)) for (const row of rowsOf(firm)) yield line(row);
  }
  function* list(header: string, rows: Iterable<readonly string[]>): Generator<string> {
    yield `\uFEFF${header}\r\n`;
    for (const row of rows) yield line(row);
  }
  const numberOf = ({ cells }: RomanianFirm) => cells[2] as string;
  await zipText(path, {
    'OD_FIRME.CSV': () => lines(firmHeader, ({ cells }) => [cells]),
    'OD_STARE_FIRMA.CSV': () => lines('COD_INMATRICULARE^COD', (firm) => firm.states.map((code) => [numberOf(firm), code])),
    'OD_CAEN_AUTORIZAT.CSV': () =>
      lines('COD_INMATRICULARE^COD_CAEN_AUTORIZAT^VER_CAEN_AUTORIZAT', (firm) =>
        firm.activities.map((activity) => [numberOf(firm), ...activity]),
      ),
    'N_STARE_FIRMA.CSV': () => list('COD^DENUMIRE', Object.entries(stateTexts)),
    'N_CAEN.CSV': () =>
      list(
        'SECTIUNEA^SUBSECTIUNEA^DIVIZIUNEA^GRUPA^CLASA^DENUMIRE^VERSIUNE_CAEN',
        editionNumbers.flatMap((edition) =>
          classes.map((code) => [
            '',
            '',
            code.slice(0, 2),
            code.slice(0, 3),
            code,
            `Activitate ${code}, ediţia ${edition}`,
            edition,
          ]),
        ),
      ),
  });
}
