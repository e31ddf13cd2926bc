import { type Request, type Response, Router } from 'express';
import { type CookieKind, CookieSettings, isCrossSite, type SignIn, type Step } from '../src/identity/index.ts';
import { Failure } from '../src/kernel/errors.ts';
import { callerOf, exchangeOf } from './edge/exchange.ts';
import { parseQuery } from './edge/query-string.ts';

/** Signing in and out, for browsers. */
export function createSignInRoutes({ signIn, baseUrl }: { signIn: SignIn; baseUrl: string }): Router {
  const cookieSettings = new CookieSettings(baseUrl);
  const forget = ({ headers }: Request, res: Response, kind: CookieKind) => {
    for (const cookie of [cookieSettings.current(kind), cookieSettings.unprefixed(kind, headers)])
      if (cookie) res.clearCookie(cookie.name, cookie.attributes);
  };
  const give = ({ headers }: Request, res: Response, kind: CookieKind, { location, cookie, seconds }: Step) => {
    const [{ name, attributes }, old] = [cookieSettings.current(kind), cookieSettings.unprefixed(kind, headers)];
    res.cookie(name, cookie, { ...attributes, maxAge: seconds * 1000 });
    if (old) res.clearCookie(old.name, old.attributes);
    res.redirect(location);
  };

  const router = Router({ caseSensitive: true });
  router.use(['/login', '/callback', '/logout'], (req, res, next) => {
    exchangeOf(res).route = req.baseUrl;
    res.set('Cache-Control', 'no-store');
    next();
  });
  router.get('/login', async (req, res) => {
    give(req, res, 'signIn', await signIn.begin(parseQuery(req.url)['returnTo'], callerOf(req).address));
  });
  router.get('/callback', async (req, res) => {
    const query = req.url.slice(req.path.length);
    // A return of an older sign-in, for instance from another tab, leaves the one that is under way alone. So does one too many.
    const transaction = await signIn.recall(query, callerOf(req));
    // From here on the sign-in is over, whether it succeeds or fails.
    forget(req, res, 'signIn');
    give(req, res, 'session', await signIn.finish(query, transaction, req.headers));
  });
  router.post('/logout', async (req, res) => {
    if (isCrossSite(callerOf(req), baseUrl)) throw new Failure('invalid_session', 'The request comes from another origin.');
    // Where this fails, the cookie stays, so that signing out can be tried again.
    await signIn.end(req.headers);
    forget(req, res, 'session');
    res.redirect(303, `${baseUrl}/`);
  });
  return router;
}
