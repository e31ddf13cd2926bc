import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readForm } from '../read-form.ts';
import { openApi, unauthorized } from './api.ts';
import { deliveries } from './deliveries.ts';
import { newId, paidPlans, prices } from './objects.ts';
import { checkoutPage, frontPage, notFoundPage, portalPage } from './pages.ts';
import { actions as actionNames, providerActions } from './provider-actions.ts';
import { openStore } from './store.ts';

interface LocalProviderOptions {
  /** The file for its data. Unset: the data is only in memory. */
  file?: string;
  now?: () => Date;
}

/**
 * A payment provider for development and tests. It implements the part of Stripe's protocol that the service uses, has plain
 * pages for checkout and portal, and sends signed events. It moves no money, and is not part of the production image.
 */
export async function startLocalProvider({ file, now = () => new Date() }: LocalProviderOptions = {}) {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let pagesUrl = url;
  const settings = {
    secretKey: `sk_test_${randomBytes(18).toString('hex')}`,
    webhookSecret: `whsec_${randomBytes(18).toString('hex')}`,
    prices,
    apiBase: url,
  };
  const store = openStore(file);
  const { entries } = store;
  const delivering = deliveries(store, settings.webhookSecret);
  const actions = providerActions(store, now, () => delivering.start());
  const answerApi = openApi({ store, actions, now, pagesUrl: () => pagesUrl });

  const pageOf = (kind: string | undefined, id: string): string | undefined => {
    const [checkout, portal] = [entries.checkouts[id], entries.portals[id]];
    if (kind === 'checkout' && checkout) return checkoutPage(checkout);
    if (kind !== 'portal' || !portal) return undefined;
    const own = Object.values(entries.subscriptions).filter(({ customer }) => customer === portal.customer);
    return portalPage(portal, own.toReversed());
  };

  /** Does what a button of a checkout page says. Returns where the browser goes then. */
  const submitCheckout = (id: string, action: string): string => {
    const { session } = entries.checkouts[id] ?? {};
    if (action === 'expire' && session) actions.expire(session);
    const isPaid = action === 'pay' && actions.pay(id);
    return isPaid && session?.success_url ? session.success_url.replace('{CHECKOUT_SESSION_ID}', id) : id;
  };

  const submitPortal = (id: string, action: string, subscriptionId: string): string => {
    const subscription = entries.subscriptions[subscriptionId];
    const [word, plan] = action.split(' ');
    const name = actionNames.find((one) => one === word);
    const isOwn = subscription?.customer === entries.portals[id]?.customer;
    const paidPlan = paidPlans.find((one) => one === plan);
    if (subscription && isOwn && name) actions.act(subscription, name, paidPlan);
    return id;
  };

  const answerPage = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    res.setHeader(
      'Content-Security-Policy',
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'",
    );
    const { pathname } = urlOf(req);
    const form = await readForm(req);
    const [, kind, id = ''] = pathname.split('/');
    const page = pathname === '/' ? frontPage : pageOf(kind, id);
    if (page && req.method === 'POST') {
      const action = form.get('action') ?? '';
      // Relative to the page, because the path before it depends on where the pages are mounted.
      const location =
        kind === 'checkout' ? submitCheckout(id, action) : submitPortal(id, action, form.get('subscription') ?? '');
      res.writeHead(303, { Location: location }).end();
      return;
    }
    res.writeHead(page ? 200 : 404, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' });
    res.end(page ?? notFoundPage);
  };

  const answer = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const { pathname: path, searchParams } = urlOf(req);
    if (!path.startsWith('/v1/')) return answerPage(req, res);
    const { method = '', headers } = req;
    const idempotencyKey = headers['idempotency-key']?.toString();
    const fields = method === 'POST' ? await readForm(req) : searchParams;
    const isKnown = headers.authorization === `Bearer ${settings.secretKey}`;
    const { status, body } = isKnown ? answerApi({ method, path, fields, idempotencyKey }) : unauthorized;
    res.writeHead(status, {
      'Content-Type': 'application/json',
      'Request-Id': newId('req'),
      ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
    });
    res.end(JSON.stringify(body));
  };
  server.on('request', (req, res) => void answer(req, res).catch(() => res.writeHead(500).end()));

  return {
    url,
    settings,
    store,
    actions,
    /** Sets the URL that receives the events. Until then they are stored. */
    deliverTo: (webhookUrl: string): void => delivering.start(webhookUrl),
    /** Moves its pages to another URL. What it returns answers there. */
    pagesAt: (newUrl: string) => {
      pagesUrl = newUrl;
      return answerPage;
    },
    close: async (): Promise<void> => {
      await delivering.close();
      server.closeAllConnections();
      if (server.listening) await once(server.close(), 'close');
    },
  };
}

export type LocalProvider = Awaited<ReturnType<typeof startLocalProvider>>;

/** An invalid URL leads to a page that does not exist. */
const urlOf = ({ url = '/' }: IncomingMessage): URL => URL.parse(url, 'http://local') ?? new URL('http://local/nothing');
