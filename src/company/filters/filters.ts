import { activityTypes, legalFormGroups, searchedNames, searchModes, statuses } from '../values.ts';
import type { FilterDeclaration, ValueOf } from './declaration.ts';
import * as rules from './rules.ts';

/** Of the sample companies. */
export const exampleLei = '0000EX00000000000197';

/** The filters of a search, in the order of the contract. src/search/filter.ts says what each asks the index for. */
export const filters = {
  q: {
    kind: 'text',
    rule: rules.fragmentOf(200),
    isTrimmed: true,
    description: 'Fragment of name or national registration number; case and diacritics are ignored. At most 200 characters.',
    example: 'exemplu',
    label: 'Name',
    guide: 'a fragment of the name or of the national number, or a whole number; at most 200 characters',
  },
  country: {
    kind: 'text',
    rule: rules.country,
    description: 'ISO 3166-1 alpha-2, in either case.',
    example: 'MD',
    label: 'Country',
    option: { value: 'CODE', says: 'Of this country, or of several: GB,FR.' },
    tool: { says: 'ISO 3166 alpha-2: GB, not UK.' },
  },
  countries: {
    kind: 'list',
    rule: rules.countries,
    description: 'Any of these countries, instead of `country`. Each must be one that a register has.',
    inQuery: 'Any of these countries, with commas between, instead of `country`. Each must be one that a register has.',
    example: 'EE,LV,FI',
    examples: ['EE', 'LV'],
    label: 'Country',
    form: { place: 1, control: 'countries' },
    guide: 'any of these countries, with commas between, instead of `country`: `EE,LV,FI`',
  },
  legalForm: {
    kind: 'text',
    rule: rules.termOf(500),
    description: 'Exact national legal form.',
    example: 'Societate cu răspundere limitată',
    label: 'National legal form',
    form: { place: 10, isRare: true },
    option: { value: 'FORM', says: 'With exactly this national legal form.' },
  },
  legalFormCode: {
    kind: 'text',
    rule: rules.legalFormCode,
    description: 'The legal form by ISO 20275, as `legalFormCode` has it: four characters.',
    example: 'H0PO',
    label: 'Code of the legal form',
    option: { value: 'CODE', says: 'With this legal form of ISO 20275, such as H0PO.' },
    guide: 'the legal form by ISO 20275: four characters, in either case',
  },
  legalFormGroup: {
    kind: 'choice',
    type: 'LegalFormGroup',
    values: legalFormGroups,
    description: 'What the legal form is in every country.',
    label: 'Kind of company',
    form: { place: 3 },
    option: { value: 'GROUP', says: 'With a legal form of this group.' },
    tool: {},
    guide: 'what the legal form is in every country, such as `limited_company`; see [Legal forms](#legal-forms)',
  },
  activity: {
    kind: 'text',
    rule: rules.termOf(500),
    description: 'Exact national activity or its code.',
    example: '0111',
    label: 'Activity',
    form: { place: 12, isRare: true },
    option: { value: 'CODE', says: 'With exactly this national activity, or its code.' },
  },
  activityType: {
    kind: 'choice',
    type: 'ActivityType',
    values: activityTypes,
    usual: 'unlicensed',
    description: 'Which activities `activity` filters.',
    label: 'Kind of activity',
    form: { place: 14, isRare: true },
    option: { value: 'TYPE', says: 'Which activities --activity means.' },
  },
  activityScheme: {
    kind: 'text',
    rule: rules.termOf(100),
    description:
      'Only activities of this classification count, such as MD-CAEM-2. Without `activity`: the record has any of them.',
    example: 'MD-CAEM-2',
    label: 'Classification',
    form: { place: 13, isRare: true },
    option: { value: 'SCHEME', says: 'Only activities of this classification count, such as MD-CAEM-2.' },
    guide: 'only activities of this classification count, such as `MD-CAEM-2`; alone: any of them',
  },
  nace: {
    kind: 'text',
    rule: rules.nace,
    description:
      'A section, division, group or class of NACE Rev. 2.1: `J`, `62`, `62.1` or `62.10`. The record has an activity ' +
      'that is in it, by `nace` of its activities.',
    example: '62',
    label: 'Sector',
    form: { place: 4, control: 'sectors' },
    option: { value: 'CODE', says: 'With an activity of NACE Rev. 2.1: J, 62, 62.1 or 62.10.' },
    tool: { says: 'NACE 2.1 section, division, group or class: J, 62, 62.1.' },
    guide: 'a section, division, group or class of NACE Rev. 2.1: `J`, `62`, `62.1` or `62.10`',
  },
  postalCode: {
    kind: 'text',
    rule: rules.postalCode,
    description: 'A postal code of `address`, or its beginning: blanks, dashes and case are ignored.',
    example: 'QX30',
    label: 'Postal code',
    form: { place: 6 },
    option: { value: 'CODE', says: 'With a postal code that begins so.' },
    tool: { says: 'Or its beginning.' },
    guide: 'a postal code of the address, or its beginning; see [Addresses](#addresses)',
  },
  locality: {
    kind: 'text',
    rule: rules.locality,
    description:
      'The whole `locality` of `address`, or its name in one language where the register has several; case and diacritics ' +
      'are ignored.',
    example: 'Wheniponbury',
    label: 'Town',
    form: { place: 5 },
    option: { value: 'TOWN', says: 'In this town.' },
    tool: { says: 'Town.' },
    guide: 'this locality of the address, in any language that its register has, without case and diacritics',
  },
  status: {
    kind: 'choice',
    type: 'EntityStatus',
    values: statuses,
    description: 'Normalized status.',
    label: 'Status',
    form: { place: 2 },
    option: { value: 'STATUS', says: 'With this status.' },
    tool: {},
  },
  registeredFrom: {
    kind: 'text',
    rule: rules.day,
    format: 'date',
    description: 'Registered on this day or later, as in 2026-11-15.',
    example: '2004-09-27',
    label: 'Registered from',
    form: { place: 15, isRare: true },
    option: { value: 'DAY' },
    tool: { says: 'YYYY-MM-DD.' },
  },
  registeredTo: {
    kind: 'text',
    rule: rules.day,
    format: 'date',
    description: 'Registered on this day or before, as in 2026-11-15.',
    example: '2004-09-27',
    label: 'Registered until',
    form: { place: 16, isRare: true },
    option: { value: 'DAY', says: 'Registered on this day or before.' },
    tool: {},
  },
  updatedSince: {
    kind: 'text',
    rule: rules.moment,
    format: 'date-time',
    description: 'Changed at this moment or later, as in 2026-11-15T09:30:00Z.',
    example: '2026-09-14T06:00:00Z',
    label: 'Changed since',
    form: { place: 17, isRare: true },
    option: { value: 'MOMENT' },
    guide: 'a moment with its time zone: changed then or later; see [below](#what-changed-since)',
  },
  number: {
    kind: 'text',
    rule: rules.termOf(50),
    description:
      'A whole number of the record: the national one, or any other of its registrations. Blanks, dots, dashes, case, the ' +
      'letters of the country in front and leading zeros are ignored as its register does.',
    example: '1004600000000',
    label: 'Number',
    form: { place: 11, isRare: true },
    option: { value: 'NUMBER', says: 'With this whole number, in any spelling.' },
    guide: 'a whole number of the record, at most 50 characters',
  },
  lei: {
    kind: 'text',
    rule: rules.lei,
    description: 'The company with this legal entity identifier. Wrong check digits are refused.',
    example: exampleLei,
    label: 'LEI',
    option: { value: 'LEI', says: 'With this legal entity identifier.' },
    guide: 'the company with this [LEI](identifiers.md)',
  },
  identifier: {
    kind: 'text',
    rule: rules.identifier,
    description: 'The company with this identifier, after its scheme: `LEI:529900…`, or `EUID:BEKBOBCE.0403101811`.',
    example: `LEI:${exampleLei}`,
    label: 'Identifier',
    option: { value: 'SCHEME:VALUE', says: 'With this identifier: LEI:529900… or EUID:BEKBOBCE.0403101811.' },
    guide: 'the company with this [LEI or EUID](identifiers.md): `identifier=LEI:…`',
  },
  mode: {
    kind: 'choice',
    type: 'SearchMode',
    values: searchModes,
    usual: 'fragment',
    meanings: {
      fragment: '`q` is a fragment of the name or number, with its blanks and punctuation.',
      words: '`q` has words of a name in any order, each whole or its beginning.',
    },
    description:
      'How `q` is read. `fragment`: as a part of the name or number. `words`: as words of a name in any order, each a whole ' +
      'word or its beginning; punctuation does not matter.',
    example: 'words',
    label: 'Search for',
    form: { place: 7, isRare: true, choices: { words: 'words in any order', fragment: 'exactly this text' } },
    option: {
      value: 'MODE',
      says: 'How the words are read: in any order, or as a part of the name or number. By default words.',
    },
    guide: 'how `q` is read: `fragment` (default) or `words`; see [Words](#words)',
  },
  names: {
    kind: 'choice',
    type: 'SearchedNames',
    values: searchedNames,
    usual: 'current',
    meanings: {
      current: 'The current name.',
      all: 'The current name and `otherNames`: one of them must match by itself.',
    },
    description: 'Where `q` is looked for: in the `current` name, or in `all` names, with `otherNames`.',
    example: 'all',
    label: 'Search in',
    form: { place: 8, isRare: true, choices: { all: 'all names', current: 'the current name' } },
    option: { value: 'NAMES', says: 'Whether earlier and other names count too.' },
    guide: 'where `q` is looked for: `current` (default) or `all`; see [All names](#all-names)',
  },
  fuzzy: {
    kind: 'flag',
    description:
      'With `mode=words`: words of four to seven letters may have one typing mistake, longer ones two. Without it they may ' +
      'if nothing else matches; `meta.fuzzy` then says so.',
    label: 'Typing mistakes',
    form: { place: 9, isRare: true, choices: { false: 'if nothing else matches', true: 'always allowed' } },
    option: { says: 'Words may have typing mistakes, also where others match exactly.' },
    guide: 'with `mode=words`: `true` also finds words with [typing mistakes](#typing-mistakes)',
  },
} as const satisfies Record<string, FilterDeclaration>;

export type FilterName = keyof typeof filters;
export const filterNames = Object.keys(filters) as FilterName[];

/** The filters as GraphQL passes them. */
export type FilterInput = { -readonly [Name in FilterName]?: ValueOf<(typeof filters)[Name]> | null | undefined };

/** The declaration of each filter, by its name. */
export const declaredFilters: readonly (readonly [FilterName, FilterDeclaration])[] = filterNames.map((name) => [
  name,
  filters[name],
]);
