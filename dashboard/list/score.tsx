import { usualThreshold } from '../../src/matching/query.ts';

/** A score from 0 to 1 as a bar and a number. */
export const Score = ({ value }: { value: number }) => (
  <span class="score">
    <meter class={value >= usualThreshold ? '' : 'warn'} min={0} max={1} value={value} aria-hidden="true" />
    <span class="figure">{value.toFixed(2)}</span>
  </span>
);
