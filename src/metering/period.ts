import type { Standing } from '../accounts/index.ts';

/** A billing period. The end is exclusive: it is the start of the next period. */
export interface Period {
  start: Date;
  end: Date;
}

/**
 * The billing period at a moment: that of the subscription, or without one the calendar month in UTC. A subscription's period may
 * end before the event of its renewal arrives. Then monthly periods follow it, the same ones that the renewal will name.
 */
export function periodAt({ period }: Pick<Standing, 'period'>, now: number): Period {
  if (!period) return monthOf(new Date(now));
  if (now < period.end.getTime()) return period;
  const day = billingDay(period);
  const { end } = period;
  let months = Math.max(0, monthNumber(new Date(now)) - monthNumber(end) - 1);
  while (now >= monthsAfter(end, months + 1, day).getTime()) months += 1;
  return { start: monthsAfter(end, months, day), end: monthsAfter(end, months + 1, day) };
}

function monthOf(moment: Date): Period {
  const year = moment.getUTCFullYear();
  const month = moment.getUTCMonth();
  return { start: new Date(Date.UTC(year, month)), end: new Date(Date.UTC(year, month + 1)) };
}

const monthNumber = (date: Date) => date.getUTCFullYear() * 12 + date.getUTCMonth();

/**
 * The day of the month on which a subscription renews. One that renews on the 31st ends on the last day of a shorter month. So if
 * start and end are a month apart, the later day of the two is the right one.
 */
function billingDay({ start, end }: Period): number {
  const day = Math.max(start.getUTCDate(), end.getUTCDate());
  return monthsAfter(start, 1, day).getTime() === end.getTime() ? day : end.getUTCDate();
}

/** The given day of the month, some months later, at the same time of day. In a month that is too short it is the last day. */
function monthsAfter(date: Date, months: number, day: number): Date {
  const later = new Date(date);
  later.setUTCDate(1);
  later.setUTCMonth(later.getUTCMonth() + months);
  const last = new Date(Date.UTC(later.getUTCFullYear(), later.getUTCMonth() + 1, 0)).getUTCDate();
  later.setUTCDate(Math.min(day, last));
  return later;
}
