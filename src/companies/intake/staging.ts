import { hash } from 'node:crypto';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams';
import { copyJson, copyText } from '../../database/copy-text.ts';
import { sql } from '../../database/sql.ts';
import { type Activity, type Company, plainNumber, type SourceRow } from '../format/company.ts';
import { packActivities } from '../format/facts.ts';
import { searchText } from '../format/fold.ts';
import type { ActivityIds } from './activity-ids.ts';
import { entityId } from './entity-id.ts';
import { RowProblem } from './problems.ts';

/** The register that the companies are of. */
interface Register {
  country: { code: string };
  scheme: string;
  revision: number;
  normalizeNumber?(typed: string): string;
}

/** The companies of a file, before they are compared with what is served. The table goes with the transaction. */
const createTable = sql`
  CREATE TEMPORARY TABLE staged (
    line INTEGER NOT NULL, id UUID NOT NULL, number TEXT NOT NULL, canonical_name TEXT NOT NULL,
    status TEXT NOT NULL, legal_form TEXT, registered_at DATE, registry JSON NOT NULL, source_cells JSON NOT NULL,
    registrations JSON NOT NULL, unlicensed INTEGER[] NOT NULL, licensed INTEGER[] NOT NULL,
    search_text TEXT COLLATE "C" NOT NULL, content_hash BYTEA NOT NULL, activities BYTEA NOT NULL
  ) ON COMMIT DROP`;

/** In bytes: so much is sent at a time, because a write for each row would cost more than the row. */
const pieceSize = 256 * 1024;
/** In bytes: so far the reading may be ahead of the database, so that they rarely wait for each other. */
const ahead = 4 * 1024 * 1024;
/** In characters: far above what classifications have, and below the limit of an index. */
const longestTerm = 500;
/** A character of a string has three bytes at most in UTF-8. */
const bytesPerCharacter = 3;

/**
 * Writes companies into the staging table, by COPY. It is the busiest code of an import, so it works on bytes and rarely waits.
 */
export class Staging {
  readonly #copy: CopyStreamQuery;
  readonly #register: Register;
  readonly #activities: ActivityIds;
  #piece = Buffer.allocUnsafe(pieceSize);
  #used = 0;
  #failure: Error | undefined;

  private constructor(copy: CopyStreamQuery, register: Register, activities: ActivityIds) {
    this.#copy = copy;
    // The next write throws it. Without a listener it would end the process.
    copy.on('error', (error) => {
      this.#failure = error;
    });
    this.#register = register;
    this.#activities = activities;
  }

  static async open(client: pg.Client, register: Register, activities: ActivityIds): Promise<Staging> {
    await client.query(createTable);
    return Staging.more(client, register, activities);
  }

  /** Writes to a staging table that is there already. */
  static more(client: pg.Client, register: Register, activities: ActivityIds): Staging {
    return new Staging(client.query(copyFrom('COPY staged FROM STDIN', { highWaterMark: ahead })), register, activities);
  }

  /**
   * Adds a company with its source row. Where not all cells count for whether it changed, those that do are given too. If it
   * gives a promise, the next one must wait for it.
   */
  add(line: number, company: Company, cells: SourceRow['cells'], lasting?: readonly unknown[]): Promise<void> | undefined {
    const endless = company.activities.find(({ code, label }) => `${code}${label}`.length > longestTerm);
    if (endless) throw new RowProblem('an activity is longer than any can be', company.key ?? company.number);
    if ((company.legalForm?.length ?? 0) > longestTerm)
      throw new RowProblem('the legal form is longer than any can be', company.key ?? company.number);
    const news = company.activities.filter((activity) => this.#activities.known(activity) === undefined);
    if (news.length > 0) return this.#learn(news).then(() => this.add(line, company, cells, lasting));

    const { country, scheme, normalizeNumber = plainNumber } = this.#register;
    const {
      number,
      key = number,
      otherNumber,
      name,
      status,
      legalForm,
      registeredAt,
      registry,
      registrations,
      activities,
    } = company;
    const [unlicensed, licensed] = [this.#idsOf(activities, 'unlicensed'), this.#idsOf(activities, 'licensed')];
    const start = `${line}\t${entityId(country.code, scheme, key)}\t`;
    const facts = `${copyText(number)}\t${copyText(name)}\t${status}\t${orNull(legalForm)}\t${orNull(registeredAt)}`;
    const before = `${facts}\t${copyJson(registry)}`;
    const after = `${copyJson(registrations)}\t{${unlicensed.join(',')}}\t{${licensed.join(',')}}\t${copyText(
      searchText(name, number, normalizeNumber(number), otherNumber),
    )}`;
    const content = `${before}\t${copyJson(cells)}\t${after}`;
    const hashed = lasting && `${before}\t${copyJson(lasting)}\t${after}`;
    return this.#write(start, content, packActivities(unlicensed, licensed), hashed);
  }

  async close(): Promise<void> {
    await this.#send();
    this.#copy.end();
    await finished(this.#copy);
  }

  /** The packed activities are not hashed: the content has the same ids. */
  #write(start: string, content: string, packed: string, hashed?: string): Promise<void> | undefined {
    const needed = (start.length + content.length + packed.length + 100) * bytesPerCharacter;
    const sent = this.#used + needed > this.#piece.length ? this.#send(needed) : undefined;
    const contentStart = this.#used + this.#piece.write(start, this.#used, 'latin1');
    const contentEnd = contentStart + this.#piece.write(content, contentStart, 'utf8');
    const { revision } = this.#register;
    // A hash of the very bytes that are stored: no change goes unnoticed.
    const contentHash = hash('sha1', hashed ?? this.#piece.subarray(contentStart, contentEnd), 'hex');
    const end = `\t\\\\x${revision.toString(16).padStart(4, '0')}${contentHash}\t\\\\x${packed}\n`;
    this.#used = contentEnd + this.#piece.write(end, contentEnd, 'latin1');
    return sent;
  }

  /** Sends the piece, and makes room for at least so many bytes. */
  #send(room = pieceSize): Promise<void> | undefined {
    if (this.#failure) throw this.#failure;
    const more = this.#copy.write(this.#piece.subarray(0, this.#used));
    this.#piece = Buffer.allocUnsafe(Math.max(room, pieceSize));
    this.#used = 0;
    return more ? undefined : once(this.#copy, 'drain').then(() => {});
  }

  async #learn(activities: readonly Activity[]): Promise<void> {
    for (const activity of activities) await this.#activities.learn(activity);
  }

  #idsOf(activities: readonly Activity[], kind: Activity['kind']): number[] {
    const ids: number[] = [];
    for (const activity of activities) if (activity.kind === kind) ids.push(this.#activities.known(activity) as number);
    return ids;
  }
}

const orNull = (text: string | null): string => (text === null ? '\\N' : copyText(text));
