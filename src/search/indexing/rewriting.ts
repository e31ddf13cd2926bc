import type pg from 'pg';
import type { SearchSegment } from '../../database/client.ts';
import { sql } from '../../database/sql.ts';
import {
  compareKeys,
  type Document,
  DocumentPacker,
  firstFitting,
  idSize,
  nameOf,
  type PackedColumns,
  PackedDocuments,
  type SortKey,
} from '../segments/packed-documents.ts';

/** The documents of a new segment, and between which numbers a segment is left as it is. */
const [usualDocuments, minDocuments, maxDocuments] = [1_536, 512, 2_048];

/** A document to add, or the key of a document to remove. */
export interface Change extends SortKey {
  document: Document | undefined;
}

const listStarts = sql<Pick<SearchSegment, 'id' | 'firstName'> & { first: Buffer }>`
  SELECT id, first_name AS "firstName", uuid_send(first_id) AS first FROM search_segment`;

const takeSegment = sql<PackedColumns>`DELETE FROM search_segment WHERE id = $1 
  RETURNING texts, ids, facts, activities, other_names AS "otherNames", words, addresses`;

const putSegment = sql`INSERT INTO search_segment (first_name, first_id, size, texts, ids, facts, activities, other_names,
    words, addresses) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`;

/** A segment that is being copied, and how many of its documents are copied. */
interface OpenSegment {
  index: number;
  documents: PackedDocuments;
  copied: number;
}

/**
 * Rewrites segments, from the first to the last. A segment never changes: a segment with a change is replaced by a new one. A
 * segment that would be too large is split; one that would be too small is joined with the next one. `meanwhile` gives the
 * database other work, whenever we have a segment to copy.
 */
export async function openRewriting(client: pg.Client, meanwhile?: () => Promise<void>) {
  const { rows } = await client.query(listStarts);
  const starts = rows
    .map(({ id, firstName, first }) => ({ segment: id, name: Buffer.from(firstName), id: first }))
    .sort(compareKeys);
  const packer = new DocumentPacker();
  let current: OpenSegment | undefined;
  let last: SortKey | undefined;
  let writing: Promise<unknown> | undefined;

  const writeMeanwhile = (work: Promise<unknown> | undefined): void => {
    writing = work;
    // A later await reports an error. Until then an error must not count as unhandled.
    work?.catch(() => {});
  };

  /** The database writes a segment while the next one is packed. */
  async function write(count: number): Promise<void> {
    await writing;
    const { texts, ids, facts, activities, otherNames, words, addresses } = packer.take(count);
    const first = [nameOf(texts).toString(), ids.toString('hex', 0, idSize)];
    const values = [...first, count, texts, ids, facts, activities, otherNames, words, addresses];
    writeMeanwhile(client.query({ name: 'put segment', text: putSegment, values }));
  }

  /** Opens a segment and deletes its row. */
  async function read(index: number): Promise<OpenSegment> {
    // A pg client should have only one statement at a time in flight.
    await writing;
    const nothing = Buffer.alloc(0);
    const segment = starts[index]?.segment;
    const [row] = segment ? (await client.query({ name: 'take segment', text: takeSegment, values: [segment] })).rows : [];
    if (row) writeMeanwhile(meanwhile?.());
    const documents = new PackedDocuments(row ?? { texts: nothing, ids: nothing, facts: nothing, activities: nothing });
    return { index, documents, copied: 0 };
  }

  /** Ends the open segment. If too few documents are left for a segment, the next one is opened with them. */
  async function close({ index, documents, copied }: OpenSegment): Promise<void> {
    packer.addRange(documents, copied, documents.count);
    while (packer.count >= 2 * usualDocuments) await write(usualDocuments);
    if (packer.count > 0 && packer.count < minDocuments && index + 1 < starts.length) {
      current = await read(index + 1);
      return;
    }
    current = undefined;
    if (packer.count > maxDocuments) await write(packer.count >> 1);
    if (packer.count > 0) await write(packer.count);
  }

  const isBehind = (open: OpenSegment, change: Change): boolean => {
    const next = starts[open.index + 1];
    return next !== undefined && compareKeys(next, change) <= 0;
  };

  /** The last segment that starts at the key or before it. The first segment also takes keys before its start. */
  const segmentOf = (change: Change): number =>
    Math.max(0, firstFitting(0, starts.length, (index) => compareKeys(starts[index] as SortKey, change) > 0) - 1);

  async function openFor(change: Change): Promise<OpenSegment> {
    while (current && isBehind(current, change)) await close(current);
    current ??= await read(segmentOf(change));
    return current;
  }

  function applyTo(open: OpenSegment, change: Change): Promise<void> | undefined {
    const { documents, copied } = open;
    const place = documents.find(change, copied);
    packer.addRange(documents, copied, place);
    open.copied = place;
    if (change.document) packer.add(change.document);
    else if (place < documents.count && compareKeys(documents.keyOf(place), change) === 0) open.copied = place + 1;
    else throw new Error(`The search index lacks the record ${change.id.toString('hex')}.`);
    return packer.count >= 2 * usualDocuments ? write(usualDocuments) : undefined;
  }

  return {
    /** If it returns a promise, the caller must await it before the next call. */
    apply(change: Change): Promise<void> | undefined {
      if (last && compareKeys(last, change) > 0) throw new Error('The documents of the search index are not in order.');
      last = change;
      if (!current || isBehind(current, change)) return openFor(change).then((open) => applyTo(open, change));
      return applyTo(current, change);
    },

    async finish(): Promise<void> {
      while (current) await close(current);
      await writing;
    },
  };
}
