import { escapeHtml, htmlPage } from '../../kernel/html-page.ts';

const style = `<style>
      body {
        margin: 0; min-height: 100vh; display: grid; place-items: center;
        background: #f3f4f6; color: #1f2937; font: 16px/1.5 system-ui, sans-serif;
      }
      main {
        box-sizing: border-box; width: min(24rem, 100vw - 2rem); padding: 2rem;
        background: #fff; border-radius: 0.75rem; box-shadow: 0 1px 4px #0003;
      }
      h1 { margin: 0 0 1rem; font-size: 1.5rem; }
      .notice { margin: 0 0 1.5rem; padding: 0.5rem 0.75rem; background: #fef3c7; border-radius: 0.375rem; font-size: 0.875rem; }
      .mistake { color: #b91c1c; }
      label { display: block; font-weight: 600; }
      input, button {
        box-sizing: border-box; width: 100%; margin-top: 0.5rem; padding: 0.625rem;
        border: 1px solid #9ca3af; border-radius: 0.375rem; font: inherit;
      }
      @media (prefers-color-scheme: dark) {
        :root { color-scheme: dark; }
        body { background: #14171c; color: #eceef2; }
        main { background: #1d2027; }
        .notice { background: #3b2f0b; color: #fde68a; }
        .mistake { color: #fca5a5; }
      }
      button { margin-top: 1rem; border-color: #1d4ed8; background: #1d4ed8; color: #fff; font-weight: 600; cursor: pointer; }
    </style>`;

const page = (content: string): string =>
  htmlPage({
    title: 'Sign in: local issuer',
    head: style,
    body: `<main>
      <h1>Company Registry</h1>
      <p class="notice">Local issuer, development only: any e-mail address works, and no password is asked for.</p>
      ${content}
    </main>`,
  });

interface SignInForm {
  /** Whether the issuer has groups: then a person can also be removed, to try what follows. */
  hasGroups: boolean;
  /** The text that was no e-mail address. */
  typed?: string;
}

/** The page works without scripts and loads nothing from other sites. */
export const signInPage = ({ hasGroups, typed = '' }: SignInForm): string =>
  page(`<form method="post">
        <label for="email">E-mail address</label>
        <input id="email" name="email" type="email" value="${escapeHtml(typed)}" placeholder="someone@example.com"
          autocomplete="email" required autofocus />
        ${typed && '<p class="mistake" role="alert">This is no e-mail address.</p>'}
        ${hasGroups ? groupsField : ''}<button>Sign in</button>
        ${hasGroups ? '<button name="remove" value="yes">Remove this person here</button>' : ''}
      </form>`);

const groupsField = `<label for="groups">Groups, with commas between them</label>
        <input id="groups" name="groups" placeholder="staff, admins" />
        `;

export const errorPage = (reason: string): string =>
  page(`<p role="alert">${escapeHtml(reason)}</p><p><a href="/auth/login">Start again</a></p>`);
