import type pg from 'pg';
import type { Entity, Erasure } from '../../database/client.ts';
import { sql } from '../../database/sql.ts';
import { Personal } from '../data/personal.ts';
import type { LayoutColumn } from '../data/source-terms.ts';

interface Row extends Pick<Entity, 'id'> {
  registry: Record<string, unknown>;
  sourceCells: readonly unknown[] | Record<string, unknown>;
  columns: readonly LayoutColumn[];
  fields: string[];
}

const listErased = sql<Pick<Erasure, 'entityId' | 'fields'>>`
  SELECT entity_id AS "entityId", array_agg(DISTINCT field) AS fields FROM erasure, unnest(fields) AS field
  WHERE register_id = $1 GROUP BY entity_id`;

const listStaged = sql<Pick<Row, 'id' | 'registry' | 'sourceCells'>>`
  SELECT id, registry, source_cells AS "sourceCells" FROM staged WHERE id = ANY ($1)`;

/** Erases from the staged rows what was erased of these records before. Their hashes stay those of the source. */
export async function keepErased(client: pg.Client, registerId: string, columns: readonly LayoutColumn[]): Promise<void> {
  const { rows: erased } = await client.query(listErased, [registerId]);
  if (erased.length === 0) return;
  const { rows } = await client.query(listStaged, [erased.map(({ entityId }) => entityId)]);
  for (const row of rows) {
    const { fields = [] } = erased.find(({ entityId }) => entityId === row.id) ?? {};
    await blank(client, 'staged', { ...row, columns, fields });
  }
}

type ErasureRequest = Pick<Erasure, 'entityId' | 'registerId' | 'fields' | 'at'>;

const insertErasure = sql`INSERT INTO erasure (entity_id, register_id, fields, at) VALUES ($1, $2, $3, $4)`;

const lockEntity = sql<Omit<Row, 'fields'>>`SELECT entity.id, registry, source_cells AS "sourceCells", columns
  FROM entity JOIN source_layout ON source_layout.id = layout_id
  WHERE entity.id = $1 FOR UPDATE OF entity`;

export const raiseVersion = sql`UPDATE data_version SET version = version + 1, epoch = gen_random_uuid()`;

/**
 * Erases personal fields of a record for good, and leaves a line of it. The version of the data moves, so that no instance goes
 * on serving what it remembers. Tells whether the record is served just now.
 */
export async function eraseFields(client: pg.Client, { entityId, registerId, fields, at }: ErasureRequest): Promise<boolean> {
  await client.query(insertErasure, [entityId, registerId, fields, at]);
  const { rows } = await client.query(lockEntity, [entityId]);
  for (const row of rows) await blank(client, 'entity', { ...row, fields });
  await client.query(raiseVersion);
  return rows.length > 0;
}

const blankRow = {
  staged: sql`UPDATE staged SET registry = $2, source_cells = $3 WHERE id = $1`,
  entity: sql`UPDATE entity SET registry = $2, source_cells = $3 WHERE id = $1`,
};

async function blank(
  client: pg.Client,
  table: keyof typeof blankRow,
  { id, registry, sourceCells, columns, fields }: Row,
): Promise<void> {
  const personal = Personal.of(fields);
  await client.query(blankRow[table], [
    id,
    JSON.stringify(personal.blankRegistry(registry)),
    JSON.stringify(personal.blankCells(columns, sourceCells)),
  ]);
}
