const day = 86_400_000;
/** The pace is that of the last days, today included. */
export const paceDays = 7;

interface Period {
  periodStart: string;
  periodEnd: string;
  used: number;
  limit: number;
}

/** The units of one day. */
export interface DayUnits {
  start: string;
  units: number;
}

export interface Pace {
  perDay: number;
  /** When the quota ends at this pace; undefined if it lasts until the period ends. */
  endsAt?: Date;
  /** What is used when the period ends, at most the limit. */
  usedAtEnd: number;
}

/** How fast the quota is used, from the first of the last days on which something was used. Undefined if nothing was. */
export function paceOf({ periodEnd, used, limit }: Period, days: readonly DayUnits[], now: Date): Pace | undefined {
  const today = Math.floor(now.getTime() / day) * day;
  const recent = days.filter(({ start, units }) => units > 0 && Date.parse(start) > today - paceDays * day);
  const units = recent.reduce((total, one) => total + one.units, 0);
  if (units === 0) return undefined;
  const first = Math.min(...recent.map(({ start }) => Date.parse(start)));
  const perDay = units / Math.max((now.getTime() - first) / day, 1 / 24);
  const end = Date.parse(periodEnd);
  const endsAt = now.getTime() + (Math.max(0, limit - used) / perDay) * day;
  const usedAtEnd = Math.min(limit, used + (perDay * (end - now.getTime())) / day);
  return { perDay, usedAtEnd, ...(endsAt < end && { endsAt: new Date(endsAt) }) };
}

/** A point of a line: a moment, and how much was used by then. */
export interface Point {
  at: number;
  used: number;
}

/**
 * How the quota was used in the period, until now. What was used before the statistics began counts from its start. If the
 * statistics have more, because the first day began before the period, the line is lowered to what was used.
 */
export function usedLine({ periodStart, used }: Period, days: readonly DayUnits[], now: Date): Point[] {
  const begin = Date.parse(periodStart);
  const inPeriod = days.filter(({ start }) => Date.parse(start) + day > begin && Date.parse(start) <= now.getTime());
  const counted = inPeriod.reduce((total, { units }) => total + units, 0);
  const scale = counted > used ? used / counted : 1;
  let total = Math.max(0, used - counted);
  const points: Point[] = [{ at: begin, used: total }];
  for (const [start, rows] of [...Map.groupBy(inPeriod, (one) => Date.parse(one.start))].sort(([a], [b]) => a - b)) {
    if (start > begin) points.push({ at: start, used: total });
    total += scale * rows.reduce((some, { units }) => some + units, 0);
    if (start + day < now.getTime()) points.push({ at: start + day, used: total });
  }
  points.push({ at: now.getTime(), used });
  return points;
}
