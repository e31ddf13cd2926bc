import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { numberKey } from '../../company/identifiers.ts';
import { isLei } from '../../company/lei.ts';
import type { RegisterRules } from '../../company/register.ts';
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
import type { IndexCopy } from '../../search/index.ts';
import { publishIdentifiers } from '../change-log.ts';
import { erasedCompanies } from '../erasure/erasure.ts';
import { beginImport, commitImport, connectLocked, endImport } from '../lock.ts';
import { noteIdentified } from './noted-changes.ts';

interface IdentifierIntakeParts {
  /** The name of the first file. */
  file: string;
  registers: readonly RegisterRules[];
  sourceUrl: string;
  /** The source address of invented identifiers, which any other source replaces. */
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

/** Imports identifiers. No other import of identifiers runs until it is closed. */
export interface IdentifierIntake {
  /** The served import; undefined if there is none, or if it has invented identifiers. */
  served: ServedIdentifiers | undefined;
  /** The registers by the codes of their registration authorities, and how their records have a number. */
  authorities: ReadonlyMap<string, { registerId: string; number(typed: string): string }>;
  /** Whether a text is an LEI with right check digits. */
  isLei(text: string): boolean;
  /** Begins the transaction, and calls back with every company that a stored relation names. */
  begin(onRelated: (lei: string) => void): Promise<LeiStaging>;
  /** Makes the staged rows what is served. `judge` throws if too many would be lost, or if they are older. */
  finish(read: ReadFiles, judge: (difference: LeiDifference) => void): Promise<Omit<ServedIdentifiers, 'files'>>;
  /** Rolls back an unfinished import, and unlocks. */
  close(): Promise<void>;
}

/** The imports of registers wait for this lock while records get their identifiers, and the other way round. */
const waitForRegister = sql`SELECT pg_advisory_lock($1, hashtext($2))`;

export async function openIdentifierIntake(parts: IdentifierIntakeParts): Promise<IdentifierIntake> {
  const { connect, samplesUrl, sourceUrl } = parts;
  return connectLocked(connect, gleif.id, async ({ client, side, close }) => {
    await beginImport(client, { registerId: gleif.id, file: parts.file, at: parts.now() });
    const served = await servedIdentifiers(client);
    const end = () => endImport(side, gleif.id).catch(() => {});
    const isOverSamples = served?.sourceUrl === samplesUrl && sourceUrl !== samplesUrl;
    return {
      served: isOverSamples ? undefined : served,
      authorities: authoritiesOf(parts.registers),
      isLei,
      begin: async (onRelated) => {
        await client.query('BEGIN');
        await client.query("SET LOCAL work_mem = '128MB'; SET LOCAL jit = off");
        if (isOverSamples) await clearIdentifiers(client);
        await relatedLeis(client, onRelated);
        return LeiStaging.open(client);
      },
      finish: (read, judge) => finish({ ...parts, client, side }, read, judge),
      close: () => end().then(close),
    };
  });
}

const authoritiesOf = (registers: readonly RegisterRules[]): IdentifierIntake['authorities'] =>
  new Map(
    registers.flatMap((register) => {
      const entry = { registerId: register.id, number: (typed: string) => numberKey(register, typed) };
      return (register.lei?.authorities ?? []).map((code) => [code, entry]);
    }),
  );

async function finish(
  parts: IdentifierIntakeParts & { client: pg.Client; side: pg.Client },
  { scopes, ...read }: ReadFiles,
  judge: (difference: LeiDifference) => void,
): Promise<Omit<ServedIdentifiers, 'files'>> {
  const { client, side, registers, sourceUrl, indexCopy, now, progress } = parts;
  progress('comparing', read.read, 0.8);
  await forgetNames(client, 'staged_lei', await erasedCompanies(client, registers));
  const difference = await compareLeis(client, scopes.lei2);
  judge(difference);
  const runId = randomUUID();
  const isFirst = difference.current === 0;
  const counts = await mergeLeis(client, runId, scopes);
  for (const { id, lei } of registers) if (lei) await client.query(waitForRegister, [locks.importSpace, id]);
  progress('writing', read.read, 0.85);
  const noted = await noteIdentified(client, { registers, isNoted: !isFirst });
  const { added, changed, removed } = difference;
  const run = { id: runId, ...read, sourceUrl, importedAt: now(), added, changed, removed, ...counts };
  await recordIdentifierRun(client, run);
  const editions = noted.isIndexed ? await indexCopy?.write(client, side) : undefined;
  const codes = new Map(registers.map(({ id, country }) => [id, country.code]));
  await publishIdentifiers(client, { runId, source: gleif.id, codes, isFirst, records: counts.identifiers, side, now });
  await commitImport({ client, connect: parts.connect, registerId: gleif.id, runId });
  if (editions) await indexCopy?.tidy(client, editions).catch(() => {});
  return run;
}
