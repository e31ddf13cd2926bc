import type { WebhookMessage } from './types.ts';

/** The message was not signed with this secret, or is too old. Answer with 401. */
export class WebhookVerificationError extends Error {
  override name = 'WebhookVerificationError';
}

export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** How many seconds the time of a message may be off. 300 by default. */
  tolerance?: number | undefined;
  /** The time of the check. */
  now?: Date | undefined;
}

/**
 * The message, if it was signed with the secret (`whsec_…`) and is not too old; otherwise it throws a WebhookVerificationError.
 * Give the body as it came, before it is parsed. This is version 1 of Standard Webhooks, by the cryptography that browsers,
 * workers and Node have.
 */
export async function verifyWebhook(
  secret: string,
  headers: WebhookHeaders,
  body: string | Uint8Array,
  { tolerance = 300, now = new Date() }: VerifyOptions = {},
): Promise<WebhookMessage> {
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) throw new TypeError('Give the body before it is parsed.');
  const key = bytesOf(secret.replace(/^whsec_/, ''));
  if (!key?.length) throw new TypeError('The secret is not base64 after whsec_.');
  const [id, time, signatures] = ['id', 'timestamp', 'signature'].map((name) => headerOf(headers, `webhook-${name}`));
  if (!id || !time || !signatures) throw new WebhookVerificationError('A header is missing.');
  // Not a number is not near either.
  if (!(/^\d+$/.test(time) && Math.abs(now.getTime() / 1000 - Number(time)) <= tolerance))
    throw new WebhookVerificationError('The message is too old, or from the future.');
  const encoder = new TextEncoder();
  const content = typeof body === 'string' ? encoder.encode(body) : body;
  const start = encoder.encode(`${id}.${time}.`);
  const signed = new Uint8Array(start.length + content.length);
  signed.set(start);
  signed.set(content, start.length);
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const hmac = await crypto.subtle.importKey('raw', key, algorithm, false, ['verify']);
  for (const one of signatures.split(' ')) {
    const signature = one.startsWith('v1,') ? bytesOf(one.slice(3)) : undefined;
    if (signature && (await crypto.subtle.verify('HMAC', hmac, signature, signed)))
      return JSON.parse(new TextDecoder().decode(content)) as WebhookMessage;
  }
  throw new WebhookVerificationError('No signature fits.');
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (typeof headers.get === 'function') return headers.get(name) ?? undefined;
  const [, value] = Object.entries(headers).find(([own]) => own.toLowerCase() === name) ?? [];
  return typeof value === 'string' ? value : undefined;
}

/** Undefined if it is no base64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}
