import { z } from 'zod';
import { alertRules } from '../../../src/alerts/index.ts';
import { from } from '../../route/envelope.ts';
import { route } from '../../route/route.ts';
import { digits, maxLengths, text } from '../../route/rules.ts';

const common = { tag: 'Account', access: 'session', cacheControl: 'no-store' } as const;

export const listAlerts = route({
  ...common,
  operationId: 'listAlerts',
  method: 'get',
  path: '/alerts',
  summary: 'List the alerts',
  description: 'What the people of the account should know, newest first. Alerts are kept for 90 days.',
  input: {
    query: z.strictObject({
      cursor: z.string().max(maxLengths.auditCursor, 'is none that we gave').optional(),
      limit: digits(alertRules.limit),
    }),
  },
  document: `query ($cursor: String, $limit: Int) {
    alerts(cursor: $cursor, limit: $limit) { alerts { ...Alert } nextCursor unread }
  } fragment Alert on Alert { id at kind title text url data unread }`,
  variables: ({ query }) => query,
  answers: {
    200: {
      description: 'A page of alerts.',
      body: { data: from('alerts.alerts'), meta: { nextCursor: from('alerts.nextCursor'), unread: from('alerts.unread') } },
      example: {
        data: [
          {
            id: '4711',
            at: '2026-11-15T09:30:12.345Z',
            kind: 'key_created',
            title: 'A new API key was made',
            text: 'The key crd_Ab3dEf… was made. If that was not you, revoke it and end the sessions that you do not know.',
            url: 'https://registry.example/dashboard/keys',
            data: { keyId: 'a1c1d2c5-5d3a-4c55-9d06-3b1de2b3a702', prefix: 'crd_Ab3dEf' },
            unread: true,
          },
        ],
        meta: { nextCursor: null, unread: 1 },
      },
    },
  },
});

export const readAlerts = route({
  ...common,
  operationId: 'readAlerts',
  method: 'post',
  path: '/alerts/read',
  summary: 'Mark alerts as read',
  description: 'Marks an alert and all older ones as read, for the person of the session.',
  input: { body: z.strictObject({ upTo: text(alertRules.upTo) }) },
  document: 'mutation ($upTo: ID!) { readAlerts(upTo: $upTo) }',
  variables: ({ body }) => body,
  answers: {
    200: {
      description: 'How many are unread now.',
      body: { data: { unread: from('readAlerts') } },
      example: { data: { unread: 0 } },
    },
  },
});

const choices = {
  body: { data: from('choices') },
  example: {
    data: {
      mailedTo: 'ada@example.com',
      choices: [{ kind: 'key_created', title: 'A new API key was made', email: true }],
    },
  },
};
const fragment = 'fragment AlertChoices on AlertChoices { mailedTo choices { kind title email } }';

export const getAlertChoices = route({
  ...common,
  operationId: 'getAlertChoices',
  method: 'get',
  path: '/alert-choices',
  summary: 'Get the choices of alerts',
  description: 'Which alerts the person of the session gets by e-mail.',
  document: `{ choices: alertChoices { ...AlertChoices } } ${fragment}`,
  answers: { 200: { description: 'The choices.', ...choices } },
});

export const changeAlertChoices = route({
  ...common,
  operationId: 'changeAlertChoices',
  method: 'patch',
  path: '/alert-choices',
  summary: 'Choose alerts',
  description: 'Changes which alerts the person of the session gets by e-mail. Kinds that are not named stay as they are.',
  input: {
    body: z.strictObject({
      choices: z
        .array(z.strictObject({ kind: z.string(), email: z.boolean() }))
        .refine(alertRules.choices.allows, alertRules.choices.message),
    }),
  },
  document: `mutation ($choices: [AlertChoiceInput!]!) {
    choices: chooseAlerts(choices: $choices) { ...AlertChoices }
  } ${fragment}`,
  variables: ({ body }) => body,
  answers: { 200: { description: 'All choices.', ...choices } },
});
