import { CsvRecords } from './csv-records.ts';
import { decoderOf, type Encoding } from './encoding.ts';
import { QuotedLines } from './quoted-lines.ts';
import { type BadRow, type Batches, type Row, WrongFile } from './table.ts';
import { Undecodable } from './utf8.ts';

export interface CsvFormat {
  /** One character. */
  delimiter: string;
  /**
   * One character, `"` by default; null for files in which a quote is an ordinary character; 'bare' for files in which every
   * field is quoted, but quotes inside fields are not doubled.
   */
  quote?: string | null | 'bare';
  /** UTF-8 by default. */
  encoding?: Encoding;
  /** The names of the columns, for files that have no header. */
  columns?: readonly string[];
}

/** Cuts text that comes in pieces into records. */
export interface Records {
  /** A piece must not end between the two characters of a line break. */
  push(piece: string): void;
  end(): void;
  /** The next record, or undefined if its end has not arrived yet. Without a width, any number of cells is accepted. */
  next(width?: number): Row | BadRow | undefined;
  /** The line number after `ahead`, which follows the pushed text. */
  lineAfter(ahead: string): number;
}

const rowsPerBatch = 1_000;
/** A batch of huge rows ends sooner, so that it fits into memory. */
const bytesPerBatch = 4_000_000;

/**
 * Reads a CSV file, with its column names unchanged. An unreadable row is rejected; a problem of the whole file throws WrongFile.
 * Cells may share memory with the text around them: keep a batch only as long as needed.
 */
export async function readCsv(
  bytes: AsyncIterable<Buffer>,
  { delimiter, quote = '"', encoding = 'utf-8', columns }: CsvFormat,
): Promise<{ columns: readonly string[]; batches: Batches }> {
  const records = quote === 'bare' ? new QuotedLines(delimiter) : new CsvRecords(delimiter, quote);
  const batches = readBatches(bytes, records, encoding, columns?.length);
  const { value: first = [] } = await batches.next();
  const [header] = first;
  if (columns && header && 'problem' in header) {
    await batches.return(undefined);
    throw new WrongFile(`This is not the file of this register: in its first row, ${header.problem}.`);
  }
  if (columns) return { columns, batches: withFirst(first, batches) };
  if (!header) throw new WrongFile('The file is empty.');
  if ('cells' in header) return { columns: header.cells.map(String), batches };
  await batches.return(undefined);
  throw new WrongFile(`The header cannot be read: ${header.problem}.`);
}

async function* withFirst(first: (Row | BadRow)[], rest: AsyncGenerator<(Row | BadRow)[], undefined>) {
  if (first.length > 0) yield first;
  yield* rest;
}

/** Without a known width the header comes first, in its own batch, because it defines the width of all other rows. */
async function* readBatches(
  bytes: AsyncIterable<Buffer>,
  records: Records,
  encoding: Encoding,
  knownWidth: number | undefined,
): AsyncGenerator<(Row | BadRow)[], undefined> {
  let width = knownWidth;
  let batch: (Row | BadRow)[] = [];
  let size = 0;
  for await (const length of feed(bytes, records, encoding)) {
    size += length;
    for (let row = records.next(width); row; row = records.next(width)) {
      batch.push(row);
      if (width && batch.length < rowsPerBatch && size < bytesPerBatch) continue;
      width ??= 'cells' in row ? row.cells.length : 0;
      yield batch;
      batch = [];
      size = 0;
    }
  }
  if (batch.length > 0) yield batch;
}

async function* feed(bytes: AsyncIterable<Buffer>, records: Records, encoding: Encoding): AsyncGenerator<number> {
  const decoder = decoderOf(encoding);
  try {
    for await (const chunk of bytes) {
      records.push(decoder.decode(chunk));
      yield chunk.length;
    }
    records.push(decoder.end());
    records.end();
    yield 0;
  } catch (error) {
    if (!(error instanceof Undecodable)) throw error;
    throw new WrongFile(`The file is not ${error.encoding}, at line ${records.lineAfter(error.before)}.`, { cause: error });
  }
}
