import { CsvRecords } from './csv-records.ts';
import { type BadRow, type Batches, type Row, WrongFile } from './table.ts';
import { NotUtf8, Utf8Decoder } from './utf8.ts';

export interface CsvFormat {
  /** One character. */
  delimiter: string;
  /** One character, `"` unless told; null for files in which a quote is a character like any other. */
  quote?: string | null;
}

const rowsPerBatch = 1_000;
/** A batch of huge rows ends sooner, so that it stays small enough to hold. */
const bytesPerBatch = 4_000_000;

/**
 * Reads a CSV file in UTF-8, with its column names as they are. What makes one row unreadable rejects that row; what makes the
 * whole file doubtful throws WrongFile. Cells may share memory with the text around them: keep a batch only as long as needed.
 */
export async function readCsv(
  bytes: AsyncIterable<Buffer>,
  { delimiter, quote = '"' }: CsvFormat,
): Promise<{ columns: string[]; batches: Batches }> {
  const batches = readBatches(bytes, new CsvRecords(delimiter, quote));
  const { value: [header] = [] } = await batches.next();
  if (!header) throw new WrongFile('The file is empty.');
  if ('cells' in header) return { columns: header.cells.map(String), batches };
  await batches.return(undefined);
  throw new WrongFile(`The header cannot be read: ${header.problem}.`);
}

/** The header comes first, as a batch of its own, for the width of all other rows is measured by it. */
async function* readBatches(bytes: AsyncIterable<Buffer>, records: CsvRecords): AsyncGenerator<(Row | BadRow)[], undefined> {
  let width: number | undefined;
  let batch: (Row | BadRow)[] = [];
  let size = 0;
  for await (const length of feed(bytes, records)) {
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

async function* feed(bytes: AsyncIterable<Buffer>, records: CsvRecords): AsyncGenerator<number> {
  const decoder = new Utf8Decoder();
  try {
    for await (const chunk of bytes) {
      records.push(decoder.decode(chunk));
      yield chunk.length;
    }
    records.push(decoder.end());
    records.end();
    yield 0;
  } catch (error) {
    if (!(error instanceof NotUtf8)) throw error;
    throw new WrongFile(`The file is not UTF-8, at line ${records.lineAfter(error.before)}.`, { cause: error });
  }
}
