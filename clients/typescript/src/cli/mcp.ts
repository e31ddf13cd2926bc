import { backOff, wait } from '../wait.ts';

export interface BridgeOptions {
  baseUrl: string;
  key: string;
  /** Messages of JSON-RPC, one a line. */
  input: AsyncIterable<Uint8Array | string>;
  output: { write(text: string): unknown };
  /** In place of the global one. */
  fetch?: typeof globalThis.fetch | undefined;
}

interface Message {
  id?: string | number;
  method?: string;
  params?: { name?: unknown; uri?: unknown; requestId?: string | number; _meta?: Record<string, unknown> };
}

/** In characters. The service takes 100,000 bytes. */
const longestLine = 200_000;
/** How many messages may be on their way at once. */
const mostPending = 16;
const retries = 2;
/** In milliseconds, for each attempt. */
const patience = 30_000;
const codes = { parse: -32_700, invalid: -32_600, server: -32_000 };
const versionName = 'io.modelcontextprotocol/protocolVersion';

/**
 * Serves an agent that speaks MCP over stdio: each line is sent to `/mcp` of the service with the key, and its answer is written
 * as a line. It ends with the input, when everything is answered.
 */
export async function bridge({ baseUrl, key, input, output, fetch = globalThis.fetch }: BridgeOptions): Promise<void> {
  const address = `${baseUrl.replace(/\/+$/, '')}/mcp`;
  // What fetch says of a wrong header contains it.
  if (!/^[\x21-\x7e]+$/.test(key)) throw new TypeError('The key is missing, or has characters that no header can have.');
  const underWay = new Map<string | number, AbortController>();
  const pending = new Set<Promise<void>>();
  /** The revision that client and service agreed on. Since 2026-07-28, each message has its own. */
  let agreed: string | undefined;

  const write = (message: object) => void output.write(`${JSON.stringify(message)}\n`);
  const refuse = (id: unknown, code: number, message: string) =>
    write({ jsonrpc: '2.0', id: id ?? null, error: { code, message } });

  const post = async (text: string, headers: Record<string, string>, cancelled: AbortSignal): Promise<Response> => {
    for (let attempt = 0; ; attempt++) {
      try {
        const signal = AbortSignal.any([cancelled, AbortSignal.timeout(patience)]);
        const response = await fetch(address, { method: 'POST', headers, body: text, signal, redirect: 'error' });
        if (response.status !== 503 || attempt >= retries) return response;
      } catch (error) {
        if (cancelled.aborted || attempt >= retries) throw error;
      }
      await wait(backOff(attempt), cancelled);
    }
  };

  const forward = async (text: string, message: Message): Promise<void> => {
    const { id } = message;
    const cancelled = new AbortController();
    if (id !== undefined) underWay.set(id, cancelled);
    try {
      const response = await post(text, headersOf(message, key, agreed), cancelled.signal);
      const answer = await answerIn(response);
      if (id === undefined) return;
      if (!answer) return refuse(id, codes.server, `${address} answered ${response.status}, and not in MCP. Check the address.`);
      if (message.method === 'initialize') agreed = answer.result?.protocolVersion ?? agreed;
      // A request that was refused as a whole is answered without its id.
      write({ ...answer, id });
    } catch {
      // What a client has cancelled is not answered.
      if (id !== undefined && !cancelled.signal.aborted)
        refuse(id, codes.server, `${address} cannot be reached, or its answer broke off. Check the address and the network.`);
    } finally {
      if (id !== undefined) underWay.delete(id);
    }
  };

  const take = (line: string): Promise<void> | undefined => {
    if (line.length > longestLine) return void refuse(null, codes.invalid, 'The message is too long.');
    const message = parsed(line);
    if (message === undefined) return void refuse(null, codes.parse, 'The line is not valid JSON.');
    if (Array.isArray(message) || typeof message !== 'object' || message === null)
      return void refuse(null, codes.invalid, 'A line must be one message.');
    const { method, params } = message as Message;
    // The service asks nothing, so an answer of the client belongs to nothing.
    if (method === undefined) return undefined;
    if (method !== 'notifications/cancelled') return forward(line, message);
    underWay.get(params?.requestId ?? '')?.abort();
    return undefined;
  };

  for await (const line of linesOf(input)) {
    const task = take(line);
    if (!task) continue;
    pending.add(task);
    task.finally(() => pending.delete(task));
    while (pending.size >= mostPending) await Promise.race(pending);
  }
  await Promise.all(pending);
}

/** Lines that are not empty. Of one that is far too long, only the beginning is kept. */
async function* linesOf(input: BridgeOptions['input']): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of input) {
    const lines = (typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })).split('\n');
    for (const [place, part] of lines.entries()) {
      if (rest.length <= longestLine) rest += part;
      if (place === lines.length - 1) break;
      if (rest.trim() !== '') yield rest;
      rest = '';
    }
  }
  if (rest.trim() !== '') yield rest;
}

/** The JSON of a line; undefined where it is none. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

interface Answer {
  jsonrpc: unknown;
  result?: { protocolVersion?: string };
}

async function answerIn(response: Response): Promise<Answer | undefined> {
  const answer = parsed(await response.text());
  return typeof answer === 'object' && answer !== null && 'jsonrpc' in answer ? answer : undefined;
}

/** With the headers that repeat parts of the message, for proxies. Revisions before 2026-07-28 have no others than the version. */
function headersOf({ method = '', params }: Message, key: string, agreed: string | undefined): Record<string, string> {
  const own = params?._meta?.[versionName];
  const version = typeof own === 'string' ? own : agreed;
  const name = params?.name ?? params?.uri;
  const isModern = typeof own === 'string';
  return {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'x-api-key': key,
    ...(version !== undefined && { 'mcp-protocol-version': headerText(version) }),
    ...(isModern && { 'mcp-method': headerText(method), ...(typeof name === 'string' && { 'mcp-name': headerText(name) }) }),
  };
}

/** A text that no header can have as it is, as the protocol writes it. */
function headerText(text: string): string {
  if (/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !text.startsWith('=?base64?')) return text;
  const bytes = new TextEncoder().encode(text);
  return `=?base64?${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}?=`;
}
