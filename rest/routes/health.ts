import { z } from 'zod';
import { route } from '../route.ts';

const version = z.string().meta({ description: 'The version of the running build.' });

const Live = z.object({ status: z.literal('ok'), service: z.literal('web'), version }).meta({ id: 'Live' });
const Ready = z.object({ status: z.literal('ready'), database: z.literal('ok'), version }).meta({ id: 'Ready' });
const Unavailable = z
  .object({ status: z.literal('unavailable'), database: z.literal('error'), version })
  .meta({ id: 'Unavailable' });

export const getLiveness = route({
  operationId: 'getLiveness',
  method: 'get',
  path: '/health/live',
  tag: 'Health',
  summary: 'Is the process running?',
  description:
    'The process runs and accepts HTTP requests. Checks nothing else, so a missing database never gets a healthy process restarted.',
  access: 'public',
  document: '{ health { version } }',
  envelope: ({ health }: { health: { version: string } }) => ({ status: 'ok', service: 'web', version: health.version }),
  answers: { 200: { description: 'It runs.', body: Live, example: { status: 'ok', service: 'web', version: '0.1.0' } } },
  cacheControl: 'no-store',
});

interface Readiness {
  health: { ready: boolean; version: string };
}

export const getReadiness = route({
  operationId: 'getReadiness',
  method: 'get',
  path: '/health/ready',
  tag: 'Health',
  summary: 'Is the service ready for traffic?',
  description:
    'The database answers and can be written, its migrations are exactly those of this build, and the service is not about to stop. Answers within 2 seconds, whatever the database does.',
  access: 'public',
  document: '{ health { ready version } }',
  status: ({ health }: Readiness) => (health.ready ? 200 : 503),
  envelope: ({ health }) =>
    health.ready
      ? { status: 'ready', database: 'ok', version: health.version }
      : { status: 'unavailable', database: 'error', version: health.version },
  answers: {
    200: { description: 'Ready for traffic.', body: Ready, example: { status: 'ready', database: 'ok', version: '0.1.0' } },
    503: {
      description: 'The database is unavailable or read-only, migrations have not completed, or the service is stopping.',
      body: Unavailable,
      example: { status: 'unavailable', database: 'error', version: '0.1.0' },
    },
  },
  cacheControl: 'no-store',
});
