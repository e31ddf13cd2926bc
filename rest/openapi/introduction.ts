import type { Access } from '../route/route.ts';
import type { Json } from './components.ts';

/** The groups of operations. */
export const tags = [
  {
    name: 'Registry',
    description: 'Company records. Metered: each request counts against the limits of the key and the quota of its account.',
  },
  { name: 'Registers', description: 'Where the records come from, and how fresh they are.' },
  { name: 'Account', description: 'The account of the person whose session it is, and its API keys.' },
  { name: 'Plans', description: 'The public plan catalogue.' },
  {
    name: 'Billing',
    description:
      "Paid plans, through the payment provider's own pages. " +
      'The plan changes when the provider has told us, and by nothing else.',
  },
  { name: 'Health', description: 'The probes of an orchestrator.' },
  { name: 'Contract', description: 'This document.' },
];

/** The opening of the document, in Markdown. */
export const introduction = `One clean door to the company registers of many countries: company records in one normalized schema,
read-only, as JSON.

Every response has an \`X-Request-ID\`; a client's own is kept if it is a UUID. Every error has the same body, \`ErrorResponse\`:
branch on \`error.code\`, log \`error.message\`, quote \`error.requestId\`. After a 429 or 503 wait for \`Retry-After\`
seconds and a random delay more. A path that isn't listed here answers 404 \`not_found\`, a method that isn't 405
\`method_not_allowed\`.

Within v1 nullable fields and operations may be added; fields are never removed and never change their type.`;

/** The security schemes, by the access that they give. Any one of them is enough. */
export const securitySchemes: Record<Exclude<Access, 'public'>, Record<string, Json>> = {
  apiKey: {
    ApiKeyHeader: {
      type: 'apiKey',
      in: 'header',
      name: 'X-API-Key',
      description: 'The recommended way to send an API key. It wins where both are sent.',
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
      description: 'The cookie of our own sign-in. On plain http on one machine, for development, it is called `session`.',
    },
  },
};
