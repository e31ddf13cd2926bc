/** Finland: the Business Information System, one JSON list. */
import type { Entry, RegisterOptions } from './editions.ts';
import { zipText } from './files.ts';
import { inventedCompany, rowsOf, weighed } from './invented.ts';
import { shuffled } from './random.ts';
import { finnish, isoDay } from './words.ts';

const kinds = {
  salt: 0xf1,
  sound: finnish,
  forms: [
    ['16', 'Oy', 'Osakeyhtiö', 'Aktiebolag', 'Limited company'],
    ['17', 'Oyj', 'Julkinen osakeyhtiö', 'Publikt aktiebolag', 'Public limited company'],
    ['2', 'Asunto Oy', 'Asunto-osakeyhtiö', 'Bostadsaktiebolag', 'Housing company'],
    ['5', 'Ky', 'Kommandiittiyhtiö', 'Kommanditbolag', 'Limited partnership'],
  ] as const,
  states: ['1', '4', 'KONK', 'SELTILA', '0'] as const,
  oddNames: ['"*" *', '*\\*', '100% *', '*_*', 'ÄÖÅ *', '{*}', '[*]', '1', '*\t*', '* & Pojat'],
};

const lines = [
  ['62100', 'TOIMI4', 'Ohjelmistojen suunnittelu ja valmistus', 'Dataprogrammering', 'Computer programming activities'],
  ['56101', 'TOIMI3', 'Ravintolatoiminta', 'Restauranger', 'Restaurants'],
  ['68202', 'TOIMI3', 'Asuntojen hallinta', 'Förvaltning av bostäder', 'Operation of dwellings'],
] as const;

const descriptions = (texts: readonly string[]) =>
  texts.map((description, place) => ({ languageCode: String(place + 1), description })).reverse();

/** Seven digits, a dash and a check digit. Of two neighbours at least one has a check digit. */
export function finnishNumber(index: number, seed: number): string {
  for (let stem = 2 * shuffled(index, 4_999_999, seed); ; stem++) {
    const digits = String(stem).padStart(7, '0');
    const remainder = weighed(digits, [7, 9, 10, 5, 8, 4, 2]) % 11;
    if (remainder !== 1) return `${digits}-${remainder === 0 ? 0 : 11 - remainder}`;
  }
}

function finnishCompany(entry: Entry, seed: number) {
  const { index, random, form, state, name, formerName, registered, ended, street, house, town } = inventedCompany(
    entry,
    seed,
    kinds,
  );
  const [type, ending, ...formTexts] = form;
  const [code, typeCodeSet, ...lineTexts] = random.pick(lines);
  const [from, until] = [isoDay(registered), isoDay(ended)];
  const isOver = state === '4';
  const inSituation = state === 'KONK' || state === 'SELTILA';
  const value = finnishNumber(index, seed);
  return {
    businessId: { value, registrationDate: from, source: '3' } as {
      value: string;
      registrationDate: string;
      source: string;
    } | null,
    euId: { value: `FIFPRO.${value}`, source: '1' },
    names: [
      {
        name: `${name} ${ending}`,
        type: '1',
        registrationDate: from,
        ...(isOver ? { endDate: until } : {}),
        version: 1,
        source: '1',
      },
      ...(index % 5 === 0
        ? [{ name: `${formerName} ${ending}`, type: '1', registrationDate: '1984-01-01', endDate: from, version: 2, source: '1' }]
        : []),
      ...(index % 7 === 0 ? [{ name: `${formerName} Abp`, type: '2', registrationDate: from, version: 1, source: '1' }] : []),
    ],
    mainBusinessLine: { type: code, descriptions: descriptions(lineTexts), typeCodeSet, registrationDate: from, source: '2' },
    companyForms: [{ type, descriptions: descriptions(formTexts), registrationDate: from, version: 1, source: '1' }],
    companySituations: inSituation ? [{ type: state, registrationDate: until, source: '1' }] : [],
    registeredEntries: [
      { type: isOver ? '4' : '1', descriptions: [], registrationDate: isOver ? until : from, register: '1', authority: '2' },
    ],
    addresses: [
      {
        type: 1,
        street: `${street}katu`,
        postCode: String(random.between(100, 99_999)).padStart(5, '0'),
        postOffices: [
          { city: `${town.toUpperCase()} STAD`, languageCode: '2', municipalityCode: '999' },
          { city: town.toUpperCase(), languageCode: '1', municipalityCode: '999' },
        ],
        buildingNumber: String(house),
        entrance: '',
        co: '',
        registrationDate: from,
        source: '0',
      },
    ],
    tradeRegisterStatus: inSituation ? '1' : state,
    status: '2',
    registrationDate: from,
    ...(isOver ? { endDate: until } : {}),
    lastModified: '2026-08-19T10:04:06',
  };
}

export const finnishCompanies = (count: number, options: RegisterOptions = {}) =>
  rowsOf(count, options, finnishCompany, {
    number: (company) => ({ ...company, businessId: null }),
    name: (company) => ({ ...company, names: [] }),
  });

export async function writeFinnishFile(path: string, count: number, options: RegisterOptions = {}): Promise<void> {
  await zipText(path, { 'data_20261101.json': () => listOf(finnishCompanies(count, options)) });
}

/** The text of a JSON list, piece by piece. */
export function* listOf(values: Iterable<unknown>): Generator<string> {
  let separator = '[';
  for (const value of values) {
    yield separator + JSON.stringify(value);
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}
