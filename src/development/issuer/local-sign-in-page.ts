import { escapeHtml } from '../../kernel/html-page.ts';
import { standInPage } from '../pages.ts';

const page = (content: string): string =>
  standInPage(
    'Sign in: local issuer',
    `<h1>Company Registry</h1>
      <p class="notice">Local issuer, development only: any e-mail address works, and no password is asked for.</p>
      ${content}`,
  );

/**
 * Where any e-mail address signs in. If the issuer has groups, a person can also be removed, to try what follows. `typed` is a
 * text that was no e-mail address.
 */
export const signInPage = (hasGroups: boolean, typed = ''): string =>
  page(`<form method="post">
        <label for="email">E-mail address</label>
        <input id="email" name="email" type="email" value="${escapeHtml(typed)}" placeholder="someone@example.com"
          autocomplete="email" required autofocus />
        ${typed && '<p role="alert">This is no e-mail address.</p>'}
        ${hasGroups ? groupsField : ''}<button>Sign in</button>
        ${hasGroups ? '<button name="remove" value="yes">Remove this person here</button>' : ''}
      </form>`);

const groupsField = `<label for="groups">Groups, with commas between them</label>
        <input id="groups" name="groups" placeholder="staff, admins" />
        `;

export const errorPage = (reason: string): string =>
  page(`<p role="alert">${escapeHtml(reason)}</p><p><a href="/auth/login">Start again</a></p>`);
