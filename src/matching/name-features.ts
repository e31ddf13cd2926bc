import { nameWeights } from './name-weights.ts';
import { type Alignment, align } from './names/alignment.ts';
import { areOfTwoCountries, formsAgree } from './names/legal-forms.ts';
import type { Name, Word } from './names/name.ts';
import type { Feature } from './query.ts';

/* The reasons that lie in two names: one for each pair of words, and what separates companies whose words are alike. */

const { lowers } = nameWeights;

export const nameFeatures = (query: Name, name: Name): Feature[] => featuresOf(query, name, align(query, name));

export function featuresOf(query: Name, name: Name, alignment: Alignment): Feature[] {
  const spoken = isSpoken(query, name, alignment);
  const known = [query.known, name.known].filter((explanation) => explanation !== undefined);
  const knownFeatures = known.map((explanation) => ({ id: 'known', score: 1, weight: -lowers.known, explanation }));
  return [...knownFeatures, ...wordFeatures(alignment, spoken), ...separatingFeatures(query, name, alignment, spoken)];
}

/**
 * Whether one of the names is as people say it, without a form, and lacks only words that say little. If the other one has a
 * form, these may be several: `Svenska Handelsbanken AB`, `Vestas Wind Systems A/S`. A role may be lacking alone: `Randstad` is
 * Randstad Holding N.V. So may initials before a name, and `Holdings` after several words: `J Sainsbury plc`, `Tokio Marine
 * Holdings`.
 */
function isSpoken(query: Name, name: Name, alignment: Alignment): boolean {
  const { links, missing, surplus } = alignment;
  if (query.known ?? name.known)
    return [...missing, ...surplus].every(({ kind, meaning }) => kind === 'filler' || meaning === 'holding');
  if ((query.hasForm && name.hasForm) || (missing.length > 0 && surplus.length > 0)) return false;
  if (links.some(({ isDoubtful }) => isDoubtful)) return false;
  const [shorter, longer] = missing.length === 0 ? [query, name] : [name, query];
  const telling = [...missing, ...surplus].filter(({ kind }) => kind !== 'filler');
  const isOfRegister = longer.hasForm && !shorter.hasForm;
  if (isOfRegister && telling.length <= maxAfterBrand && isBrand(shorter, longer) && telling.every(isAfterBrand)) return true;
  const isOfSeveral = links.some(({ query: [from, to], name: [start, end] }) => to - from + end - start > 2);
  const isOfPlace = !shorter.hasForm && (shorter.words.length > 1 || isOfSeveral);
  if (isOfPlace && telling.length === 1 && telling[0]?.kind === 'place') return true;
  const isBefore = (word: Word) =>
    longer.words.indexOf(word) < longer.words.findIndex((one) => !telling.includes(one) && one.kind !== 'filler');
  if (isOfRegister && telling.every((word) => word.latin.length === 1 && isBefore(word))) return true;
  if (!shorter.hasForm && shorter.words.length > 1 && telling.length === 1 && telling[0]?.meaning === 'holding') return true;
  const hasRole = telling.some(({ kind }) => kind === 'role');
  if (hasRole && links.some(({ isShort, letters }) => isShort && letters < longBlend)) return false;
  const isRare = isLinked(query, alignment, 'word');
  const maxLacking = isRare ? (isOfRegister && !hasRole ? 3 : 1) : Number(isOfRegister && shorter.words.length > 1);
  if (telling.length > maxLacking || (hasRole && shorter.hasForm) || telling.some(isOfGroup)) return false;
  const isOfPartners = longer.forms.some(({ groups }) => groups.includes('partnership'));
  return telling.every((word) => {
    if (word.kind === 'ordinary' || word.kind === 'role') return true;
    if (!isOfRegister) return false;
    if (word.kind === 'place') return isBefore(word) || word.before !== '';
    if (isOfPartners && !isBefore(word)) return true;
    return word.kind === 'common' || (isBefore(word) && (word.kind === 'first name' || word.latin.length < 4));
  });
}

/** A word that is made of so many letters of others stands for the whole name: `MetLife`. */
const longBlend = 6;
/** So many words that say what a company does, or is called besides, follow its brand at most: `Chipotle Mexican Grill Inc`. */
const maxAfterBrand = 2;
const isAfterBrand = ({ kind }: Word): boolean => kind !== 'role' && kind !== 'number' && kind !== 'first name';

/** A name of one rare word, with which the other begins. */
const isBrand = ({ words: [first, ...rest] }: Name, { words }: Name): boolean =>
  first?.kind === 'word' &&
  first.latin.length > 4 &&
  rest.every(({ kind }) => kind === 'filler') &&
  words[0]?.text === first.text;

/** A role that nobody leaves out: `Siemens Leasing` is a company beside Siemens. */
const isOfGroup = ({ kind, meaning = '' }: Word): boolean => kind === 'role' && besideOthers.has(meaning);
const besideOthers = new Set(['leasing', 'credit', 'treasury', 'pension', 'nominee']);

/** A few letters before a name are mostly its abbreviation, or what kind of company it is: `OPK Oboronprom`. */
const areLettersBefore = ({ isFirst, kind, latin }: Word): boolean => isFirst && kind === 'word' && latin.length < 5;

const weightOf = (features: readonly { weight: number }[]): number => features.reduce((sum, { weight }) => sum + weight, 0);

/** One feature for each link and each word without one. Their weights are 1 together. */
function wordFeatures({ links, missing, surplus }: Alignment, spoken: boolean): Feature[] {
  const isPart = missing.length === 0 || surplus.length === 0;
  const lacks = (id: string, words: readonly Word[], share: number, explanation: string): Feature[] =>
    words.map((word) => ({
      id,
      score: 0,
      weight: word.weight * share * (isPart && areLettersBefore(word) ? nameWeights.shareOfLetters : 1),
      explanation: `${explanation} \`${word.text}\`.`,
    }));
  const found = links.map(({ score, weight, explanation }) => ({ id: 'word', score, weight, explanation: explanation() }));
  const lacking = [
    ...lacks('missing', missing, 1, 'The name lacks'),
    ...lacks('surplus', surplus, nameWeights.surplusShare, 'The name also has'),
  ];
  const share = spoken ? Math.min(nameWeights.shareIfSpoken, (nameWeights.maxIfSpoken * weightOf(found)) / weightOf(lacking)) : 1;
  const features = [...found, ...lacking.map((feature) => ({ ...feature, weight: feature.weight * share }))];
  const total = weightOf(features) || 1;
  return features.map((feature) => ({ ...feature, weight: feature.weight / total }));
}

const list = (words: readonly Word[]): string =>
  words
    .map(({ text }) => `\`${text}\``)
    .reduce((all, word, place) => `${all}${place === words.length - 1 ? ' and' : ','} ${word}`);
const standsAgainst = (words: readonly Word[], others: readonly Word[]): string =>
  `${list(words)} ${words.length > 1 ? 'stand' : 'stands'} against ${list(others)}.`;
const ofKind = (words: readonly Word[], kind: Word['kind']): Word[] => words.filter((word) => word.kind === kind);

/** Whether the names share a word of a kind. */
const isLinked = ({ words }: Name, { links }: Alignment, kind: Word['kind']): boolean =>
  links.some(
    ({ query: [start, end], isShort, letters }) =>
      words.slice(start, end).some((word) => word.kind === kind) || (kind === 'word' && isShort && letters > 2),
  );

/** `Iglesias Hermanos` and `Iglesias e Hijos` are two companies of one family. */
const isOfFamily = ({ meaning = '' }: Word): boolean => ['brothers', 'sons', 'senior', 'junior'].includes(meaning);

function separatingFeatures(query: Name, name: Name, alignment: Alignment, spoken: boolean): Feature[] {
  const { links, missing, surplus } = alignment;
  const features: Feature[] = [];
  const lower = (id: string, weight: number, explanation: string, score = 1) =>
    features.push({ id, score, weight: -weight, explanation });

  const apart = (kind: Word['kind']) => [ofKind(missing, kind), ofKind(surplus, kind)] as const;
  const [numbers, otherNumbers] = apart('number');
  if (numbers.length > 0 && otherNumbers.length > 0)
    lower('numbers', lowers.numbers, `${list(numbers)} and ${list(otherNumbers)} are different numbers.`);
  else if (numbers.length + otherNumbers.length > 0)
    lower('numbers', lowers.numberOfOne, `Only one of the names has the number ${list([...numbers, ...otherNumbers])}.`);

  const [places, otherPlaces] = apart('place');
  if (places.length > 0 && otherPlaces.length > 0)
    lower('places', lowers.places, `${list(places)} and ${list(otherPlaces)} are different places.`);
  else if (!spoken && places.length + otherPlaces.length > 0)
    lower(
      'places',
      (places[0] ?? otherPlaces[0])?.isFirst ? lowers.firstPlace : lowers.placeOfOne,
      `Only one of the names has the place ${list([...places, ...otherPlaces])}.`,
    );

  const roles = apart('role').flat();
  if (!spoken && roles.length > 0) lower('role', lowers.role, `${list(roles)} may separate two companies of one group.`);

  const [trades, otherTrades] = apart('ordinary');
  if (!spoken && roles.length === 0 && trades.length + otherTrades.length > 0 && !isLinked(query, alignment, 'ordinary'))
    lower(
      'trade',
      query.hasForm && name.hasForm ? lowers.tradeWithForms : lowers.tradeOfOne,
      trades.length > 0 && otherTrades.length > 0
        ? `${list(trades)} and ${list(otherTrades)} are different trades.`
        : `Only one of the names has ${list([...trades, ...otherTrades])}.`,
    );

  const isPart = missing.length === 0 || surplus.length === 0;
  const saysMuch = (word: Word) => word.kind !== 'filler' && !(isPart && areLettersBefore(word));
  const [own, others] = [missing.filter(saysMuch), surplus.filter(saysMuch)];
  const [kin, otherKin] = [missing.filter(isOfFamily), surplus.filter(isOfFamily)];
  if (own.length === 0 && others.length === 0 && kin.length > 0 && otherKin.length > 0)
    lower('contradiction', lowers.family, standsAgainst(kin, otherKin));
  if (own.length > 0 && others.length > 0) lower('contradiction', lowers.contradiction, standsAgainst(own, others));

  if (!spoken && !isLinked(query, alignment, 'word') && own.length + others.length > 0)
    lower(
      'ordinary',
      lowers.ordinary,
      links.length > 0 ? 'The names share only words that many names have.' : 'The names share no word.',
    );

  const isLetter = ({ text }: Word) => text.length === 1;
  const [letters, otherLetters] = [missing.filter(isLetter), surplus.filter(isLetter)];
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
  if (areTurned(links) && areTurned(links.filter(({ query: [start] }) => query.words[start]?.kind !== 'filler'))) {
    // `Leeds University` is the University of Leeds, but National Commercial Bank is not Commercial National Bank. Other
    // languages have an order of their own.
    const saysOrder = ({ kind, before, script }: Word) =>
      kind === 'word' || kind === 'first name' || before !== '' || script !== 'latin';
    const isPlain = ![...query.words, ...name.words].some(saysOrder) && links.every(isOfOrder(query));
    lower('order', isPlain ? lowers.orderOfOrdinary : lowers.order, 'The words stand in another order.');
  }
  return features;
}

/** Words that are the same, and places that are not: `Indian Oil` and `Oil India` are two companies. */
const isOfOrder =
  ({ words }: Name) =>
  ({ score, query: [start] }: Alignment['links'][number]): boolean =>
    (words[start]?.kind === 'place') === score < 1;

const areTurned = (links: Alignment['links']): boolean =>
  links.some(({ name: [start] }, place) => start < (links[place - 1]?.name[0] ?? 0));

const formsIn = ({ forms }: Name): string => forms.map(({ text }) => `\`${text}\``).join(', ');
