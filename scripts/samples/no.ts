/** Norway: the entities of Enhetsregisteret. */
import { entries, hardCase, type RegisterOptions, shown, withFaults } from './editions.ts';
import { quotedLine, writeText } from './files.ts';
import { Random, shuffled, weighted } from './random.ts';
import { capitalized, inventedDay, inventedWord, isoDay, norwegian, padded } from './words.ts';

export const norwegianHeader = [
  'organisasjonsnummer',
  'navn',
  'organisasjonsform.kode',
  'organisasjonsform.beskrivelse',
  'naeringskode1.kode',
  'naeringskode1.beskrivelse',
  'naeringskode2.kode',
  'naeringskode2.beskrivelse',
  'naeringskode3.kode',
  'naeringskode3.beskrivelse',
  'hjelpeenhetskode.kode',
  'hjelpeenhetskode.beskrivelse',
  'harRegistrertAntallAnsatte',
  'antallAnsatte',
  'hjemmeside',
  'postadresse.adresse',
  'postadresse.poststed',
  'postadresse.postnummer',
  'postadresse.kommune',
  'postadresse.kommunenummer',
  'postadresse.land',
  'postadresse.landkode',
  'forretningsadresse.adresse',
  'forretningsadresse.poststed',
  'forretningsadresse.postnummer',
  'forretningsadresse.kommune',
  'forretningsadresse.kommunenummer',
  'forretningsadresse.land',
  'forretningsadresse.landkode',
  'institusjonellSektorkode.kode',
  'institusjonellSektorkode.beskrivelse',
  'sisteInnsendteAarsregnskap',
  'registreringsdatoenhetsregisteret',
  'stiftelsesdato',
  'registrertIMvaRegisteret',
  'frivilligMvaRegistrertBeskrivelser',
  'registrertIFrivillighetsregisteret',
  'registrertIForetaksregisteret',
  'registrertIStiftelsesregisteret',
  'konkurs',
  'konkursdato',
  'underAvvikling',
  'underAvviklingDato',
  'underTvangsavviklingEllerTvangsopplosning',
  'tvangsopplostPgaManglendeDagligLederDato',
  'tvangsopplostPgaManglendeRevisorDato',
  'tvangsopplostPgaManglendeRegnskapDato',
  'tvangsopplostPgaMangelfulltStyreDato',
  'tvangsavvikletPgaManglendeSlettingDato',
  'overordnetEnhet',
  'maalform',
  'vedtektsdato',
  'vedtektsfestetFormaal',
  'aktivitet',
] as const;

type Form = readonly [code: string, text: string, ending: string, sector: string, sectorText: string];

const forms: readonly Form[] = [
  ['AS', 'Aksjeselskap', ' AS', '2100', 'Private aksjeselskaper mv.'],
  ['ENK', 'Enkeltpersonforetak', '', '8200', 'Personlig næringsdrivende'],
  ['ASA', 'Allmennaksjeselskap', ' ASA', '2100', 'Private aksjeselskaper mv.'],
  ['NUF', 'Norskregistrert utenlandsk foretak', ' NUF', '2100', 'Private aksjeselskaper mv.'],
  ['ANS', 'Ansvarlig selskap med solidarisk ansvar', ' ANS', '2300', 'Personlige foretak'],
  ['DA', 'Ansvarlig selskap med delt ansvar', ' DA', '2300', 'Personlige foretak'],
  ['SA', 'Samvirkeforetak', ' SA', '2100', 'Private aksjeselskaper mv.'],
  ['STI', 'Stiftelse', ' STIFTELSE', '7000', 'Ideelle organisasjoner'],
  ['FLI', 'Forening/lag/innretning', '', '7000', 'Ideelle organisasjoner'],
  ['BRL', 'Borettslag', ' BORETTSLAG', '8300', 'Borettslag o.l.'],
  ['ESEK', 'Eierseksjonssameie', ' SAMEIET', '8300', 'Borettslag o.l.'],
  ['KF', 'Kommunalt foretak', ' KF', '1520', 'Kommunalt eide aksjeselskaper m.v.'],
  ['KS', 'Kommandittselskap', ' KS', '2300', 'Personlige foretak'],
  ['SE', 'Europeisk selskap', ' SE', '2100', 'Private aksjeselskaper mv.'],
  ['ORGL', 'Organisasjonsledd', '', '6500', 'Kommuneforvaltningen'],
  ['KBO', 'Konkursbo', ' KONKURSBO', '2100', 'Private aksjeselskaper mv.'],
];
const [limited, soleTrader] = forms as [Form, Form];
const commonForm = weighted<Form | undefined>([limited, 45], [soleTrader, 35], [undefined, 20]);

const activities = [
  ['01.110', 'Dyrking av korn (unntatt ris), belgvekster og oljeholdige vekster'],
  ['03.211', 'Produksjon av matfisk og skalldyr i hav- og kystbasert akvakultur'],
  ['10.710', 'Produksjon av brød og ferske konditorvarer'],
  ['41.200', 'Oppføring av bygninger'],
  ['43.210', 'Elektrisk installasjonsarbeid'],
  ['43.320', 'Snekkerarbeid'],
  ['45.200', 'Vedlikehold og reparasjon av motorvogner, unntatt motorsykler'],
  ['47.111', 'Butikkhandel med bredt vareutvalg med hovedvekt på nærings- og nytelsesmidler'],
  ['47.591', 'Butikkhandel med møbler'],
  ['47.919', 'Postordrehandel/handel via Internett med annet spesialisert vareutvalg'],
  ['49.410', 'Godstransport på vei'],
  ['56.101', 'Drift av restauranter og kafeer'],
  ['62.010', 'Programmeringstjenester'],
  ['62.020', 'Konsulentvirksomhet tilknyttet informasjonsteknologi'],
  ['64.202', 'Holdingselskaper'],
  ['68.209', 'Utleie av egen eller leid fast eiendom ellers'],
  ['69.201', 'Regnskap og bokføring'],
  ['70.220', 'Bedriftsrådgivning og annen administrativ rådgivning'],
  ['85.510', 'Undervisning innen idrett og rekreasjon'],
  ['94.991', 'Aktiviteter i andre interesseorganisasjoner ikke nevnt annet sted'],
  ['96.020', 'Frisering og annen skjønnhetspleie'],
  ['00.000', 'Uoppgitt'],
] as const;

/** Why an entity may be about to end: by bankruptcy, of its own will, or by force for want of something. */
const conditions = [
  'none',
  'bankrupt',
  'winding up',
  'no manager',
  'no auditor',
  'no accounts',
  'no board',
  'not struck off',
  'bankrupt and winding up',
] as const;
const commonCondition = weighted<(typeof conditions)[number]>(
  ['none', 960],
  ['bankrupt', 15],
  ['winding up', 15],
  ['no accounts', 10],
);

const purposes = [
  'Drive handel og annen virksomhet som står i forbindelse med dette, herunder å delta i andre selskaper.',
  'Eie og drift av fast eiendom.\nSelskapet kan også delta i andre foretak med lignende virksomhet.',
  'Rådgivning, opplæring og "annen naturlig tilknyttet virksomhet".',
  'Å fremme idrett og friluftsliv i bygda.\n\n- turer\n- dugnad; og\n- møter, kurs m.m.',
  'Kjøp og salg av båter, fiskeutstyr og øvrige varer til sjøs.',
  '',
];

const trades = [
  'BYGG',
  'EIENDOM',
  'HOLDING',
  'INVEST',
  'KONSULT',
  'MASKIN',
  'REGNSKAP',
  'RØRLEGGER',
  'SJØMAT',
  'SNEKKERI',
  'TRANSPORT',
  'ØKONOMI',
];

/** Names that trip up careless software; each star is an invented word. */
const oddNames = [
  '* & * AS',
  '"*" AS',
  '100 % * AS',
  '*_* AS',
  '*\\* AS',
  "* 'N *",
  '* / * DA',
  ' * AS',
  '* ANS ',
  '* og sønner',
  'FORENINGEN FOR * OG *, *',
  'Å',
  '1',
  ',',
  'ÆØÅ * AS',
  '* ČÁHCI SERVODAT AS',
  'ТОРГ * AS',
  '*-* (PUBL.) NUF',
  'SAMEIET * GATE 12 A, B, C OG D SAMT * VEI 3 OG GARASJEANLEGGET UNDER * PLASS MED TILHØRENDE FELLESAREALER OG UTEOMRÅDER',
  '@* AS',
  '*; * AS',
  '(*) AS',
];

const word = (random: Random): string => inventedWord(random, norwegian).toUpperCase();

/** Nine digits, of which the last checks the others by weights modulo 11; bodies without a check digit are not used. */
export function norwegianNumber(index: number, seed: number): string {
  const stem = 8_000_000 + shuffled(index, 1_999_993, seed);
  for (let last = 0; ; last++) {
    const body = `${stem}${last}`;
    const sum = [3, 2, 7, 6, 5, 4, 3, 2].reduce((total, weight, place) => total + weight * Number(body[place]), 0);
    const check = (11 - (sum % 11)) % 11;
    if (check < 10) return `${body}${check}`;
  }
}

function inventedName(random: Random, [code, , ending]: Form): string {
  if (code === 'ENK') return `${word(random)} ${word(random)}`;
  return `${word(random)} ${random.pick(trades)}${ending}`;
}

/** The seven fields of an address; a literal /n stands between its lines, as in the published file. */
function inventedAddress(random: Random, postal: boolean): string[] {
  const place = word(random);
  const municipality = `${1000 + random.below(4600)}`;
  const street = `${capitalized(place.toLowerCase())}${random.pick(['veien', 'gata', 'vegen', 'bakken', ' allé'])} ${random.between(1, 120)}`;
  const lines = [postal ? `Postboks ${random.between(1, 900)}` : street];
  if (random.chance(0.15)) lines.unshift(`c/o ${word(random)} AS`);
  if (random.chance(0.05)) lines.push(`${random.between(1, 6)}. etasje`);
  return [lines.join('/n'), place, padded(random.between(1, 9999), 4), place, municipality, 'Norge', 'NO'];
}

function norwegianEntity(index: number, revision: number, seed: number): string[] {
  const random = new Random(seed, index, 0x40);
  const form = shown(index, 2, forms) ?? commonForm(random) ?? random.pick(forms);
  let name = hardCase(index, 3, seed, oddNames)?.replaceAll('*', () => word(random)) ?? inventedName(random, form);
  let condition = shown(index, 1, conditions) ?? commonCondition(random);
  let business = inventedAddress(random, false);
  let employees = random.chance(0.4) ? random.between(1, 250) : 0;
  const postal = random.chance(0.3) ? inventedAddress(random, true) : ['', '', '', '', '', '', ''];
  const registered = inventedDay(random, 1995, 2025);
  const first = random.below(activities.length);
  const kinds = random.chance(0.08) ? 0 : random.chance(0.8) ? 1 : random.between(2, 3);
  const company = form[0] !== 'ENK' && form[0] !== 'FLI';
  const purpose = company ? (shown(index, 4, purposes) ?? random.pick(purposes)) : '';

  for (let change = 1; change <= revision; change++) {
    const later = new Random(seed, index, change, 0x40c);
    const kind = later.below(4);
    if (kind === 0) name = inventedName(later, form);
    else if (kind === 1) business = inventedAddress(later, false);
    else if (kind === 2) condition = condition === 'none' ? 'bankrupt' : 'none';
    else employees = (employees + later.between(1, 40)) % 300;
  }

  const fields: string[] = [norwegianNumber(index, seed), name, form[0], form[1]];
  for (let place = 0; place < 3; place++)
    fields.push(...(place < kinds ? (activities[(first + place * 5) % activities.length] ?? []) : ['', '']));
  fields.push(...(random.chance(0.02) ? ['70.100', 'Hovedkontortjenester'] : ['', '']));
  fields.push(String(employees > 0), employees > 0 ? String(employees) : '');
  fields.push(random.chance(0.2) ? `www.${inventedWord(random, { vowels: [], onsets: [] })}.example` : '');
  fields.push(...postal, ...business, form[3], form[4]);
  fields.push(company && random.chance(0.7) ? '2025' : '', isoDay(registered));
  fields.push(random.chance(0.6) ? isoDay([random.between(1890, registered[0]), registered[1], registered[2]]) : '');
  fields.push(String(random.chance(0.5)), random.chance(0.02) ? 'Utleier av bygg eller anlegg' : '');
  fields.push(String(form[0] === 'FLI' && random.chance(0.6)), String(company), String(form[0] === 'STI'));
  fields.push(...conditionFields(condition, `2026-0${random.between(1, 9)}-${random.between(10, 28)}`));
  fields.push(form[0] === 'ORGL' ? norwegianNumber(index + 1, seed) : '');
  fields.push(
    random.chance(0.9) ? 'Bokmål' : 'Nynorsk',
    company && random.chance(0.8) ? isoDay(inventedDay(random, 1995, 2025)) : '',
  );
  fields.push(purpose, purpose.split('\n')[0] ?? '');
  return fields;
}

/** The ten fields from konkurs to tvangsavvikletPgaManglendeSlettingDato. */
function conditionFields(condition: (typeof conditions)[number], day: string): string[] {
  const when = (...those: (typeof conditions)[number][]) => (those.includes(condition) ? day : '');
  const forced = [when('no manager'), when('no auditor'), when('no accounts'), when('no board'), when('not struck off')];
  const bankrupt = when('bankrupt', 'bankrupt and winding up');
  const winding = when('winding up', 'bankrupt and winding up');
  return [
    String(bankrupt !== ''),
    bankrupt,
    String(winding !== ''),
    winding,
    String(forced.some((date) => date !== '')),
    ...forced,
  ];
}

/** The rows of the register, 54 fields each. */
export function* norwegianEntities(count: number, options: RegisterOptions = {}): Generator<string[]> {
  const { seed = 1 } = options;
  yield* withFaults(rows(), options.faultEvery, { number: (row) => row.with(0, ''), name: (row) => row.with(1, '') });
  function* rows(): Generator<string[]> {
    for (const { index, revision } of entries(count, options)) yield norwegianEntity(index, revision, seed);
  }
}

/** The file as published; packed if the path ends in .gz. */
export async function writeNorwegianFile(path: string, count: number, options: RegisterOptions = {}): Promise<void> {
  await writeText(path, lines());
  function* lines(): Generator<string> {
    yield quotedLine(norwegianHeader, '\n');
    for (const row of norwegianEntities(count, options)) yield quotedLine(row, '\n');
  }
}
