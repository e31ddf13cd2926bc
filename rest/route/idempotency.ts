import { z } from 'zod';
import { idempotencyHours, keyRules } from '../../src/accounts/index.ts';
import { patterned } from './rules.ts';

/** The header of a request that makes something once. `ended` says when the same answer can no longer be given. */
export const idempotencyHeader = (ended: string) =>
  z.object({
    'Idempotency-Key': patterned(keyRules.idempotencyKey).meta({
      description:
        'A random text of your own, such as a UUID. ' +
        `The same request with the same one within ${idempotencyHours} hours gets the same answer; ` +
        `another request with it is 409, and so is the same once ${ended}. Nothing is kept of a request that failed.`,
      examples: ['2f1c8a0e-5b0e-4f57-9a34-0e6f6f9e7d21'],
    }),
  });

/** The header of the answer. The document of the route names its result `created`. */
export const replayedHeader = {
  'Idempotent-Replayed': {
    description: '`true` where this is the answer of an earlier request with the same Idempotency-Key.',
    text: ({ created }: { created: { replayed: boolean } }) => (created.replayed ? 'true' : undefined),
  },
};
