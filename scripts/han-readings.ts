import { readFileSync, writeFileSync } from 'node:fs';

/*
 * Writes src/matching/names/han-readings.csv from the readings of the Unihan database (Unicode licence):
 * `node scripts/han-readings.ts Unihan_Readings.txt`. It has the frequent characters: those of the first levels of GB 2312, Big5
 * and JIS X 0208. A row is a language, a reading, and all characters that are read so.
 */

const [file = ''] = process.argv.slice(2);
const out = new URL('../src/matching/names/han-readings.csv', import.meta.url);

/** All characters of an encoding of two bytes, between two codes whose second bytes are at least `least`. */
function charactersOf(encoding: string, from: number, to: number, least = 0x40): Set<string> {
  const decoder = new TextDecoder(encoding);
  const codes = Array.from({ length: to - from + 1 }, (_, place) => from + place).filter((code) => (code & 255) >= least);
  const characters = codes.map((code) => decoder.decode(new Uint8Array([code >> 8, code & 255])));
  return new Set(characters.filter((text) => /^\p{sc=Han}$/u.test(text)));
}

const chinese = new Set([...charactersOf('gbk', 0xb0a1, 0xd7f9, 0xa1), ...charactersOf('big5', 0xa440, 0xc67e)]);
const japanese = charactersOf('euc-jp', 0xb0a1, 0xcff3);

const plain = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
/** In the spelling of names, without long vowels. */
const short = (text: string): string => plain(text).replaceAll(/ou|oo/g, 'o').replaceAll('uu', 'u');
/** A reading that is seldom heard: less than one time in 20. */
function frequent(text: string): string[] {
  const found = [...text.matchAll(/([^\s(]+)\((\d+)\)/g)].map(
    ([, reading, count]) => [reading as string, Number(count)] as const,
  );
  const all = found.reduce((sum, [, count]) => sum + count, 0);
  return found.filter(([, count]) => count * 20 >= all).map(([reading]) => reading);
}

const characters = new Map<string, Set<string>>();
function add(language: string, readings: readonly string[], character: string): void {
  for (const reading of readings) {
    if (!/^[a-z]{1,7}$/.test(reading)) continue;
    const key = `${language};${reading}`;
    characters.set(key, (characters.get(key) ?? new Set()).add(character));
  }
}

for (const line of readFileSync(file, 'utf8').split('\n')) {
  const [, code, field, value] = /^U\+([0-9A-F]+)\t(k\w+)\t(.+)$/.exec(line) ?? [];
  if (!code || !field || !value) continue;
  const character = String.fromCodePoint(Number.parseInt(code, 16));
  if (field === 'kMandarin' && chinese.has(character)) add('zh', value.split(' ').map(plain), character);
  if (field === 'kHanyuPinlu' && chinese.has(character)) add('zh', frequent(value).map(plain), character);
  if (field.startsWith('kJapanese') && japanese.has(character)) add('ja', value.split(' ').map(short), character);
}

const rows = [...characters].map(([key, list]) => `${key};${[...list].join('')}`).sort();
writeFileSync(out, `language;reading;characters\n${rows.join('\n')}\n`);
