import type { Access } from '../route/route.ts';
import type { Json } from './components.ts';

/** The groups of operations. */
export const tags = [
  {
    name: 'Registry',
    description: 'Company records. Metered: each request counts against the limits of the key and the quota of its account.',
  },
  { name: 'Registers', description: 'The sources of the records, and how fresh they are.' },
  {
    name: 'Watching',
    description: 'Lists of companies, and what changed of them. Metered as the company records are.',
  },
  {
    name: 'Webhooks',
    description: 'Addresses that get a message when something happened. Metered as the company records are.',
  },
  { name: 'Account', description: 'The account of the signed-in person, and its API keys.' },
  { name: 'Members', description: 'The people of an account: roles and invitations.' },
  { name: 'Plans', description: 'The public plan catalogue.' },
  {
    name: 'Billing',
    description:
      "Paid plans, through the payment provider's own pages. " + 'The plan changes only when the provider confirms it.',
  },
  { name: 'Health', description: 'The probes of an orchestrator.' },
  { name: 'Contract', description: 'This document, in its forms for programs.' },
];

/** The introduction of the document, in Markdown. */
export const introduction = `One API for official company registers: company records of many countries in one normalized schema,
read-only, as JSON.

Every response has an \`X-Request-ID\`; a client's own is kept if it is a UUID. Every error has the same body, \`ErrorResponse\`:
branch on \`error.code\`, log \`error.message\`, quote \`error.requestId\`. After a 429 or 503 wait for \`Retry-After\`
seconds and a random delay more. A path that isn't listed here answers 404 \`not_found\`, a method that isn't 405
\`method_not_allowed\`. While all companies are invented samples, every response has \`X-Sample-Data: true\`.

Within v1 nullable fields and operations may be added; fields are never removed and never change their type.`;

/** The security schemes, by the access that they give. Any one of them is enough. */
export const securitySchemes: Record<Exclude<Access, 'public'>, Record<string, Json>> = {
  apiKey: {
    ApiKeyHeader: {
      type: 'apiKey',
      in: 'header',
      name: 'X-API-Key',
      description: 'The recommended way to send an API key. It is used if both are sent.',
    },
    ApiKeyBearer: { type: 'http', scheme: 'bearer', description: 'An API key as a bearer token.' },
  },
  session: {
    SessionBearer: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description: 'A session token of the identity provider.',
    },
    SessionCookie: {
      type: 'apiKey',
      in: 'cookie',
      name: '__Host-session',
      description: 'The cookie of our own sign-in. In development, on plain http, its name is `session`.',
    },
  },
};
