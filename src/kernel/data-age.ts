interface Edition {
  /** The day of the file, if it is known. */
  fileDate: string | null;
  importedAt: string;
  /** The longest time between two editions. */
  updateIntervalDays: number | null;
}

/** How much later than usual an edition may come. */
const graceDays = 3;
const dayMs = 86_400_000;

/**
 * How old imported data is at most. If the day of its file is not known, the file was the current edition when it was imported:
 * it is older than its import by one edition at most. Data is old if an edition was missed.
 */
export function dataAge({ fileDate, importedAt, updateIntervalDays }: Edition, now: Date): { days: number; isOld: boolean } {
  const interval = updateIntervalDays ?? 0;
  const since = Math.max(0, Math.floor((now.getTime() - Date.parse(fileDate ?? importedAt)) / dayMs));
  const days = fileDate ? since : since + interval;
  return { days, isOld: days > 2 * interval + graceDays };
}
