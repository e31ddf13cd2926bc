/** What the companies of the smaller sample registers have in common: a name, a day, a seat, and how they change. */
import { type Entry, entries, hardCase, type RegisterOptions, shown, withFaults } from './editions.ts';
import { Random, shuffled, weighted } from './random.ts';
import { capitalized, type Day, inventedDay, inventedWord, type Sound } from './words.ts';

export interface Kinds<Form, State> {
  /** Keeps the companies of one register apart from those of another. */
  salt: number;
  sound: Sound;
  /** The first is by far the most common one. */
  forms: readonly Form[];
  states: readonly State[];
  /** Names that trip up careless software; each star is an invented word. */
  oddNames: readonly string[];
}

export interface Invented<Form, State> {
  index: number;
  random: Random;
  form: Form;
  state: State;
  name: string;
  /** A name that the company had before. */
  formerName: string;
  registered: Day;
  /** Later than the day of the registration. */
  ended: Day;
  street: string;
  house: number;
  town: string;
}

export function inventedCompany<Form, State>(
  { index, revision }: Entry,
  seed: number,
  { salt, sound, forms, states, oddNames }: Kinds<Form, State>,
): Invented<Form, State> {
  const random = new Random(seed, index, salt);
  const common = <Kind>(kinds: readonly Kind[]) => weighted(...kinds.map((kind, place) => [kind, place === 0 ? 70 : 5] as const));
  const word = (from: Random) => capitalized(inventedWord(from, sound));
  const form = shown(index, 2, forms) ?? common(forms)(random);
  const state = shown(index, 1, states) ?? common(states)(random);
  const usual = `${word(random)} ${word(random)}`;
  const later = new Random(seed, index, revision, salt);
  const name = hardCase(index, 3, seed, oddNames)?.replaceAll('*', () => word(random)) ?? usual;
  const registered = inventedDay(random, 1985, 2023);
  const company = { index, random, form, state, formerName: word(random), registered, street: word(random), town: word(random) };
  // What changes is the name in every second case, and the seat in the others.
  return {
    ...company,
    name: revision % 2 === 1 ? `${word(later)} ${word(later)}` : name,
    ended: inventedDay(random, registered[0] + 1, 2025),
    house: revision === 0 ? random.between(1, 99) : 100 + revision,
  };
}

/** The rows of a register, one for each company, and bad ones where they are asked for. */
export function* rowsOf<Row>(
  count: number,
  options: RegisterOptions,
  row: (entry: Entry, seed: number) => Row,
  spoil: { number: (row: Row) => Row; name: (row: Row) => Row },
): Generator<Row> {
  const { seed = 1 } = options;
  yield* withFaults(rows(), options.faultEvery, spoil);
  function* rows(): Generator<Row> {
    for (const entry of entries(count, options)) yield row(entry, seed);
  }
}

/** The rows of a table, whose number and name stand at these places. */
export const tableOf = (
  count: number,
  options: RegisterOptions,
  row: (entry: Entry, seed: number) => string[],
  [number, name]: readonly [number, number],
): Generator<string[]> =>
  rowsOf(count, options, row, { number: (cells) => cells.with(number, ''), name: (cells) => cells.with(name, '') });

/** So many digits that no other company of the register has, up to seven. */
export const stemOf = (index: number, seed: number, digits = 7): string =>
  String(shuffled(index, digits === 6 ? 999_983 : 9_999_991, seed)).padStart(digits, '0');

export const weighed = (digits: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, place) => sum + weight * Number(digits[place]), 0);

/** The digits with one more, so that Luhn's rule holds. */
export function withLuhn(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** A line of a CSV file in which only those fields are quoted that need it. */
export const commaLine = (fields: readonly string[], lineEnd = '\n'): string =>
  `${fields.map((field) => (/[",\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field)).join(',')}${lineEnd}`;
