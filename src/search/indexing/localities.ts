import type pg from 'pg';
import { normalize } from '../../company/normalization.ts';
import { CareOf } from '../../company/personal/care-of.ts';
import { sql } from '../../database/sql.ts';
import { Refusal } from '../../kernel/errors.ts';

/** No country has as many places. A file with more has something else in the column, and would fill the memory. */
const most = 100_000;

const learnNames = sql`INSERT INTO locality_name (name, locality) SELECT name, $2 FROM unnest($1::text[]) AS own (name)
  ON CONFLICT DO NOTHING`;

/**
 * The names of localities that a register has in several languages. The index has one locality of each record, so the search
 * looks up here which others a name means. New ones are committed at once, as activities are.
 */
export class Localities {
  readonly #client: pg.Client;
  readonly #known = new Set<string>();

  constructor(client: pg.Client) {
    this.#client = client;
  }

  isKnown(locality: string | null | undefined, names: readonly string[]): boolean {
    return !locality || names.every((name) => name === locality || this.#known.has(`${name}\n${locality}`));
  }

  async learn(locality: string, names: readonly string[]): Promise<void> {
    if (this.#known.size > most) throw new Refusal(`The file has over ${most} different names of localities: no register has.`);
    const others = names.filter((name) => name !== locality);
    await this.#client.query(learnNames, [others, locality]);
    // A joined text has no part of the text that was read.
    for (const name of others) this.#known.add(`${name}\n${locality}`);
  }
}

/** A line with c/o is no place: what the index learnt of it is deleted. */
const deleteNames = sql`DELETE FROM locality_name WHERE name = ANY ($1) OR locality = ANY ($1)`;

/** Deletes the names of localities that an erasure found to be about persons. */
export async function forgetLocalities(client: pg.Client, texts: Iterable<string>): Promise<void> {
  const lines = [...texts].filter((text) => new CareOf().without(text) === null);
  if (lines.length > 0) await client.query(deleteNames, [[...lines, ...lines.map((line) => normalize(line).trim())]]);
}
