import { type AppDependencies, createApp } from '../rest/app.ts';
import type { EdgeLimits } from '../rest/edge/edge-limits.ts';
import { listen } from '../rest/edge/server.ts';
import { loadAgents } from '../rest/mcp/mcp-routes.ts';
import { routes } from '../rest/routes/index.ts';
import { createEndpoint, type Services, schema } from '../src/api/index.ts';
import type { Config } from '../src/config/config.ts';
import type { openIdentity } from '../src/identity/index.ts';
import type { Logger } from '../src/kernel/logging.ts';
import type { Authenticate } from '../src/kernel/principal.ts';
import type { Teardown } from '../src/kernel/teardown.ts';
import type { Metrics } from '../src/monitoring/index.ts';
import type { ServedSamples } from '../src/registers/index.ts';
import type { RecordedRequest } from '../src/requests/index.ts';

interface ServerOptions {
  http: Config['http'];
  limits: EdgeLimits;
  teardown: Teardown;
}

/** Opens the port, so that the addresses are known. Requests wait until the routes are mounted. */
export async function openServer({ http, limits, teardown }: ServerOptions) {
  const server = await listen({ port: http.port, host: http.host, limits });
  // The server has time limits of its own.
  teardown.push(server.close, { limitMs: 9_000 });
  const ownUrl = `http://${http.reachableHost}:${server.port}`;
  return { ...server, ownUrl, baseUrl: http.baseUrl ?? ownUrl };
}

interface DoorsParts {
  server: Awaited<ReturnType<typeof openServer>>;
  limits: EdgeLimits;
  settings: Pick<Config, 'production' | 'version' | 'http' | 'bodyMemory'>;
  services: Services;
  identity: ReturnType<typeof openIdentity>;
  authenticate: Authenticate;
  localEndpoints: AppDependencies['localEndpoints'];
  samples: ServedSamples;
  /** Unset: requests are not recorded. */
  record: ((request: RecordedRequest) => void) | undefined;
  metrics: Metrics;
  now(): number;
  logger: Logger;
}

/** What is made for its first request, and holds the event loop for some 0.1 s each. */
const madeOnce = ['/api/v1/openapi.json', '/docs', '/status'];

/** Mounts REST, GraphQL, the pages and the sign-in; outside production also what replaces other services for development. */
export function openDoors({ server, settings, services, identity, ...parts }: DoorsParts) {
  const { baseUrl } = server;
  const { production, version, http, bodyMemory } = settings;
  const app = createApp({
    ...parts,
    schema,
    routes,
    services,
    endpoint: createEndpoint({ schema, production, logger: parts.logger }),
    signIn: identity.signIn,
    issuerUrls: identity.issuerUrls,
    version,
    baseUrl,
    production,
    trustProxy: http.trustProxy,
    bodyMemory,
  });
  server.serve(app, `${baseUrl}/docs`);
  return {
    warmUp: async () => {
      for (const path of madeOnce) await (await fetch(server.ownUrl + path)).arrayBuffer();
      await loadAgents();
    },
  };
}
