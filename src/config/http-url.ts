import { z } from 'zod';
import { isProtected } from './loopback.ts';

/** BASE_URL is shown to clients, and `fetch` refuses addresses with a password. */
export const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).refine((value) => {
  const { username, password } = URL.parse(value) ?? {};
  return !username && !password;
}, 'must be an http or https address without a user and a password');

/** An address whose answers we believe. */
export const protectedUrl = httpUrl.refine(isProtected, 'must be https outside loopback');
