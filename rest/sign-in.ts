import { type Response, Router } from 'express';
import { firstIssuerId } from '../src/config/issuers.ts';
import { type CookieKind, cookieSettings, isCrossSite, type SignIn, type Step } from '../src/identity/index.ts';
import { Failure } from '../src/kernel/errors.ts';
import { callerOf, exchangeOf } from './edge/exchange.ts';
import { parseQuery } from './edge/query-string.ts';
import type { SendPage } from './page/page.ts';
import { sendChoice, sendOn } from './sign-in-page.ts';

interface SignInRoutesDependencies {
  signIn: SignIn;
  baseUrl: string;
  sendPage: SendPage;
}

/** Signing in and out, for browsers. */
export function createSignInRoutes({ signIn, baseUrl, sendPage }: SignInRoutesDependencies): Router {
  const cookies = cookieSettings(baseUrl);
  const forget = (res: Response, kind: CookieKind) => {
    const { name, attributes } = cookies.named(kind);
    res.clearCookie(name, attributes);
  };
  const give = (res: Response, kind: CookieKind, { location, cookie, seconds }: Step) => {
    const { name, attributes } = cookies.named(kind);
    res.cookie(name, cookie, { ...attributes, maxAge: seconds * 1000 });
    res.redirect(location);
  };

  const router = Router({ caseSensitive: true });
  router.use(['/login', '/callback', '/logout'], (req, res, next) => {
    exchangeOf(res).route = req.baseUrl;
    res.set('Cache-Control', 'no-store');
    next();
  });
  router.get('/login', async (req, res) => {
    const { returnTo, issuer, email } = parseQuery(req.url);
    const asked = { returnTo, issuer, email };
    const chosen = signIn.choose(asked);
    if (!chosen) sendChoice(sendPage, res, signIn.listed, asked);
    else if (issuer === undefined && email !== undefined) sendOn(sendPage, res, chosen, asked);
    else give(res, 'signIn', await signIn.begin(chosen, asked, callerOf(req).address));
  });
  router.get(['/callback', '/callback/:issuer'], async (req, res) => {
    const query = req.url.slice(req.path.length);
    // It throws for the callback of an older sign-in, as from another tab, and over the rate limit. The cookie stays then.
    const transaction = await signIn.recall(query, String(req.params['issuer'] ?? firstIssuerId), callerOf(req));
    // From here on the sign-in is over, whether it succeeds or fails.
    forget(res, 'signIn');
    give(res, 'session', await signIn.finish(query, transaction, req.headers));
  });
  router.post('/logout', async (req, res) => {
    if (isCrossSite(callerOf(req), baseUrl)) throw new Failure('invalid_session', 'The request comes from another origin.');
    // If this fails, the cookie stays, so that the user can try to sign out again.
    await signIn.end(req.headers);
    forget(res, 'session');
    // The dashboard keeps lists of names in the browser.
    res.set('Clear-Site-Data', '"storage"');
    res.redirect(303, `${baseUrl}/`);
  });
  return router;
}
