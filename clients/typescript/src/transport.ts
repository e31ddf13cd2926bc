import { ApiError, ConnectionError, errorOf, TimeoutError } from './errors.ts';
import { type Limits, limitsOf } from './limits.ts';
import { isProtected } from './protected-address.ts';
import { backOff, wait } from './wait.ts';

export interface ClientOptions {
  /** An API key: for company data. */
  key?: string | undefined;
  /** The token of a session: for the account, its keys and its members. */
  session?: string | undefined;
  /** The account that the session is about, if the person is in several. By default the one that they made. */
  accountId?: string | undefined;
  /** The address of the service. */
  baseUrl?: string | undefined;
  /**
   * Lets a key or a session be sent by http to other machines, where everybody on the way can read it. Without it that is refused.
   */
  allowInsecureHttp?: boolean | undefined;
  /** How often a request is repeated that failed by the network, a limit of the minute, or on our side. 2 by default. */
  retries?: number | undefined;
  /** In milliseconds, for each attempt; of a download until it begins. 30,000 by default. */
  timeout?: number | undefined;
  /** Waits for the next minute rather than exceed the limit of this one. */
  pace?: boolean | undefined;
  /** In place of the global one. */
  fetch?: typeof globalThis.fetch | undefined;
}

/** For each call. */
export interface CallOptions {
  signal?: AbortSignal | undefined;
  retries?: number | undefined;
  timeout?: number | undefined;
}

type Value = string | number | boolean | Date | null | undefined;
export type Query = Readonly<Record<string, Value | readonly Value[]>>;

interface Call extends CallOptions {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  query?: Query | undefined;
  body?: unknown;
  headers?: Record<string, string>;
  /** By the account's session, not by the key. */
  bySession?: boolean;
}

/** The longest Retry-After that is waited for, in seconds: a minute, and what clocks differ by. */
const longestWait = 65;

/** Sends requests, repeats what may be repeated, and remembers the limits. */
export class Transport {
  /** Where the limits stood at the last answer. */
  limits: Limits | undefined;
  readonly #options: ClientOptions;
  readonly #base: string;
  /** Requests that are sent and not yet answered. */
  #pending = 0;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#base = (options.baseUrl ?? 'http://localhost:3000').replace(/\/+$/, '');
    if (!URL.canParse(this.#base)) throw new TypeError(`baseUrl is not an address: ${this.#base}`);
    if ((options.key || options.session) && !options.allowInsecureHttp && !isProtected(this.#base))
      throw new TypeError(
        'baseUrl is an address of http on another machine, and everybody on the way could read the credential. Use https, or set ' +
          'allowInsecureHttp.',
      );
    // What fetch says of a wrong header contains it.
    for (const name of ['key', 'session', 'accountId'] as const)
      if (!/^[\x21-\x7e]*$/.test(options[name] ?? '')) throw new TypeError(`${name} has characters that no header can have.`);
  }

  /** The JSON of an answer. */
  async json<Answer>(path: string, call: Call = {}): Promise<Answer> {
    return this.#attempts(path, call, async (response) => {
      if (response.status === 204) return undefined as Answer;
      return (await response.json()) as Answer;
    });
  }

  /** An answer whose body is still to be read. */
  open(path: string, call: Call = {}): Promise<Response> {
    return this.#attempts(path, call, async (response) => response);
  }

  async #attempts<Answer>(path: string, call: Call, read: (response: Response) => Promise<Answer>): Promise<Answer> {
    const retries = call.retries ?? this.#options.retries ?? 2;
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#attempt(path, call, read);
      } catch (error) {
        call.signal?.throwIfAborted();
        const pause = attempt < retries ? pauseAfter(error, attempt) : undefined;
        if (pause === undefined) throw error;
        await wait(pause, call.signal);
      }
    }
  }

  async #attempt<Answer>(path: string, call: Call, read: (response: Response) => Promise<Answer>): Promise<Answer> {
    if (this.#options.pace && !call.bySession) while (this.#isFull()) await this.#nextMinute(call.signal);
    this.#pending++;
    const timeout = call.timeout ?? this.#options.timeout ?? 30_000;
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), timeout);
    try {
      const response = await (this.#options.fetch ?? globalThis.fetch)(this.#base + path + queryOf(call.query), {
        method: call.method ?? 'GET',
        headers: this.#headers(call),
        ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
        signal: call.signal ? AbortSignal.any([call.signal, late.signal]) : late.signal,
        // A redirect could carry the key to another place.
        redirect: 'error',
      });
      this.limits = limitsOf(response.headers) ?? this.limits;
      if (!response.ok) throw await errorOf(response);
      return await read(response);
    } catch (error) {
      if (error instanceof ApiError) throw error;
      call.signal?.throwIfAborted();
      if (late.signal.aborted) throw new TimeoutError(`No answer came within ${timeout} ms.`, { cause: error });
      throw new ConnectionError('The service cannot be reached, or its answer broke off.', { cause: error });
    } finally {
      clearTimeout(timer);
      this.#pending--;
    }
  }

  #headers({ headers, body, bySession }: Call): Record<string, string> {
    const { key, session, accountId } = this.#options;
    const byPerson = { ...(session && { authorization: `Bearer ${session}` }), ...(accountId && { 'x-account-id': accountId }) };
    return {
      accept: 'application/json',
      ...(bySession ? byPerson : key && { 'x-api-key': key }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    };
  }

  /** Whether the requests that are on their way use up the minute. */
  #isFull(): boolean {
    return this.limits !== undefined && this.limits.minute.remaining - this.#pending <= 0;
  }

  async #nextMinute(signal: AbortSignal | undefined): Promise<void> {
    if (!this.limits) return;
    const { limit, resetsAt } = this.limits.minute;
    const left = resetsAt.getTime() - Date.now();
    if (left > 0) return wait(left + Math.random() * 500, signal);
    // A new minute has begun. Where all of it is on its way, an answer will say so.
    this.limits = { ...this.limits, minute: { limit, remaining: limit, resetsAt: new Date(Date.now() + 60_000) } };
  }
}

/** How long to wait before a request is sent again, in milliseconds; nothing where that would not help. */
function pauseAfter(error: unknown, attempt: number): number | undefined {
  if (error instanceof ConnectionError) return backOff(attempt);
  if (!(error instanceof ApiError)) return undefined;
  if (error.code === 'monthly_quota_exceeded' || error.code === 'return_too_soon') return undefined;
  const mayPass = error.status === 408 || error.status === 429 || error.status >= 500;
  if (!mayPass || (error.retryAfter ?? 0) > longestWait) return undefined;
  return error.retryAfter === undefined ? backOff(attempt) : error.retryAfter * 1000 + Math.random() * 1000;
}

/** Lists are joined by commas. What is not given is left out. */
function queryOf(query: Query = {}): string {
  const words = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    const values = (Array.isArray(value) ? value : [value]).filter((one) => one !== undefined && one !== null);
    if (values.length > 0)
      words.set(name, values.map((one) => (one instanceof Date ? one.toISOString() : String(one))).join(','));
  }
  return words.size > 0 ? `?${words}` : '';
}

/** An id as a part of a path. */
export function segment(id: string): string {
  if (/^\.{0,2}$/.test(id)) throw new TypeError(`An id is missing: ${JSON.stringify(id)}`);
  return encodeURIComponent(id);
}
