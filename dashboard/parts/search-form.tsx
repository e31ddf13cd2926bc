import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { go } from '../address.ts';
import { ask } from '../ask.ts';
import { country as countryName, words as wordsFor } from '../format.ts';
import { suggestions } from '../operations.ts';
import { type SearchWords, sorts, statuses, wordsOf } from '../search-request.ts';

interface FormProps {
  words: SearchWords;
  onSearch(words: SearchWords): void;
}

const terms = [
  ['number', 'National number, exactly'],
  ['legalForm', 'Legal form, exactly'],
  ['activity', 'Activity or its code, exactly'],
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
    onSearch(wordsOf(new FormData(event.currentTarget as HTMLFormElement) as unknown as Iterable<[string, unknown]>));
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

/** In milliseconds without another letter. */
const pause = 400;

/** The name, with suggestions for those who switched them on: each look-up spends a request. */
function NameField({ initial }: { initial: string }) {
  const [typed, setTyped] = useState('');
  const [isOn, setOn] = useState(() => sessionStorage.getItem('suggest') === 'on');
  const [found, setFound] = useState<{ id: string; canonicalName: string; countryCode: string }[]>([]);
  const list = useId();
  const latest = useRef('');
  useEffect(() => {
    latest.current = typed;
    if (!isOn || typed.trim().length < 3) return setFound([]);
    const timer = setTimeout(async () => {
      const { entitySuggestions } = await ask(suggestions, { q: typed }).catch(() => ({ entitySuggestions: null }));
      if (latest.current === typed) setFound(entitySuggestions ?? []);
    }, pause);
    return () => clearTimeout(timer);
  }, [typed, isOn]);
  const switchOn = (on: boolean) => {
    sessionStorage.setItem('suggest', on ? 'on' : 'off');
    setOn(on);
  };
  return (
    <div class="name">
      <label>
        Name, or a part of it or of the number
        <input
          name="q"
          type="search"
          defaultValue={initial}
          maxLength={200}
          autocomplete="off"
          aria-controls={list}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </label>
      <label class="check">
        <input type="checkbox" checked={isOn} onChange={({ currentTarget }) => switchOn(currentTarget.checked)} /> suggest while I
        type (one request each)
      </label>
      <ul class="suggestions" id={list} aria-label="Suggestions" aria-live="polite" hidden={found.length === 0}>
        {found.map(({ id, canonicalName, countryCode }) => (
          <li key={id}>
            <button type="button" class="quiet" onClick={() => go(`/dashboard/explorer/${id}`)}>
              {canonicalName} <small>{countryName(countryCode)}</small>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
