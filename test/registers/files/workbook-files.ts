import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { BadRow, Batches, Row } from '../../../src/registers/files/table.ts';
import { openWorkbook } from '../../../src/registers/files/xlsx.ts';
import { type Part, sheetEnd, sheetStart, workbookParts, writeZip } from '../../support/registers/workbook.ts';

/** A folder of the test file's own; `path()` gives a new name in it. */
export function folder(): { path(): string } {
  let own = '';
  let count = 0;
  beforeAll(async () => {
    own = await mkdtemp(join(tmpdir(), 'workbooks-'));
  });
  afterAll(() => rm(own, { recursive: true }));
  return {
    path: () => {
      count += 1;
      return join(own, `${count}.xlsx`);
    },
  };
}

export async function collect(batches: Batches): Promise<(Row | BadRow)[]> {
  const all: (Row | BadRow)[] = [];
  for await (const batch of batches) all.push(...batch);
  return all;
}

/** The rows of the first sheet. */
export async function readWorkbook(path: string): Promise<(Row | BadRow)[]> {
  const workbook = await openWorkbook(path);
  try {
    return await collect(workbook.rows(workbook.sheets[0] as string));
  } finally {
    await workbook.close();
  }
}

export interface RawWorkbook {
  /** What stands in `sheetData`. */
  data?: string;
  /** The whole part, where `data` is not enough. */
  sheet?: Part;
  /** What stands in `sst`, or the whole part. */
  strings?: Part;
  /** Parts instead of, or besides, the usual ones; undefined leaves one out. */
  parts?: Record<string, Part | undefined>;
  compress?: boolean;
}

/** A workbook of one sheet, from XML by hand. */
export async function writeRaw(
  path: string,
  { data = '', sheet, strings = '', parts = {}, compress = true }: RawWorkbook,
): Promise<string> {
  const all: Record<string, Part | undefined> = {
    ...workbookParts(['Company']),
    'xl/worksheets/sheet1.xml': sheet ?? sheetStart + data + sheetEnd,
    'xl/sharedStrings.xml': typeof strings === 'string' && !strings.startsWith('<?') ? `<sst>${strings}</sst>` : strings,
    ...parts,
  };
  const present = Object.entries(all).filter((entry): entry is [string, Part] => entry[1] !== undefined);
  await writeZip(path, Object.fromEntries(present), { compress });
  return path;
}
