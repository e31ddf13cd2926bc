import { logRules, sessionKey, statusClasses } from '../../src/requests/limits.ts';
import { TextField } from '../parts/text-field.tsx';

export interface LogWords {
  status?: string;
  keyId?: string;
  path?: string;
  requestId?: string;
}

const names = ['status', 'keyId', 'path', 'requestId'] as const;

/** The filters in an address or a form. Empty and invalid ones are left out. */
export function wordsOf(values: { get(name: string): unknown }): LogWords {
  const words: LogWords = {};
  for (const name of names) {
    const value = String(values.get(name) ?? '').trim();
    if (value !== '' && logRules[name].allows(value)) words[name] = value;
  }
  return words;
}

const statusTexts: Record<string, string> = { '2xx': 'answered', '3xx': 'unchanged', '4xx': 'refused', '5xx': 'failed' };

interface FilterProps {
  words: LogWords;
  keys: readonly { id: string; name: string; prefix: string }[];
  onFilter(words: LogWords): void;
}

/** The filters of the log. They take effect when a value is changed. */
export function FilterForm({ words, keys, onFilter }: FilterProps) {
  const apply = (event: Event) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    if (form.reportValidity()) onFilter(wordsOf(new FormData(form)));
  };
  return (
    <search>
      <form class="log" onSubmit={apply} onChange={apply}>
        <label>
          Status
          <select name="status" value={words.status ?? ''}>
            <option value="">all</option>
            {statusClasses.map((name) => (
              <option key={name} value={name}>
                {name} {statusTexts[name]}
              </option>
            ))}
          </select>
        </label>
        <label>
          Key
          <select name="keyId" value={words.keyId ?? ''}>
            <option value="">all</option>
            <option value={sessionKey}>none (sessions)</option>
            {keys.map(({ id, name, prefix }) => (
              <option key={id} value={id}>
                {name} ({prefix}…)
              </option>
            ))}
          </select>
        </label>
        <TextField label="Path contains" name="path" value={words.path} maxLength={logRules.path.most} placeholder="/entities" />
        <TextField
          label="Request id"
          name="requestId"
          value={words.requestId}
          pattern={logRules.requestId.pattern.source}
          title="A UUID, as in the X-Request-ID header"
        />
      </form>
    </search>
  );
}
