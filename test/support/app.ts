import type { GraphQLSchema } from 'graphql';
import { createApp } from '../../rest/app.ts';
import { type EdgeLimits, edgeLimits } from '../../rest/edge/edge-limits.ts';
import { listen } from '../../rest/edge/server.ts';
import type { Route } from '../../rest/route/route.ts';
import { routes as allRoutes } from '../../rest/routes/index.ts';
import { createEndpoint, type Services, schema as wholeSchema } from '../../src/api/index.ts';
import type { SignIn } from '../../src/identity/sign-in.ts';
import { Failure } from '../../src/kernel/errors.ts';
import type { Authenticate } from '../../src/kernel/principal.ts';
import { SessionLimits } from '../../src/metering/session-limits.ts';
import { noMetrics } from '../../src/monitoring/metrics.ts';
import { captureLog } from './service.ts';

/** Whatever is sent as a credential is unknown. */
export const refuseAll: Authenticate = async (credential, { headers }) => {
  if (credential === 'apiKey') {
    throw new Failure(headers['x-api-key'] || headers.authorization ? 'invalid_api_key' : 'api_key_required');
  }
  throw new Failure(headers.authorization || headers.cookie ? 'invalid_session' : 'session_required');
};

interface Parts {
  schema?: GraphQLSchema;
  routes?: readonly Route[];
  services?: Partial<Services>;
  authenticate?: Authenticate;
  production?: boolean;
  limits?: Partial<EdgeLimits>;
  bodyMemory?: number;
}

/** The front door alone, over parts that a test chooses: for what the real ones cannot be made to do. */
export async function startApp({
  schema = wholeSchema,
  routes = allRoutes,
  services: own = {},
  authenticate = refuseAll,
  production = false,
  limits: ownLimits = {},
  bodyMemory = 0,
}: Parts) {
  const log = captureLog();
  const services = Object.defineProperties(
    { sessionLimits: new SessionLimits(undefined, { of: async () => undefined }) },
    Object.getOwnPropertyDescriptors(own),
  );
  const limits = { ...edgeLimits, ...ownLimits };
  const http = await listen({ port: 0, host: '127.0.0.1', limits });
  const app = createApp({
    schema,
    routes,
    services: services as Services,
    authenticate,
    endpoint: createEndpoint({ schema, production, logger: log.logger }),
    // Nobody signs in here.
    signIn: {} as SignIn,
    issuerUrls: ['https://issuer.example'],
    logger: log.logger,
    metrics: noMetrics,
    version: '0.0.0',
    baseUrl: 'https://registry.example',
    production,
    trustProxy: 0,
    limits,
    now: () => performance.now(),
    bodyMemory,
  });
  http.serve(app, 'https://registry.example/docs');
  return { url: `http://127.0.0.1:${http.port}`, port: http.port, log, stop: () => http.close(0) };
}
