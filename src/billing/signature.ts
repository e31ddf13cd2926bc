import { createHmac, timingSafeEqual } from 'node:crypto';

/** How far the time of a signature may be from ours, in the past or in the future. */
const toleranceSeconds = 300;
/**
 * How many headers are checked, and how many signatures in each. Two are enough while a secret is rotated, and a request with
 * thousands costs nothing.
 */
const maxSignatures = 2;

/** Whether one of the headers has the provider's signature of the body. */
export const isSigned = (body: Buffer, headers: readonly string[], secret: string, now: Date): boolean =>
  headers.slice(0, maxSignatures).some((header) => isSignedBy(header, body, secret, now));

/**
 * A header is `t=…,v1=…`, with HMAC-SHA256 over `t.body`. While secrets are rotated there are two v1. We check the bytes
 * ourselves: Stripe's library decodes them first, so it ignores a byte order mark, and it accepts times in the future.
 */
function isSignedBy(header: string, body: Buffer, secret: string, now: Date): boolean {
  const fields = header.split(',').map((field) => field.trim().split('='));
  const valuesOf = (name: string) => fields.filter(([key]) => key === name).map(([, value = '']) => value);
  const [time = '', ...others] = valuesOf('t');
  if (!/^\d{1,12}$/.test(time) || others.length > 0) return false;
  if (Math.abs(Math.floor(now.getTime() / 1000) - Number(time)) > toleranceSeconds) return false;
  const signatures = valuesOf('v1')
    .slice(0, maxSignatures)
    .filter((value) => /^[\da-f]{64}$/.test(value));
  if (signatures.length === 0) return false;
  const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest();
  return signatures.some((value) => timingSafeEqual(Buffer.from(value, 'hex'), expected));
}
