import { useEffect, useState } from 'preact/hooks';
import file from '../../src/company/nace-2.1.csv?url';

type Headings = ReadonlyMap<string, string>;

let loading: Promise<Headings> | undefined;
const none: Headings = new Map();

/** The headings of NACE Rev. 2.1 by code, in the order of the classification. They are a file of their own, loaded once. */
function load(): Promise<Headings> {
  loading ??= fetch(file)
    .then((response) => response.text())
    .then((text) => {
      const lines = text.trimEnd().split('\n');
      return new Map(lines.map((line) => [line.slice(0, line.indexOf(';')), line.slice(line.indexOf(';') + 1)]));
    });
  // The next page that needs them tries again.
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}

/** Empty until they are loaded. */
export function useHeadings(): Headings {
  const [headings, setHeadings] = useState(none);
  useEffect(() => {
    load().then(setHeadings, () => {});
  }, []);
  return headings;
}
