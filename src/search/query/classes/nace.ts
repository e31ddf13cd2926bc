import { type ActivityRules, naceHeadings, naceReader } from '../../../company/nace.ts';
import type { Activity } from '../../../database/client.ts';
import type { Queries } from '../../../database/pool.ts';
import { sql } from '../../../database/sql.ts';
import { Failure } from '../../../kernel/errors.ts';

/**
 * The divisions and sections of NACE Rev. 2.1 that each activity is in. A record counts once for each of them, so an activity has
 * 128 bits, and the bits of a record are those of all its activities: bit 0 is division 01, bit 98 is 99, bit 100 is section A.
 */
export interface NaceTable {
  /** Five numbers for each: the activity, then its bits, the lowest first. */
  entries: Uint32Array;
}

export type NaceClasses = Awaited<ReturnType<typeof readNaceClasses>>;

export const naceSizes = { division: 99, section: 22 };
const firstSectionBit = 100;
const letterA = 65;

export const divisionCode = (number: number): string => String(number).padStart(2, '0');
export const sectionCode = (number: number): string => String.fromCharCode(letterA + number - 1);

/** The section of each division. */
const sections: ReadonlyMap<string, string> = (() => {
  const found = new Map<string, string>();
  let section = '';
  for (const code of naceHeadings.keys()) {
    if (code.length === 1) section = code;
    if (code.length === 2) found.set(code, section);
  }
  return found;
})();

const divisionOf = (code: string): string | undefined => (code.length === 1 ? undefined : code.slice(0, 2));
const sectionOf = (code: string): string => sections.get(divisionOf(code) ?? '') ?? code;

/** Whether a code is the wanted one or below it. */
const isBelow = (code: string, wanted: string): boolean =>
  wanted.length === 1 ? sectionOf(code) === wanted : code.startsWith(wanted);

function bitsOf(codes: readonly string[]): bigint {
  let bits = 0n;
  for (const code of codes) {
    const division = divisionOf(code);
    if (division) bits |= 1n << BigInt(Number(division) - 1);
    bits |= 1n << BigInt(firstSectionBit + sectionOf(code).charCodeAt(0) - letterA);
  }
  return bits;
}

const listActivities = sql<
  Pick<Activity, 'id' | 'scheme' | 'code'>
>`SELECT id, scheme, code FROM activity WHERE code IS NOT NULL`;

/** The divisions and sections of all activities, and the codes of each. */
export async function readNaceClasses(pool: Queries, registers: readonly ActivityRules[]) {
  const { rows } = await pool.query(listActivities);
  const naceOf = naceReader(registers);
  const activities = rows.flatMap(({ id, ...activity }) => {
    const { nace } = naceOf(activity);
    return nace ? [{ id, codes: nace.codes }] : [];
  });
  const entries = activities.flatMap(({ id, codes }) => {
    const bits = bitsOf(codes);
    return [id, ...[0n, 32n, 64n, 96n].map((shift) => Number((bits >> shift) & 0xffffffffn))];
  });
  return { table: { entries: Uint32Array.from(entries) }, activities };
}

/** The numbers of the activities that are a code of NACE or below it. */
export function activitiesBelow({ activities }: NaceClasses, wanted: string): number[] {
  return activities.filter(({ codes }) => codes.some((code) => isBelow(code, wanted))).map(({ id }) => id);
}

/** Refuses a code that NACE does not have, and lists those that it has instead. */
export function checkNace(wanted: string): void {
  if (naceHeadings.has(wanted)) return;
  const above = [wanted.slice(0, 4), wanted.slice(0, 2)].find((code) => code !== wanted && naceHeadings.has(code));
  const isNext = (code: string) =>
    above ? code.startsWith(above) && code.length === (above.length === 2 ? 4 : 5) : code.length === 2;
  const next = [...naceHeadings.keys()].filter(isNext).join(', ');
  throw new Failure(
    'invalid_request',
    `nace: NACE Rev. 2.1 has no ${wanted}. ${above ? `Below ${above}` : 'As divisions'} it has ${next}.`,
  );
}
