import { setImmediate } from 'node:timers/promises';
import type { Express, RequestHandler } from 'express';
import type { Context, Endpoint } from '../src/api/index.ts';
import { Failure } from '../src/kernel/errors.ts';
import type { Authenticate } from '../src/kernel/principal.ts';
import { AlternatingQueue } from '../src/kernel/running/keyed-queue.ts';
import type { Charge } from '../src/metering/index.ts';
import { jsonBody, maxJsonBytes } from './edge/body.ts';
import { hold } from './edge/charge.ts';
import { goneSignal } from './edge/disconnect.ts';
import { attentionOf, callerOf, exchangeOf, isOver } from './edge/exchange.ts';
import { limitHeaders } from './edge/limit-headers.ts';
import type { RouteDependencies } from './route/handler.ts';

/** The media types of an answer, the usual one first. */
const mediaTypes = ['application/json', 'application/graphql-response+json'];

/**
 * The time to check variables of wrong types grows with the square of their number. The dashboard sends about ten, a look-up of
 * 100 companies has 301.
 */
const maxValues = 600;

function holdsMore(value: unknown, limit: number): boolean {
  const open = [value];
  let count = 0;
  for (let next = open.pop(); count <= limit && next !== undefined; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    const values = Object.values(next);
    count += values.length;
    if (count <= limit) open.push(...values);
  }
  return count > limit;
}

interface GraphqlDependencies extends Omit<RouteDependencies, 'schema'> {
  endpoint: Endpoint;
  production: boolean;
}

/**
 * The GraphQL endpoint of the internal dashboard. The session is checked before the request is read. A request that is refused
 * before execution gets an error as in REST. Returns the allowed methods.
 */
export function mountGraphql(app: Express, path: string, dependencies: GraphqlDependencies): string[] {
  const { endpoint, services, authenticate, production } = dependencies;
  const named: RequestHandler = (_req, res, next) => {
    exchangeOf(res).route = path;
    next();
  };
  const authorize: RequestHandler = async (req, res, next) => {
    exchangeOf(res).principal = await authenticate('session', callerOf(req));
    next();
  };
  const turns = new AlternatingQueue();
  // To check and compile an operation takes some milliseconds. Each has a turn of the event loop for it, by account.
  const inTurn: RequestHandler = async (_req, res, next) => {
    const { principal } = exchangeOf(res);
    await turns.run('accountId' in principal ? principal.accountId : '', () => setImmediate());
    next();
  };
  const needsOperation: RequestHandler = (req, _res, next) => {
    if (!req.accepts(mediaTypes)) throw new Failure('not_acceptable');
    if (req.body === undefined) throw new Failure('invalid_request', 'The body must be JSON, sent as application/json.');
    if (req.body?.query?.length > maxJsonBytes)
      throw new Failure('payload_too_large', `The query may have ${maxJsonBytes.toLocaleString('en-GB')} characters at most.`);
    if (Array.isArray(req.body)) throw new Failure('invalid_request', 'One operation at a time.');
    if (holdsMore(req.body?.variables, maxValues))
      throw new Failure('invalid_request', `Variables may hold at most ${maxValues} values.`);
    next();
  };
  const execute: RequestHandler = async (req, res) => {
    const { requestId, principal } = exchangeOf(res);
    const showLimits: Context['showLimits'] = (reading) => {
      if (!res.headersSent) res.set(limitHeaders(reading));
    };
    const confirm = () => authenticate('session', callerOf(req));
    const report: Context['report'] = (fields, failure) => {
      const { code, message } = failure ?? {};
      Object.assign(exchangeOf(res), { fields, ...(code && { code, message }) });
    };
    const begins: Context['begins'] = (fields) => {
      exchangeOf(res).operation = fields.join(', ');
    };
    const settled = { showLimits, hold: (charge: Charge) => hold(res, charge), report, begins };
    const waiting = { gone: goneSignal(res), ...attentionOf(res) };
    const context = { requestId, principal, services, confirm, ...waiting, ...settled };
    const text = await endpoint(req.body, context);
    if (isOver(res)) return;
    res
      .set('Cache-Control', 'no-store')
      .type(req.accepts(mediaTypes) || 'json')
      .send(text);
  };

  app.post(path, named, authorize, jsonBody, inTurn, needsOperation, execute);
  if (production) return ['post'];
  app.get(path, named, signInFirst(authenticate), graphiql);
  return ['get', 'post'];
}

/** Redirects a browser without a session to the sign-in and back, because the page can send no query without one. */
const signInFirst =
  (authenticate: Authenticate): RequestHandler =>
  async (req, res, next) => {
    const failure = await authenticate('session', callerOf(req)).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (failure instanceof Failure && failure.status === 401)
      res.set('Cache-Control', 'no-store').redirect('/auth/login?returnTo=/graphql');
    else next(failure);
  };

const firstQuery = `# What the dashboard asks. A field with
# company data spends some of the quota.
{
  me { email }
  account {
    plan { name }
    usage { used remaining periodEnd }
    apiKeys { name prefix lastUsedAt }
  }
  entities(filter: { q: "holding" }, pageSize: 5) {
    meta { total }
    items { id canonicalName countryCode status }
  }
}
`;

/**
 * Landmarks, a heading and colours that can be read, which the package lacks. Its tabs contain buttons, which a tab must not, so
 * they become a list of buttons.
 */
const mendings = `<style>
  body { --calm: #4a5468; }
  body.graphiql-dark { --calm: #c3cad6; }
  @media (prefers-color-scheme: dark) { body:not(.graphiql-light) { --calm: #c3cad6; } }
  .graphiql-logo span, .monaco-editor .line-numbers { color: var(--calm) !important; }
  body.graphiql-dark .monaco-editor .mtk8 { color: #a3c98f !important; }
  @media (prefers-color-scheme: dark) { body:not(.graphiql-light) .monaco-editor .mtk8 { color: #a3c98f !important; } }
  .graphiql-title { position: absolute; clip-path: inset(50%); }
</style>
<header class="graphiql-title"><h1>GraphiQL</h1></header>
<main id="root"></main>
<script>
  new MutationObserver(() => {
    for (const list of document.querySelectorAll('.graphiql-tabs[role="tablist"]')) list.role = 'list';
    for (const tab of document.querySelectorAll('.graphiql-tab[aria-selected]')) {
      tab.querySelector('button').ariaCurrent = tab.ariaSelected;
      tab.role = 'listitem';
      tab.removeAttribute('aria-selected');
    }
  }).observe(document.getElementById('root'), { subtree: true, childList: true, attributeFilter: ['aria-selected'] });
</script>`;

/** The page has inline scripts, so it needs its own content security policy. Its package is not installed in production. */
const graphiql: RequestHandler = async (_req, res) => {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  res
    .set('Content-Security-Policy', "default-src 'self' blob: data: 'unsafe-inline' 'unsafe-eval'")
    .set('Cache-Control', 'no-cache');
  const page = renderGraphiQL({ endpoint: '/graphql', title: 'Company Registry: GraphiQL', defaultQuery: firstQuery });
  res.type('html').send(page.replace('<div id="root"></div>', mendings));
};
