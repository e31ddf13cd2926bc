const day = 86_400_000;
const lastDay = Date.UTC(9999, 11, 31);

/**
 * The ISO date of an Excel serial number, or null if there is no such day: 0, negative and impossible numbers, and
 * 29 February 1900, which exists only in Excel.
 */
export function excelDate(serial: number, date1904 = false): string | null {
  const number = Math.floor(serial);
  if (!(number >= 1) || (number === 60 && !date1904)) return null;
  const start = date1904 ? Date.UTC(1904, 0, 1) : number < 60 ? Date.UTC(1899, 11, 31) : Date.UTC(1899, 11, 30);
  const time = start + number * day;
  return time > lastDay ? null : new Date(time).toISOString().slice(0, 10);
}
