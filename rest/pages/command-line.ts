import { hash } from 'node:crypto';
import { Router } from 'express';
import { keyRules } from '../../src/accounts/index.ts';
import { prepare } from '../../src/api/index.ts';
import { may } from '../../src/kernel/access/powers.ts';
import { Failure } from '../../src/kernel/errors.ts';
import type { Authenticate } from '../../src/kernel/principal.ts';
import { once } from '../../src/kernel/running/once.ts';
import { callerOf, exchangeOf } from '../edge/exchange.ts';
import { parseQuery } from '../edge/query-string.ts';
import type { Operations } from '../operations.generated.ts';
import { type Html, html } from '../page/html.ts';
import { ignoreUnauthorized } from './dashboard.ts';
import type { FrontPageDependencies } from './front-page.ts';

export const commandLinePath = '/dashboard/command-line';

export const commandLineDocuments = {
  commandLineAccount: '{ memberships { accountId email role isHome barred } }',
};

interface CommandLineDependencies extends Pick<FrontPageDependencies, 'schema' | 'services' | 'sendPage'> {
  authenticate: Authenticate;
}

/** What `company-registry login` asks for in the URL that it opens. */
interface LoginRequest {
  port: string;
  state: string;
  name: string;
  /** The account that the key is for. Unset: the person chooses. */
  account?: string;
}

type Membership = Operations['commandLineAccount']['data']['memberships'][number];

/**
 * The page on which a person lets the command line on their computer use the account. Its script makes a key and sends it by a
 * form to the port of the command on the same computer. The key is in no URL, and the policy allows no other target.
 */
export function commandLinePage({ schema, services, sendPage, authenticate }: CommandLineDependencies): Router {
  const accounts = once(() => prepare<Operations['commandLineAccount']>(schema, commandLineDocuments.commandLineAccount));
  const router = Router({ caseSensitive: true });
  router.get(commandLinePath, async (req, res) => {
    const exchange = exchangeOf(res);
    exchange.route = commandLinePath;
    const request = loginRequestIn(req.url);
    const principal = await authenticate('session', callerOf(req)).catch(ignoreUnauthorized);
    const page = { title: 'Command line · Company Registry', cacheControl: 'no-store' };
    if (!principal) return sendPage(res, { ...page, content: signInFirst(req.originalUrl) });
    const { memberships } = await accounts()({}, { requestId: exchange.requestId, principal, services });
    const target = `http://127.0.0.1:${request.port}`;
    const content = confirmation(request, target, choicesFor(request, memberships ?? []));
    sendPage(res, { ...page, content, script: 'command-line.ts', formTarget: target });
  });
  return router;
}

function loginRequestIn(url: string): LoginRequest {
  const { port = '', state = '', name = '', account } = parseQuery(url);
  const isPort = /^[1-9]\d{0,4}$/.test(port) && Number(port) <= 65_535;
  if (!isPort || !/^[\w-]{43}$/.test(state) || !keyRules.name.allows(name.trim()))
    throw new Failure(
      'invalid_request',
      'This address is not whole: run company-registry login, and open the address that it prints.',
    );
  return { port, state, name: name.trim(), ...(account && { account: account.toLowerCase() }) };
}

/** The accounts that the key can be for: those where the person can get in and make keys, or the one that the command names. */
function choicesFor({ account }: LoginRequest, memberships: readonly Membership[]): readonly Membership[] {
  const able = memberships.filter(({ role, barred }) => barred === null && may(role, 'ownKeys'));
  if (!account) return able;
  const wished = able.filter(({ accountId }) => accountId === account);
  if (wished.length === 0) throw new Failure('account_not_found', 'You cannot make keys in an account with this id.');
  return wished;
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

const nameOf = ({ email, accountId }: Membership): string => email ?? accountId;

const only = ([first, second]: readonly Membership[]): Html | '' =>
  first && !second ? html` in the account of <strong>${nameOf(first)}</strong>` : '';

const onlyAccount = (choice: Membership | undefined): Html =>
  html`<input type="hidden" id="account" value="${choice?.accountId ?? ''}" />`;

// Without a name the form does not send it: the command on this computer has no use for it.
const accountField = (choices: readonly Membership[]): Html => html`<p><label>Account
          <select id="account">${choices.map(
            (one) =>
              html`<option value="${one.accountId}">${one.isHome ? 'Your account' : `${nameOf(one)} (${one.role})`}</option>`,
          )}</select></label></p>`;

// The button is enabled by the script, a moment after the page is shown: nobody presses it by a click that was meant for another.
const confirmation = (
  { state, name }: LoginRequest,
  target: string,
  choices: readonly Membership[],
): Html => html`<main id="content">
      <h1>Let the command line use your account?</h1>
      <p class="lead">Continue only if you have just run <code>company-registry login</code> on this computer, and your terminal
        shows the code <strong>${codeOf(state)}</strong>.</p>
      <p>A key named <strong>${name}</strong> is made${only(choices)}, and sent to the program on this computer. It uses the quota
        of the account. You can revoke it at any time under <a href="/dashboard/keys">API keys</a>.</p>
      <form id="hand-over" method="post" action="${target}/" data-name="${name}">
        ${choices.length > 1 ? accountField(choices) : onlyAccount(choices[0])}
        <input type="hidden" name="state" value="${state}" />
        <input type="hidden" name="key" />
        <button class="main" disabled>Make the key</button>
        <button name="error" value="denied">No</button>
      </form>
      <p id="outcome" role="status"></p>
      <noscript><p class="note warn">This page needs JavaScript. Without it, make a key in another browser, and run
        <code>company-registry login --key YOUR_API_KEY</code>.</p></noscript>
    </main>`;
