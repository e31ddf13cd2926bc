import type { PrismaClient } from '../database/client.ts';
import { Failure } from '../kernel/errors.ts';
import type { Principal, SessionPrincipal } from '../kernel/principal.ts';

/** The services that resolvers use. Each feature adds its own in its `*.schema.ts`. */
export interface Services {
  prisma: PrismaClient;
}

/** The context of one operation. A feature can add to it as to the services. */
export interface Context {
  requestId: string;
  principal: Principal;
  services: Services;
}

/** The caller's session. The table of powers lets nobody else in; this is for the types. */
export function sessionOf({ principal }: Context): SessionPrincipal {
  if (principal.kind !== 'session') throw new Failure('session_required');
  return principal;
}
