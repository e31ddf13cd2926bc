import type { ApiRequest } from '../../rest/openapi/sample-languages.ts';

/** The request that a form describes, without its credential. */
export interface FormRequest extends ApiRequest {
  method: string;
  headers: Record<string, string>;
}

/** Reads the form. An empty path parameter is shown by its placeholder. Throws if the body is not JSON. */
export function requestOf(form: HTMLFormElement): FormRequest {
  const { method = 'GET', access, answer } = form.dataset;
  let path = form.dataset['path'] ?? '';
  let body: unknown;
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  for (const field of form.elements) {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement || field instanceof HTMLTextAreaElement))
      continue;
    const [place, name = ''] = field.name.split(':');
    const text = textOf(field);
    if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(text || placeholderOf(field) || name));
    else if (text === '') continue;
    else if (place === 'query') query.set(name, text);
    else if (place === 'header') headers[name] = text;
    else if (place === 'json') body = JSON.parse(text);
    else if (place === 'body') body = { ...(body as object), [name]: 'json' in field.dataset ? JSON.parse(text) : text };
  }
  return {
    path: query.size > 0 ? `${path}?${query}` : path,
    method,
    headers,
    ...(body !== undefined && { body }),
    isPublic: access === 'none',
    isSession: access === 'session',
    answer: answer === 'file' || answer === 'none' ? answer : 'json',
  };
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** A moment is typed in the time zone of the browser, and sent in UTC. */
function textOf(field: Field): string {
  const text = field.value.trim();
  return text !== '' && field.type === 'datetime-local' ? new Date(text).toISOString() : text;
}

const placeholderOf = (field: Field): string => ('placeholder' in field ? field.placeholder : '');
