import { alignment } from '../../companies/index.ts';
import type { Snapshot, SourceColumn, SourceRow } from '../declaration/register.ts';

/**
 * Which cells of a row tell whether its record changed: those that the base has, in its order, without what every edition writes
 * anew; behind them what stands in columns that the base lacks. Undefined where these are the cells themselves.
 */
export function comparedCells(
  { columns, isPassing, emptyCell, compared = (cells) => cells }: Snapshot<SourceRow>,
  base: readonly SourceColumn[],
): ((cells: SourceRow['cells']) => readonly unknown[]) | undefined {
  const align = alignment(columns, base, { isPassing, ...(emptyCell === null && { emptyCell }) });
  return align && ((cells) => compared(align(cells as readonly unknown[])));
}
