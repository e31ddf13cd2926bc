import { z } from 'zod';
import { type ErrorCode, errorTable } from '../../src/kernel/errors.ts';
import type { Access } from '../route/route.ts';
import type { Components, Json } from './components.ts';
import { headersOf } from './headers.ts';

const ErrorResponse = z
  .object({
    error: z.object({
      code: z.string().meta({
        description: 'Machine-readable; branch on this. New codes may be added.',
        examples: ['invalid_request'],
        'x-extensible-enum': Object.keys(errorTable),
      }),
      message: z.string().meta({ description: 'Human-readable, for logs.' }),
      requestId: z.guid().optional().meta({ description: 'Identifies the request in our log.' }),
      docs: z.url().optional().meta({ description: 'This documentation.' }),
      lastServedAt: z.iso
        .datetime()
        .optional()
        .meta({ description: 'For a record that its register no longer has: until when it was served.' }),
      history: z
        .string()
        .optional()
        .meta({ description: 'For such a record: where its history is.', examples: ['/api/v1/entities/…/history'] }),
    }),
  })
  .meta({ id: 'ErrorResponse', description: 'The body of every error.' });

const exampleRequestId = '5f0c954e-28f5-4f3c-9f0a-0d6f3d0f0c11';

/** Every operation has these: the request may be invalid or too slow, and the work may fail. */
const everywhere: ErrorCode[] = ['invalid_request', 'request_timeout', 'internal_error', 'service_unavailable'];
/** By the access that an operation needs. */
export const accessErrors: Record<Access, ErrorCode[]> = {
  public: [],
  apiKey: [
    ...(['api_key_required', 'invalid_api_key', 'insufficient_scope', 'insufficient_role', 'address_not_allowed'] as const),
    ...(['rate_limit_exceeded', 'monthly_quota_exceeded'] as const),
  ],
  session: [
    ...(['session_required', 'invalid_session', 'insufficient_role', 'issuer_required', 'account_not_found'] as const),
    ...(['rate_limit_exceeded', 'return_too_soon'] as const),
  ],
};

interface ErrorOptions {
  codes: readonly ErrorCode[];
  /** The operation's own answers by status. These statuses are left out here. */
  answers?: object;
  components: Components;
  isMetered?: boolean;
  /** Whether the operation has a body, which could be too large. */
  takesBody?: boolean;
}

/** One response for each status, with an example for each code. */
export function errorResponses({ codes, answers = {}, components, isMetered = false, takesBody = false }: ErrorOptions): Json {
  const schema = components.add(ErrorResponse, 'output');
  const all = [...new Set([...codes, ...everywhere, ...(takesBody ? (['payload_too_large'] as const) : [])])];
  const statuses = [...new Set(all.map((code) => errorTable[code].status))].filter((status) => !(status in answers)).sort();
  return Object.fromEntries(
    statuses.map((status) => {
      const ofStatus = all.filter((code) => errorTable[code].status === status);
      const response = {
        description: ofStatus.map((code) => `\`${code}\`: ${errorTable[code].message}`).join('\n'),
        headers: headersOf(status, isMetered),
        content: { 'application/json': { schema, examples: Object.fromEntries(ofStatus.map(exampleOf)) } },
      };
      return [status, response];
    }),
  );
}

function exampleOf(code: ErrorCode): [ErrorCode, Json] {
  const { message } = errorTable[code];
  const error = { code, message, requestId: exampleRequestId, docs: 'http://localhost:3000/docs' };
  return [code, { summary: message, value: { error } }];
}
