/** A day that some company may have been registered on. Registers hold others too (the year 1111, 31 February): those are no dates. */
function isoDay(year: number, month: number, day: number): string | null {
  if (year < 1500 || year > 2200) return null;
  const date = new Date(Date.UTC(year, month - 1, day));
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  return date.toISOString().slice(0, 10);
}

/** dd.mm.yyyy or dd/mm/yyyy. */
export function dayFirst(text: string): string | null {
  const match = /^(\d{1,2})[./](\d{1,2})[./](\d{4})$/.exec(text);
  return match && isoDay(Number(match[3]), Number(match[2]), Number(match[1]));
}

/** yyyy-mm-dd, perhaps with a time behind it. */
export function yearFirst(text: string): string | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})(?:$|T| )/.exec(text);
  return match && isoDay(Number(match[1]), Number(match[2]), Number(match[3]));
}

export const plausible = (iso: string | null): string | null => iso && yearFirst(iso);
