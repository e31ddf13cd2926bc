import type pg from 'pg';
import type { Entity } from '../../database/client.ts';
import { sql } from '../../database/sql.ts';
import { gleif } from '../../identifiers/index.ts';
import { Refusal } from '../../kernel/errors.ts';
import type { IndexCopy } from '../clickhouse/index-copy.ts';
import { Personal } from '../data/personal.ts';
import type { RegisterRules } from '../format/register.ts';
import { eraseFields } from './erasure.ts';
import { lockRegister } from './lock.ts';

interface ErasedRecord {
  id: string;
  /** Columns and pointers. An empty list means all that its register declares. */
  fields: readonly string[];
  registers: readonly RegisterRules[];
}

interface EraseParts {
  connect(): Promise<pg.Client>;
  now(): Date;
  indexCopy?: Pick<IndexCopy, 'write' | 'tidy'> | undefined;
  /** Deletes the snapshots of a country in the client's transaction. The returned function deletes their files afterwards. */
  withdrawSnapshots(client: pg.Client, countryCode: string): Promise<() => Promise<void>>;
}

/** What was erased. */
interface Erasure {
  /** Where it was looked for: pointers and columns. */
  places: readonly string[];
  /** Pointers to the values of the served record that were erased. */
  erased: readonly string[];
  countryCode: string;
  isServed: boolean;
  /** Whether it was in published changes and snapshots. Then the snapshots of the country were withdrawn. */
  wasPublished: boolean;
}

const findRegister = sql<Pick<Entity, 'registerId'>>`SELECT register_id AS "registerId" FROM entity WHERE id = $1
  UNION ALL SELECT register_id FROM tombstone WHERE id = $1`;

/** Permanently erases the data about natural persons from a record, its published changes and its snapshots. */
export async function eraseRecord({ id, fields, registers }: ErasedRecord, parts: EraseParts): Promise<Erasure> {
  const { connect, now, indexCopy, withdrawSnapshots } = parts;
  const [client, side] = await Promise.all([connect(), connect()]);
  try {
    const { rows } = await client.query(findRegister, [id]);
    const register = registers.find((one) => one.id === rows[0]?.registerId);
    if (!register) throw new Refusal(`There is no record ${id}, and there was none.`);
    const personal = namedFields(register, fields);
    // A running import of the register may have read the file already, and would write the fields again.
    await lockRegister(client, register.id);
    // So may an import of identifiers, which have names too.
    await lockRegister(client, gleif.id);
    await client.query('BEGIN');
    const erased = await eraseFields(client, { entityId: id, register, personal, now, side, indexCopy });
    const { editions, ...found } = erased;
    const countryCode = register.country.code;
    const removeFiles = found.wasPublished ? await withdrawSnapshots(client, countryCode) : undefined;
    await client.query('COMMIT');
    await removeFiles?.();
    // The previous edition of the index has the person in it, so it is deleted at once.
    if (editions) await indexCopy?.tidy(client, { previous: editions.current, current: editions.current });
    return { places: personal.places, countryCode, ...found };
  } finally {
    await Promise.all([client.end(), side.end()]);
  }
}

/** Those of the register's personal fields that the words name, or all of them if there are no words. */
function namedFields(register: RegisterRules, words: readonly string[]): Personal {
  const all = new Personal(register);
  if (all.places.length === 0) throw new Refusal(`The register ${register.id} declares no fields about natural persons.`);
  if (words.length === 0) return all;
  const { named, unknown } = all.among(words);
  if (unknown.length > 0)
    throw new Refusal(`Not declared as personal in ${register.id}: ${unknown.join(', ')}. There are: ${all.places.join(', ')}.`);
  return named;
}
