import type pg from 'pg';
import type { RequestBatch } from '../database/client.ts';
import { fetchBatches } from '../database/cursor.ts';
import { sql } from '../database/sql.ts';
import type { Entry } from './batch.ts';

type StoredBatch = Pick<RequestBatch, 'accountId' | 'writer' | 'number'> & { entries: Entry[] };

const listBatches = sql<StoredBatch>`SELECT account_id AS "accountId", writer, number, entries FROM request_batch`;
const rewrite = sql`UPDATE request_batch SET entries = $4::json WHERE account_id = $1 AND writer = $2 AND number = $3`;

const rowsAtOnce = 100;

/** What is left of a path that somebody typed a person into. */
const erased = '?erased';

/**
 * Erases from the request logs of all accounts what was asked about a person: the parameters of the path, and the message of
 * the answer. Needs a transaction. Returns how many requests it found.
 */
export async function forgetRequests(client: pg.Client, isAbout: (text: string) => boolean): Promise<number> {
  let found = 0;
  for await (const rows of fetchBatches(client, { name: 'requests', text: listBatches }, rowsAtOnce))
    for (const { accountId, writer, number, entries } of rows) {
      const kept = entries.map((entry) => without(entry, isAbout));
      const changed = kept.filter((entry, place) => entry !== entries[place]).length;
      if (changed > 0) await client.query(rewrite, [accountId, writer, number, JSON.stringify(kept)]);
      found += changed;
    }
  return found;
}

function without(entry: Entry, isAbout: (text: string) => boolean): Entry {
  // Each parameter may be about the person, and so may several together.
  const isAsked = [entry.path, ...entry.path.split(/[?&=]/)].some((part) => isAbout(spelt(part)));
  const isSaid = entry.message !== undefined && isAbout(entry.message);
  if (!isAsked && !isSaid) return entry;
  const [path = ''] = entry.path.split('?');
  return { ...entry, path: isAbout(spelt(path)) ? erased : `${path}${erased}`, message: undefined };
}

/** A path as it was typed. It may be encoded twice. */
function spelt(path: string): string {
  let text = path.replaceAll('+', ' ');
  for (let turn = 0; turn < 2; turn++)
    // A part that is no encoding, or was cut off within one, stays as it is.
    text = text.replaceAll(/(?:%[\da-f]{2})+/gi, (part) => {
      try {
        return decodeURIComponent(part);
      } catch {
        return part;
      }
    });
  return text;
}
