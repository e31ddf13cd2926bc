import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { PaymentSettings } from '../provider.ts';
import { Api, type ApiReply, unauthorized } from './api.ts';
import { Books } from './books.ts';
import { type Action, actions, Business } from './business.ts';
import { Deliveries } from './deliveries.ts';
import { newId, paidPlans, prices } from './objects.ts';
import { checkoutPage, frontPage, message, portalPage } from './pages.ts';

interface LocalProviderOptions {
  /** The file of its books. Unset: they are kept in memory only. */
  file?: string;
  now?: () => Date;
}

/**
 * A payment provider for development and tests: it speaks the part of Stripe's protocol that the service uses, has plain pages
 * for checkout and portal, and sends signed events. It moves no money, and is no part of the production image.
 */
export class LocalProvider {
  readonly books: Books;
  readonly business: Business;
  readonly settings: PaymentSettings;
  readonly url: string;
  readonly #deliveries: Deliveries;
  readonly #api: Api;
  readonly #server: ReturnType<typeof createServer>;

  static async start({ file, now = () => new Date() }: LocalProviderOptions = {}): Promise<LocalProvider> {
    const server = createServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return new LocalProvider(server, new Books(file), now);
  }

  private constructor(server: ReturnType<typeof createServer>, books: Books, now: () => Date) {
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    this.settings = {
      secretKey: `sk_test_${randomBytes(18).toString('hex')}`,
      webhookSecret: `whsec_${randomBytes(18).toString('hex')}`,
      prices,
      apiBase: this.url,
    };
    this.books = books;
    this.#deliveries = new Deliveries(books, this.settings.webhookSecret);
    this.business = new Business(books, now, () => this.#deliveries.start());
    this.#api = new Api(books, this.business, now, () => this.url);
    this.#server = server.on('request', (req, res) => {
      this.#answer(req, res).catch(() => res.writeHead(500).end());
    });
  }

  /** Sets the address that receives the events. Until then they are kept. */
  deliverTo(webhook: string): void {
    this.#deliveries.to(webhook);
  }

  async close(): Promise<void> {
    await this.#deliveries.close();
    this.#server.closeAllConnections();
    if (this.#server.listening) await once(this.#server.close(), 'close');
  }

  async #answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = new URL(req.url ?? '/', this.url);
    const form = new URLSearchParams(await text(req));
    if (url.pathname.startsWith('/v1/')) return this.#answerApi(req, res, url, form);
    res.setHeader(
      'Content-Security-Policy',
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'",
    );
    const [, place, id = ''] = url.pathname.split('/');
    if (place === 'checkout' && req.method === 'POST') return this.#pay(res, id);
    if (place === 'portal' && req.method === 'POST') return this.#act(res, id, form);
    const page = url.pathname === '/' ? frontPage : this.#page(place, id);
    res.writeHead(page ? 200 : 404, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' });
    res.end(page ?? message('Not found', 'There is nothing here, or no longer.'));
  }

  #page(place: string | undefined, id: string): string | undefined {
    const { checkouts, portals, subscriptions } = this.books.entries;
    const [checkout, portal] = [checkouts[id], portals[id]];
    if (place === 'checkout' && checkout) return checkoutPage(checkout);
    if (place !== 'portal' || !portal) return undefined;
    const own = Object.values(subscriptions).filter(({ customer }) => customer === portal.customer);
    return portalPage(portal, own.toReversed());
  }

  #pay(res: ServerResponse, id: string): void {
    const paid = this.business.pay(id);
    const back = this.books.entries.checkouts[id]?.session.success_url;
    redirect(res, paid && back ? back.replace('{CHECKOUT_SESSION_ID}', id) : `/checkout/${id}`);
  }

  #act(res: ServerResponse, id: string, form: URLSearchParams): void {
    const subscription = this.books.entries.subscriptions[form.get('subscription') ?? ''];
    const [word = '', plan] = (form.get('action') ?? '').split(' ');
    const isOwn = subscription && subscription.customer === this.books.entries.portals[id]?.customer;
    if (isOwn && actions.includes(word as Action))
      this.business.act(
        subscription,
        word as Action,
        paidPlans.find((paid) => paid === plan),
      );
    redirect(res, `/portal/${id}`);
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

const redirect = (res: ServerResponse, location: string): void => void res.writeHead(303, { Location: location }).end();
