import { Router } from 'express';
import { exchangeOf } from '../edge/exchange.ts';

/** Three pages of a register. */
const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#2450c4"/>' +
  '<path d="M8 9h16v3.5H8zM8 15h16v3.5H8zM8 21h10v3.5H8z" fill="#fff"/></svg>';

/** Browsers also request /favicon.ico, and accept the same picture there. */
export function favicon(): Router {
  const router = Router({ caseSensitive: true });
  router.get(['/favicon.svg', '/favicon.ico'], (_req, res) => {
    exchangeOf(res).route = '/favicon';
    res.set('Cache-Control', 'public, max-age=86400').type('image/svg+xml').send(picture);
  });
  return router;
}
