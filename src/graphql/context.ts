import type { PrismaClient } from '../database/client.ts';
import type { Principal } from '../identity/principal.ts';
import type { Health } from '../operations/health.ts';

/** What resolvers work with; put together once, in main.ts. */
export interface Services {
  prisma: PrismaClient;
  health: Health;
}

/** What one operation carries through the schema. */
export interface Context {
  requestId: string;
  principal: Principal;
  services: Services;
}
