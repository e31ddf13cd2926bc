import { hash } from 'node:crypto';
import { Router } from 'express';
import { keyRules } from '../../src/accounts/index.ts';
import { prepare } from '../../src/api/index.ts';
import { Failure } from '../../src/kernel/errors.ts';
import { once } from '../../src/kernel/once.ts';
import type { Authenticate } from '../../src/kernel/principal.ts';
import { callerOf, exchangeOf } from '../edge/exchange.ts';
import { parseQuery } from '../edge/query-string.ts';
import type { Operations } from '../operations.generated.ts';
import { ignoreUnauthorized } from './dashboard.ts';
import type { FrontPageParts } from './front-page.ts';
import { type Html, html } from './html.ts';

export const commandLinePath = '/dashboard/command-line';

export const commandLineDocuments = { commandLineAccount: '{ me { email } }' };

interface Parts extends Pick<FrontPageParts, 'schema' | 'services' | 'sendPage'> {
  authenticate: Authenticate;
}

/** What `company-registry login` asks for in the address that it opens. */
interface Wish {
  port: string;
  state: string;
  name: string;
}

/**
 * The page on which a person lets the command line on their computer use the account. Its script makes a key and sends it by a
 * form to the port of the command on the same computer. The key is in no address, and the policy allows no other target.
 */
export function commandLinePage({ schema, services, sendPage, authenticate }: Parts): Router {
  const account = once(() => prepare<Operations['commandLineAccount']>(schema, commandLineDocuments.commandLineAccount));
  const router = Router({ caseSensitive: true });
  router.get(commandLinePath, async (req, res) => {
    const exchange = exchangeOf(res);
    exchange.route = commandLinePath;
    const wish = wishIn(req.url);
    const principal = await authenticate('session', callerOf(req)).catch(ignoreUnauthorized);
    const page = { title: 'Command line · Company Registry', cacheControl: 'no-store' };
    if (!principal) return sendPage(res, { ...page, content: signInFirst(req.originalUrl) });
    const { me } = await account()({}, { requestId: exchange.requestId, principal, services });
    const target = `http://127.0.0.1:${wish.port}`;
    sendPage(res, { ...page, content: question(wish, target, me?.email), script: 'command-line.ts', formTarget: target });
  });
  return router;
}

function wishIn(url: string): Wish {
  const { port = '', state = '', name = '' } = parseQuery(url);
  const isPort = /^[1-9]\d{0,4}$/.test(port) && Number(port) <= 65_535;
  if (!isPort || !/^[\w-]{43}$/.test(state) || !keyRules.name.allows(name.trim()))
    throw new Failure(
      'invalid_request',
      'This address is not whole: run company-registry login, and open the address that it prints.',
    );
  return { port, state, name: name.trim() };
}

/** The terminal shows the same code. It is not the state itself, which only the command and this page have. */
function codeOf(state: string): string {
  const letters = hash('sha256', state).slice(0, 8).toUpperCase();
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}

const signInFirst = (returnTo: string): Html => html`<main id="content">
      <h1>Sign in to use the command line</h1>
      <p class="lead">Then you can let the command line on this computer use your account.</p>
      <p><a class="button main" href="/auth/login?returnTo=${encodeURIComponent(returnTo)}">Sign in</a></p>
    </main>`;

// The button is enabled by the script, a moment after the page is shown: nobody presses it by a click that was meant for another.
const question = ({ state, name }: Wish, target: string, email: string | null | undefined): Html => html`<main id="content">
      <h1>Let the command line use your account?</h1>
      <p class="lead">Continue only if you have just run <code>company-registry login</code> on this computer, and your terminal
        shows the code <strong>${codeOf(state)}</strong>.</p>
      <p>A key named <strong>${name}</strong> is made${email ? html` for <strong>${email}</strong>` : ''}, and sent to the program
        on this computer. It uses your quota. You can revoke it at any time under <a href="/dashboard/keys">API keys</a>.</p>
      <form id="hand-over" method="post" action="${target}/" data-name="${name}">
        <input type="hidden" name="state" value="${state}" />
        <input type="hidden" name="key" />
        <button class="main" disabled>Make the key</button>
        <button name="error" value="denied">No</button>
      </form>
      <p id="outcome" role="status"></p>
      <noscript><p class="note warn">This page needs JavaScript. Without it, make a key in another browser, and run
        <code>company-registry login --key YOUR_API_KEY</code>.</p></noscript>
    </main>`;
