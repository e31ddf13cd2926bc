import { separator } from '../../company/search-text.ts';

const lineEnd = 10;
const fieldEnd = separator.charCodeAt(0);

/**
 * Takes the columns apart: each other name is a document of a segment of its own. A column has a line for each document of the
 * segment, or is empty: its other names, and the unusual words of its name and of each other name (see company/words.ts). Byte
 * by byte, because there are millions of documents.
 */
export function unpackNames(names: Buffer, words: Buffer) {
  const owners: number[] = [];
  const texts = Buffer.allocUnsafe(names.length);
  const unusual = Buffer.allocUnsafe(words.length);
  const otherUnusual = Buffer.allocUnsafe(words.length + names.length);
  let [text, own, other] = [0, 0, 0];
  let hasOwn = false;
  let hasOther = false;
  let name = 0;
  let word = 0;
  for (let document = 0; name < names.length || word < words.length; document++) {
    // Most documents have neither.
    if (names[name] === lineEnd && words[word] === lineEnd) {
      unusual[own++] = lineEnd;
      name++;
      word++;
      continue;
    }
    if (words.length > 0) {
      for (; words[word] !== fieldEnd && words[word] !== lineEnd; word++) {
        unusual[own++] = words[word] as number;
        hasOwn = true;
      }
      unusual[own++] = lineEnd;
    }
    while (name < names.length && names[name] !== lineEnd) {
      for (; names[name] !== fieldEnd && names[name] !== lineEnd; name++) texts[text++] = names[name] as number;
      texts[text++] = lineEnd;
      owners.push(document);
      if (words[word] === fieldEnd) {
        for (word++; words[word] !== fieldEnd && words[word] !== lineEnd; word++) {
          otherUnusual[other++] = words[word] as number;
          hasOther = true;
        }
      }
      otherUnusual[other++] = lineEnd;
      if (names[name] === fieldEnd) name++;
    }
    name++;
    while (word < words.length && words[word] !== lineEnd) word++;
    word++;
  }
  return {
    /** The document of the segment that each other name belongs to. */
    owners,
    texts: texts.subarray(0, text),
    /** The words of each other name, and of each name of the segment, that its text does not show. Empty if there are none. */
    otherUnusual: otherUnusual.subarray(0, hasOther ? other : 0),
    unusual: unusual.subarray(0, hasOwn ? own : 0),
  };
}
