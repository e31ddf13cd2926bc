import { tracingChannel } from 'node:diagnostics_channel';

/** The data of one span. Without tracing the channel has no subscriber, and a span costs almost nothing. */
export interface Traced {
  name: string;
  attributes?: { [name: string]: string | number | undefined };
  /** The caller's span, from the header `traceparent`. */
  traceparent?: string | undefined;
  /** Set if the work failed. */
  error?: unknown;
}

export const tracing = tracingChannel<Traced>('company-registry');

/** Runs the work as a span of its own, inside the caller's span. */
export function traced<Result>(
  name: string,
  attributes: NonNullable<Traced['attributes']>,
  work: () => Promise<Result>,
): Promise<Result> {
  return tracing.hasSubscribers ? tracing.tracePromise(work, { name, attributes }) : work();
}
