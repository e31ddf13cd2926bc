import { usualThreshold } from '../../src/matching/index.ts';
import { featuresOf } from '../../src/matching/name-features.ts';
import { nameWeights } from '../../src/matching/name-weights.ts';
import { type Alignment, align } from '../../src/matching/names/alignment.ts';
import { type Name, namesIn, type Word } from '../../src/matching/names/name.ts';
import { learnWeights } from '../../src/matching/weights.ts';
import { say } from '../database.ts';
import { measure } from '../match.ts';
import { pairLists } from './lists.ts';

/*
 * Learns the numbers of src/matching/name-weights.ts from the labelled pairs, and says what they would be:
 * `node bench/match/learn.ts`, some minutes. Words are paired once, then one number after another is moved as long as that lowers
 * the loss. The loss of a pair is logistic in how far its score is on the wrong side of the threshold. Numbers that leave those of
 * today cost a little. First a fifth of the lists is left out five times, so that F1 is measured on lists that the numbers were not
 * learnt from. Then all lists are learnt from.
 */

const folds = 5;
const rounds = Number(process.env['ROUNDS'] ?? 3);
const steepness = 14;
const prior = 0.004;
/** Steps of a number, as a factor. */
const steps = [1.3, 1 / 1.3, 1.12, 1 / 1.12];

interface Compared {
  query: Name;
  name: Name;
  alignment: Alignment;
}

interface Example {
  list: number;
  isMatch: boolean;
  compared: Compared[];
}

const weigh = (words: readonly Word[]): number =>
  words.reduce((sum, word) => sum + (word.kind === 'word' ? word.weight : nameWeights.kinds[word.kind]), 0);

/** The numbers that are learnt, as places in the table. What a rare word says is the unit. */
const places = [
  ...Object.keys(nameWeights.kinds)
    .filter((kind) => kind !== 'word')
    .map((kind) => [nameWeights.kinds, kind]),
  ...Object.keys(nameWeights.lowers).map((what) => [nameWeights.lowers, what]),
  ...['surplusShare', 'maxIfSpoken', 'shareIfSpoken', 'shareOfLetters'].map((what) => [nameWeights, what]),
] as unknown as [Record<string, number>, string][];
const start = places.map(([table, key]) => table[key] as number);

const lists = pairLists();
const examples: Example[] = lists.flatMap(({ pairs }, list) => {
  const weightOf = learnWeights(pairs.flatMap(({ query, name }) => [query, name]));
  return pairs.map(({ query, name, isMatch }) => ({
    list,
    isMatch,
    compared: namesIn(query, weightOf, undefined).flatMap((one) =>
      namesIn(name, weightOf, undefined).map((other) => ({ query: one, name: other, alignment: align(one, other) })),
    ),
  }));
});

function scoreOf({ compared }: Example): number {
  let best = 0;
  for (const { query, name, alignment } of compared) {
    for (const word of [...query.words, ...name.words]) if (word.kind !== 'word') word.weight = nameWeights.kinds[word.kind];
    for (const link of alignment.links)
      link.weight = (link.isShort ? Math.max : Math.min)(
        weigh(query.words.slice(...link.query)),
        weigh(name.words.slice(...link.name)),
      );
    best = Math.max(
      best,
      featuresOf(query, name, alignment).reduce((sum, { score, weight }) => sum + score * weight, 0),
    );
  }
  return Math.min(1, best);
}

function lossOf(some: readonly Example[]): number {
  let loss = 0;
  for (const one of some)
    loss += Math.log1p(Math.exp(steepness * (one.isMatch ? usualThreshold - scoreOf(one) : scoreOf(one) - usualThreshold)));
  const left = places.reduce(
    (sum, [table, key], place) => sum + Math.log((table[key] as number) / (start[place] as number)) ** 2,
    0,
  );
  return loss / some.length + prior * left;
}

function learnFrom(some: readonly Example[]): void {
  for (const [place, [table, key]] of places.entries()) table[key] = start[place] as number;
  let least = lossOf(some);
  for (let round = 0; round < rounds; round++) {
    const before = least;
    for (const [table, key] of places)
      for (const step of steps) {
        const value = table[key] as number;
        table[key] = value * step;
        const loss = lossOf(some);
        if (loss < least) least = loss;
        else table[key] = value;
      }
    if (before - least < 1e-4) break;
  }
}

const f1 = (some: readonly Example[]): string => {
  const { precision, recall, f1 } = measure(
    some.map((one) => ({ query: '', name: '', kind: '', isMatch: one.isMatch, score: scoreOf(one) })),
    usualThreshold,
  );
  return `${f1.toFixed(3)} (${precision.toFixed(3)}, ${recall.toFixed(3)})`;
};

const files = [...new Set(lists.map(({ file }) => file))];
const of = (file: string) => examples.filter(({ list }) => lists[list]?.file === file);
for (const file of files) say(`${file}: F1 ${f1(of(file))} with the numbers of today`);
const left = new Map<Example, number>();
for (let fold = 0; fold < folds; fold++) {
  learnFrom(examples.filter(({ list }) => list % folds !== fold));
  for (const one of examples) if (one.list % folds === fold) left.set(one, scoreOf(one));
}
for (const file of files) {
  const scored = of(file).map((one) => ({ query: '', name: '', kind: '', isMatch: one.isMatch, score: left.get(one) as number }));
  const { precision, recall, f1 } = measure(scored, usualThreshold);
  say(`${file}: F1 ${f1.toFixed(3)} (${precision.toFixed(3)}, ${recall.toFixed(3)}) where its list was left out`);
}
learnFrom(examples);
for (const file of files) say(`${file}: F1 ${f1(of(file))} learnt from all`);
for (const [place, [table, key]] of places.entries()) say(`${key}: ${start[place]} -> ${(table[key] as number).toFixed(3)}`);
