import { afterEach, beforeEach, expect } from 'vitest';
import { britishCompanies, britishHeader } from '../../../scripts/samples/gb.ts';
import { gb } from '../../../src/registers/countries/gb/register.ts';
import { type ImportGround, importGround } from '../../support/imports.ts';

/* Files that are damaged in ways that lose no rows. */

export let ground: ImportGround;
let files = 0;
/** Each test of the file imports into a database of its own. */
export function useImportGround(): void {
  beforeEach(async () => {
    ground = await importGround();
  });
  afterEach(() => ground.close());
}

export type Row = readonly string[];
const lineOf = (row: Row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');
export const file = (rows: readonly Row[], header = britishHeader) =>
  ground.file(`${files++}.csv`, [header, ...rows.map(lineOf), ''].join('\r\n'));
export const [nameColumn, numberColumn, incorporated] = [0, 1, 14];
export const withCell = (row: Row, place: number, change: (cell: string) => string) => row.with(place, change(row[place] ?? ''));
export const swapped = (day: string) => day.replace(/^(\d\d)\/(\d\d)/, '$2/$1');
/** UTF-8 that was read as Latin-1. */
export const mojibake = (text: string) => Buffer.from(text).toString('latin1');

export const rows = [...britishCompanies(1_000)];

/** Imports a file, and expects that the next one is refused, and taken with the option. */
export async function expectRefused(next: readonly Row[], message: RegExp, option: object, header = britishHeader) {
  await ground.import(gb, await file(rows));
  const before = await ground.state();
  const path = await file(next, header);
  await expect(ground.import(gb, path)).rejects.toThrow(message);
  expect(await ground.state()).toBe(before);
  expect(await ground.import(gb, path, option)).toMatchObject({ sameFile: false });
}
