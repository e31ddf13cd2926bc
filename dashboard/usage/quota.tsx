import { day, dayInWords, number } from '../format.ts';
import { QuotaBar } from '../parts/quota-bar.tsx';
import { type DayUnits, paceDays, paceOf, usedLine } from './pace.ts';

interface QuotaProps {
  usage: { periodStart: string; periodEnd: string; used: number; limit: number; remaining: number };
  /** By day, of the period and of the last week. */
  days: readonly DayUnits[];
  now: Date;
}

/** How much of the quota is used, and whether it lasts at the present pace. */
export function Quota({ usage, days, now }: QuotaProps) {
  return (
    <>
      <QuotaBar used={usage.used} limit={usage.limit} />
      <p>
        <strong>{number(usage.remaining)}</strong> of {number(usage.limit)} requests left. The quota resets on{' '}
        <strong>{day(usage.periodEnd)}</strong>. <PaceText usage={usage} days={days} now={now} />
      </p>
    </>
  );
}

function PaceText({ usage, days, now }: QuotaProps) {
  const pace = paceOf(usage, days, now);
  if (!pace || usage.remaining === 0) return null;
  if (pace.endsAt)
    return (
      <>
        At the pace of the last {paceDays} days it ends on <strong>{dayInWords(pace.endsAt.toISOString())}</strong>.
      </>
    );
  const share = Math.round((pace.usedAtEnd / Math.max(1, usage.limit)) * 100);
  return (
    <>
      At the pace of the last {paceDays} days it lasts: about {share} % will be used by then.
    </>
  );
}

/** The used quota through the period as a line, with the limit, and a dashed line for the present pace. */
export function QuotaLine({ usage, days, now }: QuotaProps) {
  const begin = Date.parse(usage.periodStart);
  const end = Date.parse(usage.periodEnd);
  const pace = paceOf(usage, days, now);
  const top = usage.limit * 1.08;
  const place = (at: number, used: number) => `${(at - begin) / (end - begin)},${1 - Math.min(used, top) / top}`;
  const line = usedLine(usage, days, now).map(({ at, used }) => place(at, used));
  const last = pace?.endsAt ? place(pace.endsAt.getTime(), usage.limit) : pace && place(end, pace.usedAtEnd);
  return (
    <div class="chart quota-line">
      <div class="lines">
        <span class="highest">{number(usage.limit)}</span>
        <svg
          viewBox="0 0 1 1"
          preserveAspectRatio="none"
          role="img"
          aria-label={`${number(usage.used)} of ${number(usage.limit)} used since ${day(usage.periodStart)}`}
        >
          <polyline class="limit" points={`${place(begin, usage.limit)} ${place(end, usage.limit)}`} />
          <polyline class="used" points={line.join(' ')} />
          {last && usage.remaining > 0 && <polyline class="pace" points={`${line.at(-1)} ${last}`} />}
        </svg>
      </div>
      <p class="axis" aria-hidden="true">
        <span>{day(usage.periodStart)}</span>
        <span>{day(usage.periodEnd)}</span>
      </p>
    </div>
  );
}
