import { words } from '../format.ts';

interface FieldsProps {
  value: unknown;
  /** The names are the register's own. */
  isVerbatim?: boolean;
}

/** Any JSON value as lists of names and values. Web addresses are links. */
export function Fields({ value, isVerbatim = false }: FieldsProps) {
  if (value === null || value === undefined || value === '') return <span class="faint">–</span>;
  if (Array.isArray(value)) {
    if (value.length === 0) return <span class="faint">none</span>;
    return (
      <ul class="plain">
        {value.map((one, place) => (
          <li key={String(place)}>
            <Fields value={one} isVerbatim={isVerbatim} />
          </li>
        ))}
      </ul>
    );
  }
  if (typeof value === 'object')
    return (
      <dl>
        {Object.entries(value).map(([name, one]) => (
          <div key={name}>
            <dt>{isVerbatim ? name : words(name)}</dt>
            <dd>
              <Fields value={one} isVerbatim={isVerbatim} />
            </dd>
          </div>
        ))}
      </dl>
    );
  const text = typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);
  return /^https?:\/\/[^\s]+$/.test(text) ? (
    <a href={text} rel="noreferrer">
      {text}
    </a>
  ) : (
    text
  );
}
