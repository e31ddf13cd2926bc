import type { PrismaClient } from '../database/client.ts';
import { Failure } from '../kernel/errors.ts';
import type { Principal, SessionPrincipal } from '../kernel/principal.ts';

/** What resolvers work with. Each feature adds its own part here, in its `*.schema.ts`. */
export interface Services {
  prisma: PrismaClient;
}

/** What one operation carries through the schema. A feature may add to it as to the services. */
export interface Context {
  requestId: string;
  principal: Principal;
  services: Services;
}

/** Whose session it is. The scopes let nobody else in; this is for the types, and for a field that forgot its scope. */
export function sessionOf({ principal }: Context): SessionPrincipal {
  if (principal.kind !== 'session') throw new Failure('session_required');
  return principal;
}
