import { hash } from 'node:crypto';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams';
import { type Activity, type Cell, type Company, plainNumber } from '../company.ts';
import { packActivities } from '../facts.ts';
import { searchText } from '../fold.ts';
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

/** What a file says, before anything of it is compared or served. It vanishes with the transaction, however that ends. */
const table = `
  CREATE TEMPORARY TABLE staged (
    line INTEGER NOT NULL, id UUID NOT NULL, number TEXT NOT NULL, canonical_name TEXT NOT NULL, status TEXT NOT NULL, legal_form TEXT,
    registered_at DATE, registry JSON NOT NULL, source_cells JSON NOT NULL, registrations JSON NOT NULL,
    unlicensed INTEGER[] NOT NULL, licensed INTEGER[] NOT NULL, search_text TEXT COLLATE "C" NOT NULL,
    content_hash BYTEA NOT NULL, activities BYTEA NOT NULL
  ) ON COMMIT DROP`;

/** Lines are sent in pieces of about this many bytes: a write for each would cost more than the line. */
const pieceSize = 256 * 1024;
/** In bytes: so far the reading may be ahead of the database, so that neither waits for the other all the time. */
const ahead = 4 * 1024 * 1024;
/** In characters: far above what classifications have, and below what an index takes. */
const longestTerm = 500;
/** A character of a string has three bytes at most in UTF-8. */
const bytesPerCharacter = 3;

/** Writes companies into the staging table, by COPY. It sees every row of the largest registers, so it works on bytes and waits rarely. */
export class Staging {
  readonly #copy: CopyStreamQuery;
  readonly #register: Register;
  readonly #activities: ActivityIds;
  #piece = Buffer.allocUnsafe(pieceSize);
  #used = 0;
  #failure: Error | undefined;

  private constructor(copy: CopyStreamQuery, register: Register, activities: ActivityIds) {
    this.#copy = copy;
    // What goes wrong is told to whoever waits next; without a listener it would end the process.
    copy.on('error', (error) => {
      this.#failure = error;
    });
    this.#register = register;
    this.#activities = activities;
  }

  static async open(client: pg.Client, register: Register, activities: ActivityIds): Promise<Staging> {
    await client.query(table);
    return new Staging(client.query(copyFrom('COPY staged FROM STDIN', { highWaterMark: ahead })), register, activities);
  }

  /** Takes a company with its row. A promise means: more may come when it is resolved. */
  add(line: number, company: Company, cells: readonly Cell[]): Promise<void> | undefined {
    const endless = company.activities.find(({ code, label }) => `${code}${label}`.length > longestTerm);
    if (endless) throw new RowProblem('an activity is longer than any can be', company.number);
    if ((company.legalForm?.length ?? 0) > longestTerm)
      throw new RowProblem('the legal form is longer than any can be', company.number);
    const news = company.activities.filter((activity) => this.#activities.known(activity) === undefined);
    if (news.length > 0) return this.#learn(news).then(() => this.add(line, company, cells));

    const { country, scheme, normalizeNumber = plainNumber } = this.#register;
    const { number, name, status, legalForm, registeredAt, registry, registrations, activities } = company;
    const [unlicensed, licensed] = [this.#idsOf(activities, 'unlicensed'), this.#idsOf(activities, 'licensed')];
    const start = `${line}\t${entityId(country.code, scheme, number)}\t`;
    const content = `${copyText(number)}\t${copyText(name)}\t${status}\t${orNull(legalForm)}\t${orNull(registeredAt)}\t${copyJson(
      registry,
    )}\t${copyJson(cells)}\t${copyJson(registrations)}\t{${unlicensed.join(',')}}\t{${licensed.join(',')}}\t${copyText(
      searchText(name, number, normalizeNumber(number)),
    )}`;
    return this.#write(start, content, packActivities(unlicensed, licensed));
  }

  async close(): Promise<void> {
    await this.#send();
    this.#copy.end();
    await finished(this.#copy);
  }

  /** The packed activities stand outside of what is hashed: they say nothing that the content doesn't. */
  #write(start: string, content: string, packed: string): Promise<void> | undefined {
    const needed = (start.length + content.length + packed.length + 100) * bytesPerCharacter;
    const sent = this.#used + needed > this.#piece.length ? this.#send(needed) : undefined;
    const contentStart = this.#used + this.#piece.write(start, this.#used, 'latin1');
    const contentEnd = contentStart + this.#piece.write(content, contentStart, 'utf8');
    const { revision } = this.#register;
    // Of the very bytes that are stored, so that nothing can change without being noticed.
    const contentHash = hash('sha1', this.#piece.subarray(contentStart, contentEnd), 'hex');
    const end = `\t\\\\x${revision.toString(16).padStart(4, '0')}${contentHash}\t\\\\x${packed}\n`;
    this.#used = contentEnd + this.#piece.write(end, contentEnd, 'latin1');
    return sent;
  }

  /** Sends what there is, and makes room for at least so many bytes. */
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

const special = /[\\\t\n\r]/;
const replacements: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** Text as COPY takes it. */
const copyText = (text: string): string =>
  special.test(text) ? text.replaceAll(/[\\\t\n\r]/g, (character) => replacements[character] ?? character) : text;

const orNull = (text: string | null): string => (text === null ? '\\N' : copyText(text));

/** JSON has no control characters in it, so only its backslashes matter. */
function copyJson(value: unknown): string {
  const text = JSON.stringify(value);
  return text.includes('\\') ? text.replaceAll('\\', '\\\\') : text;
}
