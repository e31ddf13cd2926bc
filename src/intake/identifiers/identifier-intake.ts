import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { numberKey } from '../../company/identifiers.ts';
import { isLei } from '../../company/lei.ts';
import { Personal } from '../../company/personal/personal.ts';
import type { RegisterRules } from '../../company/register.ts';
import { CopyIn } from '../../database/copy-in.ts';
import { sql } from '../../database/sql.ts';
import {
  clearIdentifiers,
  compareLeis,
  type FileScopes,
  forgetNames,
  gleif,
  type LeiDifference,
  LeiStaging,
  mergeLeis,
  recordIdentifierRun,
  relatedLeis,
  type ServedIdentifiers,
  servedIdentifiers,
} from '../../identifiers/index.ts';
import { locks } from '../../kernel/locks.ts';
import { DerivedFields, identifiedChanges } from '../../records/index.ts';
import type { IndexCopy } from '../../search/index.ts';
import { createNotedIdentifiers, publishIdentifiers } from '../change-log.ts';
import { erasedCompanies } from '../erasure/erasure.ts';
import { commitImport, connectLocked } from '../lock.ts';
import { type IdentifiedRow, indexNames, listIdentified } from './identified-records.ts';

interface IdentifierIntakeOptions {
  /** The name of the first file. */
  file: string;
  registers: readonly RegisterRules[];
  sourceUrl: string;
  /** The source URL of invented identifiers, which any other source replaces. */
  samplesUrl: string;
  connect(): Promise<pg.Client>;
  indexCopy?: Pick<IndexCopy, 'write' | 'tidy'> | undefined;
  now(): Date;
  progress(phase: string, rows: number, share: number): void;
}

/** What is known after the files were read. */
interface ReadFiles extends Pick<ServedIdentifiers, 'file' | 'sha256' | 'files' | 'fileDate' | 'read'> {
  scopes: FileScopes;
}

/** The imports of registers wait for this lock while records get their identifiers, and the other way round. */
const waitForRegister = sql`SELECT pg_advisory_lock($1, hashtext($2))`;

/** Imports identifiers. No other import of identifiers runs until it is closed. */
export async function openIdentifierIntake(options: IdentifierIntakeOptions) {
  const { connect, samplesUrl, sourceUrl, registers, file, indexCopy, now, progress } = options;
  return connectLocked(connect, { registerId: gleif.id, file, now }, async ({ client, side, close }) => {
    const served = await servedIdentifiers(client);
    const isOverSamples = served?.sourceUrl === samplesUrl && sourceUrl !== samplesUrl;
    const authorities = registers.flatMap((register) => {
      const entry = { registerId: register.id, number: (typed: string) => numberKey(register, typed) };
      return (register.lei?.authorities ?? []).map((code) => [code, entry] as const);
    });

    /** Begins the transaction, and calls back with every company that a stored relation names. */
    async function begin(onRelated: (lei: string) => void): Promise<LeiStaging> {
      await client.query('BEGIN');
      await client.query("SET LOCAL work_mem = '128MB'; SET LOCAL jit = off");
      if (isOverSamples) await clearIdentifiers(client);
      await relatedLeis(client, onRelated);
      return LeiStaging.open(client);
    }

    /** Makes the staged rows what is served. `judge` throws if too many would be lost, or if they are older. */
    async function finish({ scopes, ...read }: ReadFiles, judge: (difference: LeiDifference) => void) {
      progress('comparing', read.read, 0.8);
      await forgetNames(client, 'staged_lei', await erasedCompanies(client, registers));
      const difference = await compareLeis(client, scopes.lei2);
      judge(difference);
      const runId = randomUUID();
      const isFirst = difference.current === 0;
      const counts = await mergeLeis(client, runId, scopes);
      for (const { id, lei } of registers) if (lei) await client.query(waitForRegister, [locks.importSpace, id]);
      progress('writing', read.read, 0.85);
      const { isIndexed } = await noteIdentified(client, { registers, isNoted: !isFirst });
      const { added, changed, removed } = difference;
      const run = { id: runId, ...read, sourceUrl, importedAt: now(), added, changed, removed, ...counts };
      await recordIdentifierRun(client, run);
      const editions = isIndexed ? await indexCopy?.write(client, side) : undefined;
      const codes = new Map(registers.map(({ id, country }) => [id, country.code]));
      await publishIdentifiers(client, { runId, source: gleif.id, codes, isFirst, records: counts.identifiers, side, now });
      await commitImport({ client, connect, registerId: gleif.id, runId });
      if (editions) await indexCopy?.tidy(client, editions).catch(() => {});
      return run;
    }

    return {
      /** The served import; undefined if there is none, or if it has invented identifiers. */
      served: isOverSamples ? undefined : served,
      /** The registers by the codes of their registration authorities, and how their records have a number. */
      authorities: new Map(authorities),
      /** Whether a text is an LEI with right check digits. */
      isLei,
      begin,
      finish,
      /** Rolls back an unfinished import, and unlocks. */
      close,
    };
  });
}

/** Notes the changes of records whose identifiers differ, and indexes their names. Needs the transaction of the import. */
async function noteIdentified(
  client: pg.Client,
  { registers, isNoted }: { registers: readonly RegisterRules[]; isNoted: boolean },
): Promise<{ isIndexed: boolean }> {
  await client.query(createNotedIdentifiers);
  await client.query('ANALYZE lei_before');
  const derived = new DerivedFields(registers);
  const personal = new Map(registers.map((register) => [register.id, new Personal(register)]));
  const note = async (rows: readonly IdentifiedRow[]) => {
    const copy = new CopyIn(client, 'noted_identifiers');
    for (const row of rows) {
      const own = personal.get(row.registerId)?.without(row) ?? row;
      const [old, now] = [row.before ?? [], row.after ?? []].map((leis) => derived.identified(own, leis, row.isErased));
      const fields = identifiedChanges(old, now);
      if (fields.length === 0) continue;
      const json = JSON.stringify(fields);
      const sent = copy.begin(6, row.countryCode.length + row.number.length + row.canonicalName.length + json.length);
      copy.values.text(row.countryCode);
      copy.values.uuid(row.id);
      copy.values.text(row.number);
      copy.values.text(row.canonicalName);
      copy.values.uuid(row.importRunId);
      copy.values.text(json);
      if (sent) await sent;
    }
    await copy.close();
  };
  const query = { name: 'identified_records', text: listIdentified };
  return indexNames(client, { registers, query, onBatch: isNoted ? note : undefined });
}
