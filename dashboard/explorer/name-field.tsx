import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { filterRules } from '../../src/company/limits.ts';
import { ask } from '../ask.ts';
import { counted, country as countryName } from '../format.ts';
import type { Operations } from '../operations.generated.ts';
import { useSetting } from '../settings.ts';
import { reactionTo } from './combobox.ts';

/** In milliseconds: suggestions appear after this pause in typing. */
const pause = 300;
/** In characters: shorter texts get no suggestions. */
const shortest = 3;

interface NameFieldProps {
  initial: string;
  /** Called with the id of the record. */
  onChoose(id: string): void;
}

/** The name field, with suggestions to choose from by arrow keys, Enter and Escape, or by a click. `/` leads to it. */
export function NameField({ initial, onChoose }: NameFieldProps) {
  const [typed, setTyped] = useState('');
  const [isOn, setOn] = useSetting('suggestions', false);
  const [found, setFound] = useState<Operations['suggestions']['data']['entitySuggestions']>([]);
  const [active, setActive] = useState(-1);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const close = () => {
    setFound([]);
    setActive(-1);
  };
  useEffect(() => {
    close();
    if (!isOn || typed.trim().length < shortest) return;
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const { entitySuggestions } = await ask('suggestions', { q: typed }).catch(() => ({ entitySuggestions: [] }));
      if (isCurrent) setFound(entitySuggestions);
    }, pause);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [typed, isOn]);
  useEffect(() => {
    if (field.current) field.current.value = initial;
  }, [initial]);
  useEffect(() => {
    const onSlash = (event: KeyboardEvent) => {
      const isTyping = (event.target as Element).closest?.('input, select, textarea, dialog');
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      field.current?.select();
      field.current?.focus();
    };
    addEventListener('keydown', onSlash);
    return () => removeEventListener('keydown', onSlash);
  }, []);
  const choose = (place: number) => {
    const chosen = found[place];
    close();
    if (chosen) onChoose(chosen.id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const reaction = reactionTo(event.key, active, found.length);
    if (!reaction) return;
    event.preventDefault();
    if (reaction === 'close') close();
    else if (reaction === 'choose') choose(active);
    else setActive(reaction.active);
  };
  const isOpen = found.length > 0;
  return (
    <div class="name">
      <label for={`${id}-field`}>Name, or part of a name or number</label>
      <input
        ref={field}
        id={`${id}-field`}
        name="q"
        type="search"
        maxLength={filterRules.q.most}
        autocomplete="off"
        // biome-ignore lint/a11y/noRedundantRoles: it has the role by itself only with a native list.
        role="combobox"
        list={undefined}
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
        aria-keyshortcuts="/"
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      <div class="suggestions" id={`${id}-list`} role="listbox" aria-label="Suggestions" tabIndex={-1} hidden={!isOpen}>
        {found.map(({ id: record, canonicalName, matchedName, number, countryCode }, place) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the focus stays in the field, which has the keys.
          <div
            key={record}
            id={`${id}-${place}`}
            role="option"
            tabIndex={-1}
            aria-selected={place === active}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(place)}
          >
            {canonicalName} <small>{[number, countryName(countryCode)].filter(Boolean).join(', ')}</small>
            {matchedName && <small class="matched">Found by its other name {matchedName}</small>}
          </div>
        ))}
      </div>
      <span class="unseen" role="status">
        {isOpen && counted(found.length, 'suggestion')}
      </span>
      <label class="check">
        <input type="checkbox" checked={isOn} onChange={({ currentTarget }) => setOn(currentTarget.checked)} /> Suggest while I
        type (each suggestion costs one request)
      </label>
    </div>
  );
}
