import { element } from './element.ts';
import type { FormRequest } from './request.ts';

interface Listed {
  id?: unknown;
  name?: unknown;
  canonicalName?: unknown;
}

/**
 * After a list was read, the forms of the operations below its path offer the ids of the list. Those that only read get the first
 * one at once.
 */
export async function offerIds({ method, path }: FormRequest, response: Response): Promise<void> {
  if (method !== 'GET' || !response.headers.get('Content-Type')?.includes('json')) return;
  const { data } = (await response.json()) as { data?: unknown };
  if (!Array.isArray(data)) return;
  const listed = (data as Listed[]).filter(({ id }) => typeof id === 'string');
  const [first] = listed;
  if (!first) return;
  const [list = ''] = path.split('?');
  const name = `ids-${list.replaceAll('/', '-')}`;
  document.getElementById(name)?.remove();
  const options = listed.map((one) =>
    element('option', { value: String(one.id), label: String(one.canonicalName ?? one.name ?? '') }),
  );
  document.body.append(element('datalist', { id: name }, ...options));
  for (const form of document.querySelectorAll<HTMLFormElement>(`form[data-path^="${list}/{id}"]`)) {
    const field = form.querySelector<HTMLInputElement>('[name="path:id"]');
    field?.setAttribute('list', name);
    if (field?.value !== '' || form.dataset['method'] !== 'GET' || form.dataset['answer'] === 'file') continue;
    field.value = String(first.id);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}
