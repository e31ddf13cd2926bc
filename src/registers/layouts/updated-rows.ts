import type { Cell } from '../files/table.ts';
import type { Group } from './join-table.ts';
import type { PartFiles } from './part-rows.ts';

type Rows = readonly (readonly Cell[])[];

/**
 * The rows of a company after an update, part by part. The update's rows of a part replace all rows that the company had there;
 * if rows are deleted by their own number, the other rows stay.
 */
export function updatedRows(
  parts: readonly Pick<PartFiles, 'part' | 'names'>[],
  { rows }: Group,
  stored: readonly Rows[] = [],
): Rows[] {
  return parts.map(({ part, names }, place) => {
    const before = stored[place] ?? [];
    const named = rows.filter((row) => row.part === place);
    const inserted = named.filter(({ deletes }) => !deletes).map(({ cells }) => cells);
    if (!part.ownNumber) return named.length > 0 ? inserted : before;
    const own = names.indexOf(part.ownNumber);
    const gone = new Set([
      ...named.filter(({ deletes }) => deletes).map(({ cells }) => cells[0]),
      ...inserted.map((row) => row[own]),
    ]);
    return [...before.filter((row) => !gone.has(row[own] as Cell)), ...inserted];
  });
}
