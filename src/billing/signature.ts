import { createHmac, timingSafeEqual } from 'node:crypto';

/** How far the time of a signature may lie from ours, in seconds, either way. */
const tolerance = 300;
/** How many signatures are looked at, of the headers and of one header: enough while a secret is rotated, and no more work for whoever sends thousands. */
const most = 2;

/** Whether a body bears the provider's signature in one of the headers. */
export const isSigned = (body: Buffer, headers: readonly string[], secret: string, now: Date): boolean =>
  headers.slice(0, most).some((header) => isSignedBy(header, body, secret, now));

/**
 * A header is `t=…,v1=…`, HMAC-SHA256 over `t.body`; while secrets are rotated there are two v1. It is computed
 * over the bytes: the provider's own library decodes them first, and takes a body with a byte order mark for the one without.
 */
function isSignedBy(header: string, body: Buffer, secret: string, now: Date): boolean {
  const fields = header.split(',').map((field) => field.trim().split('='));
  const valuesOf = (name: string) => fields.filter(([key]) => key === name).map(([, value = '']) => value);
  const [time = '', ...others] = valuesOf('t');
  if (!/^\d{1,12}$/.test(time) || others.length > 0) return false;
  if (Math.abs(Math.floor(now.getTime() / 1000) - Number(time)) > tolerance) return false;
  const signatures = valuesOf('v1')
    .slice(0, most)
    .filter((value) => /^[\da-f]{64}$/.test(value));
  if (signatures.length === 0) return false;
  const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest();
  return signatures.some((value) => timingSafeEqual(Buffer.from(value, 'hex'), expected));
}
