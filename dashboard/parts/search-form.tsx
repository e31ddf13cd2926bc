import { filterRules, pageRules } from '../../src/companies/limits.ts';
import { activityTypes, type Sort, sortNames, statuses } from '../../src/companies/values.ts';
import { words as wordsFor } from '../format.ts';
import { type SearchWords, wordsOf } from '../search-request.ts';
import { NameField } from './name-field.tsx';

interface FormProps {
  words: SearchWords;
  onSearch(words: SearchWords): void;
}

const terms = [
  ['number', 'National number (exact)'],
  ['legalForm', 'Legal form (exact)'],
  ['activity', 'Activity or its code (exact)'],
  ['activityScheme', 'Classification of activities'],
] as const;
const dates = [
  ['registeredFrom', 'Registered from'],
  ['registeredTo', 'Registered until'],
  ['updatedSince', 'Changed since'],
] as const;

const sortTexts: Record<Sort, string> = {
  name: 'name',
  registeredAt: 'oldest first',
  '-registeredAt': 'newest first',
  '-updatedAt': 'last changed first',
};
const { pageSize } = pageRules;

/** All filters of the search. Nothing is requested before the form is submitted. */
export function SearchForm({ words, onSearch }: FormProps) {
  const hasMore = [...terms, ...dates, ['sort'], ['pageSize']].some(([name]) => name in words);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onSearch(wordsOf(new FormData(event.currentTarget as HTMLFormElement).entries()));
  };
  return (
    <search>
      <form class="search panel" onSubmit={submit}>
        <NameField initial={words.q ?? ''} />
        <label>
          Country
          <input
            name="country"
            defaultValue={words.country ?? ''}
            pattern={filterRules.country.pattern.source}
            size={4}
            placeholder="MD"
          />
        </label>
        <label>
          Status
          <select name="status" defaultValue={words.status ?? ''}>
            <option value="">any</option>
            {statuses.map((status) => (
              <option key={status} value={status} selected={status === words.status}>
                {wordsFor(status)}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" class="main">
          Search
        </button>
        <details open={hasMore}>
          <summary>More filters</summary>
          <div class="line">
            {terms.map(([name, text]) => (
              <label key={name}>
                {text}
                <input name={name} maxLength={filterRules[name].most} defaultValue={words[name] ?? ''} />
              </label>
            ))}
            {dates.map(([name, text]) => (
              <label key={name}>
                {text}
                <input name={name} type="date" defaultValue={(words[name] ?? '').slice(0, 10)} />
              </label>
            ))}
            <label>
              Kind of activity
              <select name="activityType">
                {activityTypes.map((kind) => (
                  <option key={kind} selected={kind === words.activityType}>
                    {kind}
                  </option>
                ))}
              </select>
            </label>
            <label>
              Order
              <select name="sort">
                {sortNames.map((name) => (
                  <option key={name} value={name} selected={name === words.sort}>
                    {sortTexts[name]}
                  </option>
                ))}
              </select>
            </label>
            <label>
              Records per page
              <input
                name="pageSize"
                type="number"
                min={pageSize.least}
                max={pageSize.most}
                placeholder={String(pageSize.usual)}
                defaultValue={words.pageSize ?? ''}
              />
            </label>
          </div>
        </details>
      </form>
    </search>
  );
}
