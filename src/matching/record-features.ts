import { plainNumber } from '../company/company.ts';
import { wordsOf } from '../company/words.ts';
import { groupsOfForm } from './names/legal-forms.ts';
import type { Candidate, Feature, MatchQuery } from './query.ts';

/* The reasons that lie outside the names. An equal number decides; the rest qualifies. */

/** What each adds if it is equal, and takes if it differs. */
const weights = {
  number: { equal: 1, differs: 0.4 },
  lei: { equal: 1, differs: 0.5 },
  country: { equal: 0.02, differs: 0.35 },
  registeredAt: { equal: 0.05, differs: 0.1 },
  postalCode: { equal: 0.05, differs: 0.05 },
  locality: { equal: 0.03, differs: 0.03 },
  legalForm: { equal: 0.02, differs: 0.05 },
};

export function recordFeatures(query: MatchQuery, candidate: Candidate): Feature[] {
  const features: Feature[] = [];
  const compare = (id: keyof typeof weights, what: string, typed: string, known: string, isEqual: boolean) =>
    features.push(
      isEqual
        ? { id, score: 1, weight: weights[id].equal, explanation: `The ${what} \`${known}\` ${sameness(id, typed, known)}.` }
        : { id, score: 1, weight: -weights[id].differs, explanation: `The ${what} \`${typed}\` stands against \`${known}\`.` },
    );

  const { country, number, lei, legalForm, registeredAt, postalCode, locality } = query;
  if (country && candidate.country) compare('country', 'country', country, candidate.country, same(country, candidate.country));
  const isElsewhere = country && candidate.country && !same(country, candidate.country);
  if (number && candidate.numbers?.length && !isElsewhere) {
    const spelt = numberWithin(number, candidate.country);
    const found = candidate.numbers.find((known) => numberWithin(known, candidate.country) === spelt);
    compare('number', 'national number', number, found ?? (candidate.numbers[0] as string), found !== undefined);
  }
  if (lei && candidate.lei) compare('lei', 'LEI', lei, candidate.lei, same(lei, candidate.lei));
  if (registeredAt && candidate.registeredAt)
    compare('registeredAt', 'date', registeredAt, candidate.registeredAt, candidate.registeredAt.startsWith(registeredAt));
  if (postalCode && candidate.postalCode)
    compare('postalCode', 'postal code', postalCode, candidate.postalCode, same(postalCode, candidate.postalCode));
  if (locality && candidate.locality)
    compare('locality', 'place', locality, candidate.locality, isPlace(locality, candidate.locality));
  const isForm = legalForm && agrees(legalForm, candidate);
  if (legalForm && isForm !== undefined)
    compare('legalForm', 'legal form', legalForm, candidate.legalForm ?? '', isForm === true);
  return features;
}

/** A year fits its days, and a form fits others of its group. A number is the same in another spelling. */
const sameness = (id: string, typed: string, known: string): string =>
  id === 'number' || same(typed, known) ? 'is the same' : `fits \`${typed}\``;

const same = (one: string, other: string): boolean => plainNumber(one) === plainNumber(other);

/** Without the letters of the country and the zeros before it. */
function numberWithin(typed: string, country: string | null | undefined): string {
  const plain = plainNumber(typed);
  return (country && plain.startsWith(country) ? plain.slice(country.length) : plain).replace(/^0+(?=\w)/, '');
}

/** `London` is the place of `Greater London`. */
function isPlace(typed: string, known: string): boolean {
  const words = new Set(wordsOf(known));
  return wordsOf(typed).every((word) => words.has(word));
}

/** Whether a typed form is that of the record; undefined if the form is not known. */
function agrees(typed: string, { legalForm, legalFormGroup }: Candidate): boolean | undefined {
  const words = wordsOf(typed);
  if (legalForm && wordsOf(legalForm).join(' ') === words.join(' ')) return true;
  const groups = groupsOfForm(words);
  return groups.length > 0 && legalFormGroup ? groups.includes(legalFormGroup) : undefined;
}
