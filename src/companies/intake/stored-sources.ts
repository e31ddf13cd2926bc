import type pg from 'pg';
import type { Entity, SourceLayout } from '../../database/client.ts';
import { sql } from '../../database/sql.ts';
import type { LayoutColumn } from '../data/source-terms.ts';
import { entityId } from './entity-id.ts';

/** The register that the records are of. */
interface Register {
  id: string;
  country: { code: string };
  scheme: string;
}

const findLayout = sql<Pick<SourceLayout, 'columns'>>`
  SELECT columns FROM source_layout WHERE id = (SELECT layout_id FROM entity WHERE register_id = $1 LIMIT 1)`;

const listCells = sql<Pick<Entity, 'number'> & { cells: unknown[] }>`
  SELECT number, source_cells AS cells FROM entity WHERE id = ANY ($1)`;

const listNumbers = sql<Pick<Entity, 'number'>>`SELECT number FROM entity WHERE id = ANY ($1)`;

const listHolders = sql<Pick<Entity, 'number'> & { value: string }>`
  SELECT number, row ->> $3::int AS value FROM entity, json_array_elements(source_cells -> $2::int) AS row
  WHERE register_id = $1 AND row ->> $3::int = ANY ($4)`;

/** The source rows that are stored with the served records of a register: what an update of some of its files is applied to. */
export class StoredSources {
  readonly #client: pg.Client;
  readonly #register: Register;

  constructor(client: pg.Client, register: Register) {
    this.#client = client;
    this.#register = register;
  }

  /** The columns of the records; after a full import all have the same. Undefined where nothing is served. */
  async columns(): Promise<readonly LayoutColumn[] | undefined> {
    const { rows } = await this.#client.query(findLayout, [this.#register.id]);
    return rows[0]?.columns as readonly LayoutColumn[] | undefined;
  }

  /** The cells of companies, by number. Those that are not served are left out. */
  async of(numbers: readonly string[]): Promise<Map<string, readonly unknown[]>> {
    const { rows } = await this.#client.query(listCells, [this.#idsOf(numbers)]);
    return new Map(rows.map(({ number, cells }) => [number, cells]));
  }

  /** Those of the numbers that are served. */
  async known(numbers: readonly string[]): Promise<Set<string>> {
    const { rows } = await this.#client.query(listNumbers, [this.#idsOf(numbers)]);
    return new Set(rows.map(({ number }) => number));
  }

  /** The companies that have a row with one of these values: the rows stand in one cell, the value in one column of them. */
  async holders(cell: number, column: number, values: readonly string[]): Promise<{ number: string; value: string }[]> {
    const { rows } = await this.#client.query(listHolders, [this.#register.id, cell, column, values]);
    return rows;
  }

  #idsOf(numbers: readonly string[]): string[] {
    const { country, scheme } = this.#register;
    return numbers.map((number) => entityId(country.code, scheme, number));
  }
}
