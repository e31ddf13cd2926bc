import { expect } from 'vitest';
import { ApiError, ConnectionError } from '../../clients/typescript/src/errors.ts';
import { type ClientOptions, Transport } from '../../clients/typescript/src/transport.ts';

/** A busy machine is not what a test is about: this only ends what hangs. */
const patienceMs = 300_000;

interface Read {
  response: Response;
  text: string;
}

/** The credential of a request without any other header. Undefined if it has another one, or none that a client could send. */
function credentialOf(headers: RequestInit['headers']): ClientOptions | undefined {
  const [[name, value] = ['', ''], ...others] = Object.entries((headers ?? {}) as Record<string, string>);
  if (others.length > 0 || !/^[\x21-\x7e ]+$/.test(value)) return undefined;
  const [, session] = /^Bearer (\S+)$/.exec(value) ?? [];
  if (name === 'x-api-key' && !value.includes(' ')) return { key: value };
  return name === 'authorization' && session ? { session } : undefined;
}

/**
 * Reads a path of the API as programs do, by the client. So tests that only read try the client too. Undefined if the request is
 * about anything else: another method, a header, a body, a time limit.
 */
export function readByClient(url: string, path: string, { headers, ...others }: RequestInit): Promise<Read> | undefined {
  const credential = credentialOf(headers);
  if (!credential || Object.keys(others).length > 0 || !path.startsWith('/api/v1/')) return undefined;
  return readAs(credential, url, path);
}

async function readAs(credential: ClientOptions, url: string, path: string): Promise<Read> {
  let read: Read | undefined;
  const capture: typeof fetch = async (...request) => {
    const response = await fetch(...request);
    const text = await response.text();
    read = { response, text };
    return new Response(text || null, { status: response.status, headers: response.headers });
  };
  const transport = new Transport({ ...credential, baseUrl: url, retries: 0, timeout: patienceMs, fetch: capture });
  const error = await transport.open(path, { bySession: credential.session !== undefined }).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ConnectionError || !read) throw (error as Error).cause ?? error;
  if (error !== undefined) {
    expect(error).toBeInstanceOf(ApiError);
    const { code, requestId } = JSON.parse(read.text).error;
    expect(error).toMatchObject({ status: read.response.status, code, requestId });
  }
  return read;
}
