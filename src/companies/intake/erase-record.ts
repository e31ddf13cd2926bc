import type pg from 'pg';
import type { Entity } from '../../database/client.ts';
import { sql } from '../../database/sql.ts';
import { Refusal } from '../../kernel/errors.ts';
import type { IndexCopy } from '../clickhouse/index-copy.ts';
import { Personal } from '../data/personal.ts';
import type { RegisterRules } from '../format/register.ts';
import { eraseFields } from './erasure.ts';
import { lockRegister } from './lock.ts';

interface ErasedRecord {
  id: string;
  /** Columns and pointers; none: all that its register declares. */
  fields: readonly string[];
  registers: readonly RegisterRules[];
}

interface EraseSurroundings {
  connect(): Promise<pg.Client>;
  now(): Date;
  indexCopy?: Pick<IndexCopy, 'write' | 'tidy'> | undefined;
  /** Takes the snapshots of a country away, in the transaction of the client; gives what removes their files after it. */
  withdrawSnapshots(client: pg.Client, countryCode: string): Promise<() => Promise<void>>;
}

/** What was erased. */
interface Erasure {
  /** Pointers and columns. */
  places: readonly string[];
  countryCode: string;
  /** Whether there was anything to erase. */
  isFound: boolean;
  isServed: boolean;
  /** Whether snapshots of the country had it: there are none any more. */
  wasTold: boolean;
}

const findRegister = sql<Pick<Entity, 'registerId'>>`SELECT register_id AS "registerId" FROM entity WHERE id = $1
  UNION ALL SELECT register_id FROM tombstone WHERE id = $1`;

/** Erases what is about natural persons from a record and from all that was told of it, for good. */
export async function eraseRecord({ id, fields, registers }: ErasedRecord, around: EraseSurroundings): Promise<Erasure> {
  const { connect, now, indexCopy, withdrawSnapshots } = around;
  const [client, side] = await Promise.all([connect(), connect()]);
  try {
    const { rows } = await client.query(findRegister, [id]);
    const register = registers.find((one) => one.id === rows[0]?.registerId);
    if (!register) throw new Refusal(`There is no record ${id}, and there was none.`);
    const personal = namedFields(register, fields);
    // An import of the register that is under way has read the file already, and would bring the fields back.
    await lockRegister(client, register.id);
    await client.query('BEGIN');
    const erased = await eraseFields(client, { entityId: id, register, personal, now, side, indexCopy });
    const { editions, ...found } = erased;
    const countryCode = register.country.code;
    const removeFiles = found.wasTold ? await withdrawSnapshots(client, countryCode) : undefined;
    await client.query('COMMIT');
    await removeFiles?.();
    // The state before goes at once, for the person is in it.
    if (editions) await indexCopy?.tidy(client, { previous: editions.current, current: editions.current });
    return { places: personal.places, countryCode, ...found };
  } finally {
    await Promise.all([client.end(), side.end()]);
  }
}

/** What some words name of what the register declares as personal; all of it where there are none. */
function namedFields(register: RegisterRules, words: readonly string[]): Personal {
  const all = new Personal(register);
  if (all.places.length === 0) throw new Refusal(`The register ${register.id} declares no fields about natural persons.`);
  if (words.length === 0) return all;
  const { named, unknown } = all.among(words);
  if (unknown.length > 0)
    throw new Refusal(`Not declared as personal in ${register.id}: ${unknown.join(', ')}. There are: ${all.places.join(', ')}.`);
  return named;
}
