import type pg from 'pg';
import { queriesAbout } from '../../company/personal/erased-texts.ts';
import type { RegisterRules } from '../../company/register.ts';
import type { Entity } from '../../database/client.ts';
import { sql } from '../../database/sql.ts';
import { gleif } from '../../identifiers/index.ts';
import { Refusal } from '../../kernel/errors.ts';
import type { IndexCopy } from '../../search/index.ts';
import { lockRegister } from '../lock.ts';
import { eraseFields } from './erasure.ts';
import { namedPlaces } from './named-places.ts';

interface ErasedRecord {
  id: string;
  /** Columns and pointers. An empty list means all that its register declares. */
  fields: readonly string[];
  /** The name of the person, to find questions about them. */
  person?: string | undefined;
  registers: readonly RegisterRules[];
}

interface EraseParts {
  connect(): Promise<pg.Client>;
  now(): Date;
  indexCopy?: Pick<IndexCopy, 'write' | 'tidy'> | undefined;
  /** Erases questions about the person from the logs of requests, in the client's transaction. Returns how many there were. */
  forgetQuestions(client: pg.Client, isAbout: (text: string) => boolean): Promise<number>;
  /** Deletes the snapshots of a country in the client's transaction. The returned function deletes their files afterwards. */
  withdrawSnapshots(client: pg.Client, countryCode: string): Promise<() => Promise<void>>;
}

/** What was erased. */
interface Erasure {
  /** Where it was looked for: pointers and columns. */
  places: readonly string[];
  /** Pointers to the values of the served record that were erased. */
  erased: readonly string[];
  /** Pointers to values of it that still have a part of what was named. */
  remaining: readonly string[];
  /** How many requests asked for it. */
  questions: number;
  register: RegisterRules;
  countryCode: string;
  isServed: boolean;
  /** Whether it was in published changes and snapshots. Then the snapshots of the country were withdrawn. */
  wasPublished: boolean;
}

const findRegister = sql<Pick<Entity, 'registerId'>>`SELECT register_id AS "registerId" FROM entity WHERE id = $1
  UNION ALL SELECT register_id FROM tombstone WHERE id = $1`;

/** Permanently erases the data about natural persons from a record, its published changes and its snapshots. */
export async function eraseRecord({ id, fields, person, registers }: ErasedRecord, parts: EraseParts): Promise<Erasure> {
  const { connect, now, indexCopy, withdrawSnapshots } = parts;
  const [client, side] = await Promise.all([connect(), connect()]);
  try {
    const { rows } = await client.query(findRegister, [id]);
    const register = registers.find((one) => one.id === rows[0]?.registerId);
    if (!register) throw new Refusal(`There is no record ${id}, and there was none.`);
    // A running import of the register may have read the file already, and would write the fields again.
    await lockRegister(client, register.id);
    // So may an import of identifiers, which have names too.
    await lockRegister(client, gleif.id);
    const personal = await namedPlaces(client, { id, register, words: fields });
    await client.query('BEGIN');
    const erased = await eraseFields(client, { entityId: id, register, personal, now, side, indexCopy });
    const { editions, texts, ...found } = erased;
    const questions = await parts.forgetQuestions(client, queriesAbout(texts, person));
    const countryCode = register.country.code;
    const removeFiles = found.wasPublished ? await withdrawSnapshots(client, countryCode) : undefined;
    await client.query('COMMIT');
    await removeFiles?.();
    // The previous edition of the index has the person in it, so it is deleted at once.
    if (editions) await indexCopy?.tidy(client, { previous: editions.current, current: editions.current });
    return { places: [...new Set([...personal.places, ...personal.named])], register, countryCode, questions, ...found };
  } finally {
    await Promise.all([client.end(), side.end()]);
  }
}
