import type pg from 'pg';
import type { LayoutColumn } from '../company/content/layout.ts';
import type { Entity, SourceLayout } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import { alignment } from './alignment.ts';
import { companyId, type IdRule } from './entity-id.ts';

/** The columns of the last imported file. */
const findLayout = sql<Pick<SourceLayout, 'columns'>>`SELECT columns FROM source_layout WHERE id =
    (SELECT source_layout_id FROM register JOIN import_run ON import_run.id = current_run WHERE register.id = $1)`;

const listLayouts = sql<Pick<SourceLayout, 'id' | 'columns'>>`
  SELECT id, columns FROM source_layout WHERE id IN (SELECT layout_id FROM entity WHERE register_id = $1)`;

/** The records of ids, with their position in the list. */
const served = 'unnest($1::uuid[]) WITH ORDINALITY AS wanted (id, place) JOIN entity USING (id)';

const listCells = sql<{ place: number; cells: unknown[] } & Pick<Entity, 'layoutId'>>`
  SELECT place::int, source_cells AS cells, layout_id AS "layoutId" FROM ${served}`;

const listKnown = sql<{ place: number }>`SELECT place::int FROM ${served}`;

const listHolders = sql<Pick<Entity, 'number'> & { value: string }>`
  SELECT number, row ->> place AS value
  FROM entity JOIN unnest($2::int[], $3::int[], $4::int[]) AS layout (id, cell, place) ON layout.id = layout_id,
    json_array_elements(source_cells -> cell) AS row
  WHERE register_id = $1 AND row ->> place = ANY ($5)`;

/** The source rows of the served records of a register. An update of some of its files is applied to them. */
export function storedSources(client: pg.Client, register: IdRule) {
  const alignments = new Map<number, ReturnType<typeof alignment>>();
  const idsOf = (numbers: readonly string[]) => numbers.map((number) => companyId(register, number));

  /** The columns of the returned cells. Undefined if nothing is served. */
  async function columns(): Promise<readonly LayoutColumn[] | undefined> {
    const { rows } = await client.query(findLayout, [register.id]);
    return rows[0]?.columns as readonly LayoutColumn[] | undefined;
  }

  async function layouts() {
    const { rows } = await client.query(listLayouts, [register.id]);
    return rows.map(({ id, columns }) => ({ id, columns: columns as unknown as readonly LayoutColumn[] }));
  }

  async function learnLayouts(): Promise<void> {
    const wanted = (await columns()) ?? [];
    for (const { id, columns } of await layouts()) alignments.set(id, alignment(columns, wanted, { isCut: true }));
  }

  return {
    columns,

    /** The cells of companies, by number. Those that are not served are left out. */
    of: async (numbers: readonly string[]): Promise<Map<string, readonly unknown[]>> => {
      const { rows } = await client.query(listCells, [idsOf(numbers)]);
      if (rows.some(({ layoutId }) => !alignments.has(layoutId))) await learnLayouts();
      return new Map(
        rows.map(({ place, cells, layoutId }) => [numbers[place - 1] as string, alignments.get(layoutId)?.(cells) ?? cells]),
      );
    },

    /** Those of the numbers that are served. */
    known: async (numbers: readonly string[]): Promise<Set<string>> => {
      const { rows } = await client.query(listKnown, [idsOf(numbers)]);
      return new Set(rows.map(({ place }) => numbers[place - 1] as string));
    },

    /** The companies that have a row of a file with one of these values in a column. */
    holders: async (part: string, column: string, values: readonly string[]): Promise<{ number: string; value: string }[]> => {
      const places = (await layouts()).flatMap(({ id, columns }) => {
        const cell = columns.findIndex((one) => typeof one !== 'string' && one.part === part);
        const of = columns[cell];
        return of && typeof of !== 'string' ? [{ id, cell, place: of.columns.indexOf(column) }] : [];
      });
      const of = (name: 'id' | 'cell' | 'place') => places.map((one) => one[name]);
      return (await client.query(listHolders, [register.id, of('id'), of('cell'), of('place'), values])).rows;
    },
  };
}
