import { Refusal } from '../../kernel/errors.ts';
import type { Download } from '../declaration/register.ts';

/** Refuses an error page, even with the status 200. The message shows only its title. */
export async function refuseErrorPage(response: Response, url: string): Promise<void> {
  if (!/^text\/html\b/i.test(response.headers.get('content-type') ?? '')) return;
  if (response.status >= 500 || response.status === 429) return;
  const text = (await response.text()).slice(0, 100_000);
  const title = text
    .split(/<title/i)[1]
    ?.split('>')[1]
    ?.split('<')[0]
    ?.replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 100);
  throw new Refusal(`${url} returned a page (${response.status}${title ? `: ${title}` : ''}), not a file.`);
}

const beginnings: Record<Exclude<Download['type'], 'text'>, readonly number[]> = { zip: [0x50, 0x4b], gzip: [0x1f, 0x8b] };

/** Checks the first bytes. Text may be anything except a page, an error in JSON, or an archive. */
export function refuseWrongType(chunk: Uint8Array, type: Download['type']): void {
  const begins = (bytes: readonly number[]) => bytes.every((byte, place) => chunk[place] === byte);
  if (type !== 'text') {
    if (!begins(beginnings[type])) throw new Refusal(`The publisher did not send a ${type} file.`);
    return;
  }
  const text = Buffer.from(chunk.subarray(0, 200))
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart();
  if (/^[<{[]/.test(text) || Object.values(beginnings).some(begins) || text.includes('\0'))
    throw new Refusal('The publisher did not send a text file with rows.');
}
