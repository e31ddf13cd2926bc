import { type Alignment, align } from './names/alignment.ts';
import { areOfTwoCountries, formsAgree } from './names/legal-forms.ts';
import type { Name, Word } from './names/name.ts';
import type { Feature } from './query.ts';

/* The reasons that lie in two names: one for each pair of words, and what separates companies whose words are alike. */

/** A word that the name has besides those of the query says less against it than one that it lacks. */
const surplusShare = 0.75;

/** What lowers a score, besides the words that differ. */
const lowers = {
  /** Different numbers: `Fund II`, `Fund III`. */
  numbers: 0.5,
  numberOfOne: 0.3,
  places: 0.35,
  placeOfOne: 0.1,
  /** A word that separates companies of one group, such as Holdings. */
  role: 0.2,
  /** A trade of one of them alone, if they share none: `Barclays`, `Barclays Bank`. */
  tradeOfOne: 0.11,
  /** Each of the names has words of its own. */
  contradiction: 0.1,
  /** Only words that many names have are shared. */
  ordinary: 0.2,
  /** Words that are spelt differently: this times what they lack of being equal. */
  spelling: 0.5,
  /** Letters that stand alone: `R & J Pennington`, `R & K Pennington`. */
  letters: 0.25,
  forms: 0.08,
  /** Forms of two countries: `AG`, `plc`. */
  formsOfCountries: 0.31,
  order: 0.02,
  orderOfOrdinary: 0.31,
};

export function nameFeatures(query: Name, name: Name): Feature[] {
  const alignment = align(query, name);
  const spoken = isSpoken(query, name, alignment);
  return [...wordFeatures(alignment, spoken), ...separatingFeatures(query, name, alignment, spoken)];
}

/** What an ordinary word that one name lacks counts, if one of them is as people say it: `Cisco`, `Cisco Systems, Inc.` */
const shareIfSpoken = 0.5;

/**
 * Whether one of the names is as people say it, without a form, and they differ by one ordinary word at most. The shorter one
 * may lack a role too: `Randstad` is Randstad Holding N.V.
 */
function isSpoken(query: Name, name: Name, alignment: Alignment): boolean {
  const { links, missing, surplus } = alignment;
  const lacks = [...missing, ...surplus];
  const shorter = missing.length === 0 ? query : name;
  const telling = lacks.filter(({ kind }) => kind !== 'filler');
  return (
    !(query.hasForm && name.hasForm) &&
    (missing.length === 0 || surplus.length === 0) &&
    !links.some(({ isDoubtful }) => isDoubtful) &&
    isLinked(query, alignment, 'word') &&
    telling.length < 2 &&
    telling.every(({ kind }) => kind === 'ordinary' || (kind === 'role' && !shorter.hasForm))
  );
}

/** One feature for each link and each word without one. Their weights are 1 together. */
function wordFeatures({ links, missing, surplus }: Alignment, spoken: boolean): Feature[] {
  const share = spoken ? shareIfSpoken : 1;
  const features: Feature[] = [
    ...links.map(({ score, weight, says }) => ({ id: 'word', score, weight, says: says() })),
    ...missing.map(({ text, weight }) => ({
      id: 'missing',
      score: 0,
      weight: weight * share,
      says: `The name lacks \`${text}\`.`,
    })),
    ...surplus.map(({ text, weight }) => ({
      id: 'surplus',
      score: 0,
      weight: weight * surplusShare * share,
      says: `The name also has \`${text}\`.`,
    })),
  ];
  const total = features.reduce((sum, { weight }) => sum + weight, 0);
  return features.map((feature) => ({ ...feature, weight: feature.weight / (total || 1) }));
}

const list = (words: readonly Word[]): string => words.map(({ text }) => `\`${text}\``).join(', ');
const ofKind = (words: readonly Word[], kind: Word['kind']): Word[] => words.filter((word) => word.kind === kind);

/** Whether the names share a word of a kind. */
const isLinked = ({ words }: Name, { links }: Alignment, kind: Word['kind']): boolean =>
  links.some(({ query: [start, end] }) => words.slice(start, end).some((word) => word.kind === kind));

function separatingFeatures(query: Name, name: Name, alignment: Alignment, spoken: boolean): Feature[] {
  const { links, missing, surplus } = alignment;
  const features: Feature[] = [];
  const lower = (id: string, weight: number, says: string, score = 1) => features.push({ id, score, weight: -weight, says });

  const apart = (kind: Word['kind']) => [ofKind(missing, kind), ofKind(surplus, kind)] as const;
  const [numbers, otherNumbers] = apart('number');
  if (numbers.length > 0 && otherNumbers.length > 0)
    lower('numbers', lowers.numbers, `${list(numbers)} and ${list(otherNumbers)} are different numbers.`);
  else if (numbers.length + otherNumbers.length > 0)
    lower('numbers', lowers.numberOfOne, `Only one of the names has the number ${list([...numbers, ...otherNumbers])}.`);

  const [places, otherPlaces] = apart('place');
  if (places.length > 0 && otherPlaces.length > 0)
    lower('places', lowers.places, `${list(places)} and ${list(otherPlaces)} are different places.`);
  else if (places.length + otherPlaces.length > 0)
    lower('places', lowers.placeOfOne, `Only one of the names has the place ${list([...places, ...otherPlaces])}.`);

  const roles = apart('role').flat();
  if (!spoken && roles.length > 0) lower('role', lowers.role, `${list(roles)} may separate two companies of one group.`);

  const trades = apart('ordinary').flat();
  if (!spoken && roles.length === 0 && trades.length > 0 && !isLinked(query, alignment, 'ordinary'))
    lower('trade', lowers.tradeOfOne, `Only one of the names has ${list(trades)}.`);

  const [own, others] = [missing, surplus].map((words) => words.filter(({ kind }) => kind !== 'filler')) as [Word[], Word[]];
  if (own.length > 0 && others.length > 0)
    lower('contradiction', lowers.contradiction, `${list(own)} stands against ${list(others)}.`);

  if (!isLinked(query, alignment, 'word') && own.length + others.length > 0)
    lower('ordinary', lowers.ordinary, 'The names share only words that many names have.');

  const [letters, otherLetters] = [missing, surplus].map((words) => words.filter(({ text }) => text.length === 1)) as [
    Word[],
    Word[],
  ];
  if (letters.length > 0 && otherLetters.length > 0)
    lower('letters', lowers.letters, `${list(letters)} and ${list(otherLetters)} are different letters.`);

  const doubt = links.reduce((sum, { score, isDoubtful }) => sum + (isDoubtful ? 1 - score : 0), 0);
  if (doubt > 0) lower('spelling', lowers.spelling, 'Words are spelt differently.', Math.min(1, doubt));

  const agree = formsAgree(
    query.forms.map(({ groups }) => groups),
    name.forms.map(({ groups }) => groups),
  );
  if (areOfTwoCountries(query.forms, name.forms))
    lower('legalForm', lowers.formsOfCountries, `${formsIn(query)} and ${formsIn(name)} are forms of different countries.`);
  else if (agree === false) lower('legalForm', lowers.forms, `The legal forms differ: ${formsIn(query)} and ${formsIn(name)}.`);
  if (links.some(({ name: [start] }, place) => start < (links[place - 1]?.name[0] ?? 0))) {
    // `Leeds University` is the University of Leeds, but National Commercial Bank is not Commercial National Bank.
    const isPlain = ![...query.words, ...name.words].some(({ kind, before }) => kind === 'word' || before !== '');
    lower('order', isPlain ? lowers.orderOfOrdinary : lowers.order, 'The words stand in another order.');
  }
  return features;
}

const formsIn = ({ forms }: Name): string => forms.map(({ text }) => `\`${text}\``).join(', ');
