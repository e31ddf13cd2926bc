import { chosenAccount } from './chosen-account.ts';

/** In milliseconds. A click that was meant for what was here before does not press the button. */
const pause = 700;

const form = document.querySelector<HTMLFormElement>('#hand-over');
const outcome = document.querySelector('#outcome');
const button = form?.querySelector<HTMLButtonElement>('button.main');
const account = form?.querySelector<HTMLSelectElement | HTMLInputElement>('#account');

// The dashboard's account is offered first. If the person has left it, the field stays as it is.
const chosen = chosenAccount();
if (account instanceof HTMLSelectElement && [...account.options].some(({ value }) => value === chosen))
  account.value = chosen ?? '';

/** Makes the key, and sends it to the command on this computer. */
async function handOver(hidden: HTMLFormElement): Promise<void> {
  const response = await fetch('/api/v1/api-keys', {
    method: 'POST',
    // After an answer that was lost on the way, the same request gets the same key.
    headers: {
      'Content-Type': 'application/json',
      'Idempotency-Key': textIn(hidden, 'state'),
      'X-Account-ID': account?.value ?? '',
    },
    body: JSON.stringify({ name: hidden.dataset['name'] }),
  });
  const answer = await response.json();
  const { code, message } = answer.error ?? {};
  if (code === 'api_key_limit_reached') return tell(hidden, 'error', code);
  if (response.ok) return tell(hidden, 'key', answer.data.secret);
  throw new Error(message);
}

const textIn = (hidden: HTMLFormElement, name: string): string => String(new FormData(hidden).get(name) ?? '');

function tell(hidden: HTMLFormElement, name: string, value: string): void {
  const field =
    hidden.querySelector<HTMLInputElement>(`input[name=${name}]`) ??
    hidden.appendChild(Object.assign(document.createElement('input'), { type: 'hidden', name }));
  field.value = value;
  hidden.submit();
  // The secret does not stay in the page, which the browser may keep to go back to.
  field.value = '';
}

form?.addEventListener('submit', (event) => {
  if (event.submitter !== button) return;
  event.preventDefault();
  if (button) button.disabled = true;
  outcome?.replaceChildren('The key is being made…');
  handOver(form).catch((error: unknown) => {
    outcome?.replaceChildren(`No key was made: ${error instanceof Error ? error.message : error} Reload the page to try again.`);
  });
});
if (button)
  setTimeout(() => {
    button.disabled = false;
  }, pause);
