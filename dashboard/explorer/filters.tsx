import { useEffect, useRef } from 'preact/hooks';
import { filterRules } from '../../src/company/limits.ts';
import {
  activityTypes,
  legalFormGroups,
  type SearchedNames,
  type SearchMode,
  type Sort,
  searchedNames,
  searchModes,
  sortNames,
  statuses,
} from '../../src/company/values.ts';
import { labels, type SearchWords, sectorText } from '../company/search-request.ts';
import { country as countryName, flag, words as wordsFor } from '../format.ts';
import { TextField } from '../parts/text-field.tsx';
import { isWide } from '../settings.ts';
import { useQuery } from '../use-query.ts';
import { useHeadings } from './headings.ts';

const modeTexts: Record<SearchMode, string> = { words: 'words in any order', fragment: 'exactly this text' };
const namesTexts: Record<SearchedNames, string> = { all: 'all names', current: 'the current name' };
const places = ['locality', 'postalCode'] as const;
const terms = ['legalForm', 'number', 'activity', 'activityScheme'] as const;
const dates = ['registeredFrom', 'registeredTo', 'updatedSince'] as const;
/** The first of each is the usual one. */
const modes = searchModes.toReversed().map((mode) => [mode, modeTexts[mode]] as const);
const names = searchedNames.toReversed().map((which) => [which, namesTexts[which]] as const);
const mistakes = [
  ['false', 'if nothing else matches'],
  ['true', 'always allowed'],
] as const;
const pageSizes = ['10', '25', '50', '100'];

const sortTexts: Record<Sort, string> = {
  relevance: 'best match first',
  name: 'by name',
  registeredAt: 'oldest first',
  '-registeredAt': 'newest first',
  '-updatedAt': 'last changed first',
};

/** Filters that the form sends along with the name. `form` is the id of the form. */
export function Filters({ form, words }: { form: string; words: SearchWords }) {
  const rare = [...terms, ...dates, 'mode', 'names', 'fuzzy', 'activityType', 'pageSize'] as const;
  return (
    <details class="panel filters" open={isWide()}>
      <summary>
        <h2>Filters</h2>
      </summary>
      <Countries form={form} chosen={(words.countries ?? words.country ?? '').toUpperCase().split(',').filter(Boolean)} />
      <Choice form={form} name="status" value={words.status} choices={statuses.map((status) => [status, wordsFor(status)])} />
      <Choice
        form={form}
        name="legalFormGroup"
        value={words.legalFormGroup}
        choices={legalFormGroups.map((group) => [group, wordsFor(group)])}
      />
      <Choice form={form} name="nace" value={words.nace?.toUpperCase()} choices={useSectors()} />
      {places.map((name) => (
        <Field key={name} form={form} name={name} value={words[name]} maxLength={filterRules[name].most} />
      ))}
      <Choice form={form} name="sort" value={words.sort} choices={sortNames.map((name) => [name, sortTexts[name]])} />
      <details open={rare.some((name) => name in words)}>
        <summary>More filters</summary>
        <Choice form={form} name="mode" value={words.mode} choices={modes} />
        <Choice form={form} name="names" value={words.names} choices={names} />
        <Choice form={form} name="fuzzy" value={words.fuzzy} choices={mistakes} />
        {terms.map((name) => (
          <Field key={name} form={form} name={name} value={words[name]} maxLength={filterRules[name].most} />
        ))}
        <Choice
          form={form}
          name="activityType"
          value={words.activityType}
          choices={activityTypes.map((kind) => [kind, wordsFor(kind)])}
        />
        {dates.map((name) => (
          <Field key={name} form={form} name={name} value={words[name]?.slice(0, 10)} type="date" />
        ))}
        <Choice form={form} name="pageSize" value={words.pageSize} choices={pageSizes.map((size) => [size, size])} />
      </details>
      <p class="buttons">
        <button type="submit" form={form}>
          Apply filters
        </button>
      </p>
    </details>
  );
}

/** The sections of NACE, each with its divisions. */
function useSectors(): [string, string][] {
  const headings = useHeadings();
  const codes = [...headings.keys()].filter((code) => code.length <= 2);
  return codes.map((code) => [code, (code.length === 2 ? '\u2003' : '') + sectorText(code, headings)]);
}

/** A list to choose any number of countries from. One of the address that has no records is added. */
function Countries({ form, chosen }: { form: string; chosen: readonly string[] }) {
  const all = [...new Set([...useCountries(), ...chosen])];
  return (
    <details class="several">
      <summary>
        {labels.country}: <b>{chosen.map(countryName).join(', ') || 'any'}</b>
      </summary>
      <fieldset>
        <legend class="unseen">{labels.country}</legend>
        {all.map((code) => (
          <label key={code} class="check">
            <input form={form} type="checkbox" name="countries" value={code} checked={chosen.includes(code)} />{' '}
            {countryName(code)} {flag(code)}
          </label>
        ))}
      </fieldset>
    </details>
  );
}

/** The countries that have records. The list of registers is free. */
const useCountries = (): string[] => {
  const { data } = useQuery('registers', {});
  const codes = (data?.registers ?? []).filter(({ served }) => served).map(({ countryCode }) => countryCode);
  return [...new Set(codes)].sort((one, other) => countryName(one).localeCompare(countryName(other)));
};

/** Lists whose first value is the usual one. */
const usualFirst: readonly (keyof SearchWords)[] = ['mode', 'names', 'fuzzy'];

interface ChoiceProps {
  form: string;
  name: keyof SearchWords;
  value: string | undefined;
  choices: readonly (readonly [string, string])[];
}

interface FieldProps {
  form: string;
  name: keyof SearchWords;
  value: string | undefined;
  type?: 'date';
  maxLength?: number;
}

const Field = (props: FieldProps) => <TextField label={labels[props.name]} {...props} />;

/** A list to choose one value from. A value of the address that is not in it is added. */
function Choice({ form, name, value = '', choices }: ChoiceProps) {
  const list = useRef<HTMLSelectElement>(null);
  const all = choices.some(([one]) => one === value) || value === '' ? choices : [...choices, [value, value] as const];
  // The choices may arrive after the value.
  useEffect(() => {
    if (list.current) list.current.value = value || (list.current.options[0]?.value ?? '');
  }, [value, all.length]);
  return (
    <label>
      {labels[name]}
      <select ref={list} form={form} name={name}>
        {!usualFirst.includes(name) && <option value="">{name === 'sort' || name === 'pageSize' ? 'usual' : 'any'}</option>}
        {all.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
