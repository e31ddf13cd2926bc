import type pg from 'pg';
import type { AddressRules } from '../company/address.ts';
import { addressKey } from '../company/address-key.ts';
import type { Registration } from '../company/company.ts';
import { indexedNames, type NameRules, otherNamesOf } from '../company/other-names.ts';
import { foldingOf, type NumberRules, newestFolding } from '../company/search-text.ts';
import type { Entity } from '../database/client.ts';
import { fetchBatches } from '../database/cursor.ts';
import { olderBuilds } from '../database/migrations/builds.ts';
import { applyDeferred, compare, type Migration } from '../database/migrations/migrations.ts';
import { sql } from '../database/sql.ts';
import { type IndexCopy, indexing } from '../search/index.ts';
import { raiseVersion } from './erasure/erasure.ts';
import { tryLockRegister } from './lock.ts';

/** The number of records that are folded at a time. */
const batchSize = 2_000;

interface RefoldingParts {
  client: pg.Client;
  /** A second connection, which sees only committed data. */
  side: pg.Client;
  registers: readonly (NumberRules & NameRules & AddressRules & { id: string })[];
  /** The deferred migrations that need a new index, in order. */
  migrations: readonly Migration[];
  /** Run even if older builds may be running. They become unready as soon as it is done. */
  isForced: boolean;
  indexCopy?: Pick<IndexCopy, 'write' | 'tidy'> | undefined;
  progress(phase: string, rows: number, share: number): void;
}

/** The result: how many records have a new line, or why the rewriting has to wait. */
export type Refolded = { records: number } | { waitsFor: string[] };

const unlockAll = sql`SELECT pg_advisory_unlock_all()`;

/**
 * Rewrites the search index in the newest folding, with the other names and addresses of all records, in one transaction.
 * Searches use the old one until it commits. Older builds would search or write the new index wrongly, so nothing is done while
 * such a build or an import is running. Whether the index has to be rewritten follows from its migrations: they are applied
 * together with it.
 */
export async function refold(parts: RefoldingParts): Promise<Refolded> {
  try {
    return await refoldLocked(parts);
  } finally {
    await parts.client.query(unlockAll);
  }
}

async function refoldLocked(parts: RefoldingParts): Promise<Refolded> {
  const { client, side, registers, migrations, isForced, indexCopy } = parts;
  const newest = migrations.at(-1)?.name ?? '';
  const older = async (): Promise<string[]> => (isForced ? [] : olderBuilds(side, newest));
  const waitsFor = await older();
  for (const { id } of registers) if (!(await tryLockRegister(client, id))) waitsFor.push(`an import of ${id}`);
  if (waitsFor.length > 0) return { waitsFor };
  const { deferred } = await compare(client, [...migrations]);
  if (deferred.length === 0) return { records: 0 };
  await client.query('BEGIN');
  await client.query("SET LOCAL work_mem = '256MB'; SET LOCAL jit = off");
  const records = await foldAll(parts);
  if (records > 0) await indexing.indexRefolded(client, (done) => parts.progress('indexing', done, 0.5 + done / (4 * records)));
  const editions = await indexCopy?.write(client, side);
  for (const migration of deferred) await applyDeferred(client, migration);
  await client.query(raiseVersion);
  // An older build may have started in the meantime.
  const newcomers = await older();
  await client.query(newcomers.length > 0 ? 'ROLLBACK' : 'COMMIT');
  if (newcomers.length > 0) return { waitsFor: newcomers };
  await client.query('VACUUM (ANALYZE) search_segment').catch(() => {});
  if (editions) await indexCopy?.tidy(client, editions).catch(() => {});
  return { records };
}

type Row = Pick<Entity, 'id' | 'registerId' | 'number' | 'canonicalName' | 'searchText' | 'otherNamesText' | 'wordsText'> & {
  registrations: Registration[];
  /** In hexadecimal. */
  address: string | null;
  /** Null for a register that has neither other names nor addresses. */
  registry: Record<string, unknown> | null;
};

const countRecords = sql<{ records: number }>`SELECT count(*)::int AS records FROM entity`;
/** $1 are the registers that have other names or addresses. */
const listRecords = sql<Row>`SELECT id, register_id AS "registerId", canonical_name AS "canonicalName", number, registrations,
    search_text AS "searchText", other_names_text AS "otherNamesText", words_text AS "wordsText",
    encode(address_key, 'hex') AS address,
    CASE WHEN register_id = ANY ($1) THEN registry END AS registry FROM entity`;

const insertRefolded = sql`INSERT INTO refolded
  SELECT id, old_text, text, other_names, words, decode(address, 'hex')
  FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
    AS given (id, old_text, text, other_names, words, address)`;
const updateRecords = sql`UPDATE entity
  SET search_text = new_text, other_names_text = new_other_names, words_text = new_words, address_key = new_address
  FROM refolded WHERE entity.id = refolded.id AND (search_text, other_names_text, words_text, address_key)
    IS DISTINCT FROM (new_text, new_other_names, new_words, new_address)`;

/**
 * Computes what the index has of all records. Writes to the table "refolded" the records with another text, and those with other
 * names, unusual words or an address, which the index may lack. Returns their number.
 */
async function foldAll({ client, registers, progress }: RefoldingParts): Promise<number> {
  const { rows: counts } = await client.query(countRecords);
  await client.query(indexing.createRefolded);
  const { text: textOf, fold } = foldingOf(newestFolding);
  const rules = new Map(registers.map((register) => [register.id, register]));
  const derived = registers.filter(({ otherNames, address }) => otherNames ?? address).map(({ id }) => id);
  let read = 0;
  let refolded = 0;
  for await (const rows of fetchBatches(client, { name: 'refolding', text: listRecords, values: [derived] }, batchSize)) {
    const changed = rows.flatMap((row) => {
      const register = rules.get(row.registerId);
      const text = register ? textOf({ ...row, name: row.canonicalName }, register) : row.searchText;
      const others = row.registry ? otherNamesOf(register, { ...row, registry: row.registry }) : [];
      const names = indexedNames(text, others, fold);
      const address = addressKey(row.registry ? register?.address?.(row.registry) : null, fold);
      const parts = [names.otherNames, names.words, address, row.otherNamesText, row.wordsText, row.address];
      const isPlain = parts.every((part) => part === null);
      return isPlain && text === row.searchText ? [] : [{ ...row, text, ...names, address }];
    });
    if (changed.length > 0)
      await client.query(insertRefolded, [
        changed.map(({ id }) => id),
        changed.map(({ searchText }) => searchText),
        changed.map(({ text }) => text),
        changed.map(({ otherNames }) => otherNames),
        changed.map(({ words }) => words),
        changed.map(({ address }) => address),
      ]);
    read += rows.length;
    refolded += changed.length;
    progress('folding', read, read / (2 * (counts[0]?.records || 1)));
  }
  await client.query('ANALYZE refolded');
  await client.query(updateRecords);
  return refolded;
}
