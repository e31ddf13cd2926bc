import type pg from 'pg';
import type { Company, SourceRow } from '../company/company.ts';
import { Personal } from '../company/personal/personal.ts';
import type { RegisterRules } from '../company/register.ts';
import { Refusal } from '../kernel/errors.ts';
import { DerivedFields } from '../records/index.ts';
import type { IndexCopy } from '../search/index.ts';
import type { ComparedSource, comparedCells } from './alignment.ts';
import { Publication } from './change-log.ts';
import type { ImportedRows } from './company-row.ts';
import { companyId } from './entity-id.ts';
import { keepErased } from './erasure/erasure.ts';
import { indexImportedNames } from './identifiers/further-names.ts';
import { completeChanges } from './identifiers/identified-changes.ts';
import { commitImport } from './lock.ts';
import { Doubts, type Losses, lossesOf, type UsualShares, usualShares } from './losses.ts';
import { type Difference, type Merging, mergeFirst } from './merge.ts';
import { type Counted, count, isGarbled, Signs } from './noting/signs.ts';
import { dropRepeated, type Repetitions, takeScattered } from './repeated-rows.ts';
import { describeRegister, nextOrdinal, type ReadSource, recordRun } from './runs.ts';
import type { ServedRun } from './served-run.ts';
import type { Staging } from './staging.ts';

/** The progress of an import. `progress` returns how many rows of a phase are done and, if known, which share. */
export interface IntakePhases {
  /** Nothing will be compared, because the register has no records, or only samples. */
  expectFirst(): void;
  begin(phase: 'comparing' | 'writing' | 'indexing' | 'tidying', progress: () => { rows: number; share?: number }): void;
}

export interface IntakeParts {
  register: RegisterRules;
  /** The name of the file. */
  file: string;
  /** Where the source was published. */
  sourceUrl: string;
  /** The source address of invented companies, which any other source replaces. */
  samplesUrl: string;
  connect(): Promise<pg.Client>;
  /** A copy of the search index outside the database, such as ClickHouse. */
  indexCopy?: Pick<IndexCopy, 'write' | 'tidy'> | undefined;
  /** In bytes: so much is compared and written at a time, while more is read. Some megabytes by default. */
  mergedSize?: number | undefined;
  /** Whether the database returns former values, as PostgreSQL 18 does. By default its version says it. */
  returnsOld?: boolean | undefined;
  now(): Date;
  phases: IntakePhases;
}

/** The properties of a source that are known before its rows are read. */
export interface IntakeSource extends ComparedSource {
  /** If the source states it. Every update needs one, and so does every source that an update can be applied to. */
  edition?: Edition | undefined;
  /** Set where a company may have several rows: see `scattered` of its delivery. */
  join?: unknown;
}

/** The edition of a source. Ids are compared as text, so a later one must sort after an earlier one. */
interface Edition {
  id: string;
  /** Set for an update: the oldest edition that it can be applied to. Unset: the source is the whole register. */
  since?: string;
}

export interface DeliveryParts extends IntakeParts {
  client: pg.Client;
  /** A second connection, for what must be committed at once, such as new activities. */
  side: pg.Client;
  served: ServedRun | undefined;
  source: IntakeSource;
}

/** No update removes more companies: their ids are kept in memory. */
const mostRemoved = 5_000_000;

/** The state of an import after its transaction has begun. */
interface Begun extends ImportedRows {
  baseLayoutId: number;
  /** How many records are served. */
  current: number;
  /** How many samples were deleted for this import; undefined if there were no samples. */
  samples: number | undefined;
  /** No record of the register is served, and no change of it was ever published. */
  isNew: boolean;
  /** Its rows are written as records directly, see Staging. */
  isFirst: boolean;
  staging: Staging;
  /** Undefined if nothing is compared, because the register is new. */
  merging: Merging | undefined;
  /** Selects the cells that are compared to detect a change; undefined: all cells of the row. */
  compared: ReturnType<typeof comparedCells>;
}

const notRepeated: Repetitions = { rows: 0, numbers: 0, conflicting: 0, examples: [] };

/** Whether an import may go on. Each throws to refuse it. */
interface Judges {
  losses(losses: Losses): Promise<void>;
  /** `staged` is how many companies the source has. */
  repeated(repeated: Repetitions, staged: number, usual: UsualShares): void;
}

const together = (one: Repetitions, other: Repetitions): Repetitions => ({
  rows: one.rows + other.rows,
  numbers: one.numbers + other.numbers,
  conflicting: one.conflicting + other.conflicting,
  examples: [...one.examples, ...other.examples],
});

/** The result of an import. */
type Delivered = Difference & { repeated: Repetitions };

/** The rows of one source, on their way into the records of its register. */
export class Delivery {
  /** The number of added rows. Rows with a repeated number count too. */
  taken = 0;
  /** Companies whose names seem to be in a wrong encoding. */
  readonly garbled: Counted = { count: 0, examples: [] };
  readonly #parts: DeliveryParts;
  readonly #begun: Begun;
  readonly #personal: Personal;
  readonly #publication: Publication;
  /** Companies that are in the source, though their rows were rejected. */
  readonly #doubts: Doubts;
  readonly #removed: string[] = [];

  constructor(parts: DeliveryParts, begun: Begun) {
    this.#parts = parts;
    this.#begun = begun;
    this.#doubts = new Doubts(parts.register);
    this.#personal = new Personal(parts.register);
    this.#publication = new Publication(parts);
  }

  /** Adds a company. A returned promise must be awaited before the next call. Throws RowProblem for an invalid company. */
  add({ line, cells }: SourceRow, company: Company): Promise<void> | undefined {
    const { staging, compared } = this.#begun;
    const added = staging.add(line, company, cells, compared?.(cells));
    this.taken += 1;
    if (isGarbled(company.name)) count(this.garbled, company.number);
    return added;
  }

  /** Keeps the served record of a company whose row was rejected. */
  keep(number: string): void {
    this.#doubts.keep(number);
  }

  /**
   * Keeps what may be the companies of a rejected row: it has so many rows, and their numbers may be among these pieces of it. If
   * they are not, no company at all is removed.
   */
  doubt(pieces: readonly string[], rows = 1): void {
    this.#doubts.add(pieces, rows);
  }

  /** Removes a company, for updates only. A full source removes every company that it does not add. */
  remove(number: string): void {
    if (!this.#isUpdate) throw new Refusal('Only an update can remove a company.');
    if (this.#removed.length >= mostRemoved) throw new Refusal('The update removes more companies than any register has.');
    this.#removed.push(companyId(this.#parts.register, number));
  }

  /** The cells of a row without personal data, to show why the row was rejected. */
  shownCells(cells: SourceRow['cells']): SourceRow['cells'] {
    return this.#personal.erasedCells(this.#parts.source.columns, cells, { number: '', legalForm: undefined });
  }

  /**
   * The companies whose rows are not next to each other in the source, with the rows of each. They count as not added yet. The
   * caller adds each company of a batch as one before it takes the next batch.
   */
  async *scattered(): AsyncGenerator<(SourceRow & { number: string })[][]> {
    const { staging } = this.#begun;
    await staging.close();
    for await (const companies of takeScattered(this.#parts.client)) {
      for (const rows of companies) this.taken -= rows.length;
      yield companies;
      await staging.close();
    }
  }

  /** Replaces the records of the register by those of the source, unless a judge refuses it. */
  async finish(read: ReadSource, judges: Judges): Promise<Delivered> {
    const { client, side, connect, register, indexCopy, phases } = this.#parts;
    phases.begin('comparing', () => ({ rows: read.read }));
    const delivered = await this.#replace(read, judges);
    await indexImportedNames(client, register, this.#begun.runId);
    const editions = await indexCopy?.write(client, side);
    await this.#publish(read, delivered);
    await commitImport({ client, connect, registerId: register.id, runId: this.#begun.runId });
    phases.begin('tidying', () => ({ rows: 0 }));
    // The import is done. The rest only makes searches faster. If it fails, PostgreSQL or the next import does it later.
    await this.#settle().catch(() => {});
    if (editions) await indexCopy?.tidy(client, editions).catch(() => {});
    return delivered;
  }

  get #isUpdate(): boolean {
    return this.#parts.source.edition?.since !== undefined;
  }

  async #replace(read: ReadSource, judges: Judges): Promise<Delivered> {
    const { client, side, register, served, source, sourceUrl, samplesUrl, phases } = this.#parts;
    const { runId, layoutId, importedAt, baseLayoutId, current, samples, isFirst, staging, merging } = this.#begun;
    const { columns } = source;
    const { aside } = await staging.finish();
    const mayRepeat = merging ? await merging.pause(aside) : true;
    const repeated = mayRepeat ? await dropRepeated(client, isFirst ? runId : undefined) : notRepeated;
    await keepErased(client, register, { runId, columns });
    await client.query('ANALYZE staged (id, content_hash)');
    const staged = this.taken - repeated.rows;
    const removed = this.#isUpdate ? this.#removed : undefined;
    const usual = await usualShares(client, register.id, samplesUrl);
    judges.repeated(repeated, staged, usual);
    const signs = merging?.signs ?? new Signs();
    const judge = async () => judges.losses(await lossesOf({ client, side, current, staged, signs, usual }));
    const judgeLosses = served?.isSample ? undefined : judge;

    await describeRegister(client, register);
    const ordinal = await nextOrdinal(client);
    const about = { registerId: register.id, countryCode: register.country.code, runId, layoutId, importedAt };
    const derived = new DerivedFields([register]);
    const context = { ...about, ordinal, personal: this.#personal, derived, staged, phases };
    const complete = () => completeChanges(client, register);
    const rejected = { doubts: this.#doubts, removesDoubtful: read.removesDoubtful };
    const scope = { ...rejected, removed, publication: this.#publication, complete, judge: judgeLosses };
    const difference = await (merging ? merging.finish(context, scope) : mergeFirst(client, context, samples));
    const delivered = { ...difference, repeated: together(repeated, read.repeated ?? notRepeated) };
    const ofChanges = { days: signs.of('days').count, letters: signs.of('letters').count, zeros: signs.of('zeros').count };
    const counted = { names: signs.names.count, ...ofChanges, conflicts: repeated.conflicting };
    const run = {
      ...this.#begun,
      signs: counted,
      register,
      sourceUrl,
      ordinal,
      baseLayoutId,
      edition: source.edition?.id,
      ...delivered,
    };
    await recordRun(client, run, read);
    return delivered;
  }

  /** The last step of an import. Imports of other registers wait for it since the search index is rewritten. */
  async #publish({ sha256 }: ReadSource, { added, removed }: Difference): Promise<void> {
    const { register, served } = this.#parts;
    const { runId, current, isNew } = this.#begun;
    // The same file is imported again only if our mapping has changed.
    const reason = served?.sha256 === sha256 ? 'mapping' : 'source';
    const about = { registerId: register.id, countryCode: register.country.code, runId };
    await this.#publication.finish(about, { reason, records: current + added - removed, isBaseline: isNew });
  }

  /** Updates the planner's statistics, and frees the space of replaced segments. */
  async #settle(): Promise<void> {
    await this.#parts.client.query('VACUUM (ANALYZE) search_segment');
    // Queries select by these columns. The other columns would take most of the time.
    await this.#parts.client.query('ANALYZE entity (id, register_id)');
  }
}
