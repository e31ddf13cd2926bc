/** The script of the API reference: it sends requests. Everything else on the pages works without scripts. */
const remembered = 'api-key';
const keyField = document.querySelector<HTMLInputElement>('#api-key');
const keyNote = document.querySelector('#key-note');

if (keyField) {
  document.querySelector('#key-form')?.removeAttribute('hidden');
  // The key survives a reload, but not the end of the tab.
  keyField.value = sessionStorage.getItem(remembered) ?? '';
  keyField.addEventListener('input', () => sessionStorage.setItem(remembered, keyField.value.trim()));
  document.querySelector('#key-form')?.addEventListener('submit', (event) => event.preventDefault());
  document.querySelector('#make-key')?.addEventListener('click', () => makeKey(keyField));
}

for (const form of document.querySelectorAll<HTMLFormElement>('form.tryit')) {
  form.hidden = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(form);
  });
}

/** Creates a key of the signed-in account, which expires in an hour. */
async function makeKey(field: HTMLInputElement): Promise<void> {
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const headers = { 'Content-Type': 'application/json' };
  const body = JSON.stringify({ name: 'API reference', expiresAt });
  const response = await fetch('/api/v1/api-keys', { method: 'POST', headers, body });
  const answer = await response.json();
  if (response.ok) {
    field.value = answer.data.secret;
    sessionStorage.setItem(remembered, field.value);
    say('The key was created. It expires in an hour.');
  } else if (response.status === 401) say('You are not signed in. ', { text: 'Sign in', href: '/auth/login?returnTo=/docs' });
  else say(`${answer.error.message} `, { text: 'Manage your keys', href: '/dashboard/keys' });
}

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
