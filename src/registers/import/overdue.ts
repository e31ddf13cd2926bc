import type { NewAlert } from '../../alerts/index.ts';
import { dataAge } from '../../kernel/data-age.ts';
import { samplesUrl } from './sample-source.ts';

interface Editions {
  registers: readonly {
    id: string | null;
    served: { fileDate: string | null; importedAt: Date; sourceUrl: string } | null;
  }[];
  /** The longest time between two editions of each register. */
  updateIntervals: readonly { register: string; days: number }[];
}

/** An alert for operators for each served register of which an edition was missed. Samples do not age. */
export const overdueRegisters = ({ registers, updateIntervals }: Editions, now: Date): NewAlert[] =>
  registers.flatMap(({ id, served }) => {
    const interval = updateIntervals.find(({ register }) => register === id);
    if (!id || !served || !interval || served.sourceUrl === samplesUrl) return [];
    const importedAt = served.importedAt.toISOString();
    const { fileDate } = served;
    const { days, isOld } = dataAge({ fileDate, importedAt, updateIntervalDays: interval.days }, now);
    const key = `${id} ${fileDate ?? importedAt}`;
    return isOld ? [{ accountId: null, kind: 'register_overdue' as const, key, data: { register: id, days } }] : [];
  });
