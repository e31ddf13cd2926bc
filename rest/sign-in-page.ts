import type { Response } from 'express';
import type { SignIn, SignInRequest } from '../src/identity/index.ts';
import { html } from './page/html.ts';
import type { SendPage } from './page/page.ts';

const title = 'Sign in · Company Registry';

/** The URL of the sign-in at an issuer. */
const loginAt = (issuer: string, { returnTo, email }: SignInRequest): string => {
  const named = { issuer, ...(returnTo !== undefined && { returnTo }), ...(email !== undefined && { email }) };
  return `/auth/login?${new URLSearchParams(named)}`;
};

/** The page where a person chooses an issuer, or types an e-mail address whose domain chooses one. It needs no script. */
export function sendChoice(sendPage: SendPage, res: Response, listed: SignIn['listed'], asked: SignInRequest): void {
  const content = html`<main id="content"><h1>Sign in</h1>
      <form class="line" method="get" action="/auth/login">
        ${asked.returnTo !== undefined && html`<input type="hidden" name="returnTo" value="${asked.returnTo}" />`}
        <label>E-mail address at work
          <input name="email" type="email" autocomplete="email" required maxlength="320" value="${asked.email}" /></label>
        <button class="main">Go on</button>
        ${asked.email !== undefined && html`<p role="alert">Nobody can sign in with an address of this domain.</p>`}
      </form>
      ${listed.length > 0 && html`<h2>Or choose where</h2>`}
      <ul>${listed.map(({ id, name }) => html`<li><a href="${loginAt(id, { returnTo: asked.returnTo })}">${name}</a></li>`)}</ul>
    </main>`;
  sendPage(res, { title, content, status: asked.email === undefined ? 200 : 400, cacheControl: 'no-store' });
}

/** Leads on to the issuer that an e-mail address chose. A form of ours must not lead to another host, a link may. */
export function sendOn(
  sendPage: SendPage,
  res: Response,
  { id, name }: { id: string; name: string },
  asked: SignInRequest,
): void {
  const url = loginAt(id, asked);
  const content = html`<main id="content"><h1>Sign in</h1>
      <p class="lead">You sign in at ${name}.</p><p><a class="button main" href="${url}">Go on</a></p></main>`;
  res.set('Refresh', `0; url=${url}`);
  sendPage(res, { title, content, cacheControl: 'no-store' });
}
