import { words } from '../format.ts';

interface FieldsProps {
  value: unknown;
  /** Show the register's own names unchanged. */
  isVerbatim?: boolean;
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (typeof value === 'object' && Object.values(value).every(isEmpty));

/** Any JSON value as lists of names and values. Web addresses are links. */
export function Fields({ value, isVerbatim = false }: FieldsProps) {
  if (isEmpty(value)) return <span class="faint">none</span>;
  if (Array.isArray(value))
    return (
      <ul class="plain">
        {value.map((one, place) => (
          <li key={String(place)}>
            <Fields value={one} isVerbatim={isVerbatim} />
          </li>
        ))}
      </ul>
    );
  if (typeof value === 'object' && value !== null) return <Named fields={Object.entries(value)} isVerbatim={isVerbatim} />;
  const text = typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);
  return /^https?:\/\/[^\s]+$/.test(text) ? (
    <a href={text} rel="noreferrer">
      {text}
    </a>
  ) : (
    text
  );
}

/** The fields with a value, then the names of the empty ones. */
function Named({ fields, isVerbatim }: { fields: [string, unknown][]; isVerbatim: boolean }) {
  const nameOf = (name: string) => (isVerbatim ? name : words(name));
  const empty = fields.filter(([, value]) => isEmpty(value));
  return (
    <>
      <dl>
        {fields
          .filter(([, value]) => !isEmpty(value))
          .map(([name, value]) => (
            <div key={name}>
              <dt>{nameOf(name)}</dt>
              <dd>
                <Fields value={value} isVerbatim={isVerbatim} />
              </dd>
            </div>
          ))}
      </dl>
      {empty.length > 0 && (
        <p class="faint">
          <small>Empty: {empty.map(([name]) => nameOf(name)).join(', ')}</small>
        </p>
      )}
    </>
  );
}
