/** Latvia: the Register of Enterprises. */
import { entries, hardCase, type RegisterOptions, shown, withFaults } from './editions.ts';
import { semicolonLine, writeText } from './files.ts';
import { Random, shuffled, weighted } from './random.ts';
import { capitalized, inventedDay, inventedWord, isoDay, latvian, padded } from './words.ts';

export const latvianHeader = [
  'regcode',
  'sepa',
  'name',
  'name_before_quotes',
  'name_in_quotes',
  'name_after_quotes',
  'without_quotes',
  'regtype',
  'regtype_text',
  'type',
  'type_text',
  'registered',
  'terminated',
  'closed',
  'address',
  'index',
  'addressid',
  'region',
  'city',
  'atvk',
  'reregistration_term',
] as const;

type Form = readonly [register: string, registerText: string, code: string, text: string, before: string];

const forms: readonly Form[] = [
  ['K', 'Komercreģistrs', 'SIA', 'Sabiedrība ar ierobežotu atbildību', 'SIA'],
  ['K', 'Komercreģistrs', 'IK', 'Individuālais komersants', 'IK'],
  ['K', 'Komercreģistrs', 'AS', 'Akciju sabiedrība', 'AS'],
  ['K', 'Komercreģistrs', 'PS', 'Pilnsabiedrība', 'PS'],
  ['K', 'Komercreģistrs', 'KS', 'Komandītsabiedrība', 'KS'],
  ['K', 'Komercreģistrs', 'KB', 'Kooperatīvā sabiedrība', 'Kooperatīvā sabiedrība'],
  ['K', 'Komercreģistrs', 'FIL', 'Filiāle', 'Filiāle'],
  ['U', 'Uzņēmumu reģistra žurnāls', 'IND', 'Individuālais uzņēmums', 'Individuālais uzņēmums'],
  ['U', 'Uzņēmumu reģistra žurnāls', 'ZEM', 'Zemnieku saimniecība', 'Zemnieku saimniecība'],
  ['B', 'Biedrību un nodibinājumu reģistrs', 'BDR', 'Biedrība', 'Biedrība'],
  ['B', 'Biedrību un nodibinājumu reģistrs', 'NOD', 'Nodibinājums', 'Nodibinājums'],
  ['R', 'Reliģisko organizāciju reģistrs', 'DRZ', 'Draudze', 'Draudze'],
  ['A', 'Arodbiedrību reģistrs', 'ARO', 'Arodbiedrība', 'Arodbiedrība'],
];
const [limited] = forms as [Form];
const commonForm = weighted<Form | undefined>([limited, 70], [undefined, 30]);

/** Registered; liquidated; reorganised into another; and a date without a letter, which occurs too. */
const ends = ['', 'L', 'R', 'date alone'] as const;
const commonEnd = weighted<(typeof ends)[number]>(['', 55], ['L', 42], ['R', 3]);

/** Names in quotes that trip up careless software; each star is an invented word. */
const oddNames = [
  '*; Tava *',
  '* A I',
  '* "*" centrs',
  '100% *',
  '*_*',
  '*\\*',
  '* & Dēli',
  "*'s",
  ' *',
  '* ',
  'mazais *ītis',
  '1',
  ',',
  'Ā',
  'ĀČĒĢĪĶĻŅŠŪŽ *',
  'Ромашка *',
  '*, *',
  '* un * kopējā dzīvokļu īpašnieku, garāžu lietotāju un dārzkopju apvienība par sakoptu apkārtni, drošām ielām un tīru ūdeni',
  '@*',
  '*/*',
  '(*)',
];

const word = (random: Random): string => capitalized(inventedWord(random, latvian));

/** Eleven digits; the weighted sum must leave 3 modulo 11, and stems for which no digit does that are not used. */
export function latvianNumber(index: number, seed: number): string {
  const stem = 400_000_000 + shuffled(index, 9_999_991, seed);
  for (let last = 0; ; last++) {
    const body = `${stem}${last}`;
    const sum = [9, 1, 4, 8, 3, 10, 2, 5, 7, 6].reduce((total, weight, place) => total + weight * Number(body[place]), 0);
    const check = (14 - (sum % 11)) % 11;
    if (check < 10) return `${body}${check}`;
  }
}

/** The creditor identifier of a company: its two check digits make the whole, as a number, leave 1 modulo 97. */
function creditorNumber(regcode: string): string {
  const remainder = Number(BigInt(`${regcode}213100`) % 97n);
  return `LV${padded(98 - remainder)}ZZZ${regcode}`;
}

/** The five fields from name to without_quotes. Associations and congregations often have no quotes in the name. */
function nameFields(name: string, form: Form, quotes: boolean): string[] {
  if (!quotes) return [`${name} ${form[4].toLowerCase()}`, '', '', '', '1'];
  return [`${form[4]} "${name}"`, form[4], name, '', '0'];
}

function inventedAddress(random: Random): string[] {
  const farm = random.chance(0.3);
  const place = farm ? `${word(random)}s nov., ${word(random)}s pag., "${word(random)}i"` : word(random);
  const address = farm
    ? place
    : `${place}, ${word(random)}s iela ${random.between(1, 120)}${random.chance(0.5) ? ` - ${random.between(1, 90)}` : ''}`;
  const ids = [
    `${random.between(1000, 5999)}`,
    `${random.between(100_000_000, 109_999_999)}`,
    `${random.between(100_000_000, 109_999_999)}`,
  ];
  return [address, ...ids, farm ? '0' : `${random.between(100_000_000, 109_999_999)}`, padded(random.below(1_000_000), 7)];
}

function latvianCompany(index: number, revision: number, seed: number): string[] {
  const random = new Random(seed, index, 0x17);
  const number = latvianNumber(index, seed);
  const form = shown(index, 2, forms) ?? commonForm(random) ?? random.pick(forms);
  const quotes = form[0] === 'K' || form[0] === 'U' || random.chance(0.6);
  let name = hardCase(index, 3, seed, oddNames)?.replaceAll('*', () => word(random)) ?? inventedName(random);
  let address = inventedAddress(random);
  let end = shown(index, 1, ends) ?? commonEnd(random);
  const registered = inventedDay(random, 1991, 2023);
  const terminated = isoDay(inventedDay(random, registered[0] + 1, 2025));

  for (let change = 1; change <= revision; change++) {
    const later = new Random(seed, index, change, 0x17c);
    const kind = later.below(3);
    if (kind === 0) name = inventedName(later);
    else if (kind === 1) address = inventedAddress(later);
    else end = end === '' ? 'L' : '';
  }

  return [
    number,
    creditorNumber(number),
    ...nameFields(name, form, quotes),
    ...form.slice(0, 4),
    isoDay(registered),
    end === '' ? '' : terminated,
    end === 'date alone' ? '' : end,
    ...address,
    random.chance(0.01) ? '2004-12-31' : '',
  ];
}

const inventedName = (random: Random): string => (random.chance(0.5) ? `${word(random)} ${word(random)}` : word(random));

/** The rows of the register, 21 fields each. */
export function* latvianCompanies(count: number, options: RegisterOptions = {}): Generator<string[]> {
  const { seed = 1 } = options;
  yield* withFaults(rows(), options.faultEvery, { number: (row) => row.with(0, ''), name: (row) => row.with(2, '') });
  function* rows(): Generator<string[]> {
    for (const { index, revision } of entries(count, options)) yield latvianCompany(index, revision, seed);
  }
}

const afterQuotes = latvianHeader.indexOf('name_after_quotes');

/** The file as published: commas also call for quotes, and name_after_quotes is quoted even when it is empty. */
export async function writeLatvianFile(path: string, count: number, options: RegisterOptions = {}): Promise<void> {
  await writeText(path, lines());
  function* lines(): Generator<string> {
    yield semicolonLine(latvianHeader, /[",;\n]/);
    for (const row of latvianCompanies(count, options)) {
      const before = semicolonLine(row.slice(0, afterQuotes), /[",;\n]/).slice(0, -1);
      yield `${before};"${row[afterQuotes]?.replaceAll('"', '""')}";${semicolonLine(row.slice(afterQuotes + 1), /[",;\n]/)}`;
    }
  }
}
