import type { Operations } from '../operations.generated.ts';

/** A value of a property, in the form of the protocol. */
export type Cell = { str: string } | { date: string };

/** A record as previews and data extension read it. */
export type ReadRecord = NonNullable<Operations['reconcileRecords']['data']['entityLookup'][number]['entity']>;

const text = (value: string | null | undefined): Cell[] => (value ? [{ str: value }] : []);
/** The protocol has moments alone, so a day is its midnight. */
const day = (value: string | null | undefined): Cell[] => (value ? [{ date: `${value}T00:00:00Z` }] : []);

/** The values of a scheme that no source doubts. */
const identifier = (scheme: string, { identifiers }: ReadRecord): Cell[] =>
  identifiers.flatMap((one) => (one.scheme === scheme && !one.doubtful ? text(one.value) : []));

export const addressOf = ({ address }: ReadRecord): string | undefined => {
  if (!address) return undefined;
  const { lines, postalCode, locality, region, raw } = address;
  return raw ?? [...lines, [postalCode, locality].filter(Boolean).join(' '), region].filter(Boolean).join(', ');
};

interface Property {
  name: string;
  description: string;
  /** Its values in a record. */
  cells(record: ReadRecord): Cell[];
}

/**
 * What OpenRefine may send beside a name, and what it may add to its rows. Those with a field of the same name in a query of
 * `match` help to find a company.
 */
export const properties = {
  country: {
    name: 'Country',
    description: 'ISO 3166-1 alpha-2. For matching also its name: GB, United Kingdom.',
    cells: ({ countryCode }) => text(countryCode),
  },
  number: {
    name: 'Registration number',
    description: 'The national number. For matching in any spelling; with the country, an equal one decides.',
    cells: ({ number }) => text(number),
  },
  lei: {
    name: 'LEI',
    description: 'The legal entity identifier. For matching, an equal one decides.',
    cells: (record) => identifier('LEI', record),
  },
  legalForm: {
    name: 'Legal form',
    description: 'National legal form, in the words of the register.',
    cells: ({ legalFormLabel, legalForm }) => text(legalFormLabel ?? legalForm),
  },
  registeredAt: {
    name: 'Registration date',
    description: 'For matching a day, a month or a year: 2004-09-27, 2004-09, 2004.',
    cells: ({ registeredAt }) => day(registeredAt),
  },
  postalCode: {
    name: 'Postal code',
    description: 'Of its address.',
    cells: ({ address }) => text(address?.postalCode),
  },
  locality: {
    name: 'Locality',
    description: 'The town or municipality of its address.',
    cells: ({ address }) => text(address?.locality),
  },
  name: {
    name: 'Name',
    description: 'The current name. For data extension.',
    cells: ({ canonicalName }) => text(canonicalName),
  },
  otherName: {
    name: 'Other names',
    description: 'Previous, trading and other names. For data extension.',
    cells: ({ otherNames }) => otherNames.flatMap(({ name }) => text(name)),
  },
  status: {
    name: 'Status',
    description: 'Such as active or dissolved. For data extension.',
    cells: ({ status }) => text(status),
  },
  legalFormCode: {
    name: 'Legal form code',
    description: 'By ISO 20275. For data extension.',
    cells: ({ legalFormCode }) => text(legalFormCode),
  },
  legalFormGroup: {
    name: 'Legal form group',
    description: 'What the legal form is in every country. For data extension.',
    cells: ({ legalFormGroup }) => text(legalFormGroup),
  },
  endedAt: {
    name: 'End date',
    description: 'When the company ended. For data extension.',
    cells: ({ endedAt }) => day(endedAt),
  },
  address: {
    name: 'Address',
    description: 'In one text. For data extension.',
    cells: (record) => text(addressOf(record)),
  },
  region: {
    name: 'Region',
    description: 'County, province or prefecture of its address. For data extension.',
    cells: ({ address }) => text(address?.region),
  },
  numberScheme: {
    name: 'Number scheme',
    description: 'The scheme of the registration number, such as GB-COH. For data extension.',
    cells: ({ numberScheme }) => text(numberScheme),
  },
  euid: {
    name: 'EUID',
    description: 'The European unique identifier. For data extension.',
    cells: (record) => identifier('EUID', record),
  },
} satisfies Record<string, Property>;

export type PropertyId = keyof typeof properties;
export const propertyIds = Object.keys(properties) as PropertyId[];
export const propertyOf = (id: PropertyId): Property => properties[id];

const isProperty = (id: string): id is PropertyId => Object.hasOwn(properties, id);

/** The name of a property. One that does not exist has its id as its name, and no values. */
export const nameOf = (id: string): string => (isProperty(id) ? properties[id].name : id);
export const cellsOf = (id: string, record: ReadRecord): Cell[] => (isProperty(id) ? properties[id].cells(record) : []);
