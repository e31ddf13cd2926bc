import type pg from 'pg';
import { addressKey } from '../company/address-key.ts';
import { type Company, RowProblem, type SourceRow } from '../company/company.ts';
import { indexedNames, otherNamesOf } from '../company/other-names.ts';
import type { RegisterRules } from '../company/register.ts';
import { searchText } from '../company/search-text.ts';
import { CopyIn } from '../database/copy-in.ts';
import { sql } from '../database/sql.ts';
import { indexing } from '../search/index.ts';
import type { LoggedImport } from './change-log.ts';
import { asideTable, type CompanyRow, commonValues, recordTable, stagedTable, writeRow } from './company-row.ts';
import { comparedJson, contentHash } from './content-hash.ts';
import { companyId } from './entity-id.ts';
import type { Merging } from './merge.ts';
import { SeenIds } from './seen-ids.ts';
import { registerTerms } from './terms.ts';

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

/** Far above what classifications have, and below the limit of an index. */
const maxTermLength = 500;
/** So much of what may have come before is kept in memory. */
const maxAsideLength = 1_000_000;

interface StagingOptions {
  client: pg.Client;
  /** A second connection, for activities, legal forms and localities. */
  side: pg.Client;
  register: RegisterRules;
  /** Set for a register that was never imported: with nothing to compare them with, its rows are records at once. */
  first: LoggedImport | undefined;
  /** Merges rows while others are read. Undefined: all rows are merged when they are complete. */
  merging: Pick<Merging, 'take' | 'settled' | 'needsBytes'> | undefined;
  /** So much is merged at a time. */
  mergedBytes: number;
  /** The ids of records whose rows need a change before they are merged. */
  special: readonly string[];
}

export type Staging = Awaited<ReturnType<typeof openStaging>>;

/**
 * Writes companies into the staging table. Those of a first import go straight into the table of records; those of a later one
 * are merged while others are read. Either may take each id once: companies whose ids may have come before are kept aside until
 * all others are there.
 */
export async function openStaging({ client, side, register, first, merging, mergedBytes, special }: StagingOptions) {
  const terms = registerTerms(side, register.id);
  const knownLocalities = new indexing.Localities(side);
  /** What begins each record; undefined where all rows are staged. */
  const common = first && commonValues(first);
  /** Undefined where an id may come several times. */
  const seen = first || merging ? new SeenIds() : undefined;
  /** As JSON: parts of a text that was read keep all of it in memory, and rows aside are far apart. */
  let aside: string[] = [];
  let asideLength = 0;
  let copy: CopyIn | undefined;
  /** How many rows are not merged yet, without those aside; and their bytes, where they are needed. */
  let copied = 0;
  let kept: Buffer[] | undefined;

  for (const id of special) seen?.hasSeen(id);
  await client.query(createTable);
  await client.query(createAside);
  // COPY would wait for the same lock, with rows behind it already.
  if (first) await client.query('LOCK TABLE entity IN ROW EXCLUSIVE MODE');

  /**
   * Adds a company with its source row, and with the cells that are compared, if they differ from those of the row. A returned
   * promise must be awaited before the next call.
   */
  function add(
    line: number,
    company: Company,
    cells: SourceRow['cells'],
    compared?: readonly unknown[],
  ): Promise<void> | undefined {
    const { number, key = number, name, status, legalForm, registeredAt, registry, registrations } = company;
    const [unlicensed, licensed]: [number[], number[]] = [[], []];
    for (const activity of company.activities) {
      const id = terms.activityId(activity);
      if (id === undefined) return learn(line, company, cells, compared);
      (activity.kind === 'licensed' ? licensed : unlicensed).push(id);
    }
    if (!terms.hasForm(legalForm)) return learn(line, company, cells, compared);
    const address = register.address?.(registry);
    const localities = register.localities?.(registry) ?? [];
    if (!knownLocalities.isKnown(address?.locality, localities)) return learn(line, company, cells, compared);

    const text = searchText(company, register);
    const otherNames = otherNamesOf(register, { canonicalName: name, registry });
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
    const ownJson = Array.isArray(cells) ? content.cells : comparedJson(cells, content.cells);
    const json = compared ? JSON.stringify(compared) : ownJson;
    const hash = contentHash(register.revision, json === content.cells ? content : { ...content, cells: json });
    return take({ line, id: companyId(register, key), content, hash });
  }

  /** Learns what is new of a company's activities, legal form and locality, and adds it then. */
  function learn(line: number, company: Company, cells: SourceRow['cells'], compared?: readonly unknown[]): Promise<void> {
    const { activities, legalForm, legalFormLabel, registry, number, key = number } = company;
    if (activities.some(({ code, label }) => (code?.length ?? 0) + (label?.length ?? 0) > maxTermLength))
      throw new RowProblem('an activity is longer than any can be', key);
    if ((legalForm?.length ?? 0) > maxTermLength) throw new RowProblem('the legal form is longer than any can be', key);
    const learnNew = async () => {
      for (const activity of activities) if (terms.activityId(activity) === undefined) await terms.learnActivity(activity);
      if (!terms.hasForm(legalForm)) await terms.learnForm(legalForm, legalFormLabel);
      const locality = register.address?.(registry)?.locality;
      const names = register.localities?.(registry) ?? [];
      if (locality && !knownLocalities.isKnown(locality, names)) await knownLocalities.learn(locality, names);
    };
    return learnNew().then(() => add(line, company, cells, compared));
  }

  function take(row: CompanyRow): Promise<void> | undefined {
    if (seen?.hasSeen(row.id)) return keepAside(row);
    copy ??= new CopyIn(client, common ? recordTable : stagedTable, { isKept: merging?.needsBytes ?? false });
    copied += 1;
    const sent = write(copy, row);
    return merging && copy.size >= mergedBytes ? merge(sent) : sent;
  }

  function write(to: CopyIn, row: CompanyRow): Promise<void> | undefined {
    const causeOf = async (error: unknown) => {
      await merging?.settled();
      throw error;
    };
    try {
      return writeRow(to, row, common)?.catch(causeOf);
    } catch (error) {
      return causeOf(error);
    }
  }

  async function merge(sent?: Promise<void>): Promise<void> {
    await sent;
    const staged = close().then(() => ({ rows: copied, sent: kept }));
    staged.catch(() => {});
    await merging?.take(staged);
    copied = 0;
    kept = undefined;
  }

  function keepAside(row: CompanyRow): Promise<void> | undefined {
    const json = JSON.stringify(row);
    aside.push(json);
    asideLength += json.length;
    if (asideLength <= maxAsideLength) return undefined;
    // A connection has one COPY at a time.
    return merging && copy ? merge() : close();
  }

  /** Sends what is left. After that the connection can be used for something else, and further companies can be added. */
  async function close(): Promise<void> {
    const closed = copy?.close();
    closed?.catch(() => {});
    // If the database could not merge the rows before, COPY fails too. The first error is the cause.
    await merging?.settled();
    await closed;
    kept = copy?.kept ? [...(kept ?? []), ...copy.kept] : kept;
    copy = undefined;
    if (aside.length === 0) return;
    const asideCopy = new CopyIn(client, asideTable);
    for (const json of aside) await writeRow(asideCopy, JSON.parse(json) as CompanyRow);
    await asideCopy.close();
    aside = [];
    asideLength = 0;
  }

  /** Merges what is left, if rows are merged while others are read, and stages what was kept aside. Returns how many rows. */
  async function finish(): Promise<number> {
    await close();
    if (merging && copied > 0) await merge();
    await merging?.settled();
    return (await client.query(stageAside)).rowCount ?? 0;
  }
  return { add, close, finish };
}
