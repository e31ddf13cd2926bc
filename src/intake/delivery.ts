import type { Company, SourceRow } from '../company/company.ts';
import { Refusal } from '../kernel/errors.ts';
import type { Begun, OpenedIntake } from './begin.ts';
import { publishing } from './change-log.ts';
import { companyId } from './entity-id.ts';
import { keepErased } from './erasure/erasure.ts';
import { completeChanges, indexImportedNames } from './identifiers/identified-records.ts';
import { commitImport } from './lock.ts';
import { type Losses, lossesOf, rejectedRows, type UsualShares, usualShares } from './losses.ts';
import { type Difference, mergeFirst } from './merge.ts';
import { type Counted, count, isGarbled, Signs } from './noting/signs.ts';
import { dropRepeated, type Repetitions, takeScattered } from './repeated-rows.ts';
import { describeRegister, nextOrdinal, type ReadSource, recordRun } from './runs.ts';

/** No update removes more companies: their ids are kept in memory. */
const maxRemoved = 5_000_000;

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

/** The rows of one source, on their way into the records of its register. */
export function delivery(opened: OpenedIntake, begun: Begun) {
  const { client, side, connect, register, served, source, sourceUrl, samplesUrl, indexCopy, phases } = opened;
  const { logged, current, isNew, staging, merging, compared } = begun;
  const { runId, personal } = logged;
  const publication = publishing(opened);
  const isUpdate = source.edition?.since !== undefined;
  /** Companies that are in the source, though their rows were rejected. */
  const rejected = rejectedRows(register);
  const removedIds: string[] = [];
  /** Companies whose names seem to be in a wrong encoding. */
  const garbled: Counted = { count: 0, examples: [] };
  let taken = 0;

  /** Adds a company. A returned promise must be awaited before the next call. Throws RowProblem for an invalid company. */
  function add({ line, cells }: SourceRow, company: Company): Promise<void> | undefined {
    const added = staging.add(line, company, cells, compared?.(cells));
    taken += 1;
    if (isGarbled(company.name)) count(garbled, company.number);
    return added;
  }

  /** Removes a company, for updates only. A full source removes every company that it does not add. */
  function remove(number: string): void {
    if (!isUpdate) throw new Refusal('Only an update can remove a company.');
    if (removedIds.length >= maxRemoved) throw new Refusal('The update removes more companies than any register has.');
    removedIds.push(companyId(register, number));
  }

  /** The cells of a row without personal data, to show why the row was rejected. */
  const shownCells = (cells: SourceRow['cells']): SourceRow['cells'] =>
    personal.erasedCells(source.columns, cells, { number: '', legalForm: undefined });

  /**
   * The companies whose rows are not next to each other in the source, with the rows of each. They count as not added yet. The
   * caller adds each company of a batch as one before it takes the next batch.
   */
  async function* scattered(): AsyncGenerator<(SourceRow & { number: string })[][]> {
    await staging.close();
    for await (const companies of takeScattered(client)) {
      for (const rows of companies) taken -= rows.length;
      yield companies;
      await staging.close();
    }
  }

  /** Replaces the records of the register by those of the source, unless a judge refuses it. */
  async function finish(read: ReadSource, judges: Judges): Promise<Difference & { repeated: Repetitions }> {
    phases.begin('comparing', () => ({ rows: read.read }));
    const delivered = await replace(read, judges);
    await indexImportedNames(client, register, runId);
    const editions = await indexCopy?.write(client, side);
    // The last step of an import. Imports of other registers wait for it since the search index is rewritten. The same file is
    // imported again only if our mapping has changed.
    const reason = served?.sha256 === read.sha256 ? 'mapping' : 'source';
    const records = current + delivered.added - delivered.removed;
    await publication.finish(logged, { reason, records, isBaseline: isNew });
    await commitImport({ client, connect, registerId: register.id, runId });
    phases.begin('tidying', () => ({ rows: 0 }));
    // The import is done. The rest only makes searches faster. If it fails, PostgreSQL or the next import does it later.
    await settle().catch(() => {});
    if (editions) await indexCopy?.tidy(client, editions).catch(() => {});
    return delivered;
  }

  async function replace(read: ReadSource, judges: Judges): Promise<Difference & { repeated: Repetitions }> {
    const aside = await staging.finish();
    const mayRepeat = merging ? await merging.pause(aside) : true;
    const repeated = mayRepeat ? await dropRepeated(client, begun.isFirst ? runId : undefined) : notRepeated;
    await keepErased(client, register, { runId, columns: source.columns });
    await client.query('ANALYZE staged (id, content_hash)');
    const staged = taken - repeated.rows;
    const usual = await usualShares(client, register.id, samplesUrl);
    judges.repeated(repeated, staged, usual);
    const signs = merging?.signs ?? new Signs();
    const judge = async () => judges.losses(await lossesOf(opened, { current, staged, signs, usual }));

    await describeRegister(client, register);
    const ordinal = await nextOrdinal(client);
    const context = { ...logged, ordinal, staged, phases };
    const scope = {
      rejected,
      removesDoubtful: read.removesDoubtful,
      removed: isUpdate ? removedIds : undefined,
      publication,
      complete: () => completeChanges(client, register),
      judge: served?.isSample ? undefined : judge,
    };
    const difference = await (merging ? merging.finish(context, scope) : mergeFirst(client, context, begun.samples));
    const delivered = { ...difference, repeated: together(repeated, read.repeated ?? notRepeated) };
    const ofChanges = { days: signs.of('days').count, letters: signs.of('letters').count, zeros: signs.of('zeros').count };
    const counted = { names: signs.names.count, ...ofChanges, conflicts: repeated.conflicting };
    const about = { ...logged, ordinal, register, sourceUrl, baseLayoutId: begun.baseLayoutId, edition: source.edition?.id };
    await recordRun(client, { ...about, signs: counted, ...delivered }, read);
    return delivered;
  }

  /** Updates the planner's statistics, and frees the space of replaced segments. */
  async function settle(): Promise<void> {
    await client.query('VACUUM (ANALYZE) search_segment');
    // Queries select by these columns. The other columns would take most of the time.
    await client.query('ANALYZE entity (id, register_id)');
  }

  return {
    /** The number of added rows. Rows with a repeated number count too. */
    get taken(): number {
      return taken;
    },
    garbled,
    add,
    keep: rejected.keep,
    doubt: rejected.doubt,
    remove,
    shownCells,
    scattered,
    finish,
  };
}
