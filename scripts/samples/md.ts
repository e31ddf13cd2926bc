/** Moldova: the State Register of Legal Units, in the three layouts in which it has been published. */
import type { RegisterOptions } from './editions.ts';
import { licensedActivities, unlicensedActivities } from './md-activities.ts';
import { type MoldovanCompany, moldovanCompanies, serialOf } from './md-companies.ts';
import { type Day, dottedDay } from './words.ts';
import { type Sheet, type SheetCell, writeWorkbook } from './workbook.ts';

export { type MoldovanCompany, moldovanCompanies };

export type Generation = 2017 | 2023 | 2026;

export interface WorkbookOptions extends RegisterOptions {
  generation?: Generation;
  /** The day in the title. */
  asOf?: Day;
}

const commonColumns = ['IDNO/ Cod fiscal', 'Data înregistrării', 'Denumirea completă', 'Forma org./jurid.', 'Adresa'];
const activityColumns = ['Genuri de activitate nelicentiate', 'Genuri de activitate licentiate'];
const rolesColumns = [
  'Codul unităţii administrativ-teritoriale (CUATM)',
  'Lista conducătorilor (cu indicarea rolurilor)',
  'Lista fondatorilor (cu indicarea cotei părţi în capitalul social %)',
];

/** The columns of each layout, in their order. */
export const moldovanHeaders: Record<Generation, readonly string[]> = {
  2017: [...commonColumns, 'Lista conducătorilor', 'Lista fondatorilor', ...activityColumns, 'Statutul'],
  2023: [
    ...commonColumns,
    ...rolesColumns,
    'Lista beneficiarilor efectivi (Nume, Prenume, Ţara de reşedinţă)',
    ...activityColumns,
    'Data lichidării',
  ],
  2026: [...commonColumns, ...rolesColumns, ...activityColumns, 'Data lichidării'],
};

const textCell = (text: string): SheetCell => (text === '' ? null : text);
const numberCell = (digits: string): SheetCell => (digits === '' ? null : Number(digits));

/** A single ID is a number cell in the later layouts, as a spreadsheet makes it of what looks like a number. */
function activityCell(ids: readonly number[], generation: Generation): SheetCell {
  if (ids.length === 1 && generation !== 2017) return ids[0] as number;
  return textCell(ids.join(', '));
}

function cellsOf(company: MoldovanCompany, generation: Generation): SheetCell[] {
  const { idno, registered, name, form, address, place, directors, founders, beneficiaries, liquidated } = company;
  const start = [generation === 2026 ? numberCell(idno) : textCell(idno), registered, textCell(name), form, textCell(address)];
  const activities = [activityCell(company.unlicensed, generation), activityCell(company.licensed, generation)];
  if (generation === 2017) {
    const names = directors.map((director) => director.name).join(', ');
    const founderNames = founders.replaceAll(/ \([\d,]+%\)/g, '');
    return [...start, textCell(names), textCell(founderNames), ...activities, liquidated === null ? ' ' : 'lichidată'];
  }
  const roles = textCell(directors.map((director) => `${director.name} [${director.role}]`).join(', '));
  const owners = generation === 2023 ? [textCell(beneficiaries)] : [];
  return [...start, place, roles, textCell(founders), ...owners, ...activities, liquidated];
}

const titleStart =
  'Date din Registrul de stat al unităţilor de drept privind\nîntreprinderile înregistrate în Republica Moldova\n';

/** The title stands in the fourth column. In 2026 it is a formula. */
function titleRow(generation: Generation, day: Day): SheetCell[] {
  const result = `${titleStart} (starea pînă la ${dottedDay(day)})`;
  const formula = `"${titleStart} (starea pînă la "&TEXT(${serialOf(day)},"dd.mm.yyyy")&")"`;
  return [null, null, null, generation === 2026 ? { formula, result } : result];
}

const defaultDays: Record<Generation, Day> = { 2017: [2017, 6, 15], 2023: [2023, 6, 19], 2026: [2026, 9, 14] };

function* mainRows(count: number, options: WorkbookOptions, generation: Generation): Generator<SheetCell[]> {
  if (generation !== 2017) yield titleRow(generation, options.asOf ?? defaultDays[generation]);
  yield [...moldovanHeaders[generation]];
  let written = 0;
  for (const company of moldovanCompanies(count, options)) {
    yield cellsOf(company, generation);
    written++;
  }
  // The trailing count, alone in its row.
  if (generation !== 2017) yield [written];
}

function lookUpSheets(generation: Generation): Sheet[] {
  const [unlicensed, licensed] =
    generation === 2017
      ? ['Clasificare nelicentiate', 'Clasificare licentiate']
      : ['Clasificare nelicenţiate', 'Clasificare licenţiate'];
  const unlicensedHeader = ['ID', 'Denumire', 'Cod CAEM', 'Versiunea CAEM\n(1 - CAEM; 2 - CAEM rev.2)'];
  const countries = {
    name: 'Clasificare ţara',
    rows: [
      ['COD', 'Denumire'],
      ['MDA', 'Moldova'],
      ['ROU', 'România'],
      ['UKR', 'Ucraina'],
    ],
  };
  return [
    {
      name: unlicensed as string,
      rows: [unlicensedHeader, ...unlicensedActivities.map(({ id, name, code, version }) => [id, name, code, version])],
    },
    { name: licensed as string, rows: [['ID', 'Denumire'], ...licensedActivities] },
    ...(generation === 2017 ? [] : [countries]),
  ];
}

/** The workbook as published. */
export async function writeMoldovanWorkbook(path: string, count: number, options: WorkbookOptions = {}): Promise<void> {
  const { generation = 2026 } = options;
  const sheets = [
    { name: generation === 2017 ? 'RSUD' : 'Company', rows: mainRows(count, options, generation) },
    ...lookUpSheets(generation),
  ];
  const numbers = generation === 2026 ? 'java' : 'plain';
  await writeWorkbook(path, sheets, { numbers, blanks: generation === 2026 ? 'absent' : 'written' });
}
