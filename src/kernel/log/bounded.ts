/** Limits for one logged value: characters of a text, entries of a list or object, levels of nesting, and values in total. */
const limits = { text: 4_000, entries: 50, levels: 5, values: 200 };

/** Cuts a text at a limit, between words. Half a secret would no longer look like a secret, and scrub.ts would not blank it. */
export function cut(text: string, limit: number = limits.text): string {
  if (text.length <= limit) return text;
  let end = limit;
  while (end > 0 && !/\s/.test(text.charAt(end - 1))) end -= 1;
  return `${text.slice(0, end)}… (${text.length} characters)`;
}

/** Copies a value for the log, with limited size. An error of a library may hold objects of any size. */
export function bounded(value: unknown): unknown {
  let left = limits.values;
  const copy = (part: unknown, levels: number): unknown => {
    left -= 1;
    if (typeof part === 'string') return cut(part);
    if (typeof part !== 'object' || part === null || part instanceof Date) return part;
    if (levels === 0 || left <= 0) return '…';
    if (ArrayBuffer.isView(part)) return `(${part.byteLength} bytes)`;
    if (Array.isArray(part)) return part.slice(0, limits.entries).map((item) => copy(item, levels - 1));
    return Object.fromEntries(entriesOf(part).map(([name, item]) => [cut(name), copy(item, levels - 1)]));
  };
  return copy(value, limits.levels);
}

function entriesOf(value: object): [string, unknown][] {
  if (value instanceof Error) return describe(value);
  const names: string[] = [];
  for (const name in value) {
    if (names.length === limits.entries) break;
    if (Object.hasOwn(value, name)) names.push(name);
  }
  return names.map((name) => [name, value[name as keyof typeof value]]);
}

/** An error and its causes. Added fields are kept only if they hold plain values: an object may refer to a whole library. */
function describe(error: Error): [string, unknown][] {
  const { message, stack, cause } = error;
  const added = Object.entries(error).filter(([, value]) => typeof value !== 'object' && typeof value !== 'function');
  return [
    ['type', error.constructor.name],
    ['message', message],
    ['stack', stack],
    ...added.slice(0, limits.entries),
    ...(cause === undefined ? [] : [['cause', cause] as [string, unknown]]),
    ...(error instanceof AggregateError ? [['errors', error.errors] as [string, unknown]] : []),
  ];
}
