import { normalize } from '../normalization.ts';

/** Words that tell nothing of who is meant. */
const common = new Set(
  [
    'c o co fao f a attention attn att care of for the in to mr mrs ms miss mister messrs dr prof rev sir house street road',
    'ltd limited plc llp lp inc gmbh ag sa srl sarl bv nv ab as asa oy oyj ou sia uab ik ii ie enk and und et the',
  ].flatMap((line) => line.split(' ')),
);

const wordsOf = (text: string): string[] => normalize(text).match(/[\p{L}\p{M}]+/gu) ?? [];

/** The words of a text that name somebody. */
export const tellingWords = (text: string): string[] => [...new Set(wordsOf(text).filter((word) => !common.has(word)))];

function isShared(words: readonly string[], asked: readonly string[]): boolean {
  const both = words.filter((word) => asked.includes(word)).length;
  return both > 1 && (both === words.length || both === asked.length);
}

/**
 * Tells whether a question is about one of the texts: it has all words of one, or has no others, in any order. A text is taken
 * apart at its commas. One word in common is not enough, because others would be meant as well. The name of the person is
 * looked for in any case.
 */
export function questionsAbout(texts: Iterable<string>, person?: string): (question: string) => boolean {
  const pieces = [...texts].flatMap((text) => text.split(/[,;\n]/)).map(tellingWords);
  const name = tellingWords(person ?? '');
  return (question) => {
    const asked = tellingWords(question);
    const isNamed = name.length > 0 && name.every((word) => asked.includes(word));
    return isNamed || pieces.some((words) => isShared(words, asked));
  };
}
