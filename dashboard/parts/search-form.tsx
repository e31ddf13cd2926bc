import { words as wordsFor } from '../format.ts';
import { type SearchWords, sorts, statuses, wordsOf } from '../search-request.ts';
import { NameField } from './name-field.tsx';

interface FormProps {
  words: SearchWords;
  onSearch(words: SearchWords): void;
}

const terms = [
  ['number', 'National number, exactly'],
  ['legalForm', 'Legal form, exactly'],
  ['activity', 'Activity or its code, exactly'],
  ['activityScheme', 'Classification of activities'],
] as const;
const dates = [
  ['registeredFrom', 'Registered from'],
  ['registeredTo', 'Registered until'],
  ['updatedSince', 'Changed since'],
] as const;

/** All filters of the search. Nothing is asked before the form is sent. */
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
            pattern="[A-Za-z]{2}"
            maxLength={2}
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
                <input name={name} maxLength={200} defaultValue={words[name] ?? ''} />
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
                {['unlicensed', 'licensed'].map((kind) => (
                  <option key={kind} selected={kind === words.activityType}>
                    {kind}
                  </option>
                ))}
              </select>
            </label>
            <label>
              Order
              <select name="sort">
                {Object.entries(sorts).map(([name, { text }]) => (
                  <option key={name} value={name} selected={name === words.sort}>
                    {text}
                  </option>
                ))}
              </select>
            </label>
            <label>
              Records a page
              <input name="pageSize" type="number" min={1} max={100} placeholder="25" defaultValue={words.pageSize ?? ''} />
            </label>
          </div>
        </details>
      </form>
    </search>
  );
}
