import { tracingChannel } from 'node:diagnostics_channel';

/** One thing that is done, for whoever traces. Nobody listens unless tracing is on, and then it costs next to nothing. */
export interface Traced {
  name: string;
  attributes?: { [name: string]: string | number | undefined };
  /** The caller's own span, as the header `traceparent` has it. */
  traceparent?: string | undefined;
  /** Set where what was done failed. */
  error?: unknown;
}

export const tracing = tracingChannel<Traced>('company-registry');

/** Does the work as a span of its own, within the span of whoever asked for it. */
export function traced<Result>(
  name: string,
  attributes: NonNullable<Traced['attributes']>,
  work: () => Promise<Result>,
): Promise<Result> {
  return tracing.hasSubscribers ? tracing.tracePromise(work, { name, attributes }) : work();
}
