import { hash } from 'node:crypto';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams';
import type { ActivityIds } from './activity-ids.ts';
import { entityId } from './entity-id.ts';
import type { Cell } from './files/table.ts';
import type { Company, Register } from './register.ts';

/** What a file says, before anything of it is compared or served. It vanishes with the transaction, however that ends. */
const table = `
  CREATE TEMPORARY TABLE staged (
    line INTEGER NOT NULL, id UUID NOT NULL, number TEXT NOT NULL, canonical_name TEXT NOT NULL, status TEXT NOT NULL, legal_form TEXT,
    registered_at DATE, content_hash BYTEA NOT NULL, registry JSON NOT NULL, source_cells JSON NOT NULL, registrations JSON NOT NULL,
    unlicensed INTEGER[] NOT NULL, licensed INTEGER[] NOT NULL
  ) ON COMMIT DROP`;

/** Lines are sent in pieces of about this many characters: a write for each would cost more than the line. */
const pieceLength = 128 * 1024;

/** Writes companies into the staging table, by COPY. */
export class Staging {
  readonly #copy: CopyStreamQuery;
  readonly #register: Register;
  readonly #activities: ActivityIds;
  #piece = '';

  private constructor(copy: CopyStreamQuery, register: Register, activities: ActivityIds) {
    this.#copy = copy;
    this.#register = register;
    this.#activities = activities;
  }

  static async open(client: pg.Client, register: Register, activities: ActivityIds): Promise<Staging> {
    await client.query(table);
    return new Staging(client.query(copyFrom('COPY staged FROM STDIN')), register, activities);
  }

  /** Takes a company with its row. Resolved when more may come. */
  async add(line: number, company: Company, cells: readonly Cell[]): Promise<void> {
    const { country, scheme, revision } = this.#register;
    const { number, name, status, legalForm, registeredAt, registry, registrations, activities } = company;
    const content = [
      copyText(number),
      copyText(name),
      status,
      orNull(legalForm),
      orNull(registeredAt),
      copyText(JSON.stringify(registry)),
      copyText(JSON.stringify(cells)),
      copyText(JSON.stringify(registrations)),
      await this.#idsOf(activities, 'unlicensed'),
      await this.#idsOf(activities, 'licensed'),
    ];
    // Of what is stored itself, so that nothing can change without being noticed.
    const contentHash = hash('sha1', `${revision}\t${content.join('\t')}`, 'hex');
    content.splice(5, 0, `\\\\x${contentHash}`);
    this.#piece += `${line}\t${entityId(country.code, scheme, number)}\t${content.join('\t')}\n`;
    if (this.#piece.length > pieceLength) await this.#send();
  }

  async close(): Promise<void> {
    await this.#send();
    this.#copy.end();
    await finished(this.#copy);
  }

  async #send(): Promise<void> {
    const more = this.#copy.write(this.#piece);
    this.#piece = '';
    if (!more) await once(this.#copy, 'drain');
  }

  async #idsOf(activities: Company['activities'], kind: 'unlicensed' | 'licensed'): Promise<string> {
    const ids: number[] = [];
    for (const activity of activities) {
      if (activity.kind === kind) ids.push(this.#activities.known(activity) ?? (await this.#activities.learn(activity)));
    }
    return `{${ids.join(',')}}`;
  }
}

const special = /[\\\t\n\r]/;
const replacements: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** Text as COPY takes it. */
const copyText = (text: string): string =>
  special.test(text) ? text.replaceAll(/[\\\t\n\r]/g, (character) => replacements[character] ?? character) : text;

const orNull = (text: string | null): string => (text === null ? '\\N' : copyText(text));
