import { type Response, Router } from 'express';
import { cookieOf, cookies, isFromElsewhere, type SignIn, type Step } from '../src/identity/index.ts';
import { Failure } from '../src/kernel/errors.ts';
import { isLoopback } from '../src/kernel/loopback.ts';
import { callerOf, exchangeOf } from './exchange.ts';
import { parseQuery } from './query-string.ts';

/** Signing in and out, for browsers. */
export function createSignInRoutes({ signIn, baseUrl }: { signIn: SignIn; baseUrl: string }): Router {
  const { protocol, hostname } = new URL(baseUrl);
  const safety = { httpOnly: true, sameSite: 'lax', secure: protocol === 'https:' || !isLoopback(hostname) } as const;
  const places = { [cookies.session]: '/', [cookies.signIn]: '/auth' };
  const forget = (res: Response, name: string) => res.clearCookie(name, { ...safety, path: places[name] ?? '/' });
  const go = (res: Response, name: string, { location, cookie, seconds }: Step) => {
    res.cookie(name, cookie, { ...safety, path: places[name] ?? '/', maxAge: seconds * 1000 });
    res.redirect(location);
  };

  const router = Router({ caseSensitive: true });
  router.use(['/login', '/callback', '/logout'], (req, res, next) => {
    exchangeOf(res).route = req.baseUrl;
    res.set('Cache-Control', 'no-store');
    next();
  });
  router.get('/login', async (req, res) => {
    go(res, cookies.signIn, await signIn.begin(parseQuery(req.url)['returnTo'], callerOf(req).address));
  });
  router.get('/callback', async (req, res) => {
    const query = req.url.slice(req.path.length);
    // A return of an older sign-in, for instance from another tab, leaves the one that is under way alone. So does one too many.
    const transaction = await signIn.recall(query, cookieOf(req.headers, cookies.signIn), callerOf(req).address);
    // From here on the sign-in is over, whether it succeeds or fails.
    forget(res, cookies.signIn);
    go(res, cookies.session, await signIn.finish(query, transaction, req.headers));
  });
  router.post('/logout', async (req, res) => {
    if (isFromElsewhere(callerOf(req), baseUrl)) throw new Failure('invalid_session', 'The request comes from another origin.');
    // Where this fails, the cookie stays, so that signing out can be tried again.
    await signIn.end(req.headers);
    forget(res, cookies.session);
    res.redirect(303, `${baseUrl}/`);
  });
  return router;
}
