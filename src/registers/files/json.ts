import { JsonRecords } from './json-records.ts';
import type { BadRow, JsonRow } from './table.ts';

/**
 * Reads the records of a JSON file: those of its outermost list, or of a list that is a member of its outermost object. An
 * unreadable record is rejected; a problem of the whole file throws WrongFile.
 */
export async function* readJson(
  bytes: AsyncIterable<Buffer>,
  members: readonly string[],
): AsyncGenerator<(JsonRow | BadRow)[], undefined> {
  const records = new JsonRecords(members);
  for await (const chunk of bytes) {
    const batch = [...records.push(chunk)];
    if (batch.length > 0) yield batch;
  }
  records.end();
}
