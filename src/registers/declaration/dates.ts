/** An import reads millions of dates, so they are parsed by character, without a Date. */

const monthLengths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function isDay(year: number, month: number, day: number): boolean {
  // Registers also have impossible days (the year 1111, 31 February): those are no dates.
  if (!(year >= 1500 && year <= 2200 && month >= 1 && month <= 12 && day >= 1)) return false;
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day <= (month === 2 && !leap ? 28 : (monthLengths[month - 1] ?? 0));
}

/** The number from `start` to `end`, NaN if other characters are there. */
function digits(text: string, start: number, end: number): number {
  let number = 0;
  for (let place = start; place < end; place++) {
    const digit = text.charCodeAt(place) - 48;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    number = number * 10 + digit;
  }
  return number;
}

/** dd.mm.yyyy or dd/mm/yyyy. */
export function dayFirst(text: string): string | null {
  if (text.length !== 10) return shortDayFirst(text);
  if ((text[2] !== '.' && text[2] !== '/') || text[5] !== text[2]) return null;
  if (!isDay(digits(text, 6, 10), digits(text, 3, 5), digits(text, 0, 2))) return null;
  return `${text.slice(6)}-${text.slice(3, 5)}-${text.slice(0, 2)}`;
}

/** dd-mm-yyyy. */
export const dashedDayFirst = (text: string): string | null => (text.includes('.') ? null : dayFirst(text.replaceAll('-', '.')));

/** d.m.yyyy. */
function shortDayFirst(text: string): string | null {
  if (text.length < 8 || text.length > 9) return null;
  const [, day, , month, year] = /^(\d{1,2})([./])(\d{1,2})\2(\d{4})$/.exec(text) ?? [];
  return day && month && year ? dayFirst(`${day.padStart(2, '0')}.${month.padStart(2, '0')}.${year}`) : null;
}

/** yyyy-mm-dd, perhaps followed by a time. */
export function yearFirst(text: string): string | null {
  if (text.length < 10 || text[4] !== '-' || text[7] !== '-') return null;
  if (text.length > 10 && !/^[T ]\d{2}:\d{2}/.test(text.slice(10))) return null;
  if (!isDay(digits(text, 0, 4), digits(text, 5, 7), digits(text, 8, 10))) return null;
  return text.slice(0, 10);
}

/** The ISO date that is `count` days before another. */
export function daysBefore(day: string, count: number): string {
  return new Date(Date.parse(day) - count * 86_400_000).toISOString().slice(0, 10);
}
