import type pg from 'pg';
import type { LeiName } from '../company/lei.ts';
import { CopyIn } from '../database/copy-in.ts';
import { sql } from '../database/sql.ts';

/** An LEI as it is stored. Without a register it is a company outside of ours. */
interface LeiEntry {
  lei: string;
  registerId: string | null;
  /** As the search text of a record of that register has it. */
  number: string | null;
  name: string | null;
  countryCode: string | null;
  names: readonly LeiName[];
  status: string;
  since: string | null;
  updated: string | null;
}

interface RelationEntry {
  child: string;
  kind: string;
  parent: string;
  startDay: string | null;
  endDay: string | null;
  percentage: number | null;
  validation: string | null;
  /** False: it has ended. */
  isActive: boolean;
}

interface ExceptionEntry {
  lei: string;
  category: 'direct' | 'ultimate';
  reasons: readonly string[];
}

const createStaged = [
  sql`CREATE TEMPORARY TABLE staged_lei (lei CHAR(20), register_id TEXT, number TEXT, name TEXT, country_code TEXT, names JSON,
    status TEXT, since TEXT, updated TEXT) ON COMMIT DROP`,
  sql`CREATE TEMPORARY TABLE staged_relation (child CHAR(20), kind TEXT, parent CHAR(20), start_day TEXT, end_day TEXT,
    percentage TEXT, validation TEXT, is_active BOOLEAN) ON COMMIT DROP`,
  sql`CREATE TEMPORARY TABLE staged_exception (lei CHAR(20), category TEXT, reasons TEXT) ON COMMIT DROP`,
];

/** Rows of the files on their way into the tables. The files come one after the other. */
export class LeiStaging {
  readonly #client: pg.Client;
  #copy: CopyIn | undefined;
  #table = '';

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  /** Needs a transaction. */
  static async open(client: pg.Client): Promise<LeiStaging> {
    for (const statement of createStaged) await client.query(statement);
    return new LeiStaging(client);
  }

  /** A returned promise must be awaited before the next call. */
  lei({ lei, registerId, number, name, countryCode, names, status, since, updated }: LeiEntry): Promise<void> | undefined {
    const listed = names.length > 0 ? JSON.stringify(names) : null;
    return this.#add('staged_lei', [lei, registerId, number, name, countryCode, listed, status, since, updated]);
  }

  relation(one: RelationEntry): Promise<void> | undefined {
    const percentage = one.percentage === null ? null : String(one.percentage);
    const texts = [one.child, one.kind, one.parent, one.startDay, one.endDay, percentage, one.validation];
    return this.#add('staged_relation', texts, one.isActive);
  }

  exception({ lei, category, reasons }: ExceptionEntry): Promise<void> | undefined {
    return this.#add('staged_exception', [lei, category, JSON.stringify(reasons)]);
  }

  /** Ends a file. */
  async close(): Promise<void> {
    await this.#copy?.close();
    this.#copy = undefined;
  }

  #add(table: string, texts: readonly (string | null)[], flag?: boolean): Promise<void> | undefined {
    if (this.#copy && this.#table !== table) throw new Error('The rows of the file before are not closed.');
    this.#table = table;
    this.#copy ??= new CopyIn(this.#client, table);
    const count = texts.length + (flag === undefined ? 0 : 1);
    const length = texts.reduce((sum, text) => sum + (text?.length ?? 0), 0);
    const sent = this.#copy.begin(count, length);
    for (const text of texts) this.#copy.values.text(text);
    if (flag !== undefined) this.#copy.values.boolean(flag);
    return sent;
  }
}
