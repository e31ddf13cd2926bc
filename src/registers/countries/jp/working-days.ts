import { daysBefore } from '../../declaration/dates.ts';

/*
 * The Japanese tax agency publishes changes only on working days. The public holidays (Act on National Holidays) distinguish a
 * day without a file from a missing file. Extra holidays by a special law, as for the Olympic Games of 2021, are not included.
 */

/** Month and day, here and below. */
const fixed = ['01-01', '02-11', '02-23', '04-29', '05-03', '05-04', '05-05', '08-11', '11-03', '11-23'];
/** Offices are closed around New Year, though these days are no holidays. */
const closed = ['12-29', '12-30', '12-31', '01-02', '01-03'];
/** Holidays on a Monday: the month, and which Monday of it. */
const mondays = new Map([
  ['01', 2],
  ['07', 3],
  ['09', 3],
  ['10', 2],
]);

const weekday = (day: string): number => new Date(day).getUTCDay();
const sunday = 0;
const monday = 1;
const saturday = 6;

/** The days of the equinoxes, by the usual formula for the years from 1980 to 2099. */
function isEquinox(day: string): boolean {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const since = year - 1980;
  const equinox = (start: number) => Math.floor(start + 0.242194 * since - Math.floor(since / 4));
  return (month === 3 && date === equinox(20.8431)) || (month === 9 && date === equinox(23.2488));
}

function isNamedHoliday(day: string): boolean {
  const which = Math.ceil(Number(day.slice(8)) / 7);
  return fixed.includes(day.slice(5)) || isEquinox(day) || (weekday(day) === monday && mondays.get(day.slice(5, 7)) === which);
}

/** A holiday on a Sunday moves to the next day that is none; a day between two holidays is one too. */
function isHoliday(day: string): boolean {
  if (isNamedHoliday(day)) return true;
  if (isNamedHoliday(daysBefore(day, 1)) && isNamedHoliday(daysBefore(day, -1))) return true;
  for (let before = daysBefore(day, 1); isNamedHoliday(before); before = daysBefore(before, 1))
    if (weekday(before) === sunday) return true;
  return false;
}

/** The last working day before another day. */
export function workingDayBefore(day: string): string {
  let before = daysBefore(day, 1);
  while ([sunday, saturday].includes(weekday(before)) || closed.includes(before.slice(5)) || isHoliday(before))
    before = daysBefore(before, 1);
  return before;
}
