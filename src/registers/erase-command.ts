import { parseArgs } from 'node:util';
import type pg from 'pg';
import { eraseFields, Personal } from '../companies/index.ts';
import type { Entity } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import { Refusal } from '../kernel/errors.ts';
import { isUuid } from '../kernel/uuid.ts';
import { lockRegister } from './import.ts';
import { registers } from './registers.ts';

const usage = 'npm run erase -- <entity id> [--fields <column or pointer> …]';

const findRegister = sql<Pick<Entity, 'registerId'>>`SELECT register_id AS "registerId" FROM entity WHERE id = $1
  UNION ALL SELECT register_id FROM tombstone WHERE id = $1`;

interface EraseSurroundings {
  connect(): Promise<pg.Client>;
  now(): Date;
}

/** Erases what is about natural persons from a record, for good. Tells a person what was done. */
export async function runErasure(words: string[], { connect, now }: EraseSurroundings): Promise<string> {
  const { id, asked } = readWords(words);
  const client = await connect();
  try {
    const { rows } = await client.query(findRegister, [id]);
    const register = registers.find((one) => one.id === rows[0]?.registerId);
    if (!register) throw new Refusal(`There is no record ${id}, and there was none.`);
    const all = [...(register.personal ?? []), ...(register.personalFields ?? [])];
    if (all.length === 0) throw new Refusal(`The register ${register.id} declares no fields about natural persons.`);
    const { fields, unknown } = asked.length > 0 ? Personal.among(register, asked) : { fields: all, unknown: [] };
    if (unknown.length > 0)
      throw new Refusal(`Not declared as personal in ${register.id}: ${unknown.join(', ')}. There are: ${all.join(', ')}.`);
    // An import of the register that is under way has read the file already, and would bring the fields back.
    await lockRegister(client, register);
    await client.query('BEGIN');
    const isServed = await eraseFields(client, { entityId: id, registerId: register.id, fields, at: now() });
    await client.query('COMMIT');
    const remark = isServed ? '' : ' The record is removed; should it come back, it comes without them.';
    return `${id}: erased ${fields.join(', ')}.${remark}`;
  } finally {
    await client.end();
  }
}

function readWords(words: string[]): { id: string; asked: string[] } {
  const { values, positionals } = parse(words);
  const [id = '', ...more] = positionals;
  // What follows --fields belongs to it, however many they are.
  const asked = [...(values.fields ?? []), ...(values.fields ? more : [])].flatMap((field) => field.split(','));
  if (!isUuid(id) || (more.length > 0 && !values.fields)) throw new Refusal(`Usage: ${usage}`);
  return { id: id.toLowerCase(), asked: asked.map((field) => field.trim()).filter((field) => field !== '') };
}

function parse(words: string[]) {
  try {
    return parseArgs({ args: words, allowPositionals: true, options: { fields: { type: 'string', multiple: true } } });
  } catch (error) {
    throw new Refusal(`${(error as Error).message} Usage: ${usage}`, { cause: error });
  }
}
