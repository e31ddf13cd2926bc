import { lastingStatuses } from '../../src/billing/statuses.ts';
import { ask } from '../ask.ts';
import { day, number, price, time, words } from '../format.ts';
import type { PaidPlan } from '../operations.generated.ts';
import { Badge, Loading, Panel, ProblemNote, Rows } from '../parts/common.tsx';
import { Head } from '../parts/table.tsx';
import { usePowers } from '../powers.ts';
import { useAction, useQuery, useWhileVisible } from '../use-query.ts';

export function BillingView() {
  const { data, problem, reload } = useQuery('billing', {});
  useWhileVisible(reload, 10_000);
  const buy = useAction(async (plan: PaidPlan) => {
    location.assign((await ask('checkout', { plan })).createCheckout.url);
  });
  const manage = useAction(async () => location.assign((await ask('portal', {})).createPortal.url));
  const may = usePowers();
  if (!data) return problem ? <ProblemNote problem={problem} retry={reload} /> : <Loading />;
  const { account, plans, planChanges } = data;
  const { status, currentPeriodEnd, cancelAtPeriodEnd } = account.billing;
  const pays = lastingStatuses.some((one) => one === status);
  const isBusy = buy.isRunning || manage.isRunning;
  return (
    <>
      <ProblemNote problem={buy.problem ?? manage.problem} />
      <div class="plans">
        {plans.map((plan) => {
          const isPresent = plan.id === account.plan.id;
          return (
            <section key={plan.id} class={isPresent ? 'plan present' : 'plan'} aria-label={`Plan ${plan.name}`}>
              <h2>
                {plan.name} {isPresent && <Badge kind="good">Your plan</Badge>}
              </h2>
              <p class="price">
                {price(plan.monthlyPriceEur)} <small>per month</small>
              </p>
              <ul>
                <li>{number(plan.monthlyRequests)} requests per month</li>
                <li>{number(plan.requestsPerMinute)} requests per minute and key</li>
                <li>{plan.maxApiKeys === 1 ? '1 active key' : `${plan.maxApiKeys} active keys`}</li>
              </ul>
              {plan.id !== 'free' && !isPresent && may('billing') && (
                <button
                  type="button"
                  class="main"
                  disabled={isBusy}
                  onClick={() => (pays ? manage.run() : buy.run(plan.id as PaidPlan))}
                >
                  {pays ? `Switch to ${plan.name}` : `Buy ${plan.name}`}
                </button>
              )}
            </section>
          );
        })}
      </div>
      <Panel title="Subscription">
        <dl>
          <dt>Status</dt>
          <dd>
            <Badge kind={status === 'none' ? 'calm' : ['active', 'trialing'].includes(status) ? 'good' : 'warn'}>
              {status === 'none' ? 'No subscription' : words(status)}
            </Badge>
          </dd>
          {currentPeriodEnd && (
            <>
              <dt>{cancelAtPeriodEnd ? 'Ends on' : 'Renews on'}</dt>
              <dd>{day(currentPeriodEnd)}</dd>
            </>
          )}
          <dt>Used this period</dt>
          <dd>
            {number(account.usage.used)} of {number(account.usage.limit)}, until {day(account.usage.periodEnd)}
          </dd>
        </dl>
        {may('billing') ? (
          <>
            <button type="button" disabled={isBusy} onClick={manage.run}>
              Open the customer portal
            </button>
            <p>In the customer portal you find invoices, change the payment method, switch plans or cancel.</p>
          </>
        ) : (
          <p class="faint">Owners, admins and people with the role billing can change the plan.</p>
        )}
      </Panel>
      <Panel title="When changes take effect">
        <ul>
          <li>A new plan is active as soon as the payment provider confirms it, usually within seconds.</li>
          <li>A first subscription starts a new period with the full quota. A switch keeps your usage.</li>
          <li>A larger quota is available at once. You never pay more than the price.</li>
          <li>A cancelled subscription runs until the end of its period. Then you are on the Free plan.</li>
          <li>On a smaller plan your keys keep working. You can create new keys when you have fewer than the plan allows.</li>
        </ul>
      </Panel>
      {planChanges.length > 0 && (
        <Panel title="Plan history">
          <Rows label="Plan history">
            <Head columns={['When', 'From', 'To', 'Provider event']} />
            <tbody>
              {planChanges.map(({ at, from, to, eventId }) => (
                <tr key={at}>
                  <td class="when">{time(at)}</td>
                  <td>{from}</td>
                  <td>{to}</td>
                  <td>{eventId ? <code>{eventId}</code> : 'found by reconciliation'}</td>
                </tr>
              ))}
            </tbody>
          </Rows>
        </Panel>
      )}
    </>
  );
}
