/** United Kingdom: the free company data product of Companies House. */
import { entries, hardCase, type RegisterOptions, shown, withFaults } from './editions.ts';
import { quotedLine, writeText } from './files.ts';
import { Random, shuffled, weighted } from './random.ts';
import { capitalized, type Day, english, inventedDay, inventedWord, padded, slashedDay } from './words.ts';

/** The header as published: not quoted as the rows are, and with spaces before some of the names. */
export const britishHeader =
  'CompanyName, CompanyNumber,RegAddress.CareOf,RegAddress.POBox,RegAddress.AddressLine1, RegAddress.AddressLine2,' +
  'RegAddress.PostTown,RegAddress.County,RegAddress.Country,RegAddress.PostCode,CompanyCategory,CompanyStatus,CountryOfOrigin,' +
  'DissolutionDate,IncorporationDate,Accounts.AccountRefDay,Accounts.AccountRefMonth,Accounts.NextDueDate,' +
  'Accounts.LastMadeUpDate,Accounts.AccountCategory,Returns.NextDueDate,Returns.LastMadeUpDate,Mortgages.NumMortCharges,' +
  'Mortgages.NumMortOutstanding,Mortgages.NumMortPartSatisfied,Mortgages.NumMortSatisfied,SICCode.SicText_1,' +
  'SICCode.SicText_2,SICCode.SicText_3,SICCode.SicText_4,LimitedPartnerships.NumGenPartners,' +
  'LimitedPartnerships.NumLimPartners,URI,PreviousName_1.CONDATE, PreviousName_1.CompanyName, PreviousName_2.CONDATE,' +
  ' PreviousName_2.CompanyName,PreviousName_3.CONDATE, PreviousName_3.CompanyName,PreviousName_4.CONDATE,' +
  ' PreviousName_4.CompanyName,PreviousName_5.CONDATE, PreviousName_5.CompanyName,PreviousName_6.CONDATE,' +
  ' PreviousName_6.CompanyName,PreviousName_7.CONDATE, PreviousName_7.CompanyName,PreviousName_8.CONDATE,' +
  ' PreviousName_8.CompanyName,PreviousName_9.CONDATE, PreviousName_9.CompanyName,PreviousName_10.CONDATE,' +
  ' PreviousName_10.CompanyName,ConfStmtNextDueDate, ConfStmtLastMadeUpDate';

const nameColumn = 0;
const numberColumn = 1;
const previousNames = 10;

/** A series of company numbers, and who is in it. */
interface Series {
  prefix: string;
  /** How many of a hundred companies. */
  share: number;
  digits: number;
  /** A prime: how many numbers the series has. */
  size: number;
  letter?: string;
  categories: readonly string[];
  endings: readonly string[];
}

const companyCategories = [
  'Private Limited Company',
  'Private Limited Company',
  'Private Limited Company',
  'Private Limited Company',
  'Private Limited Company',
  'Private Limited Company',
  'Private Limited Company',
  'Private Limited Company',
  'Private Limited Company',
  'Private Limited Company',
  'PRI/LTD BY GUAR/NSC (Private, limited by guarantee, no share capital)',
  "PRI/LBG/NSC (Private, Limited by guarantee, no share capital, use of 'Limited' exemption)",
  'Public Limited Company',
  'Community Interest Company',
];
const rareCategories = [
  'Private Unlimited Company',
  'Private Unlimited',
  'Old Public Company',
  'PRIV LTD SECT. 30 (Private limited company, section 30 of the Companies Act)',
  'Investment Company with Variable Capital',
  'Charitable Incorporated Organisation',
  'Converted/Closed',
];
const companyEndings = ['LIMITED', 'LIMITED', 'LIMITED', 'LTD', 'LTD', 'LTD.', 'CYFYNGEDIG'];
const company = { categories: companyCategories, endings: companyEndings };

const series: readonly Series[] = [
  { prefix: '', share: 82, digits: 8, size: 16_999_999, ...company },
  { prefix: 'SC', share: 6, digits: 6, size: 999_983, ...company },
  { prefix: 'NI', share: 3, digits: 6, size: 999_983, ...company },
  { prefix: 'OC', share: 2, digits: 6, size: 999_983, categories: ['Limited Liability Partnership'], endings: ['LLP'] },
  { prefix: 'SO', share: 1, digits: 6, size: 999_983, categories: ['Limited Liability Partnership'], endings: ['LLP'] },
  { prefix: 'LP', share: 1, digits: 6, size: 999_983, categories: ['Limited Partnership'], endings: ['L.P.', 'LP'] },
  {
    prefix: 'SL',
    share: 1,
    digits: 6,
    size: 999_983,
    categories: ['Limited Partnership', 'Scottish Partnership'],
    endings: ['L.P.'],
  },
  {
    prefix: 'FC',
    share: 1,
    digits: 6,
    size: 999_983,
    categories: ['Other company type'],
    endings: ['GMBH', 'S.A.', 'INC.', 'A/S'],
  },
  { prefix: 'RC', share: 1, digits: 6, size: 999_983, categories: ['Royal Charter Company'], endings: ['(THE)'] },
  { prefix: 'RS', share: 1, digits: 6, size: 999_983, categories: ['Registered Society'], endings: ['LIMITED'] },
  {
    prefix: 'IP',
    share: 1,
    digits: 5,
    size: 99_991,
    letter: 'R',
    categories: ['Industrial and Provident Society'],
    endings: ['SOCIETY LIMITED', 'LIMITED'],
  },
];

/** Of every hundred companies: the series of each, and which of its series it is. */
const places = series.flatMap((of) => Array.from({ length: of.share }, (_, rank) => ({ of, rank })));

function seriesOf(index: number): { of: Series; rank: number } {
  const place = places[(index * 37) % 100] as { of: Series; rank: number };
  return { of: place.of, rank: Math.floor(index / 100) * place.of.share + place.rank };
}

const statuses = [
  'Active',
  'Active - Proposal to Strike off',
  'Liquidation',
  'In Administration',
  'ADMINISTRATION ORDER',
  'Voluntary Arrangement',
  'VOLUNTARY ARRANGEMENT / ADMINISTRATIVE RECEIVER',
  'RECEIVERSHIP',
  'RECEIVER MANAGER / ADMINISTRATIVE RECEIVER',
  'In Administration/Administrative Receiver',
  'Live but Receiver Manager on at least one charge',
];
const commonStatus = weighted(
  ['Active', 900],
  ['Active - Proposal to Strike off', 55],
  ['Liquidation', 35],
  ['In Administration', 5],
  ['Voluntary Arrangement', 3],
  ['ADMINISTRATION ORDER', 1],
  ['RECEIVERSHIP', 1],
);

const activities = [
  '01110 - Growing of cereals (except rice), leguminous crops and oil seeds',
  '01500 - Mixed farming',
  '10710 - Manufacture of bread; manufacture of fresh pastry goods and cakes',
  "14132 - Manufacture of other women's outerwear",
  '25620 - Machining',
  '32990 - Other manufacturing n.e.c.',
  '41100 - Development of building projects',
  '41201 - Construction of commercial buildings',
  '41202 - Construction of domestic buildings',
  '43210 - Electrical installation',
  '43220 - Plumbing, heat and air-conditioning installation',
  '43999 - Other specialised construction activities n.e.c.',
  '45200 - Maintenance and repair of motor vehicles',
  '46390 - Non-specialised wholesale of food, beverages and tobacco',
  '46900 - Non-specialised wholesale trade',
  '47110 - Retail sale in non-specialised stores with food, beverages or tobacco predominating',
  '47710 - Retail sale of clothing in specialised stores',
  '47910 - Retail sale via mail order houses or via Internet',
  '49410 - Freight transport by road',
  '55100 - Hotels and similar accommodation',
  '56101 - Licensed restaurants',
  '56302 - Public houses and bars',
  '59112 - Video production activities',
  '62012 - Business and domestic software development',
  '62020 - Information technology consultancy activities',
  '62090 - Other information technology service activities',
  '64209 - Activities of other holding companies n.e.c.',
  '68100 - Buying and selling of own real estate',
  '68209 - Other letting and operating of own or leased real estate',
  '68320 - Management of real estate on a fee or contract basis',
  '69201 - Accounting and auditing activities',
  '70229 - Management consultancy activities other than financial management',
  '71111 - Architectural activities',
  '71129 - Other engineering activities',
  '74100 - specialised design activities',
  '74990 - Non-trading company',
  '78200 - Temporary employment agency activities',
  '81210 - General cleaning of buildings',
  '82990 - Other business support service activities n.e.c.',
  '85590 - Other education n.e.c.',
  '86210 - General medical practice activities',
  '88990 - Other social work activities without accommodation n.e.c.',
  '90010 - Performing arts',
  '94990 - Activities of other membership organizations n.e.c.',
  '96020 - Hairdressing and other beauty treatment',
  '96090 - Other service activities n.e.c.',
  '98000 - Residents property management',
  '99999 - Dormant Company',
];

// biome-ignore format: a list of words reads better in lines than in a column
const trades = [
  'BUILDERS', 'CARE', 'CATERING', 'CLEANING', 'CONSULTING', 'DESIGN', 'DEVELOPMENTS', 'ELECTRICAL', 'ENGINEERING', 'ESTATES',
  'EVENTS', 'FARMS', 'FOODS', 'GROUP', 'HAULAGE', 'HOLDINGS', 'HOMES', 'INTERIORS', 'INVESTMENTS', 'JOINERY', 'KITCHENS',
  'LETTINGS', 'LOGISTICS', 'MANAGEMENT', 'MEDIA', 'MOTORS', 'PLUMBING', 'PROPERTIES', 'RECRUITMENT', 'SERVICES', 'SOFTWARE',
  'SOLUTIONS', 'STUDIOS', 'SYSTEMS', 'TRADING', 'TRAINING', 'TRANSPORT', 'VENTURES',
];

/** Names that trip up careless software; each star is an invented word. */
const oddNames = [
  '"*" EVENTS MANAGEMENT LTD',
  '& * LTD',
  '*, * & SONS LIMITED',
  '100% * LIMITED',
  '*_*_ONLINE LTD',
  '*\\* HOLDINGS LTD',
  "'*' (UK) LIMITED",
  '.* LTD',
  '*.CO.UK LTD',
  '!* LIMITED',
  '1',
  ',',
  '* LIMITED(THE)',
  '* (*) CO., LTD',
  '  * TRADING LTD',
  '* SERVICES LTD  ',
  '*  *   DOUBLE SPACED LIMITED',
  'the little * shop ltd',
  'CAFÉ * LIMITED',
  '*ŁÓWKA DELIKATESY LTD',
  'ÉCOLE Ž* LLP',
  'ТОРГОВЫЙ ДОМ * LIMITED',
  '株式会社 * LIMITED',
  '* & * AND * AND * OF * AND THE NORTHERN COUNTIES MUTUAL PROVIDENT BUILDING MAINTENANCE AND GENERAL SUPPLIES ASSOCIATION LIMITED',
  "O'* & D'* LTD",
  '*; DROP * LIMITED',
  '<*> LTD',
  '* £1 STORES LTD',
  '*/* PARTNERSHIP LTD',
  '-*- LTD',
  '@* LTD',
  '(*) LIMITED',
  '"*',
  '*"',
  'A',
  '00 * 00 LIMITED',
  '=*+* LTD',
];

const counties = ['', '', '', 'NORTHSHIRE', 'MIDMARCHSHIRE', 'EAST HEATHLAND', 'WESTERMOOR'];
const countries = ['', '', '', 'ENGLAND', 'ENGLAND', 'UNITED KINGDOM', 'SCOTLAND', 'WALES', 'NORTHERN IRELAND', 'GREAT BRITAIN'];
const foreignCountries = ['GERMANY', 'UNITED STATES', 'WEST GERMANY', 'VIRGIN ISLANDS, BRITISH', 'JERSEY', 'DENMARK'];
/** Postcode areas that the Royal Mail does not use. */
const postcodeAreas = ['QB', 'QK', 'QX', 'VY', 'XV', 'ZA', 'ZQ'];
const streets = ['ROAD', 'STREET', 'LANE', 'CLOSE', 'AVENUE', 'DRIVE', 'COURT', 'BUSINESS PARK', 'HILL'];
// biome-ignore format: a list of words reads better in lines than in a column
const accountCategories = [
  'TOTAL EXEMPTION FULL', 'MICRO ENTITY', 'DORMANT', 'NO ACCOUNTS FILED', 'FULL', 'SMALL', 'GROUP', 'UNAUDITED ABRIDGED',
  'TOTAL EXEMPTION SMALL', 'ACCOUNTS TYPE NOT AVAILABLE', 'AUDIT EXEMPTION SUBSIDIARY', 'PARTIAL EXEMPTION', 'INITIAL',
];

const word = (random: Random): string => inventedWord(random, english).toUpperCase();

function inventedName(random: Random, ending: string): string {
  const second = random.chance(0.35) ? ` ${word(random)}` : random.chance(0.1) ? ` & ${word(random)}` : '';
  const place = random.chance(0.05) ? ' (UK)' : '';
  return `${word(random)}${second} ${random.pick(trades)}${place} ${ending}`;
}

/** The nine address fields from CareOf to PostCode, without the country's name for most. */
function inventedAddress(random: Random, foreign: boolean): string[] {
  const door = random.chance(0.2) ? `UNIT ${random.between(1, 40)}   ${word(random)} PARK` : `${random.between(1, 300)}`;
  const town = `${word(random)}${random.pick(['TON', 'FORD', 'BURY', 'HAM', 'MOUTH'])}`;
  const postcode = `${random.pick(postcodeAreas)}${random.between(1, 40)} ${random.between(1, 9)}${random.pick(['AB', 'DX', 'HT', 'QN'])}`;
  return [
    random.chance(0.03) ? `${word(random)} ACCOUNTANTS` : '',
    random.chance(0.01) ? `${random.between(1, 900)}` : '',
    `${door} ${word(random)} ${random.pick(streets)}`,
    random.chance(0.4) ? `${word(random)}${random.chance(0.5) ? ' VILLAGE' : ', OLD TOWN'}` : '',
    random.chance(0.02) ? capitalized(town.toLowerCase()) : town,
    random.pick(counties),
    foreign ? random.pick(foreignCountries) : random.pick(countries),
    foreign || random.chance(0.02) ? '' : postcode,
  ];
}

function inventedActivities(random: Random): string[] {
  if (random.chance(0.03)) return ['None Supplied', '', '', ''];
  const kinds = random.chance(0.7) ? 1 : random.between(2, 4);
  const first = random.below(activities.length);
  const chosen = ['', '', '', ''];
  for (let place = 0; place < kinds; place++) chosen[place] = activities[(first + place * 7) % activities.length] as string;
  return chosen;
}

const inYear = ([, month, day]: Day, year: number): string => slashedDay([year, month, day]);

function britishCompany(index: number, revision: number, seed: number): string[] {
  const random = new Random(seed, index, 0x6b);
  const { of, rank } = seriesOf(index);
  const number = `${of.prefix}${padded(shuffled(rank, of.size, seed), of.digits)}${of.letter ?? ''}`;
  const foreign = of.prefix === 'FC';
  const ending = random.pick(of.endings);
  const incorporated = inventedDay(random, of.prefix === '' && random.chance(0.03) ? 1862 : 1985, 2025);
  const previous: string[] = [];
  const renamings = shown(index, 0, [1, 0, 2, 0, 3, 0, 10]) ?? (random.chance(0.12) ? random.between(1, 2) : 0);
  for (let renaming = 0; renaming < renamings; renaming++)
    previous.push(inYear(incorporated, Math.max(incorporated[0], 2025 - renaming)), inventedName(random, ending));

  let name = hardCase(index, 3, seed, oddNames)?.replaceAll('*', () => word(random)) ?? inventedName(random, ending);
  let address = inventedAddress(random, foreign);
  let status = shown(index, 1, statuses) ?? commonStatus(random);
  let sic = inventedActivities(random);
  const category =
    (of.categories === companyCategories ? shown(index, 4, rareCategories) : undefined) ?? random.pick(of.categories);
  const partners = category === 'Limited Partnership';
  const mortgages = random.chance(0.1) ? random.between(1, 12) : 0;
  const satisfied = random.below(mortgages + 1);
  const accounts = random.chance(0.9);
  const confirmed = random.chance(0.9);

  for (let change = 1; change <= revision; change++) {
    const later = new Random(seed, index, change, 0x6bc);
    const kind = later.below(4);
    if (kind === 0) {
      previous.unshift(slashedDay([2026, later.between(1, 10), later.between(1, 28)]), name);
      name = inventedName(later, ending);
    } else if (kind === 1) address = inventedAddress(later, foreign);
    else if (kind === 2) status = status === 'Active' ? 'Liquidation' : 'Active';
    else sic = inventedActivities(later);
  }

  const row = [
    name,
    number,
    ...address,
    category,
    status,
    foreign ? random.pick(foreignCountries) : 'United Kingdom',
    '',
    foreign && random.chance(0.3) ? '' : slashedDay(incorporated),
    accounts ? '31' : '',
    accounts ? '12' : '',
    accounts ? '30/09/2027' : '',
    accounts && random.chance(0.8) ? '31/12/2025' : '',
    random.pick(accountCategories),
    incorporated[0] < 2016 ? inYear(incorporated, 2017) : '',
    incorporated[0] < 2016 ? inYear(incorporated, 2016) : '',
    String(mortgages),
    String(mortgages - satisfied),
    '0',
    String(satisfied),
    ...sic,
    partners ? String(random.between(1, 3)) : '0',
    partners ? String(random.between(1, 40)) : '0',
    `http://business.data.gov.uk/id/company/${number}`,
  ];
  for (let place = 0; place < previousNames * 2; place++) row.push(previous[place] ?? '');
  row.push(confirmed ? inYear(incorporated, 2026) : '', confirmed ? inYear(incorporated, 2025) : '');
  return row;
}

/** The rows of the register, 55 fields each. */
export function* britishCompanies(count: number, options: RegisterOptions = {}): Generator<string[]> {
  const { seed = 1 } = options;
  yield* withFaults(rows(), options.faultEvery, {
    number: (row) => row.with(numberColumn, ''),
    name: (row) => row.with(nameColumn, ''),
  });
  function* rows(): Generator<string[]> {
    for (const { index, revision } of entries(count, options)) yield britishCompany(index, revision, seed);
  }
}

/** The file as published; packed if the path ends in .zip. */
export async function writeBritishFile(path: string, count: number, options: RegisterOptions = {}): Promise<void> {
  await writeText(path, lines());
  function* lines(): Generator<string> {
    yield `${britishHeader}\r\n`;
    for (const row of britishCompanies(count, options)) yield quotedLine(row, '\r\n');
  }
}
