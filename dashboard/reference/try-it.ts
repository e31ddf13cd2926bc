import { sampleLanguages, samplesOf } from '../../rest/openapi/sample-languages.ts';
import { accountHeader, chosenAccount } from '../chosen-account.ts';
import { answerParts } from './answer.ts';
import { confirmed } from './confirm.ts';
import { costOf, readQuota } from './cost.ts';
import { element } from './element.ts';
import { typedKey } from './key.ts';
import { offerIds } from './offered-ids.ts';
import { type FormRequest, requestOf } from './request.ts';

/** Sends the forms of the operations, shows the answers, and keeps the samples beside a form as the form is filled in. */
export function enableTrying(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form.tryit')) {
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void send(form);
    });
    form.addEventListener('input', () => renewSamples(form));
  }
}

function renewSamples(form: HTMLFormElement): void {
  const request = readRequest(form);
  if (!request) return;
  const texts = samplesOf({ ...request, accountId: chosenAccount() }, location.origin);
  const card = form.closest('article')?.querySelector('.samples');
  for (const language of sampleLanguages) {
    const code = card?.querySelector(`pre[data-language="${language}"] code`);
    if (code) code.textContent = texts[language];
  }
}

/** Undefined if the body is not JSON yet. The field says so. */
function readRequest(form: HTMLFormElement): FormRequest | undefined {
  const text = form.querySelector('textarea');
  text?.setCustomValidity('');
  try {
    return requestOf(form);
  } catch {
    text?.setCustomValidity('This is not JSON.');
    return undefined;
  }
}

async function send(form: HTMLFormElement): Promise<void> {
  const request = readRequest(form);
  const outcome = form.querySelector('.outcome');
  const answer = form.querySelector('.answer');
  const button = form.querySelector<HTMLButtonElement>('button.main');
  if (!request || !outcome || !answer || !button) return;
  const isHarmless = request.method === 'GET' && request.answer !== 'file';
  if (!isHarmless && !(await confirmed(request, form.dataset['summary'] ?? ''))) return;
  outcome.textContent = 'Sending…';
  button.setAttribute('aria-disabled', 'true');
  try {
    if (form.dataset['access'] === 'key' && typedKey() !== '') await readQuota();
    const start = performance.now();
    const response = await fetch(request.path, { ...initOf(request), cache: 'no-store' });
    const duration = Math.round(performance.now() - start);
    const parts = await answerParts(request.answer === 'json' ? response.clone() : response, form);
    const kind = response.ok ? 'good' : response.status < 400 ? '' : 'bad';
    const badge = element('span', {
      className: `badge ${kind}`,
      textContent: `${response.status} ${response.statusText}`.trim(),
    });
    outcome.replaceChildren(badge, [` in ${duration} ms`, costOf(response)].filter(Boolean).join(', '));
    answer.replaceChildren(...parts);
    if (response.ok && request.answer === 'json') void offerIds(request, response);
  } catch {
    outcome.textContent = 'The service did not answer. Check your connection and try again.';
    answer.replaceChildren();
  } finally {
    button.removeAttribute('aria-disabled');
  }
}

/** The browser adds the cookie of the session by itself. */
function initOf({ method, headers, body, isPublic, isSession }: FormRequest): RequestInit {
  return {
    method,
    headers: {
      ...headers,
      ...(!isPublic && (isSession ? accountHeader() : { 'X-API-Key': typedKey() })),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
}
