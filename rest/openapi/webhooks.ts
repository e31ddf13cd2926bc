import { z } from 'zod';
import type { Components, Json } from './components.ts';

const exampleList = '5c2f0b1e-9d4a-4a5e-8f57-2a1c5c0e7b44';
const timestamp = '2026-11-15T09:30:00.000Z';

/** The messages that we send, by their type: what happened, the schema of `data`, and an example of it. */
const messages: Record<string, { summary: string; data: z.ZodObject; example: Json }> = {
  'watch_list.changed': {
    summary: 'Companies of a watch list changed',
    data: z.object({
      listId: z.guid(),
      since: z.string().meta({ description: 'The cursor to read the changes of the list from.' }),
      cursor: z.string().meta({ description: 'The cursor after the newest change.' }),
      count: z.int().meta({ description: 'How many changes there are between the two.' }),
    }),
    example: { listId: exampleList, since: 'Mi4wLjRmN2QxYTIy', cursor: 'Mi45LjRmN2QxYTIy', count: 9 },
  },
  'alert.raised': {
    summary: 'The account has an alert',
    data: z.object({
      kind: z.string(),
      alertId: z.string().meta({ description: 'The newest alert of this kind.' }),
      since: z.string().meta({ description: 'The first alert that the message is about.' }),
      count: z.int().meta({ description: 'How many alerts the message is about.' }),
    }),
    example: { kind: 'quota_80', alertId: '4711', since: '4711', count: 1 },
  },
  'endpoint.test': {
    summary: 'A test that you asked for',
    data: z.object({ endpointId: z.guid() }),
    example: { endpointId: '3e0a7b52-7c0f-4d3b-9a0c-1f2e7d5a9b10' },
  },
};

const headers = [
  ['webhook-id', 'The same in every attempt of one message.', 'b0c9f7de-52a4-4c8e-8a55-9d0f2a6c1e33'],
  ['webhook-timestamp', 'The time of the attempt, in seconds since 1970.', '1794735000'],
  [
    'webhook-signature',
    'One signature or two, with a blank between them: see standardwebhooks.com.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ],
] as const;

/** The messages to webhook endpoints, for the `webhooks` of the document. */
export function describeWebhooks(components: Components): Json {
  return Object.fromEntries(
    Object.entries(messages).map(([type, { summary, data, example }]) => {
      const schema = z.object({ type: z.literal(type), timestamp: z.iso.datetime(), data });
      return [
        type,
        {
          post: {
            operationId: `receive_${type.replaceAll('.', '_')}`,
            tags: ['Webhooks'],
            summary,
            description: 'Answer with 2xx within 15 seconds. Any other answer, and none, is tried again.',
            security: [],
            parameters: headers.map(([name, description, value]) => ({
              ...{ name, in: 'header', required: true, description, schema: { type: 'string' }, example: value },
            })),
            requestBody: {
              required: true,
              content: {
                'application/json': { schema: components.add(schema, 'output'), example: { type, timestamp, data: example } },
              },
            },
            responses: {
              '2XX': { description: 'Received.' },
              '410': { description: 'No more messages: we disable the endpoint.' },
            },
          },
        },
      ];
    }),
  );
}
