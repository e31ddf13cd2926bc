import type { z } from 'zod';
import { Columns, orNull, type Reader, record, textOf } from '../../declaration/columns.ts';
import { dayFirst, yearFirst } from '../../declaration/dates.ts';
import { declared } from '../../declaration/declared.ts';
import { complete, type Entry } from '../../declaration/entry.ts';
import { registryOf } from '../../declaration/kinds.ts';
import { withoutZeros, withoutZerosUpTo } from '../../declaration/numbers.ts';
import { type About, type Register, RowProblem } from '../../declaration/register.ts';
import { type CompanyStatus, inState, statesOf } from '../../declaration/states.ts';
import type { Cell, Row } from '../../files/table.ts';
import { excelDate } from '../../files/xlsx.ts';
import { headingOf, openSheet, plain, withWorkbook } from '../../layouts/workbook-register.ts';
import { mdFields, moldovanAddress } from './fields.ts';
import { type Lookups, readLookups } from './lookups.ts';
import { beneficiariesOf, directorsOf, foundersOf, membersOf, rolesIn } from './people.ts';

/** For the first generation of the file, which has a column for it. */
const states = statesOf('md', headingOf);

/**
 * Moldova: the State Register of Legal Units. Three generations of its workbook differ in the name of the sheet, the place
 * of the header and some columns; the columns are found by their text, without the remarks in brackets after it.
 */
const about: About<typeof mdFields> = {
  id: 'md',
  country: { code: 'MD', name: 'Moldova', nativeName: 'Moldova' },
  name: 'State Register of Legal Units',
  scheme: 'MD-IDNO',
  hasLicensedActivities: true,
  licence: 'Open data of the Republic of Moldova',
  sourceUrl: 'https://dataset.gov.md/ro/dataset/11736-date-din-registrul-de-stat-al-unitatilor-de-drept',
  updateFrequency: 'weekly',
  downloads: [
    {
      url:
        'https://dataset.gov.md/api/3/action/package_show?id=11736-date-din-registrul-de-stat-al-unitatilor-de-drept' +
        '-privind-intreprinderile-inregistrate-in-repu',
      link: /^company_?[\d.]+\.xlsx$/,
      type: 'zip',
    },
  ],
  dated: [{ name: /company_?(\d{4})\.(\d{2})\.(\d{2})/i }, 'content'],
  revision: 2,
  fields: mdFields,
  classifications: { 'MD-CAEM-1': '1', 'MD-CAEM-2': '2', 'MD-CAEM-ID': null, 'MD-LICENSED': null },
  address: moldovanAddress,
  registeredAt: 'the day of registration',
  states: states.list,
  // Old ones are shorter than thirteen digits.
  lei: { authorities: ['RA000451', 'RA000950', 'RA000951'] },
  normalizeNumber: withoutZerosUpTo(7),
  written: /^0\d{4,6}$|^\d{4} \d{3} \d{3} \d{3}$|^\d(?: \d{3}){4}$/,
  idNumber: withoutZeros,
  persons: [
    { fields: ['/registry/directors', '/registry/directorsText'], columns: ['Lista conducătorilor'] },
    { fields: ['/registry/founders', '/registry/foundersText'], columns: ['Lista fondatorilor'] },
    { fields: ['/registry/beneficiaries', '/registry/beneficiariesText'], columns: ['Lista beneficiarilor efectivi'] },
    { fields: ['/registry/address'], columns: ['Adresa'], when: 'careOf' },
    // Individual enterprises and farms have the name and often the address of a person.
    {
      fields: ['/canonicalName', '/registry/address'],
      columns: ['Denumirea completă', 'Adresa'],
      when: /intreprinder(?:e|ea) individual|gospodari(?:e|a) taran/,
    },
  ],
};

export const md: Register = {
  ...declared(about),
  open: (path) =>
    withWorkbook(path, async (workbook) => {
      const lookups = await readLookups(workbook);
      const sheet = await openSheet(workbook, ['RSUD', 'Company'], ['IDNO/ Cod fiscal', 'Denumirea completă']);
      const columns = new Columns(sheet.columns, headingOf);
      const company = layout(columns, lookups, workbook.date1904);
      columns.check();
      return {
        columns: sheet.columns,
        absent: columns.absent,
        batches: sheet.batches,
        emptyCell: null,
        company: ({ cells }: Row) => (isCount(cells) ? undefined : complete(company(cells), about.scheme)),
        day: () => dayInTitle(sheet.titles),
      };
    }),
};

/** The title ends with "(starea pînă la 14.09.2026)". */
function dayInTitle(titles: readonly string[]): string | undefined {
  return titles.flatMap((title) => dayFirst(/(\d{2}\.\d{2}\.\d{4})\)/.exec(title)?.[1] ?? '') ?? [])[0];
}

/** The file may end with the number of its companies, alone in a row. Thirteen digits are the number of one company. */
function isCount(cells: readonly Cell[]): boolean {
  const filled = cells.map(textOf).filter((text) => text !== '');
  return filled.length < 3 && /^(?:|total\b.*|\d{1,9})$/i.test(filled.join(' '));
}

function layout(columns: Columns, lookups: Lookups, date1904: boolean): Reader<Entry<z.infer<typeof mdFields>>> {
  const idno = columns.cell('IDNO/ Cod fiscal');
  const number: Reader<string> = (cells) => numberOf(idno(cells));
  const registered = columns.cell('Data înregistrării');
  const directors = columns.need('Lista conducătorilor');
  const founders = columns.need('Lista fondatorilor');
  const beneficiaries = columns.maybe('Lista beneficiarilor efectivi');
  const unlicensed = columns.need('Genuri de activitate nelicentiate', lookups.unlicensed);
  const licensed = columns.need('Genuri de activitate licentiate', lookups.licensed);
  // The first generation has a status, later ones the day of liquidation; one of them must exist.
  const status = columns.maybe('Statutul');
  const liquidated = columns.has('Statutul') && !columns.has('Data lichidării') ? () => null : columns.cell('Data lichidării');
  const dayOf = (cell: Cell) =>
    typeof cell === 'number' ? yearFirst(excelDate(cell, date1904) ?? '') : (dayFirst(textOf(cell)) ?? yearFirst(textOf(cell)));
  const liquidatedOn: Reader<string | null> = (cells) => dayOf(liquidated(cells));
  columns.require('Adresa');
  const ofCells = registryOf(
    columns,
    mdFields.pick({ idnoValid: true, statusText: true, liquidatedOn: true, address: true, territoryCode: true }),
    {
      idnoValid: (cells) => hasCheckDigit(number(cells)),
      liquidatedOn,
    },
  );
  return record({
    number,
    name: columns.need('Denumirea completă'),
    state: (cells) => stateOf(status(cells), textOf(liquidated(cells)), directors(cells)),
    stateText: columns.text('Statutul'),
    legalForm: columns.need('Forma org./jurid.', orNull),
    registeredAt: (cells) => dayOf(registered(cells)),
    endedAt: liquidatedOn,
    endKind: () => 'liquidated' as const,
    registry: (cells) => ({ ...ofCells(cells), ...peopleOf(directors(cells), founders(cells), beneficiaries(cells)) }),
    activities: (cells) => [...unlicensed(cells), ...licensed(cells)],
  });
}

/** Text in the first generation, a number cell in the last. */
function numberOf(cell: Cell): string {
  if (typeof cell !== 'number') return textOf(cell);
  if (!Number.isSafeInteger(cell) || cell < 0) throw new RowProblem('the national number is not a whole number');
  return String(cell);
}

/** Weights 7-3-1 over the first twelve digits. Legacy codes are shorter and have no check digit. */
function hasCheckDigit(number: string): boolean | null {
  if (!/^\d{13}$/.test(number)) return null;
  const sum = [...number.slice(0, 12)].reduce((total, digit, place) => total + Number(digit) * ([7, 3, 1][place % 3] ?? 0), 0);
  return sum % 10 === Number(number[12]);
}

/** Roles in insolvency proceedings, without diacritics: administrators (also provisional or of a plan) and trustees. */
const insolvencyRole = /insolv|administrator (?:provizoriu|fiduciar|din oficiu)|procedurii planului/;

/**
 * Even an impossible day of liquidation means that the company has ended; but 0 is an empty cell of a spreadsheet. Otherwise the
 * state follows from the role of the person in charge: a liquidator, or an administrator in insolvency proceedings. The roles are
 * used even if the list as a whole cannot be parsed.
 */
function stateOf(status: string, liquidation: string, directors: string): CompanyStatus {
  if (/[1-9]/.test(liquidation)) return inState.dissolved;
  if (status !== '') return states.of(status);
  if (!directors.includes('[')) return inState.active;
  const roles = plain(rolesIn(directors));
  if (insolvencyRole.test(roles)) return inState.insolvent;
  return roles.includes('lichidator') ? inState.winding_up : inState.active;
}

/** A list if it can be parsed reliably, otherwise the text. */
function listed<Item>(text: string, parse: (text: string) => Item[] | undefined): { items: Item[] | null; text: string | null } {
  const items = text === '' ? [] : (parse(text) ?? null);
  return { items, text: items === null ? text : null };
}

function peopleOf(directorsText: string, foundersText: string, beneficiariesText: string) {
  const memberCount = membersOf(foundersText) ?? null;
  const directors = listed(directorsText, directorsOf);
  const founders = listed(memberCount === null ? foundersText : '', foundersOf);
  const beneficiaries = listed(beneficiariesText, beneficiariesOf);
  return {
    directors: directors.items,
    directorsText: directors.text,
    founders: founders.items,
    foundersText: founders.text,
    memberCount,
    beneficiaries: beneficiaries.items,
    beneficiariesText: beneficiaries.text,
  };
}
