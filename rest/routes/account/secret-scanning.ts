import { z } from 'zod';
import { reportLimits } from '../../../src/leaks/index.ts';
import { from } from '../../route/envelope.ts';
import { route } from '../../route/route.ts';

const LeakReports = z
  .array(
    z.object({
      token: z.string(),
      type: z.string().meta({ examples: ['company_registry_api_key'] }),
      url: z.string().nullish(),
      source: z
        .string()
        .nullish()
        .meta({ examples: ['content'] }),
    }),
  )
  .meta({ id: 'LeakReports', description: "Secrets that were found in public, in the format of GitHub's partners." });

export const receiveLeakReports = route({
  operationId: 'receiveLeakReports',
  method: 'post',
  path: '/secret-scanning',
  tag: 'Account',
  summary: 'Report API keys that were found in public',
  description:
    "Meant for GitHub's secret scanning: what counts is the signature. A key of ours ends at once, with its address, and an " +
    'address ends alone. 404 where the service has no public keys to check signatures with.',
  access: 'public',
  visitorLimit: 'reports',
  isInternal: true,
  input: {
    raw: {
      limit: reportLimits.bytes,
      headers: {
        'Github-Public-Key-Identifier': 'Which public key the signature is of.',
        'Github-Public-Key-Signature': 'ECDSA P-256 with SHA-256 over the body, in base64.',
      },
      schema: LeakReports,
    },
  },
  document: `mutation ($body: Bytes!, $signatures: [String!]!) {
    verdicts: receiveLeakReports(body: $body, signatures: $signatures) { token_raw: token token_type: type label }
  }`,
  variables: ({ raw }) => ({ body: raw.bytes, signatures: raw.headers }),
  answers: {
    200: {
      description: 'Whether each secret is ours, in the order of the reports.',
      body: from('verdicts'),
      example: [{ token_raw: 'crd_…', token_type: 'company_registry_api_key', label: 'true_positive' }],
    },
  },
  errors: ['invalid_signature', 'not_found', 'rate_limit_exceeded'],
  cacheControl: 'no-store',
});
