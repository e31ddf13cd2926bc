import type { z } from 'zod';
import type { Columns, Reader } from '../declaration/columns.ts';
import { declared } from '../declaration/declared.ts';
import { complete, type ParsedEntry } from '../declaration/entry.ts';
import type { About, Register, SourceRow } from '../declaration/register.ts';
import { type BadRow, type Cell, type Row, WrongFile } from '../files/table.ts';
import { openText, type TextFormat } from './text-register.ts';

type Cells = readonly Cell[];

/** How several rows become one company. */
interface RowsLayout<Registry = Record<string, unknown>> {
  /** The common key of a company's rows; empty for a row that belongs to none. */
  key: Reader<string>;
  /** Ranks are compared as text. The main row of a company is the first one with the highest rank. */
  rank: Reader<string>;
  company(main: Cells, others: readonly Cells[]): ParsedEntry<Registry>;
}

/** The cells of the main row, followed by the other rows of the company. */
interface JoinedRow extends SourceRow {
  cells: readonly (Cell | readonly Cells[])[];
}

/** No company has more. */
const maxRows = 1_000;
/** The name of the other rows in sourceData. */
const otherRows = 'otherRows';

/**
 * A register whose text file may have several rows for one company, such as one for each of its names. Adjacent rows are joined
 * as they are read. For other rows, the import finds the company in the database and joins them there.
 */
export function severalRowsRegister<Fields extends z.ZodObject>(
  about: About<Fields>,
  format: TextFormat,
  layoutOf: (columns: Columns) => RowsLayout<z.infer<Fields>>,
): Register {
  return {
    ...declared(about),
    async open(path) {
      let layout: RowsLayout | undefined;
      const remember = (columns: Columns) => {
        layout = layoutOf(columns);
        return () => undefined;
      };
      const file = await openText(path, format, remember, about.scheme);
      const { key, rank, company } = layout as unknown as RowsLayout;
      const { columns, isPassing } = file;
      const main = (cells: JoinedRow['cells']): Cells => cells.slice(0, columns.length) as Cells;
      const others = (cells: JoinedRow['cells']) => (cells[columns.length] ?? []) as readonly Cells[];
      const batches = joinNeighbours(file.batches, key, rank);
      return {
        ...file,
        columns: [...columns, { part: otherRows, columns }],
        batches,
        ...(isPassing && { compared: rowByRow }),
        company: ({ cells }: JoinedRow) => complete(company(main(cells), others(cells)), about.scheme),
        join: (rows: readonly JoinedRow[]) =>
          joined(
            rows.flatMap(({ line, cells }) => [main(cells), ...others(cells)].map((row) => ({ line, cells: row }))),
            rank,
          ),
        close: async () => {
          await batches.return(undefined);
          await file.close();
        },
      };
    },
  };
}

/** The cells of the main row, then the other rows: hashes are made from this order if some columns are ignored. */
function rowByRow(cells: readonly unknown[]): readonly unknown[] {
  const place = cells.findIndex((cell) => Array.isArray(cell));
  return [cells.slice(0, place), ...(cells[place] as readonly Cells[]), ...cells.slice(place + 1)];
}

async function* joinNeighbours(
  batches: AsyncIterable<readonly (Row | BadRow)[]>,
  key: Reader<string>,
  rank: Reader<string>,
): AsyncGenerator<(JoinedRow | BadRow)[], undefined> {
  let [open, openKey]: [Row[], string] = [[], ''];
  for await (const batch of batches) {
    const done: (JoinedRow | BadRow)[] = [];
    for (const row of batch) {
      if (!('cells' in row)) {
        done.push(row);
        continue;
      }
      const rowKey = key(row.cells);
      const isNeighbour = rowKey !== '' && rowKey === openKey && open.length < maxRows;
      if (!isNeighbour && open.length > 0) done.push(joined(open, rank));
      open = isNeighbour ? open : [];
      open.push(row);
      openKey = rowKey;
    }
    if (done.length > 0) yield done;
  }
  if (open.length > 0) yield [joined(open, rank)];
}

function joined(rows: readonly Row[], rank: Reader<string>): JoinedRow {
  const [first] = rows as readonly [Row];
  if (rows.length === 1) return { line: first.line, cells: [...first.cells, []] };
  if (rows.length > maxRows) throw new WrongFile(`The file has over ${maxRows} rows of one company, from line ${first.line} on.`);
  let main = first;
  for (const row of rows) if (rank(row.cells) > rank(main.cells)) main = row;
  return { line: first.line, cells: [...main.cells, rows.filter((row) => row !== main).map(({ cells }) => cells)] };
}
