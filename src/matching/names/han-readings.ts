import { withoutRepeats } from '../../company/scripts/scripts.ts';
import { cellsOf, TableLoad } from './tables.ts';

/* How Chinese characters are read in Mandarin and in Japanese: whether a Latin word may be the reading of a Han word. */

type Readings = Map<string, string[]>;

const mandarin: Readings = new Map();
const japanese: Readings = new Map();

/** Rows of a language, a reading, and the characters that are read so. `scripts/han-readings.ts` makes them from Unihan. */
const table = new TableLoad(function* () {
  for (const [language, reading = '', characters = ''] of cellsOf('han-readings.csv')) {
    const [readings, all] = language === 'ja' ? [japanese, withVariants(reading)] : [mandarin, [reading]];
    for (const character of characters) readings.set(character, [...(readings.get(character) ?? []), ...all]);
    yield;
  }
});

/** The first sound of a later part of a Japanese word is often voiced: `bishi` for hishi. */
const voiced: [RegExp, string][] = [
  [/^k/, 'g'],
  [/^sh|^ch/, 'j'],
  [/^s|^ts/, 'z'],
  [/^t(?!s)/, 'd'],
  [/^[hf]/, 'b'],
  [/^[hf]/, 'p'],
];

/**
 * A Japanese reading as it stands within names: a verb by its stem (`tatsu` is tachi), voiced (`hishi` is bishi), and before a
 * doubled consonant without its last syllable (`nichi` is nip in Nippon).
 */
function withVariants(reading: string): string[] {
  const stems = [reading];
  if (/tsu$/.test(reading) && reading.length > 3) stems.push(reading.replace(/tsu$/, 'chi'));
  else if (/su$/.test(reading)) stems.push(reading.replace(/su$/, 'shi'));
  else if (/u$/.test(reading) && reading.length > 2) stems.push(reading.replace(/u$/, 'i'));
  if (/(?:tsu|chi|ku|ki)$/.test(reading) && reading.length > 3) stems.push(reading.replace(/(?:tsu|chi|ku|ki)$/, ''));
  if (/ru$/.test(reading) && reading.length > 3) stems.push(reading.slice(0, -2));
  return stems.flatMap((stem) => [
    stem,
    ...voiced.filter(([first]) => first.test(stem)).map(([first, to]) => stem.replace(first, to)),
  ]);
}

/** Whether all of a Latin text is a reading of the characters, one after another. */
function spells(characters: readonly string[], latin: string, readings: Readings): boolean {
  let ends = new Set([0]);
  for (const character of characters) {
    const next = new Set<number>();
    for (const reading of readings.get(character) ?? [])
      for (const end of ends) if (latin.startsWith(reading, end)) next.add(end + reading.length);
    ends = next;
  }
  return ends.has(latin.length);
}

/** Whether a Latin word may be the Mandarin or the Japanese reading of Chinese characters: `huawei` is 华为, `hitachi` 日立. */
export function isReadAs(han: string, latin: string): boolean {
  const characters = [...han];
  if (latin.length < 2 * characters.length - 1 || latin.length > 7 * characters.length || !/^[a-z]+$/.test(latin)) return false;
  table.finish();
  const short = withoutRepeats(
    latin
      .replaceAll(/ou|oo/g, 'o')
      .replaceAll('uu', 'u')
      .replaceAll(/m(?=[bmp])/g, 'n'),
  );
  return spells(characters, latin, mandarin) || spells(characters, short, japanese);
}

/** Whether characters differ only as simplified and traditional ones do: 贵州, 貴州. Each is read as the other. */
export function areVariants(one: string, other: string): boolean {
  const [all, others] = [[...one], [...other]];
  if (all.length !== others.length || all.length < 2) return false;
  table.finish();
  const readings = (character: string) => mandarin.get(character) ?? [];
  return all.every((character, place) => {
    const variant = others[place] as string;
    return character === variant || readings(character).some((reading) => readings(variant).includes(reading));
  });
}
