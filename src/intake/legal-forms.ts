import type pg from 'pg';
import { sql } from '../database/sql.ts';
import { Refusal } from '../kernel/errors.ts';

/** Registers have some hundreds. A file with more has something else in the column, and would fill the memory. */
const most = 50_000;

/** A conflicting insert would consume an id of the sequence, and ids must stay small, see format/facts.ts. */
const learnForm = sql`INSERT INTO legal_form (value)
  SELECT $1 WHERE NOT EXISTS (SELECT FROM legal_form WHERE value = $1) ON CONFLICT DO NOTHING`;

const putLabel = sql`INSERT INTO legal_form_label (register_id, value, label) VALUES ($1, $2, $3)
  ON CONFLICT (value, register_id) DO UPDATE SET label = excluded.label WHERE legal_form_label.label <> excluded.label`;

/** The legal forms that the search index has a number for. New ones are committed at once, as activities are. */
export class LegalForms {
  readonly #client: pg.Client;
  readonly #registerId: string;
  readonly #known = new Set<string | null>([null]);

  constructor(client: pg.Client, registerId: string) {
    this.#client = client;
    this.#registerId = registerId;
  }

  isKnown(form: string | null): boolean {
    return this.#known.has(form);
  }

  /** The label of a code is the same in all rows of a register. */
  async learn(form: string | null, label: string | null | undefined): Promise<void> {
    if (this.#known.size > most) throw new Refusal(`The file has over ${most} different legal forms: no register has.`);
    await this.#client.query(learnForm, [form]);
    if (label) await this.#client.query(putLabel, [this.#registerId, form, label]);
    // A copy, because a substring keeps the whole text that was read in memory.
    this.#known.add(structuredClone(form));
  }
}
