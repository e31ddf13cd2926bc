import { readJson } from './files/json.ts';
import { openFile } from './files/open-file.ts';
import { type BadRow, type JsonObject, type JsonRow, WrongFile } from './files/table.ts';
import type { Register, Taken } from './register.ts';
import { complete } from './text-register.ts';

/** How the records of a JSON file are found, and what they must have. */
export interface JsonFormat {
  /** The members of the outermost object that may hold the list of records, where the file is no list itself. */
  lists: readonly string[];
  /** Members without which no record makes sense. At least one of the first records must have each of them. */
  needs: readonly string[];
}

/** A register that is published as one large list of JSON objects. A record is kept as the object that it is. */
export function jsonRegister(
  about: Omit<Register, 'open'>,
  format: JsonFormat,
  company: (record: JsonObject) => Taken,
): Register {
  return {
    ...about,
    async open(path) {
      const file = await openFile(path);
      const batches = checked(readJson(file.bytes, format.lists), format.needs);
      return {
        columns: [],
        batches,
        company: ({ cells }: JsonRow) => complete(company(cells)),
        progress: () => file.bytesRead() / file.size,
        close: async () => {
          await batches.return(undefined);
        },
      };
    },
  };
}

async function* checked(batches: AsyncIterable<(JsonRow | BadRow)[]>, needs: readonly string[]) {
  let isFirst = true;
  for await (const batch of batches) {
    if (isFirst) checkMembers(batch, needs);
    isFirst = false;
    yield batch;
  }
}

function checkMembers(batch: readonly (JsonRow | BadRow)[], needs: readonly string[]): void {
  const records = batch.flatMap((row) => ('cells' in row ? [row.cells] : []));
  const missing = needs.filter((name) => records.every((record) => !Object.hasOwn(record, name)));
  if (records.length === 0 || missing.length === 0) return;
  const found = Object.keys(records[0] ?? {})
    .slice(0, 5)
    .join(', ');
  throw new WrongFile(
    `This is not the file of this register: its records lack ${missing.map((name) => `"${name}"`).join(', ')}. They start with: ${found.slice(0, 200)}.`,
  );
}
