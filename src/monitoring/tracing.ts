import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { tracingChannel } from 'node:diagnostics_channel';
import { repeat } from '../background/repeat.ts';
import type { Logger } from '../kernel/logging.ts';
import type { Teardown } from '../kernel/teardown.ts';
import { type Traced, tracing } from '../kernel/tracing.ts';

/** How often spans are sent, and how long that may take. */
const everyMs = 1_000;
const sendTimeoutMs = 3_000;
/** Spans beyond these are dropped, so that a slow collector delays no request. */
const maxWaiting = 5_000;

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  name: string;
  /** As in OTLP. 1: internal. 2: server, a request that we serve. 3: client, a request to another server. */
  kind: 1 | 2 | 3;
  start: bigint;
}

interface TracingOptions {
  /** The URL of the collector, without /v1/traces. */
  endpoint: string;
  version: string;
  date(): Date;
  logger: Logger;
  teardown: Teardown;
}

const hexadecimal = (bytes: number) => randomBytes(bytes).toString('hex');
const kinds: { [name: string]: Span['kind'] } = { request: 2, database: 3, redis: 3, 'payment provider': 3 };

/**
 * Sends spans to an OpenTelemetry collector, as OTLP over HTTP in JSON. The official SDK would add 34 MB to the image, and the
 * service needs only this part of it.
 */
export function startTracing({ endpoint, version, date, logger, teardown }: TracingOptions): void {
  /** Nanoseconds since 1970: the wall clock is read once, and a monotonic clock is added to it. */
  const offset = BigInt(date().getTime()) * 1_000_000n - process.hrtime.bigint();
  const nanoseconds = () => offset + process.hrtime.bigint();
  const current = new AsyncLocalStorage<Span>();
  const spans = new WeakMap<object, Span>();
  let waiting: object[] = [];
  let hasFailed = false;

  const begin = (operation: Traced): Span => {
    const parent = parentOf(operation.traceparent) ?? current.getStore();
    const { traceId = hexadecimal(16), spanId: parentSpanId } = parent ?? {};
    const span = {
      traceId,
      spanId: hexadecimal(8),
      parentSpanId,
      name: operation.name,
      kind: kinds[operation.name] ?? 1,
      start: nanoseconds(),
    };
    spans.set(operation, span);
    return span;
  };
  const end = (operation: Traced): void => {
    const span = spans.get(operation);
    if (!span || waiting.length >= maxWaiting) return;
    spans.delete(operation);
    waiting.push(encode(span, nanoseconds(), operation));
  };
  const onEnd = (operation: unknown) => end(operation as Traced);
  const send = async (): Promise<void> => {
    const batch = waiting;
    waiting = [];
    if (batch.length === 0) return;
    const body = JSON.stringify(envelope(batch, version));
    const signal = AbortSignal.timeout(sendTimeoutMs);
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${endpoint}/v1/traces`, { method: 'POST', headers, body, signal }).catch(() => undefined);
    if (!answer?.ok && !hasFailed) logger.warn({ status: answer?.status }, 'the trace collector did not accept the spans');
    hasFailed = !answer?.ok;
  };

  const redis = tracingChannel<{ command: string }>('ioredis:command');
  const ofRedis = new WeakMap<object, Traced>();
  const redisEvents = {
    start: (context: { command: string }) => {
      const operation = { name: 'redis', attributes: { 'db.operation.name': context.command } };
      ofRedis.set(context, operation);
      begin(operation);
    },
    end: () => {},
    asyncStart: () => {},
    asyncEnd: (context: object) => end(ofRedis.get(context) ?? { name: '' }),
    error: () => {},
  };
  tracing.start.bindStore(current, (operation) => begin(operation as Traced));
  tracing.asyncEnd.subscribe(onEnd);
  redis.subscribe(redisEvents as Parameters<typeof redis.subscribe>[0]);
  teardown.push(async () => {
    tracing.start.unbindStore(current);
    tracing.asyncEnd.unsubscribe(onEnd);
    redis.unsubscribe(redisEvents as Parameters<typeof redis.unsubscribe>[0]);
    await send();
  });
  repeat({ name: 'spans', everyMs, limitMs: everyMs, run: send, logger, teardown });
}

/** The span of the caller, if the header is well-formed. */
function parentOf(traceparent: string | undefined): Pick<Span, 'traceId' | 'spanId'> | undefined {
  const [, traceId, spanId] =
    /^[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-[\da-f]{2}/.exec(traceparent ?? '') ?? [];
  return traceId && spanId ? { traceId, spanId } : undefined;
}

function encode({ start, ...span }: Span, end: bigint, { attributes = {}, error }: Traced): object {
  return {
    ...span,
    startTimeUnixNano: String(start),
    endTimeUnixNano: String(end),
    attributes: attributesOf(attributes),
    ...(error !== undefined && { status: { code: 2 } }),
  };
}

const attributesOf = (attributes: NonNullable<Traced['attributes']>) =>
  Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value } }],
  );

const envelope = (spans: object[], version: string) => ({
  resourceSpans: [
    {
      resource: { attributes: attributesOf({ 'service.name': 'company-registry', 'service.version': version }) },
      scopeSpans: [{ scope: { name: 'company-registry' }, spans }],
    },
  ],
});
