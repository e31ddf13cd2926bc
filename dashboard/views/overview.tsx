import { shortLifeSeconds } from '../../src/accounts/limits.ts';
import { counted, day, number, words } from '../format.ts';
import { forgetEndedKey, freshKey } from '../fresh-key.ts';
import type { Operations } from '../operations.generated.ts';
import { Badge, Loading, Panel, ProblemNote } from '../parts/common.tsx';
import { Samples } from '../parts/samples.tsx';
import { usePowers } from '../powers.ts';
import { chartOf, countsByDay } from '../usage/bars.ts';
import { Chart } from '../usage/chart.tsx';
import { Quota } from '../usage/quota.tsx';
import { useQuery, useWhileVisible } from '../use-query.ts';

type Data = Operations['overview']['data'];

const days = 31;
const firstRequest = { path: '/api/v1/entities?q=holding' };

export function OverviewView() {
  const { data, problem, reload } = useQuery('overview', { days });
  useWhileVisible(reload, 10_000);
  const may = usePowers();
  if (!data) return problem ? <ProblemNote problem={problem} retry={reload} /> : <Loading />;
  const { account, usage, me } = data;
  forgetEndedKey(account.apiKeys);
  const now = new Date();
  const counts = countsByDay(usage.answers);
  return (
    <>
      <p class="lead">
        Signed in as <strong>{me.name ?? me.email ?? 'you'}</strong>, <strong>{account.plan.name} plan</strong>.
      </p>
      <Warnings data={data} />
      <Panel title="Quota" aside={may('billing') && <a href="/dashboard/billing">Change plan</a>}>
        <Quota usage={account.usage} days={data.recent.counts} now={now} />
        <p>Each key can send {number(account.plan.requestsPerMinute)} requests per minute.</p>
      </Panel>
      <Panel title="Requests by day" aside={<a href="/dashboard/usage">All usage</a>}>
        {usage.answers.length > 0 ? (
          <Chart {...chartOf({ counts, span: 'day', length: days, grouping: 'status', keys: [], now })} span="day" />
        ) : (
          <p class="empty">No requests in the last {days} days. A request appears here within seconds.</p>
        )}
      </Panel>
      {may('ownKeys') && (
        <Panel title="Your first request" aside={<a href="/docs/quick-start">Guide</a>}>
          {account.apiKeys.length === 0 ? (
            <p>
              You have no key yet. <a href="/dashboard/keys">Create a key</a> and it appears in this request.
            </p>
          ) : freshKey() ? (
            <p>It contains the key that you just created, until you reload this page.</p>
          ) : (
            <p>
              Insert the secret of your key. You have {counted(account.apiKeys.length, 'key')}. A secret is shown only once, when
              the key is created.
            </p>
          )}
          <Samples request={firstRequest} title="Search for a name" />
        </Panel>
      )}
    </>
  );
}

/** What needs attention; nothing if all is well. */
function Warnings({ data: { account } }: { data: Data }) {
  const { billing, usage, apiKeys } = account;
  const soon = Date.now() + 7 * 86_400_000;
  const notes = [
    ['past_due', 'unpaid', 'incomplete'].includes(billing.status) && (
      <>
        The last payment failed (status: {words(billing.status)}). <a href="/dashboard/billing">Update your payment</a>, or the
        plan ends.
      </>
    ),
    billing.status === 'paused' && (
      <>
        The subscription is paused. <a href="/dashboard/billing">Resume it</a> in the portal.
      </>
    ),
    billing.cancelAtPeriodEnd && billing.currentPeriodEnd && (
      <>The subscription ends on {day(billing.currentPeriodEnd)}. Then you are on the Free plan.</>
    ),
    usage.remaining === 0 ? (
      <>
        The quota is used up: requests are refused until {day(usage.periodEnd)}. <a href="/dashboard/billing">Change plan</a>
      </>
    ) : (
      usage.remaining < usage.limit / 10 && <>Less than 10 % of the quota is left: {counted(usage.remaining, 'request')}.</>
    ),
    ...apiKeys.map(
      ({ name, expiresAt, rotatedAt, createdAt }) =>
        expiresAt &&
        !rotatedAt &&
        Date.parse(expiresAt) < soon &&
        Date.parse(expiresAt) - Date.parse(createdAt) > shortLifeSeconds * 1000 && (
          <>
            The key “{name}” expires on {day(expiresAt)}. <a href="/dashboard/keys">Rotate it</a>
          </>
        ),
    ),
  ].filter(Boolean);
  if (notes.length === 0) return null;
  return (
    <ul class="note warn plain">
      {notes.map((note, place) => (
        <li key={String(place)}>
          <Badge kind="warn">Attention</Badge> {note}
        </li>
      ))}
    </ul>
  );
}
