import type pg from 'pg';
import { addressKey } from '../company/address-key.ts';
import { type Company, RowProblem, type SourceRow } from '../company/company.ts';
import { indexedNames, otherNamesOf } from '../company/other-names.ts';
import type { RegisterRules } from '../company/register.ts';
import { searchText } from '../company/search-text.ts';
import { CopyIn } from '../database/copy-in.ts';
import { sql } from '../database/sql.ts';
import { indexing } from '../search/index.ts';
import { ActivityIds } from './activity-ids.ts';
import {
  asideTable,
  type CompanyRow,
  commonValues,
  type ImportedRows,
  recordTable,
  stagedTable,
  writeRecord,
  writeStaged,
} from './company-row.ts';
import { comparedJson, contentHash } from './content-hash.ts';
import { companyId } from './entity-id.ts';
import { LegalForms } from './legal-forms.ts';
import type { Merging } from './merge.ts';
import { SeenIds } from './seen-ids.ts';

/**
 * The companies of a file, before they are compared with what is served; and those of them that are compared after all others.
 * The tables go with the transaction.
 */
const createTable = sql`
  CREATE TEMPORARY TABLE staged (
    line INTEGER NOT NULL, id UUID NOT NULL, number TEXT NOT NULL, canonical_name TEXT NOT NULL,
    status TEXT NOT NULL, legal_form TEXT, registered_at DATE, ended_at DATE, end_kind TEXT, legal_form_label TEXT,
    registry JSON NOT NULL, source_cells JSON NOT NULL, registrations JSON NOT NULL,
    unlicensed INTEGER[] NOT NULL, licensed INTEGER[] NOT NULL,
    search_text TEXT COLLATE "C" NOT NULL, other_names_text TEXT, words_text TEXT, address_key BYTEA,
    content_hash BYTEA NOT NULL
  ) ON COMMIT DROP`;
const createAside = sql`CREATE TEMPORARY TABLE aside (LIKE staged) ON COMMIT DROP`;
const stageAside = sql`INSERT INTO staged SELECT * FROM aside`;

/** In characters: far above what classifications have, and below the limit of an index. */
const longestTerm = 500;
/** In characters: so much of what may have come before is kept in memory. */
const mostAside = 1_000_000;

interface StagingParts {
  client: pg.Client;
  /** A second connection, for activities, legal forms and localities. */
  side: pg.Client;
  register: RegisterRules;
  /** Set for a register that was never imported: with nothing to compare them with, its rows are records at once. */
  first: ImportedRows | undefined;
  /** Merges rows while others are read. Undefined: all rows are merged when they are complete. */
  merging: Pick<Merging, 'take' | 'settled' | 'needsBytes'> | undefined;
  /** In bytes: so much is merged at a time. */
  mergedSize: number;
  /** The ids of records whose rows need a change before they are merged. */
  special: readonly string[];
}

/**
 * Writes companies into the staging table. Those of a first import go straight into the table of records; those of a later one
 * are merged while others are read. Either may take each id once: companies whose ids may have come before are kept aside until
 * all others are there.
 */
export class Staging {
  readonly #client: pg.Client;
  readonly #register: RegisterRules;
  readonly #activities: ActivityIds;
  readonly #forms: LegalForms;
  readonly #localities: indexing.Localities;
  /** What begins each record; undefined where all rows are staged. */
  readonly #common: Buffer | undefined;
  readonly #merging: StagingParts['merging'];
  readonly #mergedSize: number;
  /** Undefined where an id may come several times. */
  readonly #seen: SeenIds | undefined;
  /** As JSON: parts of a text that was read keep all of it in memory, and rows aside are far apart. */
  #aside: string[] = [];
  #asideSize = 0;
  #copy: CopyIn | undefined;
  /** How many rows are not merged yet, without those aside; and their bytes, where they are needed. */
  #copied = 0;
  #sent: Buffer[] | undefined;

  private constructor({ client, side, register, first, merging, mergedSize, special }: StagingParts) {
    this.#client = client;
    this.#register = register;
    this.#activities = new ActivityIds(side);
    this.#forms = new LegalForms(side, register.id);
    this.#localities = new indexing.Localities(side);
    this.#common = first && commonValues(register, first);
    this.#merging = merging;
    this.#mergedSize = mergedSize;
    this.#seen = first || merging ? new SeenIds() : undefined;
    for (const id of special) this.#seen?.hasSeen(id);
  }

  static async open(parts: StagingParts): Promise<Staging> {
    await parts.client.query(createTable);
    await parts.client.query(createAside);
    // COPY would wait for the same lock, with rows behind it already.
    if (parts.first) await parts.client.query('LOCK TABLE entity IN ROW EXCLUSIVE MODE');
    return new Staging(parts);
  }

  /**
   * Adds a company with its source row, and with the cells that are compared, if they differ from those of the row. A returned
   * promise must be awaited before the next call.
   */
  add(line: number, company: Company, cells: SourceRow['cells'], compared?: readonly unknown[]): Promise<void> | undefined {
    const { number, key = number, name, status, legalForm, registeredAt, registry, registrations } = company;
    const [unlicensed, licensed]: [number[], number[]] = [[], []];
    for (const activity of company.activities) {
      const id = this.#activities.known(activity);
      if (id === undefined) return this.#learn(line, company, cells, compared);
      (activity.kind === 'licensed' ? licensed : unlicensed).push(id);
    }
    if (!this.#forms.isKnown(legalForm)) return this.#learn(line, company, cells, compared);
    const address = this.#register.address?.(registry);
    const localities = this.#register.localities?.(registry) ?? [];
    if (!this.#localities.isKnown(address?.locality, localities)) return this.#learn(line, company, cells, compared);

    const { revision } = this.#register;
    const text = searchText(company, this.#register);
    const otherNames = otherNamesOf(this.#register, { canonicalName: name, registry });
    const content = {
      number,
      name,
      status,
      legalForm,
      registeredAt,
      endedAt: status === 'dissolved' ? (company.endedAt ?? null) : null,
      legalFormLabel: company.legalFormLabel ?? null,
      endKind: status === 'dissolved' ? (company.endKind ?? null) : null,
      registry: JSON.stringify(registry),
      cells: JSON.stringify(cells),
      registrations: JSON.stringify(registrations),
      unlicensed,
      licensed,
      searchText: text,
      ...indexedNames(text, otherNames),
      address: addressKey(address),
    };
    const hashOf = (json: string) => contentHash(revision, json === content.cells ? content : { ...content, cells: json });
    const json = Array.isArray(cells) ? content.cells : comparedJson(cells, content.cells);
    const hash = hashOf(compared ? JSON.stringify(compared) : json);
    return this.#take({ line, id: companyId(this.#register, key), content, hash });
  }

  /** Sends what is left. After that the connection can be used for something else, and further companies can be added. */
  async close(): Promise<void> {
    const copied = this.#copy?.close();
    copied?.catch(() => {});
    // If the database could not merge the rows before, COPY fails too. The first error is the cause.
    await this.#merging?.settled();
    await copied;
    this.#sent = this.#copy?.kept ? [...(this.#sent ?? []), ...this.#copy.kept] : this.#sent;
    this.#copy = undefined;
    if (this.#aside.length > 0) await this.#writeAside();
  }

  /** Merges what is left, if rows are merged while others are read, and stages what was kept aside. */
  async finish(): Promise<{ aside: number }> {
    await this.close();
    if (this.#merging && this.#copied > 0) await this.#merge(this.#merging, undefined);
    await this.#merging?.settled();
    const { rowCount } = await this.#client.query(stageAside);
    return { aside: rowCount ?? 0 };
  }

  #open(): CopyIn {
    const isKept = this.#merging?.needsBytes ?? false;
    this.#copy ??= new CopyIn(this.#client, this.#common ? recordTable : stagedTable, { isKept });
    return this.#copy;
  }

  #take(row: CompanyRow): Promise<void> | undefined {
    if (this.#seen?.hasSeen(row.id)) return this.#keepAside(row);
    const copy = this.#open();
    this.#copied += 1;
    const sent = this.#write(copy, row);
    return this.#merging && copy.size >= this.#mergedSize ? this.#merge(this.#merging, sent) : sent;
  }

  #write(copy: CopyIn, row: CompanyRow): Promise<void> | undefined {
    const causeOf = async (error: unknown) => {
      await this.#merging?.settled();
      throw error;
    };
    try {
      const sent = this.#common ? writeRecord(copy, this.#common, row) : writeStaged(copy, row);
      return sent?.catch(causeOf);
    } catch (error) {
      return causeOf(error);
    }
  }

  async #merge(merging: Pick<Merging, 'take'>, sent: Promise<void> | undefined): Promise<void> {
    await sent;
    const staged = this.close().then(() => ({ rows: this.#copied, sent: this.#sent }));
    staged.catch(() => {});
    await merging.take(staged);
    this.#copied = 0;
    this.#sent = undefined;
  }

  #keepAside(row: CompanyRow): Promise<void> | undefined {
    const json = JSON.stringify(row);
    this.#aside.push(json);
    this.#asideSize += json.length;
    if (this.#asideSize <= mostAside) return undefined;
    // A connection has one COPY at a time.
    return this.#merging && this.#copy ? this.#merge(this.#merging, undefined) : this.close();
  }

  async #writeAside(): Promise<void> {
    const copy = new CopyIn(this.#client, asideTable);
    for (const json of this.#aside) await writeStaged(copy, JSON.parse(json) as CompanyRow);
    await copy.close();
    this.#aside = [];
    this.#asideSize = 0;
  }

  /** Learns what is new of a company's activities, legal form and locality, and adds it then. */
  #learn(line: number, company: Company, cells: SourceRow['cells'], compared?: readonly unknown[]): Promise<void> {
    const { activities, legalForm, legalFormLabel, registry, number, key = number } = company;
    if (activities.some(({ code, label }) => (code?.length ?? 0) + (label?.length ?? 0) > longestTerm))
      throw new RowProblem('an activity is longer than any can be', key);
    if ((legalForm?.length ?? 0) > longestTerm) throw new RowProblem('the legal form is longer than any can be', key);
    const learn = async () => {
      for (const activity of activities)
        if (this.#activities.known(activity) === undefined) await this.#activities.learn(activity);
      if (!this.#forms.isKnown(legalForm)) await this.#forms.learn(legalForm, legalFormLabel);
      const locality = this.#register.address?.(registry)?.locality;
      const names = this.#register.localities?.(registry) ?? [];
      if (locality && !this.#localities.isKnown(locality, names)) await this.#localities.learn(locality, names);
    };
    return learn().then(() => this.add(line, company, cells, compared));
  }
}
