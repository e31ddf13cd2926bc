import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Api, type ApiReply, unauthorized } from './api.ts';
import { Deliveries } from './deliveries.ts';
import { newId, paidPlans, prices } from './objects.ts';
import { checkoutPage, frontPage, message, portalPage } from './pages.ts';
import { type Action, actions, ProviderActions } from './provider-actions.ts';
import { Store } from './store.ts';

interface LocalProviderOptions {
  /** The file for its data. Unset: the data is only in memory. */
  file?: string;
  now?: () => Date;
}

/**
 * A payment provider for development and tests. It implements the part of Stripe's protocol that the service uses, has plain
 * pages for checkout and portal, and sends signed events. It moves no money, and is not part of the production image.
 */
export class LocalProvider {
  readonly store: Store;
  readonly actions: ProviderActions;
  readonly settings: { secretKey: string; webhookSecret: string; prices: typeof prices; apiBase: string };
  readonly url: string;
  readonly #deliveries: Deliveries;
  readonly #api: Api;
  readonly #server: ReturnType<typeof createServer>;
  /** The address of its pages. */
  #pages: string;

  static async start({ file, now = () => new Date() }: LocalProviderOptions = {}): Promise<LocalProvider> {
    const server = createServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return new LocalProvider(server, new Store(file), now);
  }

  private constructor(server: ReturnType<typeof createServer>, store: Store, now: () => Date) {
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    this.#pages = this.url;
    this.settings = {
      secretKey: `sk_test_${randomBytes(18).toString('hex')}`,
      webhookSecret: `whsec_${randomBytes(18).toString('hex')}`,
      prices,
      apiBase: this.url,
    };
    this.store = store;
    this.#deliveries = new Deliveries(store, this.settings.webhookSecret);
    this.actions = new ProviderActions(store, now, () => this.#deliveries.start());
    this.#api = new Api(store, this.actions, now, () => this.#pages);
    this.#server = server.on('request', (req, res) => {
      this.#answer(req, res).catch(() => res.writeHead(500).end());
    });
  }

  /** Sets the address that receives the events. Until then they are stored. */
  deliverTo(webhook: string): void {
    this.#deliveries.to(webhook);
  }

  /** Moves its pages to an address. What it gives answers there. */
  pagesAt(address: string): (req: IncomingMessage, res: ServerResponse) => Promise<void> {
    this.#pages = address;
    return async (req, res) => this.#answerPage(req, res, this.#addressOf(req), await formOf(req));
  }

  async close(): Promise<void> {
    await this.#deliveries.close();
    this.#server.closeAllConnections();
    if (this.#server.listening) await once(this.#server.close(), 'close');
  }

  /** An invalid URL leads to a page that does not exist. */
  #addressOf({ url = '/' }: IncomingMessage): URL {
    return URL.parse(url, this.url) ?? new URL('/nothing', this.url);
  }

  async #answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = this.#addressOf(req);
    const form = await formOf(req);
    if (url.pathname.startsWith('/v1/')) this.#answerApi(req, res, url, form);
    else this.#answerPage(req, res, url, form);
  }

  #answerPage({ method }: IncomingMessage, res: ServerResponse, { pathname }: URL, form: URLSearchParams): void {
    res.setHeader(
      'Content-Security-Policy',
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'",
    );
    const [, place, id = ''] = pathname.split('/');
    const page = pathname === '/' ? frontPage : this.#page(place, id);
    if (page && method === 'POST') {
      if (place === 'checkout') this.#pay(res, id, form);
      else this.#act(res, id, form);
      return;
    }
    res.writeHead(page ? 200 : 404, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' });
    res.end(page ?? message('Not found', 'There is nothing here, or no longer.'));
  }

  #page(place: string | undefined, id: string): string | undefined {
    const { checkouts, portals, subscriptions } = this.store.entries;
    const checkout = checkouts[id];
    const portal = portals[id];
    if (place === 'checkout' && checkout) return checkoutPage(checkout);
    if (place !== 'portal' || !portal) return undefined;
    const own = Object.values(subscriptions).filter(({ customer }) => customer === portal.customer);
    return portalPage(portal, own.toReversed());
  }

  #pay(res: ServerResponse, id: string, form: URLSearchParams): void {
    const { session } = this.store.entries.checkouts[id] ?? {};
    const isPaid = form.get('action') === 'pay' && this.actions.pay(id);
    if (form.get('action') === 'expire' && session) this.actions.expire(session);
    redirect(res, isPaid && session?.success_url ? session.success_url.replace('{CHECKOUT_SESSION_ID}', id) : id);
  }

  #act(res: ServerResponse, id: string, form: URLSearchParams): void {
    const subscription = this.store.entries.subscriptions[form.get('subscription') ?? ''];
    const [word = '', plan] = (form.get('action') ?? '').split(' ');
    const isOwn = subscription && subscription.customer === this.store.entries.portals[id]?.customer;
    if (isOwn && actions.includes(word as Action))
      this.actions.act(
        subscription,
        word as Action,
        paidPlans.find((paid) => paid === plan),
      );
    redirect(res, id);
  }

  #answerApi(req: IncomingMessage, res: ServerResponse, url: URL, form: URLSearchParams): void {
    const { authorization, 'idempotency-key': key } = req.headers;
    const idempotencyKey = typeof key === 'string' ? key : undefined;
    const isPost = req.method === 'POST';
    const { status, body }: ApiReply =
      authorization === `Bearer ${this.settings.secretKey}`
        ? this.#api.answer({
            method: req.method ?? '',
            path: url.pathname,
            fields: isPost ? form : url.searchParams,
            idempotencyKey,
          })
        : unauthorized;
    res.writeHead(status, {
      'Content-Type': 'application/json',
      'Request-Id': newId('req'),
      ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
    });
    res.end(JSON.stringify(body));
  }
}

/** Redirects relative to the page, because the path before it depends on where the pages are mounted. */
const redirect = (res: ServerResponse, location: string): void => void res.writeHead(303, { Location: location }).end();

/** In characters. */
const longestForm = 16_384;

async function formOf(req: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of req) if (text.length < longestForm) text += chunk;
  return new URLSearchParams(text);
}
