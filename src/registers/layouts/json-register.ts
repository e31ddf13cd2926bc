import { basename } from 'node:path';
import type { z } from 'zod';
import { declared } from '../declaration/declared.ts';
import { complete, type ParsedEntry } from '../declaration/entry.ts';
import type { Joining } from '../declaration/part.ts';
import type { About, Edition, Register } from '../declaration/register.ts';
import { readJson } from '../files/json.ts';
import { type OpenFile, openFile } from '../files/open-file.ts';
import { type BadRow, type JsonObject, type JsonRow, WrongFile } from '../files/table.ts';

/** Where the records of a JSON file are, and which members they must have. */
interface JsonFormat {
  /** The members of the outermost object that may have the list of records, if the file is no list itself. */
  lists: readonly string[];
  /** Required members. At least one of the first records must have each of them. */
  needs: readonly string[];
}

/** A register that is published as a large list of JSON objects, in one file or in pieces. Records are stored unchanged. */
export function jsonRegister<Fields extends z.ZodObject>(
  about: About<Fields>,
  format: JsonFormat,
  company: (record: JsonObject) => ParsedEntry<z.infer<Fields>>,
  editionOf: (file: string) => Edition | undefined = () => undefined,
): Register {
  return {
    ...declared(about),
    async open(path, pieces) {
      const edition = editionOf([...(pieces?.files.keys() ?? [basename(path)])][0] ?? '');
      const files = await openFiles(path, pieces);
      const batches = read(files, format);
      const size = files.reduce((sum, file) => sum + file.size, 0);
      return {
        columns: [],
        batches,
        edition,
        company: ({ cells }: JsonRow) => complete(company(cells), about.scheme),
        progress: () => files.reduce((sum, file) => sum + file.bytesRead(), 0) / size,
        close: async () => {
          await batches.return(undefined);
        },
      };
    },
  };
}

async function openFiles(path: string, pieces: Joining | undefined): Promise<OpenFile[]> {
  if (!pieces) return [await openFile(path)];
  return Promise.all([...pieces.files.values()].map((file) => file.open()));
}

async function* read(files: readonly OpenFile[], { lists, needs }: JsonFormat): AsyncGenerator<(JsonRow | BadRow)[], undefined> {
  // Line numbers continue from one piece to the next.
  let before = 0;
  for (const file of files) {
    let last = 0;
    for await (const batch of readJson(file.bytes, lists)) {
      if (last === 0) checkMembers(batch, needs);
      last = batch.at(-1)?.line ?? last;
      yield before === 0 ? batch : batch.map((row) => ({ ...row, line: before + row.line }));
    }
    before += last;
  }
}

function checkMembers(batch: readonly (JsonRow | BadRow)[], needs: readonly string[]): void {
  const records = batch.flatMap((row) => ('cells' in row ? [row.cells] : []));
  const missing = needs.filter((name) => records.every((record) => !Object.hasOwn(record, name)));
  if (records.length === 0 || missing.length === 0) return;
  const found = Object.keys(records[0] ?? {})
    .slice(0, 5)
    .join(', ');
  const names = missing.map((name) => `"${name}"`).join(', ');
  throw new WrongFile(
    `This is not the file of this register: its records lack ${names}. They start with: ${found.slice(0, 200)}.`,
  );
}
