import { accountHeader } from '../chosen-account.ts';

const remembered = 'api-key';
const field = document.querySelector<HTMLInputElement>('#api-key');
const note = document.querySelector('#key-note');

/** The key that was typed or created on this page. */
export const typedKey = (): string => field?.value.trim() ?? '';

export function keepKey(): void {
  if (!field) return;
  // The key survives a reload, but not the end of the tab.
  field.value = sessionStorage.getItem(remembered) ?? '';
  field.addEventListener('input', () => sessionStorage.setItem(remembered, typedKey()));
  document.querySelector('#key-form')?.addEventListener('submit', (event) => event.preventDefault());
  const button = document.querySelector<HTMLButtonElement>('#make-key');
  button?.addEventListener('click', () => makeKey(field, Number(button.dataset['seconds'])));
}

const keyName = 'API reference';

/**
 * Creates a key of the signed-in account, which expires after some seconds by the clock of the service. An account has one such
 * key beside those of its plan, so the key of an earlier visit is revoked.
 */
async function makeKey(input: HTMLInputElement, seconds: number): Promise<void> {
  const list = await fetch('/api/v1/api-keys', { headers: accountHeader() });
  if (list.status === 401) return say('You are not signed in. ', { text: 'Sign in', href: '/auth/login?returnTo=/docs' });
  if (!list.ok) return sayProblem(await list.json());
  const now = Date.parse(list.headers.get('Date') ?? '') || Date.now();
  const earlier = (await list.json()).data.filter(({ name, expiresAt }: Key) => name === keyName && expiresAt !== null);
  for (const { id } of earlier as Key[]) await fetch(`/api/v1/api-keys/${id}`, { method: 'DELETE', headers: accountHeader() });
  const headers = { 'Content-Type': 'application/json', ...accountHeader() };
  const body = JSON.stringify({ name: keyName, expiresAt: new Date(now + seconds * 1000).toISOString() });
  const response = await fetch('/api/v1/api-keys', { method: 'POST', headers, body });
  const answer = await response.json();
  if (!response.ok) return sayProblem(answer);
  input.value = answer.data.secret;
  sessionStorage.setItem(remembered, input.value);
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
  note?.replaceChildren(...words);
}
