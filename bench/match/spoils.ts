/* Ways in which people spoil a name. The same name and number are always spoilt alike. */

const wordsIn = (name: string): string[] => name.split(' ').filter((word) => word !== '');

/** Changes the longest word, which is seldom a form or an ordinary word. */
function inLongest(name: string, change: (word: string) => string): string {
  const words = wordsIn(name);
  const longest = words.reduce((one, other) => (other.length > one.length ? other : one), '');
  return words.map((word) => (word === longest ? change(word) : word)).join(' ');
}

/** A place inside a word. */
const placeIn = (word: string, index: number): number => 1 + (index % Math.max(1, word.length - 2));

export const spoils: Record<string, (name: string, index: number) => string> = {
  'two letters swapped': (name, index) =>
    inLongest(name, (word) => {
      const place = placeIn(word, index);
      return word.slice(0, place) + (word[place + 1] ?? '') + (word[place] ?? '') + word.slice(place + 2);
    }),
  'a letter missing': (name, index) =>
    inLongest(name, (word) => word.slice(0, placeIn(word, index)) + word.slice(placeIn(word, index) + 1)),
  'a mistake in two words': (name) =>
    wordsIn(name)
      .map((word, place) => (place < 2 && word.length > 3 ? word.slice(0, 2) + word.slice(3) : word))
      .join(' '),
  'a wrong letter': (name, index) =>
    inLongest(name, (word) => `${word.slice(0, placeIn(word, index))}X${word.slice(placeIn(word, index) + 1)}`),
  'another order': (name) => {
    const [first = '', second = '', ...rest] = wordsIn(name);
    return [second, first, ...rest].join(' ');
  },
  'another legal form': (name) => name.replace(/ (?:LTD|LIMITED)\.?$/i, ' PLC'),
  'a surplus word': (name) => name.replace(/(?= \S+$)/, ' GROUP INTERNATIONAL'),
  'a word missing': (name, index) => {
    const words = wordsIn(name);
    return words.length < 4 ? name : words.filter((_, place) => place !== 1 + (index % (words.length - 2))).join(' ');
  },
  'two words joined': (name) => {
    const [first = '', second = '', ...rest] = wordsIn(name);
    return rest.length === 0 ? name : [first + second, ...rest].join(' ');
  },
  'a word split': (name) =>
    inLongest(name, (word) => (word.length < 6 ? word : `${word.slice(0, word.length / 2)} ${word.slice(word.length / 2)}`)),
};
