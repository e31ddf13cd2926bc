/** Moldova: the companies of the State Register of Legal Units, whatever the layout they are published in. */
import { entries, hardCase, type RegisterOptions, shown, withFaults } from './editions.ts';
import { licensedActivities, unlicensedActivities } from './md-activities.ts';
import { Random, shuffled, weighted } from './random.ts';
import { type Day, dottedDay, inventedDay, inventedWord, padded, romanian } from './words.ts';
import type { SheetCell } from './workbook.ts';

interface Director {
  name: string;
  role: string;
}

export interface MoldovanCompany {
  /** The fiscal code: 13 digits, or fewer for the oldest. */
  idno: string;
  /** A serial number, or a text; some make no sense. */
  registered: SheetCell;
  name: string;
  form: string;
  address: string;
  /** The code of the place in the national classification. */
  place: number;
  directors: readonly Director[];
  /** With the shares, in the notation of the register. */
  founders: string;
  beneficiaries: string;
  unlicensed: readonly number[];
  licensed: readonly number[];
  /** The day of the liquidation. */
  liquidated: SheetCell;
}

type Form = readonly [text: string, name: (invented: string) => string];

const forms: readonly Form[] = [
  ['Societate cu răspundere limitată', (name) => `Societatea cu Răspundere Limitată ${name}`],
  ['Întreprindere individuală', (name) => `Întreprinderea Individuală ${name}`],
  ['Gospodărie ţărănească (de fermier)', (name) => `Gospodăria Ţărănească ${name}`],
  ['Societate pe acţiuni', (name) => `Societatea pe Acţiuni "${name}"`],
  ['Societate pe acţiuni de tip deschis', (name) => `"${name}" S.A.`],
  ['Cooperativă de producţie (inclusiv agricole)', (name) => `COOPERATIVA DE PRODUCŢIE ${name}`],
  ['Cooperativă de întreprinzător', (name) => `COOPERATIVA DE ÎNTREPRINZĂTOR "${name}"`],
  ['Cooperativă de consum', (name) => `COOPERATIVA DE CONSUM ${name}`],
  ['Întreprindere municipală', (name) => `Întreprinderea Municipală ${name}`],
  ['Întreprindere de stat', (name) => `ÎNTREPRINDEREA DE STAT "${name}"`],
  ['Societate în nume colectiv', (name) => `SOCIETATEA ÎN NUME COLECTIV ${name}`],
  ['Societate în comandită', (name) => `SOCIETATEA ÎN COMANDITĂ ${name}`],
  ['Instituţie privată', (name) => `INSTITUŢIA PRIVATĂ "${name}"`],
  ['Filiala întreprinderii străine', (name) => `${name} - FILIALA CHIŞINĂU`],
  ['Reprezentanţă', (name) => `REPREZENTANŢA ${name}`],
];
const [limited, soleTrader, farm] = forms as [Form, Form, Form];
const commonForm = weighted<Form | undefined>([limited, 65], [soleTrader, 20], [farm, 8], [undefined, 7]);
const otherLimitedNames = [
  (name: string) => `S.R.L. "${name}"`,
  (name: string) => `"${name}" S.R.L.`,
  (name: string) => `FIRMA DE PRODUCŢIE ŞI COMERŢ ${name} S.R.L.`,
  (name: string) => `SOCIETATEA COMERCIALĂ "${name}" S.R.L.`,
];

/** Names that trip up careless software; each star is an invented word. Both kinds of ş and ţ occur, even in one name. */
const oddNames = [
  ',',
  '1',
  'S.R.L. "* & *"',
  'S.R.L. "100% *"',
  'S.R.L. "*_*"',
  'S.R.L. "*\\*"',
  "S.R.L. '*'",
  ' "*" S.R.L.',
  '"*" S.R.L. ',
  'societatea cu răspundere limitată *',
  'S.R.L. „*”',
  'S.R.L. «*»',
  'ÎNTREPRINDEREA ŞTIINŢIFICĂ ȘI TEHNICĂ DE PRODUCȚIE *',
  'Instituţia Ţărănească și Științifică Ş* Ț*',
  'ООО «ТОРГОВЫЙ ДОМ *»',
  'ФИРМА Щ* ЪЫЬ',
  'S.R.L. "*<*>"',
  '*; * S.R.L.',
  '* / * S.A.',
  'S.R.L. "*, *, *"',
  '-',
  '"',
  'COOPERATIVA DE PRESTARE A SERVICIILOR AGRICOLE, DE PRELUCRARE ŞI DE COMERCIALIZARE A PRODUCŢIEI AGRICOLE A MEMBRILOR EI DIN SATELE *, *, * ŞI * ŞI DIN COMUNELE ÎNVECINATE "*-*"',
  'FIRMA  *   CU  SPAŢII',
  'S.R.L. "*\n*"',
  'Î.I. *-*',
];

/** How a company stands, as the directors and the day of liquidation tell it. */
const conditions = [
  'active',
  'liquidated',
  'Lichidator',
  'Administrator insolvabil',
  'Administrator al insolvabilităţii',
  'Administrator provizoriu',
  'Lichidator al insolvabilităţii',
  'liquidated on a text day',
  'liquidator beside an administrator',
  'committee',
  'nobody',
] as const;
type Condition = (typeof conditions)[number];
const commonCondition = weighted<Condition>(
  ['active', 700],
  ['liquidated', 270],
  ['Lichidator', 15],
  ['Administrator insolvabil', 10],
  ['nobody', 60],
);

const foundersKinds = [
  'shares',
  'one',
  'without shares',
  'joint stake',
  'commas in one name',
  'placeholder',
  'company',
  'the state',
  'council',
  'uneven shares',
  'with its number and a line break',
  'none',
] as const;
type FoundersKind = (typeof foundersKinds)[number];
const commonFounders = weighted<FoundersKind>(
  ['one', 55],
  ['shares', 25],
  ['without shares', 12],
  ['company', 4],
  ['joint stake', 1],
  ['none', 15],
);

/** What else can be wrong or strange about the number and the days. */
const oddities = [
  'short code',
  'none',
  'wrong check digit',
  'day of the year 1111',
  'day zero',
  'day as text',
  'no day',
  'none',
] as const;

const unlicensedIds = unlicensedActivities.map(({ id }) => id);
const licensedIds = licensedActivities.map(([id]) => id);
/** IDs of the whole look-up that ours has not: they stay as they are. */
const unknownIds = [77777, 88880, 99990];
const activityKinds: readonly (readonly number[])[] = [
  [1110],
  [111],
  [1110, 111],
  [77777],
  [1110, 88880, 50200],
  [],
  [1110, 1130, 15410, 15810, 18220, 45210, 45330, 45450, 50100, 50200, 51470, 51900, 52110, 52620, 60240, 70200],
  [1],
];

// biome-ignore format: a list of words reads better in lines than in a column
const firstNames = [
  'ANA', 'ANDREI', 'AUREL', 'ÎNGER', 'CRISTINA', 'DUMITRU', 'ECATERINA', 'ELENA', 'FIODOR', 'GALINA', 'GHEORGHE', 'ION', 'IURIE',
  'LIUDMILA', 'MARIA', 'MIHAIL', 'NATALIA', 'NICOLAE', 'OLEG', 'OLGA', 'PETRU', 'RODICA', 'SERGIU', 'ŞTEFAN', 'TUDOR', 'ŢVETANA',
  'VALENTINA', 'VASILE', 'VERONICA', 'VICTOR', 'VLADIMIR', 'ZINAIDA',
];

const word = (random: Random): string => inventedWord(random, romanian).toUpperCase();
const person = (random: Random): string => `${word(random)} ${random.pick(firstNames)}`;

const checkWeights = [7, 3, 1];

export function idnoCheckDigit(firstTwelve: string): number {
  let sum = 0;
  for (let place = 0; place < 12; place++) sum += (checkWeights[place % 3] as number) * Number(firstTwelve[place]);
  return sum % 10;
}

const idnoOffices = 20;
const idnoSize = 47_999_969;

/** The first twelve digits: 1 for a legal unit, the year in three digits, the office and a running number. */
function idnoBody(index: number, seed: number): { body: string; year: number } {
  const number = shuffled(index, idnoSize, seed);
  const running = number % 100_000;
  const office = Math.floor(number / 100_000) % idnoOffices;
  const year = 3 + Math.floor(number / (100_000 * idnoOffices));
  return { body: `1${padded(year, 3)}${600 + office}${padded(running, 5)}`, year: 2000 + year };
}

/** As many short codes as there are; companies with a greater index have none. */
const shortCodes = 899_981;

/** A day as a spreadsheet counts it. */
export const serialOf = ([year, month, day]: Day): number => Date.UTC(year, month - 1, day) / 86_400_000 + 25_569;

const withCommaBelow = (text: string): string =>
  text.replaceAll('ş', 'ș').replaceAll('ţ', 'ț').replaceAll('Ş', 'Ș').replaceAll('Ţ', 'Ț');

/** A sole trader and a farm bear the name of their owner. */
function inventedName(random: Random, form: Form, owner: string): string {
  const invented =
    form === soleTrader || form === farm
      ? owner
      : `${word(random)}${random.chance(0.4) ? ` ${word(random)}` : random.chance(0.2) ? '-PRIM' : ''}`;
  const build = form === limited && random.chance(0.6) ? random.pick(otherLimitedNames) : form[1];
  const name = build(invented);
  return random.chance(0.25) ? withCommaBelow(name) : name;
}

function inventedAddress(random: Random): string {
  const street = `${random.pick(['str.', 'str.', 'bd.', 'şos.', 'str-la'])} ${titled(word(random))}, ${random.between(1, 150)}${random.chance(0.1) ? `/${random.between(1, 9)}` : ''}`;
  const door = random.chance(0.4) ? `, ap. ${random.between(1, 200)}` : random.chance(0.1) ? ', of. 3 "A"' : '';
  if (random.chance(0.4))
    return `MD-${random.between(2000, 2099)}, mun. Chişinău, sec. ${titled(word(random))}, ${street}${door}`;
  const village = random.chance(0.6) ? `, ${random.chance(0.5) ? 's.' : 'com.'} ${titled(word(random))}` : '';
  const address = `r-l ${titled(word(random))}${village}, ${random.chance(0.02) ? 'str. <, 11' : street}${door}`;
  return random.chance(0.25) ? withCommaBelow(address) : address;
}

const titled = (upper: string): string => upper.charAt(0) + upper.slice(1).toLowerCase();
const share = (hundredths: number): string => `(${Math.floor(hundredths / 100)},${padded(hundredths % 100)}%)`;

function inventedFounders(random: Random, kind: FoundersKind, owner: string): string {
  const others = Array.from({ length: random.between(1, 5) }, () => person(random));
  switch (kind) {
    case 'one':
      return `${owner} (100,00%)`;
    case 'shares': {
      const each = Math.floor(10_000 / (others.length + 1));
      return [`${owner} ${share(10_000 - each * others.length)}`, ...others.map((name) => `${name} ${share(each)}`)].join(', ');
    }
    case 'uneven shares':
      return `${owner} (40,00%), ${person(random)} (30,50%), ${person(random)} (29,5%), ${person(random)} (0,00%)`;
    case 'without shares':
      return [owner, ...others].join(', ');
    case 'joint stake':
      return `${owner}, ${person(random)} (25,00%), ${person(random)} (75,00%)`;
    case 'commas in one name':
      return `ASOCIAŢIA "${word(random)}, ${word(random)} ŞI ${word(random)}", ÎN LICHIDARE (100,00%)`;
    case 'placeholder':
      return `TOTAL ${random.between(2, 400)} MEMBRI`;
    case 'company':
      return `"${word(random)} & ${word(random)}" S.R.L. (51,00%), ${owner} (49,00%)`;
    case 'the state':
      return 'STATUL (100,00%)';
    case 'council':
      return ` Consiliul Orăşenesc ${titled(word(random))} `;
    case 'with its number and a line break':
      return `ORGANIZAȚIA ”${word(random)}-CAPITAL” SRL, IDNO 1003600000000\nMD-2028, CHIȘINĂU. (100,00%)`;
    case 'none':
      return '';
  }
}

function inventedDirectors(random: Random, condition: Condition, owner: string): Director[] {
  if (condition === 'nobody') return [];
  if (condition === 'committee') return [owner, person(random), person(random)].map((name) => ({ name, role: 'Comitet' }));
  const administrator = {
    name: owner,
    role: random.chance(0.85) ? 'Administrator' : random.pick(['Director', 'Preşedinte', 'Conducător']),
  };
  if (condition === 'liquidator beside an administrator') return [{ name: person(random), role: 'Lichidator' }, administrator];
  if (condition === 'active' || condition.startsWith('liquidated'))
    return random.chance(0.08) ? [administrator, { name: person(random), role: 'Administrator' }] : [administrator];
  return [{ name: person(random), role: condition }];
}

/** Sorted, as published. */
function inventedActivities(random: Random): number[] {
  const ids = new Set<number>();
  for (let kinds = random.chance(0.5) ? 1 : random.between(2, 7); kinds > 0; kinds--) ids.add(random.pick(unlicensedIds));
  if (random.chance(0.01)) ids.add(random.pick(unknownIds));
  return [...ids].sort((a, b) => a - b);
}

function inventedLicences(random: Random): number[] {
  const ids = [random.pick(licensedIds)];
  if (random.chance(0.4)) ids.push(random.pick(licensedIds));
  return [...new Set(ids)].sort((a, b) => a - b);
}

function moldovanCompany(index: number, revision: number, seed: number): MoldovanCompany {
  const random = new Random(seed, index, 0xd);
  const { body, year } = idnoBody(index, seed);
  const oddity = hardCase(index, 4, seed, oddities) ?? 'none';
  const check = idnoCheckDigit(body);
  const short = oddity === 'short code' && index < shortCodes;
  const idno = short
    ? `${100_000 + shuffled(index, shortCodes, seed)}`
    : `${body}${oddity === 'wrong check digit' ? (check + 1) % 10 : check}`;
  const registered = inventedDay(random, random.chance(0.3) ? 1992 : Math.min(year, 2025), Math.min(year, 2025));
  const owner = person(random);
  const form = shown(index, 0, forms) ?? commonForm(random) ?? random.pick(forms);
  let name = hardCase(index, 3, seed, oddNames)?.replaceAll('*', () => word(random)) ?? inventedName(random, form, owner);
  let address = random.chance(0.02) ? '' : inventedAddress(random);
  let condition = shown(index, 1, conditions) ?? commonCondition(random);
  let directors = inventedDirectors(random, condition, owner);
  let founders = inventedFounders(random, hardCase(index, 2, seed, foundersKinds) ?? commonFounders(random), owner);
  const unlicensed = hardCase(index, 0, seed, activityKinds) ?? (random.chance(0.35) ? [] : inventedActivities(random));
  const licensed = random.chance(0.15) ? inventedLicences(random) : [];
  const end: Day = [random.between(Math.min(registered[0] + 1, 2026), 2026), random.between(1, 8), random.between(1, 28)];
  const place = random.between(101, 9799);

  for (let change = 1; change <= revision; change++) {
    const later = new Random(seed, index, change, 0xdc);
    const kind = later.below(4);
    if (kind === 0) name = inventedName(later, form, owner);
    else if (kind === 1) address = inventedAddress(later);
    else if (kind === 2) founders = inventedFounders(later, commonFounders(later), person(later));
    else {
      condition = condition === 'active' ? 'liquidated' : 'active';
      directors = inventedDirectors(later, condition, owner);
    }
  }

  return {
    idno,
    registered: registrationCell(oddity, registered),
    name,
    form: form[0],
    address,
    place,
    directors,
    founders,
    beneficiaries: founders === '' ? '' : `${owner} (MDA)`,
    unlicensed,
    licensed,
    liquidated:
      condition === 'liquidated' ? { serial: serialOf(end) } : condition === 'liquidated on a text day' ? dottedDay(end) : null,
  };
}

function registrationCell(oddity: (typeof oddities)[number], day: Day): SheetCell {
  if (oddity === 'no day') return null;
  if (oddity === 'day zero') return { serial: 0 };
  if (oddity === 'day as text') return dottedDay(day);
  if (oddity === 'day of the year 1111') return '11.11.1111';
  return { serial: serialOf(day) };
}

export function* moldovanCompanies(count: number, options: RegisterOptions = {}): Generator<MoldovanCompany> {
  const { seed = 1 } = options;
  yield* withFaults(companies(), options.faultEvery, {
    number: (company) => ({ ...company, idno: '' }),
    name: (company) => ({ ...company, name: '' }),
  });
  function* companies(): Generator<MoldovanCompany> {
    for (const { index, revision } of entries(count, options)) yield moldovanCompany(index, revision, seed);
  }
}
