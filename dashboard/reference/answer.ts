import { jsonTree } from '../../rest/page/json-tree.ts';
import { textsToCopy } from './copy.ts';
import { element } from './element.ts';

/** In characters: longer answers are shown as plain text, because a tree of them would be slow. */
const longestTree = 400_000;

/** Everything below the status line: what to do about an error, the headers, the body. */
export async function answerParts(response: Response, form: HTMLFormElement): Promise<Node[]> {
  const type = response.headers.get('Content-Type') ?? '';
  if (response.ok && form.dataset['answer'] === 'file') return [headersOf(response), await fileLink(response)];
  const text = await response.text();
  const value = type.includes('json') ? parsed(text) : undefined;
  return [
    ...(response.ok || response.status === 304 ? [] : [adviceFor(response, value, form)]),
    headersOf(response),
    ...(text === '' ? [] : bodyOf(text, value, form)),
  ];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function headersOf({ headers }: Response): Node {
  const rows = [...headers].map(([name, value]) =>
    element('div', {}, element('dt', {}, element('code', { textContent: name })), element('dd', { textContent: value })),
  );
  return element('details', {}, element('summary', { textContent: `Headers (${rows.length})` }), element('dl', {}, ...rows));
}

function bodyOf(text: string, value: unknown, form: HTMLFormElement): Node[] {
  const copy = element('button', { type: 'button', className: 'quiet copy', textContent: 'Copy' });
  textsToCopy.set(copy, value === undefined ? text : JSON.stringify(value, null, 2));
  const box = element('div', { className: 'scroll', tabIndex: 0 });
  box.role = 'group';
  box.ariaLabel = `Body of the answer: ${form.dataset['summary']}`;
  if (value === undefined || text.length > longestTree) {
    box.append(element('pre', {}, element('code', { textContent: text })));
    return [element('p', { className: 'bar' }, copy), box];
  }
  // All values in it are escaped.
  box.innerHTML = jsonTree(value).text;
  const fold = (label: string, isOpen: boolean) => {
    const button = element('button', { type: 'button', className: 'quiet', textContent: label });
    button.addEventListener('click', () => {
      for (const part of box.querySelectorAll('details')) part.open = isOpen;
    });
    return button;
  };
  return [element('p', { className: 'bar' }, fold('Fold all', false), fold('Unfold all', true), copy), box];
}

async function fileLink(response: Response): Promise<Node> {
  const blob = await response.blob();
  const [, name = 'answer'] = /filename="?([^";]+)/.exec(response.headers.get('Content-Disposition') ?? '') ?? [];
  const link = element('a', { href: URL.createObjectURL(blob), download: name, className: 'button' });
  link.textContent = `Save the file, ${blob.size.toLocaleString('en-GB')} bytes`;
  return element('p', {}, link);
}

interface ErrorBody {
  error?: { code?: string; message?: string };
}

function adviceFor({ status }: Response, value: unknown, form: HTMLFormElement): Node {
  const { code = '', message = 'The request failed.' } = (value as ErrorBody | undefined)?.error ?? {};
  const note = element('p', { className: 'note bad' }, `${message} `);
  const place = form.closest('article')?.id ?? '';
  const link = (href: string, textContent: string) => note.append(element('a', { href, textContent }), ' ');
  if (status === 401 && form.dataset['access'] === 'key') link('#api-key', 'Enter or create a key');
  if (status === 401 && form.dataset['access'] === 'session')
    link(`/auth/login?returnTo=${encodeURIComponent(`/docs#${place}`)}`, 'Sign in');
  if (code) link(`/docs/errors#${code}`, `About ${code}`);
  return note;
}
