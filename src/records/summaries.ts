import type { Entity, ImportRun } from '../database/client.ts';
import type { Queries } from '../database/pool.ts';
import { sql } from '../database/sql.ts';
import { VersionMoved, versionColumn } from './data-version.ts';

/** A record on a page of results. It was updated when the import that last changed it was done. */
export type Summary = Pick<
  Entity,
  'id' | 'countryCode' | 'canonicalName' | 'status' | 'legalForm' | 'legalFormLabel' | 'registeredAt' | 'endedAt' | 'endKind'
> & {
  updatedAt: ImportRun['importedAt'];
  /** The national number. A record of the past may have none. */
  number: string | null;
};

/** The columns of a summary, in the tables entity and import_run. */
export const summaryColumns = `entity.id, country_code AS "countryCode", canonical_name AS "canonicalName", status,
  legal_form AS "legalForm", registered_at::timestamp AT TIME ZONE 'UTC' AS "registeredAt",
  ended_at::timestamp AT TIME ZONE 'UTC' AS "endedAt", end_kind AS "endKind",
  legal_form_label AS "legalFormLabel", number, imported_at AS "updatedAt"`;

/** Where the id of a record is stored: a segment of the search index, and a document in it. */
interface IndexPlace {
  segmentId: string;
  document: number;
}

/** A page that waits for its records. */
interface WaitingPage extends PromiseWithResolvers<Summary[]> {
  version: string;
  places: readonly IndexPlace[];
}

/** The most records that one statement reads, so that a large page does not delay many small ones. */
const maxRecords = 500;

const listSummaries = sql<Summary & { version: string; place: number }>`
  SELECT ${versionColumn} AS version, place::int, ${summaryColumns}
  FROM unnest($1::uuid[], $2::int[]) WITH ORDINALITY AS wanted (segment, document, place)
  JOIN search_segment ON search_segment.id = segment
  JOIN entity ON entity.id = encode(substr(ids, document * 16 + 1, 16), 'hex')::uuid
  JOIN import_run ON import_run.id = import_run_id ORDER BY place`;

/**
 * Reads the records of pages. One statement reads the pages that are requested in the same tick: under load this is cheaper. A
 * caller who requests several has a statement of its own, so that nobody else waits for all of them.
 */
export class Summaries {
  readonly #pool: Queries;
  #waiting = new Map<string, WaitingPage[]>();

  constructor(pool: Queries) {
    this.#pool = pool;
  }

  /** The records at these places of the search index, in this order. */
  async read(version: string, places: readonly IndexPlace[], caller: string): Promise<Summary[]> {
    if (places.length === 0) return [];
    const page = { version, places, ...Promise.withResolvers<Summary[]>() };
    if (this.#waiting.size === 0) setImmediate(() => this.#flush());
    this.#waiting.set(caller, [...(this.#waiting.get(caller) ?? []), page]);
    return page.promise;
  }

  #flush(): void {
    const callers = [...this.#waiting.values()];
    this.#waiting = new Map();
    this.#flushTogether(callers.filter(({ length }) => length === 1).flat());
    for (const pages of callers) if (pages.length > 1) this.#flushTogether(pages);
  }

  #flushTogether(waiting: readonly WaitingPage[]): void {
    for (let [first, end] = [0, 0]; first < waiting.length; first = end) {
      let records = 0;
      for (; end < waiting.length && (end === first || records < maxRecords); end++) records += waiting[end]?.places.length ?? 0;
      this.#readAll(waiting.slice(first, end));
    }
  }

  async #readAll(pages: readonly WaitingPage[]): Promise<void> {
    try {
      const places = pages.flatMap((page) => page.places);
      const values = [places.map(({ segmentId }) => segmentId), places.map(({ document }) => document)];
      const { rows } = await this.#pool.query({ name: 'summaries', text: listSummaries, values });
      let from = 0;
      let next = 0;
      for (const { version, places: wanted, resolve, reject } of pages) {
        const end = from + wanted.length;
        const found: Summary[] = [];
        let isOfVersion = true;
        for (let row = rows[next]; row && row.place <= end; row = rows[++next]) {
          const { version: readVersion, place: _, ...summary } = row;
          isOfVersion &&= readVersion === version;
          found.push(summary);
        }
        if (isOfVersion && found.length === wanted.length) resolve(found);
        else reject(new VersionMoved());
        from = end;
      }
    } catch (error) {
      for (const { reject } of pages) reject(error);
    }
  }
}
