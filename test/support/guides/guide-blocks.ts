import { documents, textOf } from './documents.ts';

/** A block of code in a guide. */
export interface Block {
  /** For instance `docs/guides/changes.md:8`. */
  place: string;
  language: string;
  /** The name of its tab, if it stands beside others. */
  tab: string;
  text: string;
}

/** All blocks of code of these files; unless told otherwise, of the README and the pages of docs/. */
export function guideBlocks(files = documents.filter((file) => /^(?:README\.md|docs\/.*)$/.test(file))): Block[] {
  return files.flatMap((file) => {
    const source = textOf(file);
    return [...source.matchAll(/^```(\w*) ?(.*?)\n(.*?)^```$/gms)].map(
      ({ 1: language = '', 2: tab = '', 3: text = '', index }) => ({
        place: `${file}:${source.slice(0, index).split('\n').length}`,
        language,
        tab,
        text,
      }),
    );
  });
}

/** What a reader puts in its place. */
interface Reader {
  url: string;
  key: string;
  token: string;
  recordId: string;
  listId?: string;
}

/** The block as somebody runs it who has read the page. */
export const filledIn = (text: string, { url, key, token, recordId, listId = '' }: Reader): string =>
  text
    .replaceAll('http://localhost:3000', url)
    .replaceAll(/YOUR_API_KEY|crd_…/g, key)
    .replaceAll('YOUR_SESSION_TOKEN', token)
    .replaceAll('ID_OF_A_RECORD', recordId)
    .replaceAll('ID_OF_A_LIST', listId)
    .replaceAll(/\$\(npm run --silent token -- [^)]*\)/g, token)
    .replaceAll(/^curl /gm, 'curl -sS ');
