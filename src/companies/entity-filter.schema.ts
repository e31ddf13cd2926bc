import { filterRules } from '../company/limits.ts';
import { activityTypes, legalFormGroups, type searchedNames, type searchModes, statuses } from '../company/values.ts';
import { builder } from '../graphql/builder.ts';
import type { FilterInput } from '../search/index.ts';

declare module '../graphql/builder.ts' {
  interface NamedInputs {
    EntityFilter: FilterInput;
  }
}

const ActivityType = builder.enumType('ActivityType', { values: activityTypes });

const LegalFormGroup = builder.enumType('LegalFormGroup', { values: legalFormGroups });

const Status = builder.enumType('EntityStatus', { values: statuses });

const SearchMode = builder.enumType('SearchMode', {
  values: {
    fragment: { description: '`q` is a fragment of the name or number, with its blanks and punctuation.' },
    words: { description: '`q` has words of a name in any order, each whole or its beginning.' },
  } satisfies Record<(typeof searchModes)[number], object>,
});

const SearchedNames = builder.enumType('SearchedNames', {
  values: {
    current: { description: 'The current name.' },
    all: { description: 'The current name and `otherNames`: one of them must match by itself.' },
  } satisfies Record<(typeof searchedNames)[number], object>,
});

/** Describes `fuzzy` in answers. */
export const fuzzyMeaning =
  'With `mode=words`: whether words with typing mistakes match too, because `fuzzy` said so or because nothing else matches.';

export const longestFragment = `At most ${filterRules.q.most} characters.`;

/** Describes `countries` of searches and suggestions. */
export const countriesMeaning = 'Any of these countries, instead of `country`. Each must be one that a register has.';

export const EntityFilter = builder.inputType('EntityFilter', {
  fields: (t) => ({
    q: t.string({
      description: `Fragment of name or national registration number; case and diacritics are ignored. ${longestFragment}`,
    }),
    mode: t.field({
      type: SearchMode,
      defaultValue: 'fragment',
      description:
        'How `q` is read. `fragment`: as a part of the name or number. `words`: as words of a name in any order, each a whole ' +
        'word or its beginning; punctuation does not matter.',
    }),
    names: t.field({
      type: SearchedNames,
      defaultValue: 'current',
      description: 'Where `q` is looked for: in the `current` name, or in `all` names, with `otherNames`.',
    }),
    fuzzy: t.boolean({
      defaultValue: false,
      description:
        'With `mode=words`: words of four to seven letters may have one typing mistake, longer ones two. Without it they may ' +
        'if nothing else matches; `meta.fuzzy` then says so.',
    }),
    country: t.string({ description: 'ISO 3166-1 alpha-2, in either case.' }),
    countries: t.stringList({ description: countriesMeaning }),
    legalForm: t.string({ description: 'Exact national legal form.' }),
    legalFormCode: t.string({ description: 'The legal form by ISO 20275, as `legalFormCode` has it: four characters.' }),
    legalFormGroup: t.field({ type: LegalFormGroup, description: 'What the legal form is in every country.' }),
    activity: t.string({ description: 'Exact national activity or its code.' }),
    activityType: t.field({
      type: ActivityType,
      defaultValue: 'unlicensed',
      description: 'Which activities `activity` filters.',
    }),
    activityScheme: t.string({
      description:
        'Only activities of this classification count, such as MD-CAEM-2. Without `activity`: the record has any of them.',
    }),
    nace: t.string({
      description:
        'A section, division, group or class of NACE Rev. 2.1: `J`, `62`, `62.1` or `62.10`. The record has an activity ' +
        'that is in it, by `nace` of its activities.',
    }),
    postalCode: t.string({
      description: 'A postal code of `address`, or its beginning: blanks, dashes and case are ignored.',
    }),
    locality: t.string({
      description:
        'The whole `locality` of `address`, or its name in one language where the register has several; case and diacritics ' +
        'are ignored.',
    }),
    status: t.field({ type: Status, description: 'Normalized status.' }),
    registeredFrom: t.string({ description: 'Registered on this day or later, as in 2026-11-15.' }),
    registeredTo: t.string({ description: 'Registered on this day or before, as in 2026-11-15.' }),
    updatedSince: t.string({ description: 'Changed at this moment or later, as in 2026-11-15T09:30:00Z.' }),
    number: t.string({
      description:
        'A whole number of the record: the national one, or any other of its registrations. Blanks, dots, dashes, case, the ' +
        'letters of the country in front and leading zeros are ignored as its register does.',
    }),
    lei: t.string({ description: 'The company with this legal entity identifier. Wrong check digits are refused.' }),
    identifier: t.string({
      description: 'The company with this identifier, after its scheme: `LEI:529900…`, or `EUID:BEKBOBCE.0403101811`.',
    }),
  }),
});
