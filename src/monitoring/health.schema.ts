import { builder } from '../graphql/builder.ts';
import { scrub } from '../kernel/log/scrub.ts';
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
        'The database answers and can be written, its migrations fit this build, and the service is warm and not about to stop.',
      resolve: async (health) => (await health.problem()) === undefined,
    }),
    time: t.field({ type: 'DateTime', description: 'The clock of the instance.', resolve: (health) => health.time() }),
    redis: t.exposeString('redis', {
      description: '`ok`, `unreachable`, or `not used`: then each instance counts limits by itself.',
    }),
  }),
});

const Limitation = builder.objectRef<Health['limitations'][number]>('Limitation').implement({
  description: 'A feature that is off because settings are missing.',
  authScopes: { operator: true },
  fields: (t) => ({
    what: t.exposeString('what', { description: 'A sentence, as the start logs it.' }),
    missing: t.stringList({ description: 'The names of the settings.', resolve: ({ missing }) => [...missing] }),
  }),
});

const ReadinessType = builder.objectRef<Health>('Readiness').implement({
  description: 'Why an instance is not ready, and which features are off.',
  authScopes: { operator: true },
  fields: (t) => ({
    problem: t.string({
      nullable: true,
      description: 'Null if the instance is ready.',
      resolve: async (health) => scrub((await health.problem()) ?? '') || null,
    }),
    limitations: t.field({ type: [Limitation], resolve: ({ limitations }) => [...limitations] }),
  }),
});

builder.queryField('readiness', (t) =>
  t.field({
    type: ReadinessType,
    nullable: true,
    description: 'The state of the instance that answers, for operators.',
    resolve: (_root, _args, { services }) => services.health,
  }),
);

builder.queryField('health', (t) =>
  t.field({
    type: HealthType,
    nullable: true,
    resolve: (_root, _args, { services }) => services.health,
  }),
);
