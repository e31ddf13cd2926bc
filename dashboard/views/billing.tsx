import { lastingStatuses } from '../../src/billing/statuses.ts';
import { ask } from '../ask.ts';
import { day, number, price, time, words } from '../format.ts';
import type { PaidPlan } from '../operations.generated.ts';
import { Badge, Loading, Panel, ProblemNote, Rows } from '../parts/common.tsx';
import { useAction, useQuery, useWhileVisible } from '../use-query.ts';

export function BillingView() {
  const { data, problem, reload } = useQuery('billing', {});
  useWhileVisible(reload, 10_000);
  const buy = useAction(async (plan: PaidPlan) => {
    location.assign((await ask('checkout', { plan })).createCheckout.url);
  });
  const manage = useAction(async () => location.assign((await ask('portal', {})).createPortal.url));
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
                {price(plan.monthlyPriceEur)} <small>a month</small>
              </p>
              <ul>
                <li>{number(plan.monthlyRequests)} requests a period</li>
                <li>{number(plan.requestsPerMinute)} a minute for each key</li>
                <li>{plan.maxApiKeys === 1 ? '1 active key' : `${plan.maxApiKeys} active keys`}</li>
              </ul>
              {plan.id !== 'free' && !isPresent && (
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
          <dt>Used of this period</dt>
          <dd>
            {number(account.usage.used)} of {number(account.usage.limit)}, until {day(account.usage.periodEnd)}
          </dd>
        </dl>
        <button type="button" disabled={isBusy} onClick={manage.run}>
          Open the customer portal
        </button>
        <p>Invoices, payment method, switching and ending the subscription are in the portal of the payment provider.</p>
      </Panel>
      <Panel title="What changes when">
        <ul>
          <li>A plan that you buy or switch to counts as soon as the payment provider confirms it, usually within seconds.</li>
          <li>A first subscription begins a new period, with nothing used. A switch keeps what you used.</li>
          <li>The larger quota counts at once. Nothing is charged beyond the price.</li>
          <li>A subscription that is set to end goes on until the end of its period. Then you are on the free plan.</li>
          <li>On a smaller plan your keys go on working; new ones wait until there are fewer than the plan allows.</li>
        </ul>
      </Panel>
      {planChanges.length > 0 && (
        <Panel title="History of the plan">
          <Rows label="History of the plan">
            <thead>
              <tr>
                <th scope="col">When</th>
                <th scope="col">From</th>
                <th scope="col">To</th>
                <th scope="col">Event of the provider</th>
              </tr>
            </thead>
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
