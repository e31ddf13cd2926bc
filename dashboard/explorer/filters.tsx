import { useEffect, useRef } from 'preact/hooks';
import type { FilterDeclaration } from '../../src/company/filters/declaration.ts';
import { declaredFilters, type FilterName } from '../../src/company/filters/filters.ts';
import { sortNames, sorts } from '../../src/company/values.ts';
import { labels, type SearchWords, sectorText } from '../company/search-request.ts';
import { country as countryName, flag, words as wordsFor } from '../format.ts';
import { TextField } from '../parts/text-field.tsx';
import { isWide } from '../settings.ts';
import { useQuery } from '../use-query.ts';
import { useHeadings } from './headings.ts';

const pageSizes = ['10', '25', '50', '100'];

const shown = declaredFilters
  .flatMap(([name, filter]) => (filter.form ? [{ name, filter, ...filter.form }] : []))
  .sort((one, other) => one.place - other.place);
const common = shown.filter(({ isRare }) => !isRare);
const rare = shown.filter(({ isRare }) => isRare);

/** Filters that the form sends along with the name. `form` is the id of the form. */
export function Filters({ form, words }: { form: string; words: SearchWords }) {
  const isOpen = 'pageSize' in words || rare.some(({ name }) => name in words);
  return (
    <details class="panel filters" open={isWide()}>
      <summary>
        <h2>Filters</h2>
      </summary>
      {common.map(({ name, filter }) => (
        <Filter key={name} form={form} name={name} filter={filter} words={words} />
      ))}
      <Choice form={form} name="sort" value={words.sort} choices={sortNames.map((name) => [name, sorts[name].label])} />
      <details open={isOpen}>
        <summary>More filters</summary>
        {rare.map(({ name, filter }) => (
          <Filter key={name} form={form} name={name} filter={filter} words={words} />
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

interface FilterProps {
  form: string;
  name: FilterName;
  filter: FilterDeclaration;
  words: SearchWords;
}

/** The field of a filter, as its declaration says. */
function Filter({ form, name, filter, words }: FilterProps) {
  const { control, choices } = filter.form ?? {};
  const value = words[name];
  const field = { form, name, value };
  if (control === 'countries')
    return <Countries form={form} chosen={(value ?? words.country ?? '').toUpperCase().split(',').filter(Boolean)} />;
  if (control === 'sectors') return <Sectors {...field} value={value?.toUpperCase()} />;
  if (choices) return <Choice {...field} choices={Object.entries(choices)} isFirstUsual />;
  if (filter.kind === 'choice') return <Choice {...field} choices={filter.values.map((one) => [one, wordsFor(one)])} />;
  if (filter.kind === 'flag') return <Choice {...field} choices={[['true', 'Yes']]} />;
  if (filter.kind === 'text' && filter.format)
    return <TextField label={labels[name]} {...field} value={value?.slice(0, 10)} type="date" />;
  const most = 'most' in filter.rule ? filter.rule.most : undefined;
  return <TextField label={labels[name]} {...field} {...(most !== undefined && { maxLength: most })} />;
}

/** The sections of NACE, each with its divisions. */
function Sectors(field: Omit<ChoiceProps, 'choices'>) {
  const headings = useHeadings();
  const codes = [...headings.keys()].filter((code) => code.length <= 2);
  const textOf = (code: string) => (code.length === 2 ? '\u2003' : '') + sectorText(code, headings);
  return <Choice {...field} choices={codes.map((code) => [code, textOf(code)])} />;
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

interface ChoiceProps {
  form: string;
  name: keyof SearchWords;
  value: string | undefined;
  choices: readonly (readonly [string, string])[];
  /** The first value is the usual one. */
  isFirstUsual?: boolean;
}

/** A list to choose one value from. A value of the address that is not in it is added. */
function Choice({ form, name, value = '', choices, isFirstUsual = false }: ChoiceProps) {
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
        {!isFirstUsual && <option value="">{name === 'sort' || name === 'pageSize' ? 'usual' : 'any'}</option>}
        {all.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
