import type Stripe from 'stripe';
import { plans } from '../../accounts/index.ts';
import { htmlPage, escapeHtml as text } from '../../kernel/html-page.ts';
import { paidPlans, planOfPrice } from './objects.ts';
import type { Action } from './provider-actions.ts';
import type { OpenCheckout } from './store.ts';

const euros = (plan: string) => plans.find(({ id }) => id === plan)?.monthlyPriceEur;

const head = `<link rel="icon" href="data:," />
    <style>
      :root { color-scheme: light dark; }
      body { font: 1rem/1.5 system-ui, sans-serif; max-width: 36rem; margin: 2rem auto; padding: 0 1rem; }
      .label { border: 1px solid #b58900; border-left-width: .4rem; border-radius: .3rem; padding: .6rem 1rem; }
      form { display: inline-block; margin: .2rem .3rem .2rem 0; }
      button { font: inherit; min-height: 2.5rem; padding: .4rem .9rem; cursor: pointer; }
      dl { display: grid; grid-template-columns: 9rem 1fr; gap: .2rem 1rem; }
      dd { margin: 0; overflow-wrap: anywhere; }
      details { margin: 1.5rem 0; border: 1px dashed; border-radius: .3rem; padding: .6rem 1rem; }
      summary { cursor: pointer; min-height: 1.5rem; }
    </style>`;
const label = 'For development: it moves no money and asks for no card.';

/** Every page shows that it belongs to the local provider. */
const page = (title: string, body: string): string =>
  htmlPage({
    title: `${title}: local payment provider`,
    head,
    body: `<main><p class="label"><strong>Local payment provider.</strong> ${label}</p>
    <h1>${text(title)}</h1>
    ${body}</main>`,
  });

const link = (url: string | null, words: string) => (url ? `<p><a href="${text(url)}">${text(words)}</a></p>` : '');

export const frontPage = page(
  'What this is',
  `<p>It replaces Stripe while the service runs without Stripe keys.
    Ask the service for a checkout or a portal, and open the address that it gives you.</p>`,
);

export const message = (title: string, words: string): string => page(title, `<p>${text(words)}</p>`);

/** Buttons for events that a customer cannot cause, in a collapsed section. */
const testControls = (buttons: string): string => `<details><summary>For tests: what happens by itself</summary>
    ${buttons}</details>`;

export function checkoutPage({ session, plan }: OpenCheckout): string {
  if (session.status === 'expired')
    return page(
      'Expired',
      `<p>This checkout is closed: it expired, or a newer one was opened.</p>${link(session.cancel_url, 'Back')}`,
    );
  if (session.status !== 'open')
    return page('Paid', `<p>This checkout is done.</p>${link(session.success_url, 'Back to the service')}`);
  return page(
    'Checkout',
    `<p>Plan <strong>${text(plan)}</strong>, ${euros(plan)} EUR a month.</p>
    <form method="post"><button name="action" value="pay">Pay</button></form>
    ${link(session.cancel_url, 'Cancel and go back')}
    ${testControls('<form method="post"><button name="action" value="expire">Let the checkout expire</button></form>')}`,
  );
}

const labels: Partial<Record<Action, string>> = {
  'cancel-at-period-end': 'Cancel at the end of the period',
  keep: 'Keep it after all',
  pause: 'Let it be paused',
  resume: 'Resume',
  fail: 'Let a payment fail',
  renew: 'Let the period end',
  'cancel-now': 'Cancel now',
};

/** The actions that the customer can choose in the current state. */
const choices = ({ status, cancel_at_period_end: ending }: Stripe.Subscription): Action[] =>
  status === 'paused' ? ['resume', 'cancel-now'] : [ending ? 'keep' : 'cancel-at-period-end', 'cancel-now'];

const testActions = ({ status }: Stripe.Subscription): Action[] => (status === 'paused' ? [] : ['fail', 'renew', 'pause']);

function subscriptionPart(subscription: Stripe.Subscription): string {
  const item = subscription.items.data[0];
  const plan = planOfPrice(item?.price.id ?? '') ?? 'unknown';
  const button = (value: string, label: string) =>
    `<form method="post"><input type="hidden" name="subscription" value="${text(subscription.id)}" />
      <button name="action" value="${text(value)}">${text(label)}</button></form>`;
  const named = (action: Action) => button(action, labels[action] ?? action);
  const ended = subscription.status === 'canceled';
  const isEnding = subscription.cancel_at_period_end && !ended;
  const buttons = [
    ...paidPlans.filter((other) => other !== plan).map((other) => button(`switch ${other}`, `Switch to ${other}`)),
    ...choices(subscription).map(named),
  ];
  const testButtons = testActions(subscription).map(named).join('\n    ');
  return `<h2>${text(plan)}, ${euros(plan)} EUR a month</h2>
    <dl>
      <dt>Subscription</dt><dd>${text(subscription.id)}</dd>
      <dt>Status</dt><dd>${text(subscription.status)}${isEnding ? ', ends with the period' : ''}</dd>
      <dt>Period ends</dt><dd>${new Date((item?.current_period_end ?? 0) * 1000).toISOString().slice(0, 10)}</dd>
    </dl>
    ${ended ? '' : buttons.join('\n    ')}
    ${ended || !testButtons ? '' : testControls(testButtons)}`;
}

export function portalPage(session: Stripe.BillingPortal.Session, subscriptions: Stripe.Subscription[]): string {
  const parts = subscriptions.map(subscriptionPart).join('\n    ');
  return page('Your subscription', `${parts || '<p>There is none.</p>'}\n    ${link(session.return_url, 'Back to the service')}`);
}
