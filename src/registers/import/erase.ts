import { parseArgs } from 'node:util';
import type pg from 'pg';
import { type Erased, eraseFields, type IndexCopy, Personal } from '../../companies/index.ts';
import type { Entity } from '../../database/client.ts';
import { sql } from '../../database/sql.ts';
import { Refusal } from '../../kernel/errors.ts';
import { isUuid } from '../../kernel/uuid.ts';
import { registers } from '../countries/registers.ts';
import type { Register } from '../declaration/register.ts';
import { lockRegister } from './import.ts';
import { repeatRun } from './run-record.ts';

export const eraseUsage = 'npm run erase -- <entity id> [--fields <column or pointer> …]';

const findRegister = sql<Pick<Entity, 'registerId'>>`SELECT register_id AS "registerId" FROM entity WHERE id = $1
  UNION ALL SELECT register_id FROM tombstone WHERE id = $1`;

interface EraseSurroundings {
  connect(): Promise<pg.Client>;
  now(): Date;
  indexCopy?: Pick<IndexCopy, 'write' | 'tidy'> | undefined;
  /** Takes the snapshots of a country away, in the transaction of the client; gives what removes their files after it. */
  withdrawSnapshots(client: pg.Client, countryCode: string): Promise<() => Promise<void>>;
}

/** Erases what is about natural persons from a record, for good. Gives a summary for a person. */
export async function runErasure(words: string[], surroundings: EraseSurroundings): Promise<string> {
  const { id, asked } = readWords(words);
  const [client, side] = await Promise.all([surroundings.connect(), surroundings.connect()]);
  try {
    const { rows } = await client.query(findRegister, [id]);
    const register = registers.find((one) => one.id === rows[0]?.registerId);
    if (!register) throw new Refusal(`There is no record ${id}, and there was none.`);
    const all = new Personal(register);
    if (all.places.length === 0) throw new Refusal(`The register ${register.id} declares no fields about natural persons.`);
    const { named, unknown } = asked.length > 0 ? all.among(asked) : { named: all, unknown: [] };
    if (unknown.length > 0)
      throw new Refusal(
        `Not declared as personal in ${register.id}: ${unknown.join(', ')}. There are: ${all.places.join(', ')}.`,
      );
    // An import of the register that is under way has read the file already, and would bring the fields back.
    await lockRegister(client, register);
    const { isFound, isServed, wasTold } = await erase({ client, side, id, register, personal: named, ...surroundings });
    const remarks = [
      ...(isFound ? [] : [' Nothing of it was there; it would be erased from what comes.']),
      ...(isServed ? [] : [' The record is removed; should it come back, it comes without them.']),
      ...(wasTold ? [` The snapshots of ${register.country.code} are withdrawn: make new ones.`] : []),
    ];
    return `${id}: erased ${named.places.join(', ')}.${remarks.join('')}`;
  } finally {
    await Promise.all([client.end(), side.end()]);
  }
}

interface Erasing extends EraseSurroundings {
  client: pg.Client;
  side: pg.Client;
  id: string;
  register: Register;
  personal: Personal;
}

async function erase({ client, side, id, register, personal, now, indexCopy, withdrawSnapshots }: Erasing): Promise<Erased> {
  await client.query('BEGIN');
  const repeat = (runId: string) => repeatRun(client, runId, now());
  const erased = await eraseFields(client, { entityId: id, register, personal, now, side, indexCopy, repeatRun: repeat });
  const removeFiles = erased.wasTold ? await withdrawSnapshots(client, register.country.code) : undefined;
  await client.query('COMMIT');
  await removeFiles?.();
  // The state before goes at once, for the person is in it.
  const { current } = erased.editions ?? {};
  if (current) await indexCopy?.tidy(client, { previous: current, current });
  return erased;
}

function readWords(words: string[]): { id: string; asked: string[] } {
  const { values, positionals } = parse(words);
  const [id = '', ...more] = positionals;
  // What follows --fields belongs to it, however many they are.
  const asked = [...(values.fields ?? []), ...(values.fields ? more : [])].flatMap((field) => field.split(','));
  if (!isUuid(id) || (more.length > 0 && !values.fields)) throw new Refusal(`Usage: ${eraseUsage}`);
  return { id: id.toLowerCase(), asked: asked.map((field) => field.trim()).filter((field) => field !== '') };
}

function parse(words: string[]) {
  try {
    return parseArgs({ args: words, allowPositionals: true, options: { fields: { type: 'string', multiple: true } } });
  } catch (error) {
    throw new Refusal(`${(error as Error).message} Usage: ${eraseUsage}`, { cause: error });
  }
}
