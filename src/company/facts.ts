import { statuses } from './values.ts';

/**
 * What the search index has of a record besides its text: three words of 32 bits, three more for its address, and a list of
 * activities. This file defines the place of each value. indexing/search-index.ts packs them, the loops of the search read them
 * (search/wasm/scan.ts).
 */
interface Column {
  /** Whether the index in memory has it for each document, or for each kind of documents, see search/wasm/kinds.ts. */
  of: 'document' | 'kind';
  /** The offset of its word there, in bytes. */
  word: 0 | 4 | 8 | 12;
  shift: number;
  mask: number;
}

export const columns = {
  /** The day of registration as a number: 1 is the first day of the year 1, 0 means unknown. */
  day: { of: 'document', word: 0, shift: 0, mask: 0x3fffff },
  status: { of: 'document', word: 0, shift: 22, mask: 7 },
  country: { of: 'kind', word: 4, shift: 0, mask: 0x3ff },
  /** 0 for none. */
  legalForm: { of: 'kind', word: 4, shift: 10, mask: 0x3fffff },
  /** The import that last changed it. */
  run: { of: 'kind', word: 8, shift: 0, mask: 0xffffffff },
  /** The key of its address, see address-key.ts. */
  postalStart: { of: 'document', word: 4, shift: 0, mask: 0xffffffff },
  postalRest: { of: 'document', word: 8, shift: 16, mask: 0xffff },
  localityHigh: { of: 'document', word: 8, shift: 0, mask: 0xffff },
  localityLow: { of: 'document', word: 12, shift: 0, mask: 0xffffffff },
} as const satisfies Record<string, Column>;

export const factsBytes = 12;
export const wordsPerDocument = factsBytes / 4;

/** The place of the number of activities in the first word. If it needs more than 7 bits, it is the first entry of the list. */
export const activitiesShift = 25;
export const manyActivities = 127;
/** This bit is set in the number of a licensed activity. */
export const licensedBit = 1 << 23;

const letterA = 65;
export const countryNumber = (code: string): number => (code.charCodeAt(0) - letterA) * 26 + code.charCodeAt(1) - letterA;
export const countryCode = (number: number): string =>
  String.fromCharCode(letterA + Math.floor(number / 26), letterA + (number % 26));

/** The number of 1 January 1970. */
const epochDay = 719_163;
const millisecondsPerDay = 86_400_000;
export const dayNumber = (isoDate: string): number => Date.parse(isoDate) / millisecondsPerDay + epochDay;
/** The number of 1 January of a year. Date.UTC would take the years before 100 for others. */
export const firstDayOf = (year: number): number => Date.UTC(year + 400, 0) / millisecondsPerDay + epochDay - 146_097;
export const yearOfDay = (day: number): number => new Date((day - epochDay) * millisecondsPerDay).getUTCFullYear();

export const bytesPerActivity = 3;

/** The activities of a record, packed. */
export function packActivities(unlicensed: readonly number[], licensed: readonly number[]): Buffer {
  const all = [...unlicensed, ...licensed.map((id) => id + licensedBit)];
  if (all.length >= manyActivities) all.unshift(all.length);
  const packed = Buffer.allocUnsafe(all.length * bytesPerActivity);
  for (const [place, number] of all.entries()) packed.writeUIntBE(number, place * bytesPerActivity, bytesPerActivity);
  return packed;
}

/** The words of a record, as an SQL expression of its columns, the number of its country, its legal form's id, and its import. */
export const packedWords = (country: string, legalFormId: string, run: string): string => {
  const day = `coalesce(registered_at - DATE '0001-01-01' + 1, 0)`;
  const status = `(array_position(ARRAY['${statuses.join("', '")}'], status) - 1)`;
  const activities = `least(cardinality(unlicensed) + cardinality(licensed), ${manyActivities})`;
  return `int4send(${day} | (${status} << ${columns.status.shift}) | (${activities} << ${activitiesShift}))
    || int4send(${country} | (coalesce(${legalFormId}, 0) << ${columns.legalForm.shift})) || int4send(${run})`;
};

type Facts = Record<'day' | 'status' | 'country' | 'legalForm' | 'run' | 'activities', number>;

/** The same of a record in memory: the values of `columns`, and the number of its activities. */
export function packFacts({ day, status, country, legalForm, run, activities }: Facts): Buffer {
  const packed = Buffer.allocUnsafe(factsBytes);
  const counted = Math.min(activities, manyActivities) << activitiesShift;
  packed.writeUInt32BE((day | (status << columns.status.shift) | counted) >>> 0, 0);
  packed.writeUInt32BE((country | (legalForm << columns.legalForm.shift)) >>> 0, 4);
  packed.writeUInt32BE(run, 8);
  return packed;
}
