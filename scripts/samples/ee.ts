/** Estonia: the simple data of the e-Business Register. */
import { entries, hardCase, type RegisterOptions, shown, withFaults } from './editions.ts';
import { semicolonLine, writeText } from './files.ts';
import { Random, shuffled, weighted } from './random.ts';
import { capitalized, dottedDay, estonian, inventedDay, inventedWord, padded } from './words.ts';

export const estonianHeader = [
  'nimi',
  'ariregistri_kood',
  'ettevotja_oiguslik_vorm',
  'ettevotja_oigusliku_vormi_alaliik',
  'kmkr_nr',
  'ettevotja_staatus',
  'ettevotja_staatus_tekstina',
  'ettevotja_esmakande_kpv',
  'ettevotja_aadress',
  'asukoht_ettevotja_aadressis',
  'asukoha_ehak_kood',
  'asukoha_ehak_tekstina',
  'indeks_ettevotja_aadressis',
  'ads_adr_id',
  'ads_ads_oid',
  'ads_normaliseeritud_taisaadress',
  'teabesysteemi_link',
] as const;

type Form = readonly [text: string, name: (invented: string) => string];

const forms: readonly Form[] = [
  ['Osaühing', (name) => `${name} OÜ`],
  ['Füüsilisest isikust ettevõtja', (name) => `${name} FIE`],
  ['Aktsiaselts', (name) => `AS ${name}`],
  ['Mittetulundusühing', (name) => `MTÜ ${name}`],
  ['Sihtasutus', (name) => `${name} SA`],
  ['Tulundusühistu', (name) => `${name} TÜH`],
  ['Täisühing', (name) => `${name} TÜ`],
  ['Usaldusühing', (name) => `${name} UÜ`],
  ['Korteriühistu', (name) => `${name} tn ${name.length} korteriühistu`],
  ['Välismaa äriühingu filiaal', (name) => `${name} GmbH Eesti filiaal`],
  ['Euroopa äriühing (Societas Europaea)', (name) => `${name} SE`],
  ['Kohaliku omavalitsuse asutus', (name) => `${name} Vallavalitsus`],
];
const [limited, soleTrader] = forms as [Form, Form];
const commonForm = weighted<Form | undefined>([limited, 75], [soleTrader, 10], [undefined, 15]);

const statuses = [
  ['R', 'Registrisse kantud'],
  ['L', 'Likvideerimisel'],
  ['N', 'Pankrotis'],
  ['K', 'Kustutatud'],
] as const;
const commonStatus = weighted<(typeof statuses)[number]>([statuses[0], 93], [statuses[1], 4], [statuses[2], 1], [statuses[3], 2]);

/** Names that trip up careless software; each star is an invented word. */
const oddNames = [
  '"*" OÜ',
  '*; * OÜ',
  '* & Pojad OÜ',
  '100% * OÜ',
  '*_* OÜ',
  '*\\* OÜ',
  "* 'i talu FIE",
  'OÜ * (pankrotis)',
  ' * OÜ',
  '*  OÜ ',
  'väike * oü',
  '1',
  ',',
  'Õ',
  'ÕÄÖÜ * AS',
  'Šokolaad ja Žanr * OÜ',
  'Ромашка * OÜ',
  '007 * OÜ',
  '* "*" * OÜ',
  'Mittetulundusühing * küla, * küla ning nende lähiümbruse elanike, suvitajate ja sõprade ühendus kohaliku elu edendamiseks',
  '@* OÜ',
  '*/* OÜ',
];

const trades = [
  'Ehitus',
  'Kinnisvara',
  'Konsult',
  'Mets',
  'Mööbel',
  'Põllu',
  'Raamatupidamine',
  'Tarkvara',
  'Transport',
  'Õigusbüroo',
];

const word = (random: Random): string => capitalized(inventedWord(random, estonian));

/** Seven digits and one that checks them, by the rule of Estonian register codes. */
export function estonianNumber(index: number, seed: number): string {
  const body = `${1_000_000 + shuffled(index, 999_983, seed)}`;
  return `${body}${estonianCheckDigit(body)}`;
}

function estonianCheckDigit(body: string): number {
  const remainder = (weights: number[]) => weights.reduce((sum, weight, place) => sum + weight * Number(body[place]), 0) % 11;
  const first = remainder([1, 2, 3, 4, 5, 6, 7]);
  return first < 10 ? first : remainder([3, 4, 5, 6, 7, 8, 9]) % 10;
}

const inventedName = (random: Random, [, name]: Form): string =>
  name(random.chance(0.5) ? `${word(random)} ${random.pick(trades)}` : word(random));

/** The seven fields from asukoht_ettevotja_aadressis to ads_normaliseeritud_taisaadress. */
function inventedAddress(random: Random): string[] {
  const street = `${word(random)} ${random.pick(['tee', 'tn', 'pst', 'põik'])} ${random.between(1, 120)}${random.chance(0.4) ? `-${random.between(1, 90)}` : ''}`;
  const parish = `${word(random)} vald`;
  const county = `${word(random)} maakond`;
  const code = padded(random.between(1, 9999), 4);
  const index = `${random.between(10000, 99999)}`;
  return [
    street,
    code,
    `${parish}, ${county}`,
    index,
    `${random.between(1_000_000, 3_999_999)}`,
    '',
    `${county}, ${parish}, ${street}`,
  ];
}

function estonianCompany(index: number, revision: number, seed: number): string[] {
  const random = new Random(seed, index, 0xee);
  const number = estonianNumber(index, seed);
  const form = shown(index, 2, forms) ?? commonForm(random) ?? random.pick(forms);
  let name = hardCase(index, 3, seed, oddNames)?.replaceAll('*', () => word(random)) ?? inventedName(random, form);
  let status = shown(index, 1, statuses) ?? commonStatus(random);
  let address = random.chance(0.03) ? ['', '', '', '', '', '', ''] : inventedAddress(random);
  const vatNumber = random.chance(0.4) ? `EE1${padded(random.below(100_000_000), 8)}` : '';
  const registered = dottedDay(inventedDay(random, 1995, 2025));

  for (let change = 1; change <= revision; change++) {
    const later = new Random(seed, index, change, 0xeec);
    const kind = later.below(3);
    if (kind === 0) name = inventedName(later, form);
    else if (kind === 1) address = inventedAddress(later);
    else status = status[0] === 'R' ? statuses[1] : statuses[0];
  }

  const kind = form[0] === 'Mittetulundusühing' && random.chance(0.2) ? 'Usuline ühendus' : '';
  const link = `https://ariregister.rik.ee/est/company/${number}`;
  return [name, number, form[0], kind, vatNumber, ...status, registered, '', ...address, link];
}

/** The rows of the register, 17 fields each. */
export function* estonianCompanies(count: number, options: RegisterOptions = {}): Generator<string[]> {
  const { seed = 1 } = options;
  yield* withFaults(rows(), options.faultEvery, { number: (row) => row.with(1, ''), name: (row) => row.with(0, '') });
  function* rows(): Generator<string[]> {
    for (const { index, revision } of entries(count, options)) yield estonianCompany(index, revision, seed);
  }
}

/** The file as published, with the byte order mark; packed if the path ends in .zip. */
export async function writeEstonianFile(path: string, count: number, options: RegisterOptions = {}): Promise<void> {
  await writeText(path, lines());
  function* lines(): Generator<string> {
    yield `\uFEFF${semicolonLine(estonianHeader, /[";\n]/)}`;
    for (const row of estonianCompanies(count, options)) yield semicolonLine(row, /[";\n]/);
  }
}
