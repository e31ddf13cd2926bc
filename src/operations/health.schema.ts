import { builder } from '../graphql/builder.ts';
import type { Health } from './health.ts';

declare module '../graphql/context.ts' {
  interface Services {
    health: Health;
  }
}

const HealthType = builder.objectRef<Health>('Health').implement({
  description: 'What the probes of an orchestrator ask.',
  fields: (t) => ({
    version: t.exposeString('version', { description: 'The version of the running build.' }),
    ready: t.boolean({
      description:
        'The database answers and can be written, its migrations fit this build, and the service is not about to stop.',
      resolve: (health) => health.ready(),
    }),
  }),
});

builder.queryField('health', (t) =>
  t.field({
    type: HealthType,
    nullable: true,
    authScopes: { public: true },
    resolve: (_root, _args, { services }) => services.health,
  }),
);
