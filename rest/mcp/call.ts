import type { Response } from 'express';
import { type GraphQLSchema, parse } from 'graphql';
import { failureOf, powersFor, prepare, rootFields, type Services } from '../../src/api/index.ts';
import { admit, refusalOf } from '../../src/kernel/access/admission.ts';
import { type ErrorCode, Failure } from '../../src/kernel/errors.ts';
import { takeUnits } from '../edge/charge.ts';
import { attentionOf, exchangeOf } from '../edge/exchange.ts';
import { checkedValue } from '../route/input.ts';
import { plainData } from './plain-data.ts';
import { mcpDocuments } from './tools/documents.ts';
import type { DocumentName, Execute, Tool } from './tools/tool.ts';

interface CallDependencies {
  schema: GraphQLSchema;
  services: Services;
}

/** What an agent gets for a call: data, or what went wrong and what to do about it. */
export type Answered = {
  content: { type: 'text'; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: true;
};

/** What an agent can do about a failure, besides what its message says. */
const advice: Partial<Record<ErrorCode, string>> = {
  invalid_request: 'Correct the arguments and call again.',
  entity_not_found:
    'This proves nothing about the company: another register, a wrong country or a newer company is possible. ' +
    'Check the country and number, or try match_company.',
  rate_limit_exceeded: 'Do not call again before that.',
  monthly_quota_exceeded: 'Stop calling, and tell the user.',
  insufficient_scope: 'Do not call this tool again, and tell the user.',
  insufficient_role: 'Do not call this tool again, and tell the user.',
  cursor_expired: 'Call again without a cursor.',
  service_unavailable: 'Try again in a few seconds.',
  internal_error: 'Try again once, then tell the user the request id.',
};

const text = (...texts: string[]): Answered['content'] => texts.map((one) => ({ type: 'text', text: one }));

/** Runs tools and documents for one request, as a REST request is run: paid first, then checked, then asked. */
export function openCalls({ schema, services }: CallDependencies) {
  const prepared = new Map<DocumentName, ReturnType<typeof prepare>>();
  const operationOf = (name: DocumentName) => {
    const known = prepared.get(name) ?? prepare(schema, mcpDocuments[name]);
    prepared.set(name, known);
    return known;
  };
  const neededFor = ({ documents }: Pick<Tool, 'documents'>) =>
    powersFor(documents.flatMap((name) => rootFields(schema, parse(mcpDocuments[name]))));
  const executeFor = (res: Response): Execute => {
    const { requestId, principal } = exchangeOf(res);
    const context = () => ({ requestId, principal, services, ...attentionOf(res) });
    return (name, variables) => operationOf(name)(variables, context()) as Promise<never>;
  };

  return {
    /** Whether the caller has the powers that a tool needs. */
    allows(res: Response, tool: Tool): boolean {
      const { principal } = exchangeOf(res);
      return !neededFor(tool).some((power) => refusalOf(principal, power));
    },

    /** Takes the units, unless the request is free or the caller lacks a power, and runs it. The request log shows the `name`. */
    async execute<Answer>(
      res: Response,
      { name, documents, units }: Pick<Tool, 'name' | 'documents' | 'units'>,
      run: (execute: Execute) => Promise<Answer>,
    ): Promise<Answer> {
      const exchange = exchangeOf(res);
      exchange.fields = [name];
      exchange.operation = name;
      admit(exchange.principal, neededFor({ documents }));
      if (units > 0) await takeUnits(res, units);
      return run(executeFor(res));
    },

    /** Calls a tool. A failure is an answer too, because the agent can often do something about it. */
    async tool(res: Response, tool: Tool, sent: Record<string, unknown> = {}): Promise<Answered> {
      try {
        const run = (execute: Execute) => tool.run(checkedValue(tool.input, given(sent), 'arguments'), execute);
        const { says, data } = await this.execute(res, tool, run);
        const structuredContent = plainData(data) as Record<string, unknown>;
        // Many agents read the text alone, so it has the same data as JSON.
        return { content: text(says, JSON.stringify(structuredContent)), structuredContent };
      } catch (error) {
        const failure = error instanceof Failure ? error : failureOf(error);
        noteFailure(res, failure);
        return { content: text(sentenceOf(failure, exchangeOf(res).requestId)), isError: true };
      }
    },
  };
}

export type Calls = ReturnType<typeof openCalls>;

/** The arguments that are numbers. */
const numbers = ['page', 'limit'];

/** Agents write `null` or an empty text for what they leave out, a registration number as a number, and `"2"` for 2. */
function given(sent: Record<string, unknown>): Record<string, unknown> {
  const written = Object.entries(sent).filter(([, value]) => value !== null && value !== '');
  const read = ([name, value]: [string, unknown]) => {
    if (!numbers.includes(name)) return [name, typeof value === 'number' ? String(value) : value];
    return [name, typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value];
  };
  return Object.fromEntries(written.map(read));
}

/** For the charge and the logs. */
export function noteFailure(res: Response, { code, message, cause }: Failure): void {
  Object.assign(exchangeOf(res), { code, message, cause });
}

function sentenceOf({ code, message, retryAfter, removed }: Failure, requestId: string): string {
  const wait = retryAfter === undefined ? [] : [`Retry after ${retryAfter} s.`];
  const gone = removed ? [`It was last served at ${removed.lastServedAt}: company_history has what is known.`] : [];
  return [`${code}: ${message}`, ...gone, ...wait, advice[code] ?? [], `Request id: ${requestId}.`].flat().join(' ');
}
