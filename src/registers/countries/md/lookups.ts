import { Columns, orNull, type Reader, record } from '../../declaration/columns.ts';
import type { Activity } from '../../declaration/register.ts';
import type { Workbook } from '../../files/xlsx.ts';
import { headingOf, openSheet } from '../../layouts/workbook-register.ts';

/** Turns the cells of a company into activities: the cells have ids of the lookup sheets, separated by commas. */
export interface Lookups {
  unlicensed(cell: string): Activity[];
  licensed(cell: string): Activity[];
}

export async function readLookups(workbook: Workbook): Promise<Lookups> {
  const unlicensed = await readSheet(workbook, 'Clasificare nelicentiate', (columns) =>
    record({
      kind: () => 'unlicensed' as const,
      // The two versions share 216 codes, so the version is part of the scheme.
      scheme: columns.need('Versiunea CAEM', (version) => `MD-CAEM-${version}`),
      code: columns.need('Cod CAEM', orNull),
      label: columns.need('Denumire', orNull),
    }),
  );
  const licensed = await readSheet(workbook, 'Clasificare licentiate', (columns) =>
    record({
      kind: () => 'licensed' as const,
      scheme: () => 'MD-LICENSED',
      code: columns.need('ID'),
      label: columns.need('Denumire', orNull),
    }),
  );
  return {
    unlicensed: (cell) => activitiesOf(cell, unlicensed, { kind: 'unlicensed', scheme: 'MD-CAEM-ID' }),
    licensed: (cell) => activitiesOf(cell, licensed, { kind: 'licensed', scheme: 'MD-LICENSED' }),
  };
}

/** An id that the sheet lacks is kept unchanged. A text instead of ids is kept too, and not split at its commas. */
function activitiesOf(cell: string, known: Map<string, Activity>, other: Pick<Activity, 'kind' | 'scheme'>): Activity[] {
  if (/[^\d\s,;]/.test(cell)) return [{ ...other, code: null, label: cell }];
  const ids = cell.split(/[\s,;]+/).filter((id) => id !== '');
  return ids.map((id) => known.get(id) ?? { ...other, code: id, label: null });
}

async function readSheet(workbook: Workbook, name: string, reading: (columns: Columns) => Reader<Activity>) {
  const sheet = await openSheet(workbook, [name], ['ID', 'Denumire']);
  const columns = new Columns(sheet.columns, headingOf);
  const id = columns.need('ID');
  const activity = reading(columns);
  columns.check();
  const found = new Map<string, Activity>();
  for await (const batch of sheet.batches) {
    for (const row of batch) if ('cells' in row && id(row.cells) !== '') found.set(id(row.cells), activity(row.cells));
  }
  return found;
}
