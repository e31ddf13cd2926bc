import { activityTypes, legalFormGroups, searchedNames, searchModes, statuses } from '../values.ts';
import { choice, type FilterDeclaration, flag, list, text, type ValueOf } from './declaration.ts';
import * as rules from './rules.ts';

/** Of the sample companies. */
export const exampleLei = '0000EX00000000000197';

/** The filters of a search, in the order of the contract. src/search/filter.ts says what each asks the index for. */
export const filters = {
  q: text('Name', rules.fragmentOf(200), {
    isTrimmed: true,
    description: 'Fragment of name or national registration number; case and diacritics are ignored. At most 200 characters.',
    example: 'exemplu',
    guide: 'a fragment of the name or of the national number, or a whole number; at most 200 characters',
  }),
  country: text('Country', rules.country, {
    description: 'ISO 3166-1 alpha-2, in either case.',
    example: 'MD',
    option: { value: 'CODE', says: 'Of this country, or of several: GB,FR.' },
    tool: { says: 'ISO 3166 alpha-2: GB, not UK.' },
  }),
  countries: list('Country', rules.countries, {
    description: 'Any of these countries, instead of `country`. Each must be one that a register has.',
    inQuery: 'Any of these countries, with commas between, instead of `country`. Each must be one that a register has.',
    example: 'EE,LV,FI',
    examples: ['EE', 'LV'],
    form: { place: 1, control: 'countries' },
    guide: 'any of these countries, with commas between, instead of `country`: `EE,LV,FI`',
  }),
  legalForm: text('National legal form', rules.termOf(500), {
    description: 'Exact national legal form.',
    example: 'Societate cu răspundere limitată',
    form: { place: 10, isRare: true },
    option: { value: 'FORM', says: 'With exactly this national legal form.' },
  }),
  legalFormCode: text('Code of the legal form', rules.legalFormCode, {
    description: 'The legal form by ISO 20275, as `legalFormCode` has it: four characters.',
    example: 'H0PO',
    option: { value: 'CODE', says: 'With this legal form of ISO 20275, such as H0PO.' },
    guide: 'the legal form by ISO 20275: four characters, in either case',
  }),
  legalFormGroup: choice('Kind of company', 'LegalFormGroup', legalFormGroups, {
    description: 'What the legal form is in every country.',
    form: { place: 3 },
    option: { value: 'GROUP', says: 'With a legal form of this group.' },
    tool: {},
    guide: 'what the legal form is in every country, such as `limited_company`; see [Legal forms](#legal-forms)',
  }),
  activity: text('Activity', rules.termOf(500), {
    description: 'Exact national activity or its code.',
    example: '0111',
    form: { place: 12, isRare: true },
    option: { value: 'CODE', says: 'With exactly this national activity, or its code.' },
  }),
  activityType: choice('Kind of activity', 'ActivityType', activityTypes, {
    usual: 'unlicensed',
    description: 'Which activities `activity` filters.',
    form: { place: 14, isRare: true },
    option: { value: 'TYPE', says: 'Which activities --activity means.' },
  }),
  activityScheme: text('Classification', rules.termOf(100), {
    description:
      'Only activities of this classification count, such as MD-CAEM-2. Without `activity`: the record has any of them.',
    example: 'MD-CAEM-2',
    form: { place: 13, isRare: true },
    option: { value: 'SCHEME', says: 'Only activities of this classification count, such as MD-CAEM-2.' },
    guide: 'only activities of this classification count, such as `MD-CAEM-2`; alone: any of them',
  }),
  nace: text('Sector', rules.nace, {
    description:
      'A section, division, group or class of NACE Rev. 2.1: `J`, `62`, `62.1` or `62.10`. The record has an activity ' +
      'that is in it, by `nace` of its activities.',
    example: '62',
    form: { place: 4, control: 'sectors' },
    option: { value: 'CODE', says: 'With an activity of NACE Rev. 2.1: J, 62, 62.1 or 62.10.' },
    tool: { says: 'NACE 2.1 section, division, group or class: J, 62, 62.1.' },
    guide: 'a section, division, group or class of NACE Rev. 2.1: `J`, `62`, `62.1` or `62.10`',
  }),
  postalCode: text('Postal code', rules.postalCode, {
    description: 'A postal code of `address`, or its beginning: blanks, dashes and case are ignored.',
    example: 'QX30',
    form: { place: 6 },
    option: { value: 'CODE', says: 'With a postal code that begins so.' },
    tool: { says: 'Or its beginning.' },
    guide: 'a postal code of the address, or its beginning; see [Addresses](#addresses)',
  }),
  locality: text('Town', rules.locality, {
    description:
      'The whole `locality` of `address`, or its name in one language where the register has several; case and diacritics ' +
      'are ignored.',
    example: 'Wheniponbury',
    form: { place: 5 },
    option: { value: 'TOWN', says: 'In this town.' },
    tool: { says: 'Town.' },
    guide: 'this locality of the address, in any language that its register has, without case and diacritics',
  }),
  status: choice('Status', 'EntityStatus', statuses, {
    description: 'Normalized status.',
    form: { place: 2 },
    option: { value: 'STATUS', says: 'With this status.' },
    tool: {},
  }),
  registeredFrom: text('Registered from', rules.day, {
    format: 'date',
    description: 'Registered on this day or later, as in 2026-11-15.',
    example: '2004-09-27',
    form: { place: 15, isRare: true },
    option: { value: 'DAY' },
    tool: { says: 'YYYY-MM-DD.' },
  }),
  registeredTo: text('Registered until', rules.day, {
    format: 'date',
    description: 'Registered on this day or before, as in 2026-11-15.',
    example: '2004-09-27',
    form: { place: 16, isRare: true },
    option: { value: 'DAY', says: 'Registered on this day or before.' },
    tool: {},
  }),
  updatedSince: text('Changed since', rules.moment, {
    format: 'date-time',
    description: 'Changed at this moment or later, as in 2026-11-15T09:30:00Z.',
    example: '2026-09-14T06:00:00Z',
    form: { place: 17, isRare: true },
    option: { value: 'MOMENT' },
    guide: 'a moment with its time zone: changed then or later; see [below](#what-changed-since)',
  }),
  number: text('Number', rules.termOf(50), {
    description:
      'A whole number of the record: the national one, or any other of its registrations. Blanks, dots, dashes, case, the ' +
      'letters of the country in front and leading zeros are ignored as its register does.',
    example: '1004600000000',
    form: { place: 11, isRare: true },
    option: { value: 'NUMBER', says: 'With this whole number, in any spelling.' },
    guide: 'a whole number of the record, at most 50 characters',
  }),
  lei: text('LEI', rules.lei, {
    description: 'The company with this legal entity identifier. Wrong check digits are refused.',
    example: exampleLei,
    option: { value: 'LEI', says: 'With this legal entity identifier.' },
    guide: 'the company with this [LEI](identifiers.md)',
  }),
  identifier: text('Identifier', rules.identifier, {
    description: 'The company with this identifier, after its scheme: `LEI:529900…`, or `EUID:BEKBOBCE.0403101811`.',
    example: `LEI:${exampleLei}`,
    option: { value: 'SCHEME:VALUE', says: 'With this identifier: LEI:529900… or EUID:BEKBOBCE.0403101811.' },
    guide: 'the company with this [LEI or EUID](identifiers.md): `identifier=LEI:…`',
  }),
  mode: choice('Search for', 'SearchMode', searchModes, {
    usual: 'fragment',
    meanings: {
      fragment: '`q` is a fragment of the name or number, with its blanks and punctuation.',
      words: '`q` has words of a name in any order, each whole or its beginning.',
    },
    description:
      'How `q` is read. `fragment`: as a part of the name or number. `words`: as words of a name in any order, each a whole ' +
      'word or its beginning; punctuation does not matter.',
    example: 'words',
    form: { place: 7, isRare: true, choices: { words: 'words in any order', fragment: 'exactly this text' } },
    option: {
      value: 'MODE',
      says: 'How the words are read: in any order, or as a part of the name or number. By default words.',
    },
    guide: 'how `q` is read: `fragment` (default) or `words`; see [Words](#words)',
  }),
  names: choice('Search in', 'SearchedNames', searchedNames, {
    usual: 'current',
    meanings: {
      current: 'The current name.',
      all: 'The current name and `otherNames`: one of them must match by itself.',
    },
    description: 'Where `q` is looked for: in the `current` name, or in `all` names, with `otherNames`.',
    example: 'all',
    form: { place: 8, isRare: true, choices: { all: 'all names', current: 'the current name' } },
    option: { value: 'NAMES', says: 'Whether earlier and other names count too.' },
    guide: 'where `q` is looked for: `current` (default) or `all`; see [All names](#all-names)',
  }),
  fuzzy: flag('Typing mistakes', {
    description:
      'With `mode=words`: words of four to seven letters may have one typing mistake, longer ones two. Without it they may ' +
      'if nothing else matches; `meta.fuzzy` then says so.',
    form: { place: 9, isRare: true, choices: { false: 'if nothing else matches', true: 'always allowed' } },
    option: { says: 'Words may have typing mistakes, also where others match exactly.' },
    guide: 'with `mode=words`: `true` also finds words with [typing mistakes](#typing-mistakes)',
  }),
} as const satisfies Record<string, FilterDeclaration>;

export type FilterName = keyof typeof filters;
export const filterNames = Object.keys(filters) as FilterName[];

/** The filters as GraphQL passes them. */
export type FilterInput = { -readonly [Name in FilterName]?: ValueOf<(typeof filters)[Name]> | null | undefined };

/** The declaration of each filter, by its name. */
export const declaredFilters = Object.entries(filters) as [FilterName, FilterDeclaration][];
