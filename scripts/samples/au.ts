/** Australia: the company dataset of ASIC, with a row for each name. */
import type { Entry, RegisterOptions } from './editions.ts';
import { writeText } from './files.ts';
import { inventedCompany, rowsOf, stemOf, weighed } from './invented.ts';
import { english, slashedDay } from './words.ts';

export const australianHeader = (
  'Company Name,ACN,Type,Class,Sub Class,Status,Date of Registration,Date of Deregistration,Previous State of Registration,' +
  'State Registration number,Modified since last report,Current Name Indicator,ABN,Current Name,Current Name Start Date'
).split(',');

const kinds = {
  salt: 0xa0,
  sound: english,
  forms: [
    ['APTY', 'LMSH', 'PROP', 'PTY LTD'],
    ['APUB', 'LMSH', 'LIST', 'LIMITED'],
    ['RACN', 'NONE', 'NONE', 'INCORPORATED'],
    ['FNOS', 'NONE', 'NONE', 'GMBH'],
  ] as const,
  states: ['REGD', 'EXAD', 'SOFF', 'DRGD', 'NRGD'] as const,
  oddNames: ['"*" & *', '100% *', '*_*', "*'S", '*\\*', '1', '* (*)', 'A.C.N. 000 * HOLDINGS', '* / *'],
};

/** The rows of one company: one without a name of its own, or one for every name. */
function australianCompany(entry: Entry, seed: number): string[][] {
  const { index, random, form, state, name, formerName, registered, ended } = inventedCompany(entry, seed, kinds);
  const stem = `6${stemOf(index, seed)}`;
  const number = `${stem}${(10 - (weighed(stem, [8, 7, 6, 5, 4, 3, 2, 1]) % 10)) % 10}`;
  const [type, companyClass, subclass, ending] = form;
  const full = (one: string) => `${one.toUpperCase()} ${ending}`;
  const end = state === 'DRGD' ? slashedDay(ended) : '';
  const old = registered[0] < 1991;
  const before = [
    number,
    type,
    companyClass,
    subclass,
    state,
    slashedDay(registered),
    end,
    old ? 'NSW' : '',
    old ? `${index}K` : '',
  ];
  const abn = random.chance(0.7) ? businessNumber(number) : '0';
  const modified = random.chance(0.05) ? 'Y' : '';
  const current = [full(name), ...before, modified, 'Y', abn, '', ''];
  if (index % 4 !== 0) return [current];
  return [[full(formerName), ...before, modified, '', abn, full(name), slashedDay(ended)], current];
}

/** Two digits before the company number, so that the weighted sum can be divided by 89. */
function businessNumber(number: string): string {
  for (let check = 10; ; check++) {
    const digits = `${check}${number}`;
    if ((weighed(digits, [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) - 10) % 89 === 0) return digits;
  }
}

const spoilt = (rows: string[][], place: number) => rows.map((row) => row.with(place, ''));

/** The rows of each company. */
export const australianCompanies = (count: number, options: RegisterOptions = {}): Generator<string[][]> =>
  rowsOf(count, options, australianCompany, { number: (rows) => spoilt(rows, 1), name: (rows) => spoilt(rows, 0) });

/** As published: tabs in spite of the name, a byte order mark, no quotes. Apart: rows of one company don't follow each other. */
export async function writeAustralianFile(
  path: string,
  count: number,
  { apart = false, ...options }: RegisterOptions & { apart?: boolean } = {},
): Promise<void> {
  await writeText(path, lines());
  function* lines(): Generator<string> {
    yield `\uFEFF${australianHeader.join('\t')}\r\n`;
    for (const rows of australianCompanies(count, options)) for (const row of apart ? rows.slice(-1) : rows) yield line(row);
    if (apart) for (const rows of australianCompanies(count, options)) for (const row of rows.slice(0, -1)) yield line(row);
  }
}

const line = (row: readonly string[]): string => `${row.join('\t')}\r\n`;
