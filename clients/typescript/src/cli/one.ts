import type { Call } from './command.ts';
import type { Column } from './list.ts';
import { hasColours, write } from './shell.ts';
import { jsonLine, plain } from './text.ts';

/** Prints one thing: on a terminal a line for each of its parts. */
export async function printOne<Item>(
  { shell, signal, format, list }: Pick<Call, 'shell' | 'signal' | 'format' | 'list'>,
  item: Item,
  parts: readonly (readonly [string, string | null | undefined])[],
  columns: readonly Column<Item>[],
): Promise<void> {
  if (format === 'csv') {
    const rows = list(columns);
    await rows.add([item]);
    return rows.end();
  }
  if (format !== 'table') return write(shell.stdout, `${jsonLine(item, format === 'json' ? 2 : undefined)}\n`, signal);
  const known = parts.filter(([, value]) => value);
  const width = Math.max(...known.map(([label]) => label.length));
  const [on, off] = hasColours(shell.stdout, shell.env) ? ['\x1b[1m', '\x1b[0m'] : ['', ''];
  const lines = known.map(([label, value]) => `${on}${label.padEnd(width)}${off}  ${plain(value ?? '')}\n`);
  await write(shell.stdout, lines.join(''), signal);
}
