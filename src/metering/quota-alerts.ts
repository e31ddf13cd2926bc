import type pg from 'pg';
import { type NewAlert, raise } from '../alerts/index.ts';
import { BoundedCache } from '../kernel/bounded-cache.ts';
import type { Total } from './ledger.ts';

/** The parts of the quota at which people are alerted. Of two that are reached at once, the larger one counts. */
const thresholds = [
  { kind: 'quota_100', part: 1 },
  { kind: 'quota_80', part: 0.8 },
] as const;

/**
 * Raises an alert when a part of the quota is used, once for a period and limit: after a change of the plan the parts of the new
 * quota count. It looks at what the ledger has written, so it costs a request nothing.
 */
export function quotaAlerts(pool: pg.Pool) {
  /** The alerts that this instance has raised. Another instance may raise them too; the database keeps one. */
  const raised = new BoundedCache<true>(20_000);
  return async (totals: readonly Total[]): Promise<void> => {
    const reached = totals.flatMap(reachedBy).filter((alert) => !raised.get(nameOf(alert)));
    if (reached.length === 0) return;
    for (const alert of reached) raised.set(nameOf(alert), true);
    try {
      await raise(pool, ...reached);
    } catch (error) {
      // The next use tries again.
      for (const alert of reached) raised.delete(nameOf(alert));
      throw error;
    }
  };
}

function reachedBy({ periodStart, used, user }: Total): NewAlert[] {
  const { accountId, limit } = user ?? { accountId: '', limit: Number.POSITIVE_INFINITY };
  const reached = thresholds.find(({ part }) => used >= part * limit);
  if (!reached) return [];
  const start = periodStart.toISOString();
  return [{ accountId, kind: reached.kind, key: `${start} ${limit}`, data: { used, limit, periodStart: start } }];
}

const nameOf = ({ accountId, kind, key }: NewAlert): string => `${accountId} ${kind} ${key}`;
