import type pg from 'pg';
import { fieldsOfCells, type LayoutColumn } from '../../company/content/layout.ts';
import { queriesAbout } from '../../company/personal/erased-texts.ts';
import { columnName, Personal } from '../../company/personal/personal.ts';

import type { RegisterRules } from '../../company/register.ts';
import type { Entity, SourceLayout } from '../../database/client.ts';
import { sql } from '../../database/sql.ts';
import { gleif } from '../../identifiers/index.ts';
import { Refusal } from '../../kernel/errors.ts';
import type { IndexCopy } from '../../search/index.ts';
import { lockRegister } from '../lock.ts';
import { eraseFields } from './erasure.ts';

interface ErasedRecord {
  id: string;
  /** Columns and pointers. An empty list means all that its register declares. */
  fields: readonly string[];
  /** The name of the person, to find requests about them. */
  person?: string | undefined;
  registers: readonly RegisterRules[];
}

interface EraseOptions {
  connect(): Promise<pg.Client>;
  now(): Date;
  indexCopy?: Pick<IndexCopy, 'write' | 'tidy'> | undefined;
  /** Erases requests about the person from the logs, in the client's transaction. Returns how many there were. */
  forgetRequests(client: pg.Client, isAbout: (text: string) => boolean): Promise<number>;
  /** Deletes the snapshots of a country in the client's transaction. The returned function deletes their files afterwards. */
  withdrawSnapshots(client: pg.Client, countryCode: string): Promise<() => Promise<void>>;
}

const findRegister = sql<Pick<Entity, 'registerId'>>`SELECT register_id AS "registerId" FROM entity WHERE id = $1
  UNION ALL SELECT register_id FROM tombstone WHERE id = $1`;

/**
 * Permanently erases the data about natural persons from a record, its published changes and its snapshots. Returns what was
 * erased, with the places where it was looked for: pointers and columns.
 */
export async function eraseRecord({ id, fields, person, registers }: ErasedRecord, options: EraseOptions) {
  const { connect, now, indexCopy, forgetRequests, withdrawSnapshots } = options;
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
    const request = { entityId: id, register, personal, now, side, indexCopy };
    const { editions, texts, ...found } = await eraseFields(client, request);
    /** How many requests were about it. */
    const requests = await forgetRequests(client, queriesAbout(texts, person));
    const countryCode = register.country.code;
    const removeFiles = found.wasPublished ? await withdrawSnapshots(client, countryCode) : undefined;
    await client.query('COMMIT');
    await removeFiles?.();
    // The previous edition of the index has the person in it, so it is deleted at once.
    if (editions) await indexCopy?.tidy(client, { previous: editions.current, current: editions.current });
    return { places: [...new Set([...personal.places, ...personal.named])], register, countryCode, requests, ...found };
  } finally {
    await Promise.all([client.end(), side.end()]);
  }
}

type Fields = Record<string, unknown>;

const findRecord = sql<Pick<Entity, 'registry' | 'sourceCells'> & Pick<SourceLayout, 'columns'>>`
  SELECT registry, source_cells AS "sourceCells", columns FROM entity JOIN source_layout ON source_layout.id = layout_id
  WHERE entity.id = $1`;

/** What an operator wants to erase of a record: all that its register declares, or what the words name. */
async function namedPlaces(
  client: pg.Client,
  { id, register, words }: { id: string; register: RegisterRules; words: readonly string[] },
): Promise<Personal> {
  const all = new Personal(register);
  if (words.length > 0) {
    const { declared, unknown } = all.among(words);
    const known = words.filter((word) => !unknown.includes(word));
    return declared.with([...known, ...(await placesOf(client, id, unknown))]);
  }
  if (all.places.length > 0) return all;
  throw new Refusal(`The register ${register.id} declares no fields about natural persons: name some by --fields.`);
}

/** The words as places of the record. Of a removed record, nobody knows the columns any more. */
async function placesOf(client: pg.Client, id: string, words: readonly string[]): Promise<string[]> {
  const [served] = (await client.query(findRecord, [id])).rows;
  const registry = served?.registry as Fields | undefined;
  const columns = served && columnsOf(served);
  const found = words.map((word) => (word.startsWith('/') ? pointerOf(word, registry) : columnOf(word, columns)));
  const unknown = words.filter((_, place) => found[place] === undefined);
  if (unknown.length === 0) return found as string[];
  const pointers = Object.keys(registry ?? {}).map((name) => `/registry/${name}`);
  const there = ['/canonicalName', ...pointers, ...(columns ?? [])];
  throw new Refusal(
    `This record has no name, national field or source column ${unknown.join(', ')}. It has: ${there.join(', ')}.`,
  );
}

/** Names of columns, and of the columns in each file if there are several. */
function columnsOf({ sourceCells, columns }: { sourceCells: unknown; columns: unknown }): string[] {
  const source = Array.isArray(sourceCells) ? fieldsOfCells(columns as LayoutColumn[], sourceCells) : (sourceCells as Fields);
  return Object.entries(source).flatMap(([name, value]) => {
    const [row] = Array.isArray(value) ? value : [];
    return typeof row === 'object' && row !== null ? [name, ...Object.keys(row).map((column) => `${name}/${column}`)] : [name];
  });
}

function columnOf(word: string, columns: readonly string[] | undefined): string | undefined {
  return columns ? columns.find((column) => columnName(column) === columnName(word)) : word;
}

/** Numbers, states and days are the company's. Activities are in many records. */
function pointerOf(pointer: string, registry: Fields | undefined): string | undefined {
  const [, first, ...path] = pointer.split('/');
  if (first === 'sourceData' && path.length > 0) return path.join('/').replaceAll('~1', '/').replaceAll('~0', '~');
  if (pointer === '/canonicalName') return pointer;
  if (first !== 'registry' || path.length === 0 || path.includes('') || path[0] === 'activities') return undefined;
  const names = path.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  const value = names.reduce<unknown>((one, name) => (one as Fields | undefined | null)?.[name], registry);
  return registry === undefined || value !== undefined ? pointer : undefined;
}
