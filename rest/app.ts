import type { IncomingMessage } from 'node:http';
import express, { type Express, type RequestHandler } from 'express';
import { endPath } from '../src/alerts/index.ts';
import type { Endpoint } from '../src/api/index.ts';
import { agentPath, type Listener, type SignIn } from '../src/identity/index.ts';
import { Failure } from '../src/kernel/errors.ts';
import type { Logger } from '../src/kernel/logging.ts';
import { once } from '../src/kernel/running/once.ts';
import type { Metrics } from '../src/monitoring/index.ts';
import type { RecordedRequest } from '../src/requests/index.ts';
import { Bodies } from './edge/bodies.ts';
import { answerInTime } from './edge/deadline.ts';
import { handleDisconnect } from './edge/disconnect.ts';
import type { EdgeLimits } from './edge/edge-limits.ts';
import { exchangeOf, identify } from './edge/exchange.ts';
import { sendFailure } from './edge/failure.ts';
import { addCommonHeaders, type SampleNote, setCommonHeaders } from './edge/head.ts';
import { observe } from './edge/observe.ts';
import { refuseParameters } from './edge/query-string.ts';
import { securityHeaders } from './edge/security-headers.ts';
import { sendText, taggedText } from './edge/text.ts';
import { mountGraphql } from './graphql.ts';
import { mcpRoutes } from './mcp/mcp-routes.ts';
import { metadataPaths, resourceMetadata } from './mcp/protected-resource.ts';
import { createDocument } from './openapi/document.ts';
import { mountPages, type OpenApi } from './pages/index.ts';
import { reconcileRoutes } from './reconcile/reconcile-routes.ts';
import { postmanCollection } from './reference/postman.ts';
import { createHandler, type RouteDependencies } from './route/handler.ts';
import { basePath, expressPath, type Route } from './route/route.ts';
import { createSignInRoutes } from './sign-in.ts';

/** What replaces another service for development. `admit` throws if a request below the checked paths may not come in. */
interface LocalEndpoint {
  path: string;
  listener: Listener;
  checked: string[];
  admit(request: IncomingMessage): void;
}

export interface AppDependencies extends RouteDependencies {
  routes: readonly Route[];
  endpoint: Endpoint;
  signIn: SignIn;
  /** The addresses of the OpenID Connect issuers that everybody may know. */
  issuerUrls: readonly string[];
  /** Outside production: the local issuer, the local payment provider and the caught e-mails, if none is configured. */
  localEndpoints?: readonly LocalEndpoint[] | undefined;
  /** Which of the served companies are invented. Unset: none. */
  samples?: SampleNote | undefined;
  /** Unset: requests are not recorded. */
  record?: ((request: RecordedRequest) => void) | undefined;
  logger: Logger;
  metrics: Metrics;
  version: string;
  baseUrl: string;
  production: boolean;
  trustProxy: number | string;
  limits: EdgeLimits;
  /** A monotonic clock, in milliseconds. */
  now(): number;
  /** In bytes: the size of the cache of rendered answers. */
  bodyMemory?: number;
}

/** The Express application. Its documents are compiled here, once. */
export function createApp(dependencies: AppDependencies): Express {
  const app = express();
  app.set('trust proxy', dependencies.trustProxy);
  app.set('etag', false);
  app.set('query parser', false);
  app.enable('case sensitive routing');
  app.disable('x-powered-by');
  const security = securityHeaders(dependencies.baseUrl.startsWith('https:'));
  addCommonHeaders(app, { always: security, withSamples: { 'X-Sample-Data': 'true' }, samples: dependencies.samples });

  const docsUrl = `${dependencies.baseUrl}/docs`;
  app.use(identify, observe(dependencies), answerInTime({ ...dependencies, docsUrl }), handleDisconnect(dependencies.limits));
  app.use(asItStands);
  mountRoutes(app, dependencies);
  const document = mountContract(app, dependencies);
  const pages = mountPages(app, { ...dependencies, document });
  app.use('/reconcile/:token', reconcileRoutes(dependencies));
  app.use(agentPath, mcpRoutes(dependencies));
  mountResourceMetadata(app, dependencies);
  const localEndpoints = dependencies.localEndpoints ?? [];
  for (const endpoint of localEndpoints) checkRequests(app, endpoint);
  app.use('/auth', createSignInRoutes({ ...dependencies, sendPage: pages.sendPage }));
  for (const path of [...pages.paths, '/auth/login', '/auth/callback', '/auth/callback/:issuer'])
    refuseOtherMethods(app, path, ['get']);
  for (const path of ['/auth/logout', endPath]) refuseOtherMethods(app, path, ['get', 'post']);
  for (const endpoint of localEndpoints) mountLocalEndpoint(app, endpoint);
  refuseOtherMethods(app, '/graphql', mountGraphql(app, '/graphql', dependencies));
  app.use(() => {
    throw new Failure('not_found');
  });
  app.use(pages.onFailure, sendFailure(docsUrl));
  return app;
}

function mountRoutes(app: Express, dependencies: AppDependencies): void {
  const bodies = new Bodies(dependencies.bodyMemory ?? 0);
  for (const [path, siblings] of Map.groupBy(dependencies.routes, expressPath)) {
    for (const route of siblings) app[route.method](path, createHandler({ ...dependencies, route, bodies }));
    refuseOtherMethods(
      app,
      path,
      siblings.map(({ method }) => method),
    );
  }
}

/** The contract for programs: as OpenAPI, and as a collection of requests. Both are made for the first request. */
function mountContract(app: Express, dependencies: AppDependencies): () => OpenApi {
  const document = once((): object => createDocument(dependencies));
  const openApi = () => document() as OpenApi;
  const forms = { 'openapi.json': document, 'postman.json': () => postmanCollection(openApi(), dependencies.baseUrl) };
  for (const [name, form] of Object.entries(forms)) {
    const path = `${basePath}/${name}`;
    const text = once(() => taggedText('json', JSON.stringify(form())));
    app.get(path, (req, res) => {
      exchangeOf(res).route = path;
      refuseParameters(req.url);
      sendText(req, res, text(), 'public, max-age=300');
    });
    refuseOtherMethods(app, path, ['get']);
  }
  return openApi;
}

/** What an agent needs for OAuth. */
function mountResourceMetadata(app: Express, dependencies: AppDependencies): void {
  for (const path of metadataPaths) {
    app.get(path, (req, res) => {
      exchangeOf(res).route = path;
      refuseParameters(req.url);
      res.set('Cache-Control', 'public, max-age=300').json(resourceMetadata(dependencies));
    });
    refuseOtherMethods(app, path, ['get']);
  }
}

/** Refuses other machines. Other paths need no check: they need a key or a session, and the sign-in is checked here. */
function checkRequests(app: Express, { checked, admit }: LocalEndpoint): void {
  app.use(checked, (req, res, next) => {
    exchangeOf(res).route = req.baseUrl;
    admit(req);
    next();
  });
}

function mountLocalEndpoint(app: Express, { path, listener }: LocalEndpoint): void {
  app.use(path, (req, res) => {
    exchangeOf(res).route = path;
    setCommonHeaders(res);
    return listener(req, res);
  });
}

function refuseOtherMethods(app: Express, path: string, methods: string[]): void {
  const allow = methods.flatMap((method) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()])).join(', ');
  // `app.all` would add a layer for each of some thirty methods.
  app.route(path).all((req, res) => {
    exchangeOf(res).route = path;
    if (req.method !== 'OPTIONS') throw new Failure('method_not_allowed', undefined, { allow });
    res.status(204).set({ Allow: allow, 'Cache-Control': 'no-store' }).end();
  });
}

/** A path that cannot be decoded is used undecoded. No route has such a path, so the answer is a 404. */
const asItStands: RequestHandler = (req, _res, next) => {
  const [path = ''] = req.url.split('?', 1);
  try {
    decodeURIComponent(path);
  } catch {
    req.url = path.replaceAll('%', '%25') + req.url.slice(path.length);
  }
  next();
};
