/** The script of the documentation: it sends requests and copies samples. Everything else on the pages works without scripts. */
const remembered = 'api-key';
/** Also of the dashboard, see sample-language.ts. A shared file would be one more to load. */
const language = 'sample-language';
const keyField = document.querySelector<HTMLInputElement>('#api-key');
const keyNote = document.querySelector('#key-note');

if (keyField) {
  document.querySelector('#key-form')?.removeAttribute('hidden');
  // The key survives a reload, but not the end of the tab.
  keyField.value = sessionStorage.getItem(remembered) ?? '';
  keyField.addEventListener('input', () => sessionStorage.setItem(remembered, keyField.value.trim()));
  document.querySelector('#key-form')?.addEventListener('submit', (event) => event.preventDefault());
  const button = document.querySelector<HTMLButtonElement>('#make-key');
  button?.addEventListener('click', () => makeKey(keyField, Number(button.dataset['seconds'])));
}

for (const form of document.querySelectorAll<HTMLFormElement>('form.tryit')) {
  form.hidden = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(form);
  });
}

for (const block of document.querySelectorAll<HTMLElement>('main pre')) if (!block.closest('form')) addCopyButton(block);

const samples = [...document.querySelectorAll<HTMLDetailsElement>('details[data-language]')];
const showLanguage = (chosen: string): void => {
  for (const sample of samples) sample.open = sample.dataset['language'] === chosen;
};
const before = localStorage.getItem(language);
if (before !== null) showLanguage(before);
for (const sample of samples)
  sample.querySelector('summary')?.addEventListener('click', (event) => {
    // A click on the open one closes it alone.
    if (sample.open) return;
    event.preventDefault();
    const chosen = sample.dataset['language'] ?? '';
    localStorage.setItem(language, chosen);
    showLanguage(chosen);
  });

function addCopyButton(block: HTMLElement): void {
  const button = Object.assign(document.createElement('button'), { type: 'button', className: 'quiet', textContent: 'Copy' });
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.textContent ?? '');
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 2_000);
  });
  const holder = Object.assign(document.createElement('div'), { className: 'copyable' });
  block.replaceWith(holder);
  holder.append(block, button);
}

const keyName = 'API reference';

/**
 * Creates a key of the signed-in account, which expires after some seconds by the clock of the service. An account has one such key beside
 * those of its plan, so the key of an earlier visit is revoked.
 */
async function makeKey(field: HTMLInputElement, seconds: number): Promise<void> {
  const list = await fetch('/api/v1/api-keys');
  if (list.status === 401) return say('You are not signed in. ', { text: 'Sign in', href: '/auth/login?returnTo=/docs' });
  if (!list.ok) return sayProblem(await list.json());
  const now = Date.parse(list.headers.get('Date') ?? '') || Date.now();
  const earlier = (await list.json()).data.filter(({ name, expiresAt }: Key) => name === keyName && expiresAt !== null);
  for (const { id } of earlier as Key[]) await fetch(`/api/v1/api-keys/${id}`, { method: 'DELETE' });
  const headers = { 'Content-Type': 'application/json' };
  const body = JSON.stringify({ name: keyName, expiresAt: new Date(now + seconds * 1000).toISOString() });
  const response = await fetch('/api/v1/api-keys', { method: 'POST', headers, body });
  const answer = await response.json();
  if (!response.ok) return sayProblem(answer);
  field.value = answer.data.secret;
  sessionStorage.setItem(remembered, field.value);
  say('The key was created. It expires in an hour.');
}

interface Key {
  id: string;
  name: string;
  expiresAt: string | null;
}

const sayProblem = ({ error }: { error: { message: string } }): void =>
  say(`${error.message} `, { text: 'Manage your keys', href: '/dashboard/keys' });

function say(text: string, link?: { text: string; href: string }): void {
  const words: (string | Node)[] = [text];
  if (link) words.push(Object.assign(document.createElement('a'), { href: link.href, textContent: link.text }));
  keyNote?.replaceChildren(...words);
}

/** Sends the request of the form, and shows the response. */
async function send(form: HTMLFormElement): Promise<void> {
  let path = form.dataset['path'] ?? '';
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    const [place, parameter = ''] = name.split(':');
    const text = String(value).trim();
    if (place === 'path') path = path.replace(`{${parameter}}`, encodeURIComponent(text));
    else if (text !== '') query.set(parameter, text);
  }
  const url = query.size > 0 ? `${path}?${query}` : path;
  const headers: Record<string, string> = form.dataset['access'] === 'key' ? { 'X-API-Key': keyField?.value.trim() ?? '' } : {};
  const output = form.querySelector('pre');
  if (!output) return;
  output.hidden = false;
  output.textContent = 'Waiting…';
  try {
    const response = await fetch(url, { headers });
    const left = response.headers.get('X-Monthly-Quota-Remaining');
    const lines = [`GET ${url}`, `${response.status} ${response.statusText}`, ...(left ? [`Remaining quota: ${left}`] : []), ''];
    output.textContent = lines.join('\n') + pretty(await response.text());
  } catch {
    output.textContent = 'The service did not answer. Check your connection and try again.';
  }
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
