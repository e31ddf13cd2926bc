import { from, named } from '../route/envelope.ts';
import { route } from '../route/route.ts';

const version = from('health.version');

export const getLiveness = route({
  operationId: 'getLiveness',
  method: 'get',
  path: '/health/live',
  tag: 'Health',
  summary: 'Is the process running?',
  description:
    'The process runs and accepts HTTP requests. Checks nothing else, so a missing database never gets a healthy process ' +
    'restarted.',
  access: 'public',
  document: '{ health { version } }',
  answers: {
    200: {
      description: 'It runs.',
      body: named('Live', { status: 'ok', service: 'web', version }),
      example: { status: 'ok', service: 'web', version: '0.1.0' },
    },
  },
  cacheControl: 'no-store',
});

export const getReadiness = route({
  operationId: 'getReadiness',
  method: 'get',
  path: '/health/ready',
  tag: 'Health',
  summary: 'Is the service ready for traffic?',
  description:
    'The database answers and can be written, its migrations are exactly those of this build, and the service is not about ' +
    'to stop. Answers within 2 seconds, whatever the database does.',
  access: 'public',
  document: '{ health { ready version } }',
  answers: {
    200: {
      description: 'Ready for traffic.',
      when: 'health.ready',
      body: named('Ready', { status: 'ready', database: 'ok', version }),
      example: { status: 'ready', database: 'ok', version: '0.1.0' },
    },
    503: {
      description: 'The database is unavailable or read-only, migrations have not completed, or the service is stopping.',
      body: named('Unavailable', { status: 'unavailable', database: 'error', version }),
      example: { status: 'unavailable', database: 'error', version: '0.1.0' },
    },
  },
  cacheControl: 'no-store',
});
