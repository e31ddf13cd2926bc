import { createHmac, timingSafeEqual } from 'node:crypto';

/** How far the time of a signature may lie from ours, in seconds, either way. */
const tolerance = 300;

/**
 * Whether a body bears the provider's signature: `t=…,v1=…`, HMAC-SHA256 over `t.body`; while secrets are rotated there are several v1. It is computed
 * over the bytes: the provider's own library decodes them first, and takes a body with a byte order mark for the one without.
 */
export function isSigned(body: Buffer, header: string, secret: string, now: Date): boolean {
  const fields = header.split(',').map((field) => field.trim().split('='));
  const valuesOf = (name: string) => fields.filter(([key]) => key === name).map(([, value = '']) => value);
  const [time = '', ...others] = valuesOf('t');
  if (!/^\d{1,12}$/.test(time) || others.length > 0) return false;
  if (Math.abs(Math.floor(now.getTime() / 1000) - Number(time)) > tolerance) return false;
  const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest();
  return valuesOf('v1').some((value) => /^[\da-f]{64}$/.test(value) && timingSafeEqual(Buffer.from(value, 'hex'), expected));
}
