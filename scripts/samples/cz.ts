/**
 * Czechia: the Business Register, in the form of 2026. Every tenth row is a natural person who has ceased, which no import may
 * keep.
 */
import type { Entry, RegisterOptions } from './editions.ts';
import { writeText } from './files.ts';
import { inventedCompany, stemOf, tableOf, weighed } from './invented.ts';
import { czech, isoDay } from './words.ts';

export const czechHeader = (
  'ICO,OKRESLAU,DDATVZN,DDATZAN,ZPZAN,DDATPAKT,FORMA,ROSFORMA,KATPO,NACE,NACE2025,ICZUJ,FIRMA,CISS2010,KODADM,TEXTADR,PSC,' +
  'OBEC_TEXT,COBCE_TEXT,ULICE_TEXT,TYPCDOM,CDOM,COR,DATPLAT,PRIZNAK'
).split(',');

const kinds = {
  salt: 0xc2,
  sound: czech,
  forms: [
    ['112', ' s.r.o.'],
    ['121', ' a.s.'],
    ['205', ', družstvo'],
    ['706', ', z.s.'],
    ['421', ', odštěpný závod'],
  ] as const,
  states: ['', 'ceased', 'v likvidaci'] as const,
  oddNames: ['"*"', '*, *', '* & syn', '100% *', '*_*', 'ĚŠČŘŽÝÁÍÉ *', '1', '*\n*'],
};

export const identification = (stem: string): string => `${stem}${(11 - (weighed(stem, [8, 7, 6, 5, 4, 3, 2]) % 11)) % 10}`;

const fields = (known: Record<string, string>): string[] => czechHeader.map((column) => known[column] ?? '');

function czechUnit(entry: Entry, seed: number): string[] {
  const { index, random, form, state, name, registered, ended, street, house, town } = inventedCompany(entry, seed, kinds);
  const [nace, newNace] = random.pick([
    ['62010', '62100'],
    ['471', '471'],
    ['F', 'F'],
    ['00', '00'],
  ] as const);
  return fields({
    ICO: identification(stemOf(index, seed)),
    OKRESLAU: 'CZ0100',
    DDATVZN: isoDay(registered),
    DDATZAN: state === 'ceased' ? isoDay(ended) : '',
    ZPZAN: state === 'ceased' ? '4' : '',
    DDATPAKT: '2026-09-30',
    FORMA: form[0],
    ROSFORMA: form[0],
    KATPO: random.pick(['000', '110', '120', '230']),
    NACE: nace,
    NACE2025: newNace,
    ICZUJ: '554782',
    FIRMA: `${name}${form[1]}${state === 'v likvidaci' ? ' v likvidaci' : ''}`,
    CISS2010: '11002',
    KODADM: String(random.between(20_000_000, 29_999_999)),
    PSC: String(random.between(10_000, 79_999)),
    OBEC_TEXT: town,
    COBCE_TEXT: town,
    ULICE_TEXT: street,
    TYPCDOM: '1',
    CDOM: String(house),
    DATPLAT: '2026-09-30',
  });
}

export const czechUnits = (count: number, options: RegisterOptions = {}): Generator<string[]> =>
  tableOf(count, options, czechUnit, [0, czechHeader.indexOf('FIRMA')]);

const quoted = ['FIRMA', 'TEXTADR'].map((column) => czechHeader.indexOf(column));
const line = (row: readonly string[]): string =>
  `${row.map((cell, place) => (quoted.includes(place) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`;

export async function writeCzechFile(path: string, count: number, options: RegisterOptions = {}): Promise<void> {
  await writeText(path, lines());
  function* lines(): Generator<string> {
    yield `${czechHeader.join(',')}\r\n`;
    let rows = 0;
    for (const row of czechUnits(count, options)) {
      yield line(row);
      if (++rows % 10 === 0)
        yield line(fields({ ICO: identification(stemOf(rows, 7)), DDATZAN: '2024-05-31', DATPLAT: '2026-09-30' }));
    }
  }
}
