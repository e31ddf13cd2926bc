/** Lithuania: the registered legal entities, and those that were struck off. */
import { entries, hardCase, type RegisterOptions, shown, withFaults } from './editions.ts';
import { zipText } from './files.ts';
import { Random, shuffled, weighted } from './random.ts';
import { capitalized, inventedDay, inventedWord, isoDay, lithuanian } from './words.ts';

const common = 'ja_kodas|ja_pavadinimas|adresas|ja_reg_data|form_kodas|form_pavadinimas';
export const registeredHeader = `${common}|stat_kodas|stat_pavadinimas|stat_data_nuo|formavimo_data`;
export const struckOffHeader = `${common}|isreg_data|formavimo_data`;

const forms = [
  ['310', 'Uždaroji akcinė bendrovė', 'UAB'],
  ['320', 'Akcinė bendrovė', 'AB'],
  ['220', 'Mažoji bendrija', 'MB'],
  ['110', 'Valstybės įmonė', 'VĮ'],
  ['950', 'Viešoji įstaiga', 'VšĮ'],
  ['571', 'Viešosios įstaigos filialas', 'Filialas'],
  ['610', 'Kooperatinė bendrovė', 'Kooperatinė bendrovė'],
] as const;
const commonForm = weighted(...forms.map((form, place) => [form, place === 0 ? 70 : 5] as const));

const states = [
  ['0', 'Teisinis statusas neįregistruotas'],
  ['1', 'Reorganizuojamas'],
  ['4', 'Restruktūrizuojamas'],
  ['6', 'Bankrutavęs'],
  ['7', 'Likviduojamas'],
  ['9', 'Inicijuojamas likvidavimas'],
  ['struck off', ''],
] as const;
type State = (typeof states)[number];
const commonState = weighted<State>([states[0], 70], [states[3], 8], [states[6], 22]);

const oddNames = ['* | *', '100% *', '*_*', '* "*" grupė', '* & Ko', "*'s", 'ĄČĘĖĮŠŲŪŽ *', '1', '* *, * ir partneriai'];
const word = (random: Random): string => capitalized(inventedWord(random, lithuanian));

/** Nine digits, the last of which checks the others. */
export function lithuanianNumber(index: number, seed: number): string {
  const stem = `3${String(shuffled(index, 9_999_991, seed)).padStart(7, '0')}`;
  const sum = (weights: readonly number[]) =>
    weights.reduce((total, weight, place) => total + weight * Number(stem[place]), 0) % 11;
  const first = sum([1, 2, 3, 4, 5, 6, 7, 8]);
  return `${stem}${first < 10 ? first : sum([3, 4, 5, 6, 7, 8, 9, 1]) % 10}`;
}

/** The row, and whether it belongs to the file of those struck off. */
export interface LithuanianRow {
  isStruckOff: boolean;
  cells: string[];
}

export function* lithuanianRows(count: number, options: RegisterOptions = {}): Generator<LithuanianRow> {
  const { seed = 1, edition = 1 } = options;
  const spoil = (row: LithuanianRow, place: number) => ({ ...row, cells: row.cells.with(place, '') });
  yield* withFaults(rows(), options.faultEvery, { number: (row) => spoil(row, 0), name: (row) => spoil(row, 1) });
  function* rows(): Generator<LithuanianRow> {
    for (const { index, revision } of entries(count, options)) yield lithuanianRow(index, revision, seed, edition);
  }
}

function lithuanianRow(index: number, revision: number, seed: number, edition: number): LithuanianRow {
  const random = new Random(seed, index, 0x17);
  const [code, form, short] = shown(index, 2, forms) ?? commonForm(random);
  const state = shown(index, 1, states) ?? commonState(random);
  const later = revision === 0 ? random : new Random(seed, index, revision);
  const name = hardCase(index, 3, seed, oddNames)?.replaceAll('*', () => word(random)) ?? word(later);
  const address = `${word(random)}, ${word(random)} g. ${later.between(1, 99)}, LT-${random.between(10000, 99999)}`;
  const registered = inventedDay(random, 1991, 2023);
  const since = isoDay(inventedDay(random, registered[0] + 1, 2025));
  const prepared = isoDay([2026, 10 + edition, 1]);
  const start = [lithuanianNumber(index, seed), `${short} "${name}"`, address, isoDay(registered), code, form];
  if (state[0] === 'struck off') return { isStruckOff: true, cells: [...start, since, prepared] };
  return { isStruckOff: false, cells: [...start, ...state, since, prepared] };
}

const line = (cells: readonly string[]): string =>
  `${cells.map((cell) => (/["|\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join('|')}\n`;

/** Both files in one archive. */
export async function writeLithuanianFiles(path: string, count: number, options: RegisterOptions = {}): Promise<void> {
  function* lines(header: string, isStruckOff: boolean): Generator<string> {
    yield `${header}\n`;
    for (const row of lithuanianRows(count, options)) if (row.isStruckOff === isStruckOff) yield line(row.cells);
  }
  await zipText(path, {
    'JAR_IREGISTRUOTI.csv': () => lines(registeredHeader, false),
    'JAR_ISREGISTRUOTI.csv': () => lines(struckOffHeader, true),
  });
}
