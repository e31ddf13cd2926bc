import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { filterRules } from '../../src/companies/limits.ts';
import { go } from '../address.ts';
import { ask } from '../ask.ts';
import { country as countryName } from '../format.ts';
import type { Operations } from '../operations.generated.ts';

/** In milliseconds: suggestions appear after this pause in typing. */
const pause = 400;

/** The name field. Suggestions are off by default, because each one costs a request. */
export function NameField({ initial }: { initial: string }) {
  const [typed, setTyped] = useState('');
  const [isOn, setOn] = useState(() => sessionStorage.getItem('suggest') === 'on');
  const [found, setFound] = useState<Operations['suggestions']['data']['entitySuggestions']>([]);
  const list = useId();
  const latest = useRef('');
  useEffect(() => {
    latest.current = typed;
    if (!isOn || typed.trim().length < 3) return setFound([]);
    const timer = setTimeout(async () => {
      const { entitySuggestions } = await ask('suggestions', { q: typed }).catch(() => ({ entitySuggestions: [] }));
      if (latest.current === typed) setFound(entitySuggestions);
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
        Name, or part of a name or number
        <input
          name="q"
          type="search"
          defaultValue={initial}
          maxLength={filterRules.q.most}
          autocomplete="off"
          aria-controls={list}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </label>
      <label class="check">
        <input type="checkbox" checked={isOn} onChange={({ currentTarget }) => switchOn(currentTarget.checked)} /> suggest while I
        type (costs one request each)
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
