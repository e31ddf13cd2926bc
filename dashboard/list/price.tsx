import { counted, dayInWords, number } from '../format.ts';
import type { Operations } from '../operations.generated.ts';
import type { ListQueries } from './list-queries.ts';

export type Usage = Operations['reader']['data']['account']['usage'];

interface PriceProps {
  asked: ListQueries;
  /** So many queries were agreed before. */
  from: number;
  usage: Usage;
  isRunning: boolean;
  onBegin(most: number): void;
}

/** What the rest of a list costs, and the button that begins. A quota that is too small pays for the first rows. */
export function Price({ asked: { listQueries }, from, usage: { remaining, periodEnd }, isRunning, onBegin }: PriceProps) {
  const units = listQueries.length - from;
  const repeated = listQueries.slice(from).reduce((sum, { rows }) => sum + rows.length - 1, 0);
  const isEnough = remaining >= units;
  const payable = Math.min(units, remaining);
  return (
    <>
      <p>
        <strong>{counted(units, 'unit')}</strong>, you have {number(remaining)} left until {dayInWords(periodEnd)}.
        {repeated > 0 && ` ${counted(repeated, 'row repeats', 'rows repeat')} others and cost nothing.`}
      </p>
      {!isEnough && (
        <p class="note warn">
          Your quota cannot pay for all rows. <a href="/dashboard/billing">Change plan</a>
          {payable > 0 && ', or match the first rows now and the others later'}.
        </p>
      )}
      {payable > 0 && (
        <p class="buttons">
          <button type="button" class="main" disabled={isRunning} onClick={() => onBegin(from + payable)}>
            {isEnough ? `Begin for ${counted(units, 'unit')}` : `Match the first ${number(payable)}`}
          </button>
        </p>
      )}
      {units === 0 && <p class="empty">There is nothing to ask for. Choose the column with the names.</p>}
    </>
  );
}
