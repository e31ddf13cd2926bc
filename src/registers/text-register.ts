import { Columns } from './columns.ts';
import { type CsvFormat, readCsv } from './files/csv.ts';
import { openFile } from './files/open-file.ts';
import type { Cell, Row } from './files/table.ts';
import { type Company, naturalPerson, type Register, Removed, RowProblem, type Taken } from './register.ts';

/** How the rows of a layout become companies. Asking for the columns it needs is how it says which must be there. */
export type Layout = (columns: Columns) => (cells: readonly Cell[]) => Taken;

/** A register that is published as a text file: plain, gzipped or zipped. */
export function textRegister(about: Omit<Register, 'open'>, format: CsvFormat, layout: Layout): Register {
  return {
    ...about,
    async open(path) {
      const file = await openFile(path);
      const { columns, batches } = await readCsv(file.bytes, format);
      // A file that is left before its end is to be closed like one that was read.
      const close = async () => {
        await batches[Symbol.asyncIterator]().return?.();
      };
      const known = new Columns(columns);
      const company = layout(known);
      try {
        known.check();
      } catch (error) {
        await close();
        throw error;
      }
      return {
        columns,
        batches,
        company: ({ cells }: Row) => complete(company(cells)),
        progress: () => file.bytesRead() / file.size,
        close,
      };
    },
  };
}

/** No company is without number and name. */
export function complete(company: Taken): Taken {
  if (!isCompany(company)) return company;
  if (company.number === '') throw new RowProblem('the national number is missing');
  if (company.name === '') throw new RowProblem('the name is missing', company.number);
  return company;
}

const isCompany = (taken: Taken): taken is Company =>
  taken !== undefined && taken !== naturalPerson && !(taken instanceof Removed);
