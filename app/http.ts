import { type AppParts, createApp } from '../rest/app.ts';
import type { EdgeLimits } from '../rest/edge/edge-limits.ts';
import { listen } from '../rest/edge/server.ts';
import { loadAgents } from '../rest/mcp/mcp-routes.ts';
import { routes } from '../rest/routes/index.ts';
import { createEndpoint, schema } from '../src/api/index.ts';
import type { Config } from '../src/config/config.ts';
import type { openIdentity } from '../src/identity/index.ts';
import type { Teardown } from '../src/kernel/teardown.ts';

/** Opens the port, so that the URLs are known. Requests wait until the routes are mounted. */
export async function openServer(http: Config['http'], limits: EdgeLimits, teardown: Teardown) {
  const server = await listen({ port: http.port, host: http.host, limits });
  // The server has time limits of its own.
  teardown.push(server.close, { limitMs: 9_000 });
  const ownUrl = `http://${http.reachableHost}:${server.port}`;
  return { ...server, ownUrl, baseUrl: http.baseUrl ?? ownUrl };
}

type Passed = 'limits' | 'services' | 'authenticate' | 'localDoors' | 'samples' | 'record' | 'metrics' | 'now' | 'logger';
interface RoutesOptions extends Pick<AppParts, Passed> {
  server: Awaited<ReturnType<typeof openServer>>;
  settings: Pick<Config, 'production' | 'version' | 'http' | 'bodyMemory'>;
  identity: ReturnType<typeof openIdentity>;
}

/** What is made for its first request, and holds the event loop for some 0.1 s each. */
const madeOnce = ['/api/v1/openapi.json', '/docs', '/status'];

/** Mounts REST, GraphQL, the pages and the sign-in; outside production also what replaces other services for development. */
export function mountRoutes({ server, settings, identity, ...options }: RoutesOptions) {
  const { baseUrl } = server;
  const { production, version, http, bodyMemory } = settings;
  const app = createApp({
    ...options,
    schema,
    routes,
    endpoint: createEndpoint({ schema, production, logger: options.logger }),
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
