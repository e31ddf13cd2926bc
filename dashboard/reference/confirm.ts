import { element } from './element.ts';
import type { FormRequest } from './request.ts';

/** Asks before a request that changes something or downloads a file. Escape and Cancel refuse. */
export function confirmed({ method, path, body, answer }: FormRequest, summary: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const before = document.activeElement;
  const lines = [`${method} ${path}`, ...(body === undefined ? [] : [JSON.stringify(body, null, 2)])];
  const cancel = element('button', { type: 'button', textContent: 'Cancel', autofocus: true });
  const send = element('button', { type: 'button', textContent: `Send ${method}` });
  send.className = method === 'DELETE' ? 'main danger' : 'main';
  const reason =
    answer === 'file'
      ? 'This downloads a file and costs units for its records.'
      : 'This request changes data. There is no test mode.';
  const dialog = element(
    'dialog',
    {},
    element('h2', { id: 'ask-title', textContent: `${summary}?` }),
    element('p', { textContent: reason }),
    element('pre', { tabIndex: 0 }, element('code', { textContent: lines.join('\n\n') })),
    element('p', { className: 'buttons' }, cancel, send),
  );
  dialog.setAttribute('aria-labelledby', 'ask-title');
  cancel.addEventListener('click', () => dialog.close());
  send.addEventListener('click', () => dialog.close('send'));
  dialog.addEventListener('close', () => {
    dialog.remove();
    if (before instanceof HTMLElement) before.focus();
    resolve(dialog.returnValue === 'send');
  });
  document.body.append(dialog);
  dialog.showModal();
  return promise;
}
