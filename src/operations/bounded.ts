/** How much of one thing is logged: characters, entries of a list or an object, levels. */
const limits = { text: 2_000, stack: 8_000, entries: 50, levels: 5 };

/** A text up to a limit. No piece of a word is left at its end: of a secret it would not look like one. */
export function cut(text: string, limit: number = limits.text): string {
  if (text.length <= limit) return text;
  let end = limit;
  while (end > 0 && !/\s/.test(text.charAt(end - 1))) end -= 1;
  return `${text.slice(0, end)}… (${text.length} characters)`;
}

/** What is to be logged, with an end: whoever wrote an error may have put anything into it. */
export function bounded(value: unknown, levels: number = limits.levels): unknown {
  if (typeof value === 'string') return cut(value);
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return '…';
  if (ArrayBuffer.isView(value)) return `(${value.byteLength} bytes)`;
  if (value instanceof Date) return value;
  if (Array.isArray(value)) return value.slice(0, limits.entries).map((item) => bounded(item, levels - 1));
  return { ...(value instanceof Error && described(value, levels)), ...entriesOf(value, levels) };
}

function entriesOf(value: object, levels: number): object {
  const entries: [string, unknown][] = [];
  for (const name in value) {
    if (entries.length === limits.entries) break;
    if (Object.hasOwn(value, name)) entries.push([cut(name), bounded(value[name as keyof typeof value], levels - 1)]);
  }
  return Object.fromEntries(entries);
}

/** An error as pino writes it, each cause beneath it. */
function described(error: Error, levels: number): object {
  return {
    type: error.constructor.name,
    message: cut(String(error.message)),
    stack: cut(String(error.stack), limits.stack),
    ...(error.cause !== undefined && { cause: bounded(error.cause, levels - 1) }),
    ...(error instanceof AggregateError && { errors: bounded(error.errors, levels - 1) }),
  };
}
