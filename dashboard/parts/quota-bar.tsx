import { number } from '../format.ts';

/** How much of the quota is used. Its colour warns near the limit, and its text has the numbers. */
export function QuotaBar({ used, limit, label = 'Used quota' }: { used: number; limit: number; label?: string }) {
  const share = Math.min(1, used / Math.max(1, limit));
  const state = share >= 1 ? 'bad' : share >= 0.9 ? 'warn' : 'good';
  return (
    <div class="quota">
      <meter class={state} min={0} max={limit} value={Math.min(used, limit)} aria-label={label}>
        {number(used)} of {number(limit)}
      </meter>
      <span class="figure">
        {number(used)} used, {used > 0 && share < 0.01 ? 'under 1' : Math.floor(share * 100)} %
      </span>
    </div>
  );
}
