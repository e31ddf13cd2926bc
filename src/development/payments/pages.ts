import { htmlPage, escapeHtml as text } from '../../kernel/html-page.ts';
import { monthlyEuros, type PortalSession, paidPlans, planOfPrice, type Subscription } from './objects.ts';
import type { Action } from './provider-actions.ts';
import type { OpenCheckout } from './store.ts';

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

export const notFoundPage = page('Not found', '<p>There is nothing here, or no longer.</p>');

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
    `<p>Plan <strong>${text(plan)}</strong>, ${monthlyEuros(plan)} EUR a month.</p>
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

function subscriptionPart({ id, status, items, cancel_at_period_end: endsWithPeriod }: Subscription): string {
  const item = items.data[0];
  const plan = planOfPrice(item?.price.id ?? '') ?? 'unknown';
  const button = (action: string, label: string) =>
    `<form method="post"><input type="hidden" name="subscription" value="${text(id)}" />
      <button name="action" value="${text(action)}">${text(label)}</button></form>`;
  const buttons = (...names: Action[]) => names.map((action) => button(action, labels[action] ?? action));
  const switches = paidPlans.filter((other) => other !== plan).map((other) => button(`switch ${other}`, `Switch to ${other}`));
  const isPaused = status === 'paused';
  const choice = isPaused ? 'resume' : endsWithPeriod ? 'keep' : 'cancel-at-period-end';
  const choices = [...switches, ...buttons(choice, 'cancel-now')].join('\n    ');
  const controls = isPaused ? '' : testControls(buttons('fail', 'renew', 'pause').join('\n    '));
  const hasEnded = status === 'canceled';
  return `<h2>${text(plan)}, ${monthlyEuros(plan)} EUR a month</h2>
    <dl>
      <dt>Subscription</dt><dd>${text(id)}</dd>
      <dt>Status</dt><dd>${text(status)}${endsWithPeriod && !hasEnded ? ', ends with the period' : ''}</dd>
      <dt>Period ends</dt><dd>${new Date((item?.current_period_end ?? 0) * 1000).toISOString().slice(0, 10)}</dd>
    </dl>
    ${hasEnded ? '' : `${choices}\n    ${controls}`}`;
}

export function portalPage(session: PortalSession, subscriptions: Subscription[]): string {
  const parts = subscriptions.map(subscriptionPart).join('\n    ');
  return page('Your subscription', `${parts || '<p>There is none.</p>'}\n    ${link(session.return_url, 'Back to the service')}`);
}
